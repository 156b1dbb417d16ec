/**
 * Is every amount of a row used, and used as it is meant? Posting takes flows above zero only (a premium below zero is a premium refund), leaves what was
 * entered by hand, and takes nothing of a policy that has ended: what is counted here and dropped there would be income that nobody earned.
 */

import { type Cents, cents, formatMoney } from '../primitives/money.ts'
import { FEED_FIELDS, type FeedField } from './columns.ts'
import { type FeedValues, hasValue, MONEY_FIELDS, type PolicyFacts, type Report, statusInWords } from './row.ts'

/** In words, with the amount as the file has it. */
const told = (field: FeedField, amount: Cents): string => `${FEED_FIELDS[field].label.toLowerCase()} ${formatMoney(amount)}`

export function checkAmounts(values: FeedValues, facts: PolicyFacts | null, report: Report): void {
  if (values.policyStatus !== null && !hasValue(values.policyStatus)) return checkEnded(values, values.policyStatus, report)
  // Those of a value (V5) are judged there.
  for (const field of MONEY_FIELDS) {
    const { neverNegative } = FEED_FIELDS[field]
    const amount = values[field]
    if (neverNegative && amount !== null && amount < 0)
      report('SIGN', field, `${below(field, amount)} ${neverNegative === 'charge' ? CHARGE : OTHER}`)
  }
  // A value that follows the market may lose; any other policy is credited nothing or more.
  if (values.interestCredited !== null && values.interestCredited < 0 && facts?.cannotFall !== false)
    report('SIGN', 'interestCredited', `${below('interestCredited', values.interestCredited)} ${OTHER}`)
  if (values.premiumPaid !== null && values.premiumPaid < 0)
    report(
      'SIGN',
      'premiumPaid',
      `${below('premiumPaid', values.premiumPaid)} It will be posted as a premium of ${formatMoney(cents(-values.premiumPaid))} paid back.`,
      { severity: 'warning' },
    )
  if (values.withdrawals !== null && values.withdrawals < 0)
    report(
      'UNUSED',
      'withdrawals',
      `${below('withdrawals', values.withdrawals)} It is not used: a withdrawal is posted above zero only. Ask the carrier whether the sign is intended, or exclude the row.`,
    )
  if (facts) checkFlows(values, facts, report)
}

const below = (field: FeedField, amount: Cents): string => `${FEED_FIELDS[field].label} is below zero (${formatMoney(amount)}).`
const CHARGE = 'Some carriers show charges as negative; here they are amounts deducted. It would be posted as is.'
const OTHER = 'It would be posted as is; ask the carrier whether the sign is intended.'

function checkEnded(values: FeedValues, status: NonNullable<FeedValues['policyStatus']>, report: Report): void {
  const why = `The carrier says the policy is ${statusInWords(status)}, so no value is posted from the row`
  const used = (field: 'premiumPaid' | 'withdrawals') => values[field] !== null && values[field] !== 0
  for (const field of ['premiumPaid', 'withdrawals'] as const)
    if (used(field))
      report(
        'UNUSED',
        field,
        `${why}: ${told(field, values[field] ?? cents(0))} is not used. Enter it in the register of policies if it is correct.`,
      )
  const rest = (['cashSurrenderValue', 'deathBenefit', 'accountValueEnd', 'interestCredited'] as const).flatMap((field) => {
    const amount = values[field]
    return amount === null || amount === 0 ? [] : [{ field, text: told(field, amount) }]
  })
  const [first] = rest
  if (first) report('UNUSED', first.field, `${why}. Not used: ${rest.map(({ text }) => text).join(', ')}.`, { severity: 'warning' })
}

function checkFlows({ premiumPaid, withdrawals }: FeedValues, { recorded }: PolicyFacts, report: Report): void {
  const { byHand } = recorded
  const fed = [
    ['premiumPaid', 'premium', premiumPaid === null ? 0 : premiumPaid, byHand.premium],
    ['premiumPaid', 'premium refund', premiumPaid === null ? 0 : -premiumPaid, byHand.refund],
    ['withdrawals', 'withdrawal', withdrawals ?? 0, byHand.withdrawal],
  ] as const
  for (const [field, name, amount, entered] of fed)
    if (amount > 0 && entered !== null && amount !== entered)
      report(
        'FLOW',
        field,
        `The file has a ${name} of ${formatMoney(cents(amount))}; ${formatMoney(entered)} was entered by hand for the month, and stays. Accept if that is right, or correct the transaction in the register first.`,
      )
  if (premiumPaid !== null && premiumPaid > 0 && recorded.exchangeIn > 0 && byHand.premium === null)
    report(
      'FLOW',
      'premiumPaid',
      `The file has a premium of ${formatMoney(premiumPaid)}, and the register a section 1035 exchange in of ${formatMoney(recorded.exchangeIn)} in the month. If both are posted, both count: exclude the row if they are the same money.`,
    )
}
