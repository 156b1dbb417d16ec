/**
 * The audits of opening balances: is the value that every year-to-date figure starts from still the closed prior year end (B1, B2, B3, B5), does the year add up from
 * it (B4), and does it equal the bank's own general ledger (B6)? Pure; figures are cents.
 */
import { type Cents, cents, formatMoney, sumCents } from '../primitives/money.ts'
import { formatDate, type PlainDate, yearOf } from '../primitives/period.ts'
import { type AuditFinding, gather, isApart } from './finding.ts'
import type { AuditRules } from './rules.ts'

export interface OpeningBalance {
  policyNumber: string
  issueDate: PlainDate | null
  /** The fiscal year end that the balance was closed at. */
  yearEnd: PlainDate
  /** Stored when the year end was locked; null when none is. */
  opening: Cents | null
  /** As posted now at the year end; null when nothing is. */
  postedYearEnd: Cents | null
  /** In force at the year end by the register. */
  wasHeld: boolean
  /** The carrier's own figure for the year end: its newest file of that month, or its statement. */
  statement: Cents | null
  /** A value of a closed year was posted again after the balance was stored. */
  restatedOn: PlainDate | null
  /** Sum of the posted months' increases since the year end; null where a month between is missing. */
  increases: Cents | null
  /** The posted value of the audited month, and flows since the year end. */
  now: Cents | null
  flowsIn: Cents
  flowsOut: Cents
}

/** Year to date from the opening balance: value now, less the opening and what was paid in, plus what was taken out. */
export const yearToDate = ({ now, opening, flowsIn, flowsOut }: OpeningBalance): Cents | null =>
  now === null || opening === null ? null : cents(now - opening - flowsIn + flowsOut)

export function auditOpening(balance: OpeningBalance, rules: AuditRules): AuditFinding[] {
  const { opening, postedYearEnd, statement, yearEnd, policyNumber, restatedOn, increases } = balance
  return gather(rules, (report) => {
    if (opening === null) {
      if (balance.wasHeld && postedYearEnd !== null)
        report('B3', `Policy ${policyNumber} was in force on ${formatDate(yearEnd)} and has no opening balance.`)
      return
    }
    if (balance.issueDate !== null && balance.issueDate > yearEnd)
      report(
        'B3',
        `Policy ${policyNumber} was issued on ${formatDate(balance.issueDate)} and has an opening balance for the year end before.`,
      )
    if (postedYearEnd !== null) {
      const measured = { expected: postedYearEnd, actual: opening, tolerance: rules.B1.absolute }
      if (isApart(measured))
        report(
          'B1',
          `The opening balance is ${formatMoney(opening)}; ${formatMoney(postedYearEnd)} is posted for ${formatDate(yearEnd)}.`,
          measured,
        )
    }
    if (statement !== null) {
      const measured = { expected: statement, actual: opening, tolerance: rules.B2.absolute }
      if (isApart(measured))
        report(
          'B2',
          `The opening balance is ${formatMoney(opening)}; the carrier states ${formatMoney(statement)} for ${formatDate(yearEnd)}.`,
          measured,
        )
    }
    const recomputed = yearToDate(balance)
    if (recomputed !== null && increases !== null) {
      const measured = { expected: recomputed, actual: increases, tolerance: rules.B4.absolute }
      if (isApart(measured))
        report(
          'B4',
          `The months since ${formatDate(yearEnd)} add up to ${formatMoney(increases)}; from the opening balance it is ${formatMoney(recomputed)}.`,
          measured,
        )
    }
    if (restatedOn !== null)
      report(
        'B5',
        `A value of the year closed on ${formatDate(yearEnd)} was restated on ${formatDate(restatedOn)}, after its opening balance was stored.`,
      )
  })
}

/** The client's balances in sum: B4 by the dollar, and B6 against the bank's own ledger. @param ledger the bank's balance at the year end, null where it gave none */
export function auditOpenings(balances: readonly OpeningBalance[], ledger: Cents | null, rules: AuditRules): AuditFinding[] {
  return gather(rules, (report) => {
    const known = balances.filter(({ opening }) => opening !== null)
    const [first] = known
    if (!first) return
    const whole = known.filter((balance) => balance.increases !== null && balance.now !== null)
    const [sum, recomputed] = [
      sumCents(whole.map(({ increases }) => increases ?? cents(0))),
      sumCents(whole.map((balance) => yearToDate(balance) ?? cents(0))),
    ]
    const years = { expected: recomputed, actual: sum, tolerance: rules.B4.total }
    if (isApart(years))
      report(
        'B4',
        `Year to date the institution’s months add up to ${formatMoney(sum)}; from its opening balances it is ${formatMoney(recomputed)}.`,
        years,
      )
    if (ledger === null) return
    const total = sumCents(known.map(({ opening }) => opening ?? cents(0)))
    const measured = { expected: ledger, actual: total, tolerance: rules.B6.total }
    if (isApart(measured))
      report(
        'B6',
        `Opening balances for ${yearOf(first.yearEnd)} add up to ${formatMoney(total)}; the bank’s general ledger has ${formatMoney(ledger)}.`,
        measured,
      )
  })
}
