/** The label and tone of each state of the close. */
import type { BANK_CLOSE, CARRIER_CLOSE, closeBoard } from '@corridor/contract/charts.ts'
import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import { REPORT_STATUS } from '../../reporting/statuses.ts'
import type { StatusTable } from '../../ui/states/StatusBadge.tsx'

export type Board = ReplyOf<typeof closeBoard>
export type CarrierClose = Board['carriers'][number]
export type BankClose = Board['banks'][number]

export const CARRIER_STATUSES: StatusTable<(typeof CARRIER_CLOSE)[number]> = {
  posted: { label: 'Posted', tone: 'good' },
  incomplete: { label: 'Posted, values missing', tone: 'warn', sign: 'attention' },
  inProgress: { label: 'In progress', tone: 'note', sign: 'underWay' },
  errors: { label: 'Open errors', tone: 'bad', sign: 'failed' },
  late: { label: 'Late', tone: 'bad', sign: 'late' },
  awaited: { label: 'Expected', tone: 'quiet', sign: 'waiting' },
}

/** A report's status looks on the board as it does on its own pages. */
export const BANK_STATUSES: StatusTable<(typeof BANK_CLOSE)[number]> = {
  released: REPORT_STATUS.Released,
  ready: { ...REPORT_STATUS.Ready, label: 'Ready to release' },
  withdrawn: REPORT_STATUS.Withdrawn,
  generating: REPORT_STATUS.Generating,
  failed: REPORT_STATUS.Failed,
  blocked: REPORT_STATUS.Blocked,
  open: { label: 'Not generated', tone: 'quiet', sign: 'off' },
}

/** Rows that need somebody come first. */
export const BANK_ORDER: readonly BankClose['status'][] = ['failed', 'blocked', 'withdrawn', 'ready', 'generating', 'open', 'released']
export const CARRIER_ORDER: readonly CarrierClose['status'][] = ['errors', 'late', 'inProgress', 'awaited', 'incomplete', 'posted']

/** Lists of the board as its cards open them, by the statuses that stand in the address. */
export const CLOSE_LISTS = {
  withoutValue: ['errors', 'late', 'inProgress', 'awaited', 'incomplete'],
  postedFiles: ['posted', 'incomplete'],
  stopped: ['failed', 'blocked'],
  ready: ['ready'],
  released: ['released'],
} as const satisfies Record<string, readonly (CarrierClose['status'] | BankClose['status'])[]>

/** The known statuses of those in the address; none is all of them. */
export const statusesOf = <Status extends string>(order: readonly Status[], text: string | undefined): Status[] => {
  const asked = new Set(text?.split(','))
  return order.filter((status) => asked.has(status))
}
