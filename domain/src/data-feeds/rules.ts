/** The rules that check a carrier file: title, severity, default tolerance, and the decisions a person may take on a validation issue. */

export type Severity = 'error' | 'warning' | 'info'

export interface FeedRule {
  title: string
  severity: Severity
  /** Cents that may differ without a finding. */
  absolute?: number
  /** Cents by which the sums of one institution may differ. */
  total?: number
  /** A fraction that may differ without a finding. */
  relative?: number
  days?: number
  /** Fractions a year between which there is no finding. */
  least?: number
  most?: number
  /** A fraction a year that interest would have to be, to bear the charges beside it. */
  charged?: number
  /**
   * `accept`: a person may accept the finding with a reason, because what the carrier says may be true.
   * `reject`: the row cannot be posted as it is; correct the mapping, ask for a new file, or exclude the row.
   * `derived`: settled when the findings it follows from are settled.
   */
  settle: 'accept' | 'reject' | 'derived'
}

export const FEED_RULES = {
  FILE: { title: 'File', severity: 'error', settle: 'reject' },
  NOTE: { title: 'How the file was read', severity: 'warning', settle: 'accept' },
  HEADERS: { title: 'Two columns for one field', severity: 'error', settle: 'reject' },
  COLUMN: { title: 'Column missing', severity: 'error', settle: 'reject' },
  RAGGED: { title: 'Line does not fit the header', severity: 'error', settle: 'reject' },
  VALUE: { title: 'Value cannot be read', severity: 'error', settle: 'reject' },
  MASTER: { title: 'Column of the policy cannot be read', severity: 'warning', settle: 'accept' },
  DATES: { title: 'Day or month first', severity: 'error', settle: 'reject' },
  PERIOD: { title: 'Month in doubt', severity: 'error', settle: 'accept' },
  SIZE: { title: 'Amounts of another size', severity: 'error', settle: 'accept' },
  RATE: { title: 'Rate in doubt', severity: 'error', settle: 'accept' },
  SIGN: { title: 'Amount below zero', severity: 'error', settle: 'accept' },
  UNUSED: { title: 'Amount not used', severity: 'error', settle: 'accept' },
  FLOW: { title: 'Premium or withdrawal differs from the register', severity: 'error', settle: 'accept' },
  MONTH: { title: 'Month has not ended', severity: 'error', settle: 'reject' },
  LOCKED: { title: 'Month is locked', severity: 'error', settle: 'derived' },
  V1: { title: 'No value posted', severity: 'error', settle: 'accept' },
  V2: { title: 'Policy not in the register', severity: 'error', settle: 'reject' },
  V3: { title: 'Cash surrender value differs from what is posted', severity: 'error', absolute: 1, total: 100, settle: 'accept' },
  V4: { title: 'Death benefit differs from what is posted', severity: 'error', absolute: 100, settle: 'accept' },
  V5: { title: 'Value not above zero', severity: 'error', absolute: 0, settle: 'accept' },
  V6: { title: 'Death benefit below cash surrender value', severity: 'error', absolute: 0, settle: 'reject' },
  V7: { title: 'Valuation date is not the month end', severity: 'warning', days: 3, settle: 'accept' },
  V8: { title: 'Values unchanged since last month', severity: 'error', absolute: 0, settle: 'accept' },
  V9: { title: 'Surrender value does not add up', severity: 'warning', absolute: 1, relative: 0.05, settle: 'accept' },
  V10: { title: 'Status differs from the register', severity: 'error', settle: 'accept' },
  V11: { title: 'Shares of the death benefit do not fit', severity: 'warning', absolute: 1, settle: 'accept' },
  V12: { title: 'Policy data differ from the register', severity: 'warning', settle: 'accept' },
  V13: { title: 'Control totals differ', severity: 'error', settle: 'accept' },
  M1: { title: 'Unexplained fall of cash surrender value', severity: 'error', absolute: 0, settle: 'accept' },
  M2: { title: 'Increase off expectation', severity: 'warning', absolute: 2_500, relative: 0.1, settle: 'accept' },
  M3: { title: 'Movement too large', severity: 'error', relative: 0.01, settle: 'accept' },
  M4: { title: 'Roll-forward does not add up', severity: 'error', absolute: 5, settle: 'accept' },
  M5: { title: 'Death benefit moved', severity: 'warning', absolute: 100, relative: 0.005, settle: 'accept' },
  M6: { title: 'Opening balance differs from last month’s posted value', severity: 'error', absolute: 1, settle: 'accept' },
  Y4: { title: 'Yield out of bounds', severity: 'error', least: 0, most: 0.08, charged: 0.2, settle: 'accept' },
  P1: { title: 'Number of policies differs from the register', severity: 'error', settle: 'derived' },
  P2: { title: 'Policies do not roll forward from last month', severity: 'error', settle: 'derived' },
  P3: { title: 'Policy of the file without a posted value', severity: 'error', settle: 'accept' },
  P4: { title: 'Policy missing from the file', severity: 'error', settle: 'accept' },
  P5: { title: 'Policy twice in the file', severity: 'error', settle: 'reject' },
  P7: { title: 'Policy of another institution', severity: 'error', settle: 'accept' },
} as const satisfies Record<string, FeedRule>

/** Ends the message of a number of policies that differs (P1): nobody accepts it, and it waits for the findings of the policies behind it. */
export const RESOLVES_BY_ITSELF =
  'It resolves by itself once every policy behind the difference is resolved: missing from the file, not in the register, twice in the file, or with another status.'

export type RuleCode = keyof typeof FEED_RULES

type Widened<Rule> = { readonly [Key in keyof Rule]: Rule[Key] extends number ? number : Rule[Key] }
/** The rules of a file with the tolerances that hold for a site, carrier and product. */
export type FeedRules = { readonly [Code in RuleCode]: Widened<(typeof FEED_RULES)[Code]> }

export const isRuleCode = (code: string): code is RuleCode => Object.hasOwn(FEED_RULES, code)
/** Whether a finding may be accepted with a reason, as the case may be true. */
export const mayAccept = (code: string): boolean => isRuleCode(code) && FEED_RULES[code].settle === 'accept'
