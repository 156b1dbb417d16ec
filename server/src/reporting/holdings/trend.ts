/** Month sums of a group of policies: what they were worth at each month's ends and what moved in between. */

import type { Flow } from '@corridor/domain/calculations/yields.ts'
import { type Cents, cents } from '@corridor/domain/primitives/money.ts'
import { addMonthEnds, type PlainDate, priorFiscalYearEnd } from '@corridor/domain/primitives/period.ts'
import type { SnapshotCalendarYear, SnapshotMonth } from '@corridor/domain/reports/asset-report/snapshot-sums.ts'

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
  const { value, beginValue, flows, held, missing, comparable } = sumsBetween(policies, begin, end)
  return {
    sums: { period: end, cashSurrenderValue: value, beginCashSurrenderValue: beginValue, flows, comparable, policies: held, missing },
    hasValues: held > missing,
  }
}

/** The calendar year up to `period`: what the policies held in it were worth at its beginning and now, and what moved. */
export function calendarYearOf(policies: readonly PolicyHistory[], period: PlainDate): SnapshotCalendarYear {
  const from = priorFiscalYearEnd(period)
  const { value, beginValue, flows, missing, missingAtBegin } = sumsBetween(policies, from, period)
  return { from, begin: beginValue, end: value, flows, missing: missing + missingAtBegin }
}

function sumsBetween(policies: readonly PolicyHistory[], begin: PlainDate, end: PlainDate) {
  let [value, beginValue, held, missing, missingAtBegin] = [0, 0, 0, 0, 0]
  const flows: Flow[] = []
  for (const policy of policies) {
    const atEnd = isHeldAt(policy, end)
    const atBegin = isHeldAt(policy, begin)
    if (!atEnd && !atBegin && !(policy.endedOn !== null && policy.endedOn > begin && policy.endedOn <= end)) continue
    const [now, before] = [policy.values.get(end), policy.values.get(begin)]
    if (atEnd) {
      held += 1
      value += now ?? 0
      if (now === undefined) missing += 1
    }
    if (atBegin) {
      beginValue += before ?? 0
      if (before === undefined) missingAtBegin += 1
    }
    for (const flow of policy.flows) if (flow.date > begin && flow.date <= end) flows.push(flow)
  }
  flows.sort((a, b) =>
    a.date === b.date ? (a.type === b.type ? a.amount - b.amount : a.type < b.type ? -1 : 1) : a.date < b.date ? -1 : 1,
  )
  return {
    value: cents(value),
    beginValue: cents(beginValue),
    flows,
    held,
    missing,
    missingAtBegin,
    comparable: missing === 0 && missingAtBegin === 0,
  }
}

/** From issue on, or from the section 1035 exchange that brought it into the book, as `valueAt` of the asset report has it. */
export function isHeldAt({ issueDate, endedOn, flows, values }: PolicyHistory, on: PlainDate): boolean {
  if (issueDate > on || (endedOn !== null && endedOn <= on)) return false
  const [first] = flows
  if (first === undefined || first.type !== 'EXCHANGE_IN' || first.date <= on) return true
  return [...values.keys()].some((valued) => valued < first.date)
}
