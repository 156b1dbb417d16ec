/** The checks of one row of a carrier file: against itself, the in-force register, and last month's posted value. Pure; figures are cents. */

import { cents, formatMoney } from '../primitives/money.ts'
import { addMonthEnds, daysBetween, formatDate, formatMonth, monthEnd, monthOf, type PlainDate, yearOf } from '../primitives/period.ts'
import { checkAmounts } from './amounts.ts'
import { FEED_FIELDS, type FeedField } from './columns.ts'
import { checkMovement, isClaimed } from './movements.ts'
import { type FeedValues, hasValue, type PolicyFacts, type Report, type RowFinding, statusInWords } from './row.ts'
import { FEED_RULES, type FeedRules } from './rules.ts'
import { checkRates } from './sizes.ts'

/** The month end a valuation date stands for: the nearest one within the tolerance, else the end of its month. */
export function periodOf(date: PlainDate): PlainDate {
  const end = monthEnd(yearOf(date), monthOf(date))
  const before = addMonthEnds(end, -1)
  return daysBetween(before, date) <= FEED_RULES.V7.days ? before : end
}

/**
 * @param values of the row @param period the month end it is posted to
 * @param facts what the book holds; null for a policy that is not in it
 * @param askedFor the period the file was uploaded for, if it was
 * @param rules with the tolerances of the site, carrier and product
 */
export function checkRow(
  values: FeedValues,
  period: PlainDate,
  facts: PolicyFacts | null,
  askedFor: PlainDate | null = null,
  rules: FeedRules = FEED_RULES,
): RowFinding[] {
  const found: RowFinding[] = []
  const report: Report = (ruleCode, field, message, { severity = rules[ruleCode].severity, measured = null } = {}) =>
    void found.push({ ruleCode, severity, field, message, measured })
  const ended = values.policyStatus !== null && !hasValue(values.policyStatus)
  checkItself(values, period, askedFor, ended, facts?.issueDate ?? values.issueDate, report, rules)
  checkAmounts(values, facts, report)
  if (!ended) checkRates(values, facts, period, report)
  if (facts) {
    checkAgainstBook(values, period, facts, report, rules)
    if (!ended) checkMovement(values, period, facts, report, rules)
  }
  return found
}

function checkItself(
  values: FeedValues,
  period: PlainDate,
  askedFor: PlainDate | null,
  ended: boolean,
  issueDate: PlainDate | null,
  report: Report,
  rules: FeedRules,
) {
  const { cashSurrenderValue: surrender, deathBenefit: death, accountValueEnd: account, asOfDate } = values
  if (asOfDate !== null && Math.abs(daysBetween(asOfDate, period)) > rules.V7.days)
    report(
      'V7',
      'asOfDate',
      `The value is dated ${formatDate(asOfDate)}, more than ${rules.V7.days} days from the month end ${formatDate(period)}.`,
    )
  else if (askedFor !== null && asOfDate !== null && period !== askedFor)
    report(
      'V7',
      'asOfDate',
      `The value is dated ${formatDate(asOfDate)}, but the file was uploaded for ${formatMonth(askedFor)}. It would be posted to ${formatMonth(period)}.`,
    )
  // No date of birth is told here and below: findings are read by people who may not see them.
  if (isUnborn(values, period))
    report('V12', 'insuredDateOfBirth', `${FEED_FIELDS.insuredDateOfBirth.label}: the carrier’s is after the date of the value.`, {
      severity: 'error',
    })
  const firstMonth = issueDate !== null && issueDate > addMonthEnds(period, -1)
  if (!ended) {
    // A policy's first month may have no value yet, but not a lower one.
    const least = firstMonth ? 0 : 1
    if (surrender !== null && surrender < least)
      report('V5', 'cashSurrenderValue', `The cash surrender value of a policy in force is ${formatMoney(surrender)}.`, {
        measured: { expected: least, actual: surrender, tolerance: 0 },
      })
    if (death !== null && death < least)
      report('V5', 'deathBenefit', `The death benefit of a policy in force is ${formatMoney(death)}.`, {
        measured: { expected: least, actual: death, tolerance: 0 },
      })
  }
  if (!ended && surrender !== null && death !== null && death < surrender)
    report('V6', 'deathBenefit', `The death benefit ${formatMoney(death)} is below the cash surrender value ${formatMoney(surrender)}.`, {
      measured: { expected: surrender, actual: death, tolerance: 0 },
    })
  if (surrender !== null && account !== null && values.surrenderCharge !== null) {
    const expected = cents(account - values.surrenderCharge)
    if (Math.abs(surrender - expected) > rules.V9.absolute)
      report(
        'V9',
        'cashSurrenderValue',
        `Account value ${formatMoney(account)} less surrender charge ${formatMoney(values.surrenderCharge)} is ${formatMoney(expected)}, not ${formatMoney(surrender)}.`,
        { measured: { expected, actual: surrender, tolerance: rules.V9.absolute } },
      )
  }
  if (!ended && surrender !== null && account !== null && values.surrenderCharge === null && surrender - account > rules.V9.absolute)
    report(
      'V9',
      'accountValueEnd',
      `The account value ${formatMoney(account)} is below the cash surrender value ${formatMoney(surrender)}, which is what is left of it after a charge.`,
      { measured: { expected: surrender, actual: account, tolerance: rules.V9.absolute } },
    )
  if (surrender !== null && values.netSurrenderValue !== null && values.loanBalance !== null) {
    const expected = cents(surrender - values.loanBalance - (values.loanInterestAccrued ?? 0))
    if (Math.abs(values.netSurrenderValue - expected) > rules.V9.absolute)
      report(
        'V9',
        'netSurrenderValue',
        `Cash surrender value less loan and its interest is ${formatMoney(expected)}, not ${formatMoney(values.netSurrenderValue)}.`,
        { measured: { expected, actual: values.netSurrenderValue, tolerance: rules.V9.absolute } },
      )
  }
  const { accountValueBegin: begin, interestCredited: interest, costOfInsurance: cost, expenseCharge: expense } = values
  if (
    begin !== null &&
    account !== null &&
    interest !== null &&
    cost !== null &&
    expense !== null &&
    values.premiumPaid !== null &&
    values.withdrawals !== null
  ) {
    const expected = cents(begin + values.premiumPaid - values.withdrawals + interest - cost - expense)
    if (Math.abs(account - expected) > rules.M4.absolute)
      report(
        'M4',
        'accountValueEnd',
        `Opening value, premium, withdrawals, interest and charges give ${formatMoney(expected)}; the file says ${formatMoney(account)}, ${formatMoney(cents(account - expected))} off.`,
        { measured: { expected, actual: account, tolerance: rules.M4.absolute } },
      )
  }
}

/** Nobody whose life is insured is born after the day that the row is of. */
const isUnborn = ({ insuredDateOfBirth: born, asOfDate }: FeedValues, period: PlainDate): boolean =>
  born !== null && born > (asOfDate ?? period)

function checkAgainstBook(values: FeedValues, period: PlainDate, facts: PolicyFacts, report: Report, rules: FeedRules) {
  const { policyStatus: status } = values
  if (status === null) {
    if (!hasValue(facts.policyStatus) && (values.cashSurrenderValue ?? 0) > 0)
      report(
        'V10',
        'policyStatus',
        `The carrier still values a policy that the register says is ${statusInWords(facts.policyStatus)}. Accept to put it back in force, or exclude the row.`,
      )
  } else if (
    hasValue(status) !== hasValue(facts.policyStatus) ||
    (status === 'DEATH_CLAIM_PENDING') !== (facts.policyStatus === 'DEATH_CLAIM_PENDING')
  )
    report(
      'V10',
      'policyStatus',
      `The carrier says ${statusInWords(status)}; the register says ${statusInWords(facts.policyStatus)}. Accept to change the register, or exclude the row.`,
    )
  const drift = <Value>(field: FeedField, feed: Value | null, book: Value | null, show: (value: Value) => string) => {
    if (feed !== null && book !== null && feed !== book)
      report('V12', field, `${FEED_FIELDS[field].label}: the carrier says ${show(feed)}, the register ${show(book)}.`)
  }
  drift('issueDate', values.issueDate, facts.issueDate, formatDate)
  drift('faceAmount', values.faceAmount, facts.faceAmount, formatMoney)
  const born = values.insuredDateOfBirth
  if (born !== null && facts.dateOfBirth !== null && born !== facts.dateOfBirth && !isUnborn(values, period))
    report('V12', 'insuredDateOfBirth', `${FEED_FIELDS.insuredDateOfBirth.label}: the carrier’s differs from the register’s.`)
  drift('insuredGender', values.insuredGender, facts.gender, String)
  drift('mecIndicator', values.mecIndicator, facts.isModifiedEndowment, (isMec) => (isMec ? 'yes' : 'no'))
  if (values.productName !== null && values.productName.toLowerCase() !== facts.productName.toLowerCase())
    drift('productName', values.productName, facts.productName, String)
  checkShares(values, facts, report, rules)
}

function checkShares(values: FeedValues, facts: PolicyFacts, report: Report, rules: FeedRules) {
  const { deathBenefit: death, cashSurrenderValue: surrender, insuredShare: said, institutionShare } = values
  if (death === null) return
  const field = said === null ? 'institutionShare' : 'insuredShare'
  const insuredShare = said ?? (institutionShare === null ? null : cents(death - institutionShare))
  if (insuredShare !== null && institutionShare !== null && Math.abs(insuredShare + institutionShare - death) > rules.V11.absolute)
    report(
      'V11',
      field,
      `The shares add up to ${formatMoney(cents(insuredShare + institutionShare))}, the death benefit is ${formatMoney(death)}.`,
      { measured: { expected: death, actual: insuredShare + institutionShare, tolerance: rules.V11.absolute } },
    )
  if (insuredShare === null) return
  const agreed = facts.insuredShare
  const isAgreed = agreed !== null && Math.abs(insuredShare - agreed) <= rules.V11.absolute
  // The agreement's own share of a claim stands as at the death; the month's net amount at risk may have shrunk below it.
  if (isAgreed && isClaimed(values, facts)) return
  if (surrender !== null && insuredShare > Math.max(death - surrender, 0) + rules.V11.absolute)
    report(
      'V11',
      field,
      `The insured’s share ${formatMoney(insuredShare)} is more than the net amount at risk ${formatMoney(cents(death - surrender))}.`,
      { measured: { expected: Math.max(death - surrender, 0), actual: insuredShare, tolerance: rules.V11.absolute } },
    )
  else if (agreed !== null && !isAgreed)
    report(
      'V11',
      field,
      `The carrier says the insured’s share is ${formatMoney(insuredShare)}; the agreement gives ${formatMoney(agreed)}, which will be posted.`,
      { measured: { expected: agreed, actual: insuredShare, tolerance: rules.V11.absolute } },
    )
}
