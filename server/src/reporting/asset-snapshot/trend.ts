/** Month sums of a group of policies: what they were worth at each month's ends and what moved in between. */
import type { SnapshotMonth } from '@corridor/domain/asset-report-snapshot.ts'
import { type Cents, cents } from '@corridor/domain/money.ts'
import { addMonthEnds, type PlainDate } from '@corridor/domain/period.ts'
import type { Flow } from '@corridor/domain/yields.ts'

export interface PolicyHistory {
  issueDate: PlainDate
  /** Null while held. */
  endedOn: PlainDate | null
  values: ReadonlyMap<PlainDate, Cents>
  flows: readonly Flow[]
}

/** The last `months` month ends up to `period`, oldest first; months before the first value are left out. */
export function trendOf(policies: readonly PolicyHistory[], period: PlainDate, months: number): SnapshotMonth[] {
  const trend: SnapshotMonth[] = []
  for (let back = months - 1; back >= 0; back--) {
    const month = monthOf(policies, addMonthEnds(period, -back))
    if (trend.length > 0 || month.hasValues) trend.push(month.sums)
  }
  return trend
}

function monthOf(policies: readonly PolicyHistory[], end: PlainDate): { sums: SnapshotMonth; hasValues: boolean } {
  const begin = addMonthEnds(end, -1)
  let value = 0
  let beginValue = 0
  let comparable = true
  let hasValues = false
  const flows: Flow[] = []
  for (const policy of policies) {
    const atEnd = isHeld(policy, end)
    const atBegin = isHeld(policy, begin)
    if (!atEnd && !atBegin && !(policy.endedOn !== null && policy.endedOn > begin && policy.endedOn <= end)) continue
    const [now, before] = [policy.values.get(end), policy.values.get(begin)]
    if (atEnd) {
      value += now ?? 0
      hasValues ||= now !== undefined
      if (now === undefined) comparable = false
    }
    if (atBegin) {
      beginValue += before ?? 0
      if (before === undefined) comparable = false
    }
    for (const flow of policy.flows) if (flow.date > begin && flow.date <= end) flows.push(flow)
  }
  flows.sort((a, b) =>
    a.date === b.date ? (a.type === b.type ? a.amount - b.amount : a.type < b.type ? -1 : 1) : a.date < b.date ? -1 : 1,
  )
  return {
    sums: { period: end, cashSurrenderValue: cents(value), beginCashSurrenderValue: cents(beginValue), flows, comparable },
    hasValues,
  }
}

const isHeld = ({ issueDate, endedOn }: PolicyHistory, on: PlainDate): boolean => issueDate <= on && (endedOn === null || endedOn > on)
