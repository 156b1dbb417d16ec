/** Section 5 of the asset report: what happened to the policies in the period. */

import { cents } from '@corridor/domain/primitives/money.ts'
import type { PlainDate } from '@corridor/domain/primitives/period.ts'
import type { SnapshotActivity } from '@corridor/domain/reports/asset-report/snapshot.ts'
import type { HistoryRow, PolicyRow, RateChangeRow, StatusChangeRow, TransactionRow } from './snapshot-queries.ts'

interface Sources {
  transactions: ReadonlyMap<string, TransactionRow[]>
  histories: ReadonlyMap<string, HistoryRow>
  rateChanges: readonly RateChangeRow[]
  /** The period's own. */
  statusChanges: ReadonlyMap<string, StatusChangeRow[]>
  /** Claims on policies without valid notice and consent. */
  withoutConsent: ReadonlySet<string>
}

/** @param rows policies of one report: held at the period, or ended before it */
export function activityOf(rows: readonly PolicyRow[], sources: Sources, period: PlainDate, priorPeriod: PlainDate): SnapshotActivity {
  const inPeriod = (date: PlainDate | null) => date !== null && date > priorPeriod && date <= period
  const keyOf = (row: PolicyRow) => `${row.institutionId}/${row.policyId}`
  const who = ({ policyNumber, carrierCode, insuredName }: PolicyRow) => ({ policyNumber, carrierCode, insuredName })
  const held = rows.filter((row) => row.isHeld)

  const transactions = rows
    .flatMap((row) =>
      (sources.transactions.get(keyOf(row)) ?? [])
        .filter(({ date, type }) => inPeriod(date) && type !== 'STATUS_CHANGE')
        .map(({ date, isMonthOnly, type, amount, note }) => ({
          date,
          ...(isMonthOnly ? { isMonthOnly } : {}),
          type,
          ...who(row),
          amount,
          note,
        })),
    )
    .sort((a, b) => compare(a.date, b.date) || compare(a.policyNumber, b.policyNumber))

  const rateChanges = sources.rateChanges.flatMap(({ productId, effectiveDate, oldRate, newRate }) => {
    const concerned = held.filter((row) => row.productId === productId)
    const [first] = concerned
    return first && oldRate !== newRate
      ? [{ effectiveDate, carrierCode: first.carrierCode, productName: first.productName, oldRate, newRate, policies: concerned.length }]
      : []
  })

  const statusChanges = rows
    .flatMap((row) =>
      (sources.statusChanges.get(keyOf(row)) ?? []).map(({ date, oldStatus, newStatus, reason }) => ({
        date,
        ...who(row),
        oldStatus,
        newStatus,
        reason,
      })),
    )
    .sort((a, b) => compare(a.date, b.date) || compare(a.policyNumber, b.policyNumber))

  const claims = rows
    .filter(
      (row) =>
        (row.policyStatus === 'DEATH_CLAIM_PENDING' && (row.statusDate === null || row.statusDate <= period)) ||
        (row.policyStatus === 'DEATH_PAID' && inPeriod(row.statusDate)),
    )
    .map((row) => {
      const institutionShare =
        row.deathBenefit === null
          ? (sources.histories.get(keyOf(row))?.lastInstitutionDeathBenefit ?? cents(0))
          : cents(row.deathBenefit - (row.insuredShare ?? 0))
      const deathBenefit = row.deathBenefit ?? sources.histories.get(keyOf(row))?.lastDeathBenefit ?? institutionShare
      const consent = sources.withoutConsent.has(keyOf(row)) ? { withoutConsent: true as const } : {}
      return { ...who(row), dateOfDeath: row.dateOfDeath, status: row.policyStatus, deathBenefit, institutionShare, ...consent }
    })
  return { transactions, rateChanges, statusChanges, claims }
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
