/** How far the month is, from what was read: pure, so that every status can be tested without a database. */
import type { BANK_CLOSE, CARRIER_CLOSE } from '@corridor/contract/charts.ts'
import type { PlainDate } from '@corridor/domain/primitives/period.ts'
import type { FileRow, ReportRow } from './queries.ts'

type CarrierClose = (typeof CARRIER_CLOSE)[number]
type BankClose = (typeof BANK_CLOSE)[number]

/** Posted when its files are, and every policy has its value; incomplete when one has none all the same. Else what its files say, or their absence. */
export function carrierStatus({
  expected,
  valued,
  files,
  dueOn,
  today,
}: {
  expected: number
  valued: number
  files: readonly FileRow[]
  dueOn: PlainDate
  today: PlainDate
}): CarrierClose {
  if (expected > 0 && valued === expected) return 'posted'
  const open = files.filter(({ status }) => status !== 'POSTED')
  if (open.some(({ openErrors, status }) => openErrors > 0 || status === 'RECEIVED')) return 'errors'
  if (open.length > 0) return 'inProgress'
  if (files.length > 0) return valued === expected ? 'posted' : 'incomplete'
  if (valued > 0) return 'inProgress'
  return today > dueOn ? 'late' : 'awaited'
}

/** For an institution with its subsidiaries: the one that is furthest behind counts. */
export function bankStatus({
  reports,
  owners,
  isBlocked,
}: {
  reports: readonly ReportRow[]
  owners: number
  isBlocked: boolean
}): BankClose {
  if (reports.some(({ status }) => status === 'Failed')) return 'failed'
  if (reports.some(({ status }) => status !== 'Ready')) return 'generating'
  if (reports.some(({ isWithdrawn }) => isWithdrawn)) return 'withdrawn'
  if (reports.length >= owners && reports.every(({ isShown, isCurrent }) => isShown && isCurrent)) return 'released'
  if (isBlocked) return 'blocked'
  return reports.length >= owners ? 'ready' : 'open'
}
