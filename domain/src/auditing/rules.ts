/**
 * The rules of the five audits: what each compares, how severe a breach is, and its default tolerance. A rule that a carrier's file is checked with before posting
 * is the very one that audits the posted month; those that need the ledger are added here.
 */

import { FEED_RULES, type FeedRules, type Severity } from '../data-feeds/rules.ts'
import { codesOf } from '../primitives/codes.ts'

/**
 * The audits in the order of the menu. The first letter of a rule's code says which audit asks it. The menu's titles are the staff's; institutions read what each
 * compares, `inFull`.
 */
export const AUDIT_CHECKS = {
  'client-exceptions': {
    letter: 'V',
    title: 'CSV & DB Monthly Validation',
    inFull: 'Monthly validation of cash surrender values and death benefits',
    question: 'Is each policy in force valued at the month end, and does the posted value equal what the carrier sent?',
  },
  'cash-surrender-exceptions': {
    letter: 'M',
    title: 'CSV & DB MoM Balance',
    inFull: 'Month-over-month balance of cash surrender values and death benefits',
    question: 'Does each policy’s movement since the prior month end make sense?',
  },
  'policy-count-exceptions': {
    letter: 'P',
    title: 'Policy Reconciliation',
    inFull: 'Policy reconciliation',
    question: 'Do the register, the carrier and last month agree on which policies exist?',
  },
  'beginning-year-balance': {
    letter: 'B',
    title: 'Beginning Year Balance Comparison',
    inFull: 'Comparison of balances at the beginning of the year',
    question: 'Is the opening balance of every year-to-date figure still equal to the closed prior year end?',
  },
  'yield-exceptions': {
    letter: 'Y',
    title: 'Current Yield Variance',
    inFull: 'Current yield variance',
    question: 'Is each policy earning what its rate, charges, history and peers imply?',
  },
} as const
export type AuditCheck = keyof typeof AUDIT_CHECKS
export const AUDIT_CHECK_CODES = codesOf(AUDIT_CHECKS)
/** Each audit's title, for a reader of its code. */
export const AUDIT_CHECK_TITLES: Readonly<Record<AuditCheck, string>> = {
  'client-exceptions': AUDIT_CHECKS['client-exceptions'].title,
  'cash-surrender-exceptions': AUDIT_CHECKS['cash-surrender-exceptions'].title,
  'policy-count-exceptions': AUDIT_CHECKS['policy-count-exceptions'].title,
  'beginning-year-balance': AUDIT_CHECKS['beginning-year-balance'].title,
  'yield-exceptions': AUDIT_CHECKS['yield-exceptions'].title,
}

/** The unit of the figures that a rule compares. */
export const AUDIT_UNITS = ['cents', 'fraction', 'days', 'count', 'words'] as const
export type AuditUnit = (typeof AUDIT_UNITS)[number]

interface LedgerRule {
  title: string
  severity: Severity
  absolute?: number
  total?: number
  relative?: number
  /** A fraction a year by which two yields may differ. */
  rate?: number
  /** Standard deviations, or median absolute deviations, from what is usual. */
  deviations?: number
  /** Policies that make a cohort. */
  cohort?: number
}

/** Rules that only a posted ledger can be asked. */
const LEDGER_RULES = {
  M7: { title: 'Return outside its usual range', severity: 'warning', deviations: 3 },
  M8: { title: 'Increase of the institution off its recent months', severity: 'warning', relative: 0.25 },
  P6: { title: 'No file from the carrier', severity: 'error' },
  B1: { title: 'Opening balance differs from the posted year end', severity: 'error', absolute: 1 },
  B2: { title: 'Opening balance differs from the carrier’s year end', severity: 'error', absolute: 1 },
  B3: { title: 'Opening balance missing or not due', severity: 'error' },
  B4: { title: 'Year to date does not add up', severity: 'error', absolute: 5, total: 100 },
  B5: { title: 'Value of a closed year restated', severity: 'error' },
  B6: { title: 'Opening balance differs from the general ledger', severity: 'warning', total: 100 },
  Y1: { title: 'Yield off what rate and charges imply', severity: 'warning', rate: 0.0015 },
  Y2: { title: 'Yield off the month before', severity: 'warning', rate: 0.0025 },
  Y3: { title: 'Yield off its cohort', severity: 'warning', rate: 0.0025, deviations: 3, cohort: 5 },
  Y5: { title: 'Crediting rate differs from the declared rate', severity: 'error', rate: 0.0001 },
  Y6: { title: 'Yield of the institution off the month before', severity: 'warning', rate: 0.001 },
  Y7: { title: 'Yield below its illustration', severity: 'info', rate: 0.005 },
} as const satisfies Record<string, LedgerRule>

export const AUDIT_RULES = {
  V1: FEED_RULES.V1,
  V2: FEED_RULES.V2,
  V3: FEED_RULES.V3,
  V4: FEED_RULES.V4,
  V5: FEED_RULES.V5,
  V6: FEED_RULES.V6,
  V7: FEED_RULES.V7,
  V8: FEED_RULES.V8,
  V9: FEED_RULES.V9,
  V10: FEED_RULES.V10,
  V11: FEED_RULES.V11,
  V12: FEED_RULES.V12,
  V13: FEED_RULES.V13,
  M1: FEED_RULES.M1,
  M2: FEED_RULES.M2,
  M3: FEED_RULES.M3,
  M4: FEED_RULES.M4,
  M5: FEED_RULES.M5,
  M6: FEED_RULES.M6,
  M7: LEDGER_RULES.M7,
  M8: LEDGER_RULES.M8,
  // A file is compared with the register, a posted month with the file.
  P1: { ...FEED_RULES.P1, title: 'Number of posted policies differs from the file' },
  P2: FEED_RULES.P2,
  P3: FEED_RULES.P3,
  P4: { ...FEED_RULES.P4, title: 'Posted policy missing from the file' },
  P5: FEED_RULES.P5,
  P6: LEDGER_RULES.P6,
  P7: FEED_RULES.P7,
  B1: LEDGER_RULES.B1,
  B2: LEDGER_RULES.B2,
  B3: LEDGER_RULES.B3,
  B4: LEDGER_RULES.B4,
  B5: LEDGER_RULES.B5,
  B6: LEDGER_RULES.B6,
  Y1: LEDGER_RULES.Y1,
  Y2: LEDGER_RULES.Y2,
  Y3: LEDGER_RULES.Y3,
  Y4: FEED_RULES.Y4,
  Y5: LEDGER_RULES.Y5,
  Y6: LEDGER_RULES.Y6,
  Y7: LEDGER_RULES.Y7,
} as const
export type AuditRuleCode = keyof typeof AUDIT_RULES
export const isAuditRule = (code: string): code is AuditRuleCode => Object.hasOwn(AUDIT_RULES, code)

type Widened<Rule> = { readonly [Key in keyof Rule]: Rule[Key] extends number ? number : Rule[Key] }
type LedgerRules = { readonly [Code in keyof typeof LEDGER_RULES]: Widened<(typeof LEDGER_RULES)[Code]> }
/** Every rule with the tolerances that hold for a site, carrier and product. */
export type AuditRules = FeedRules & LedgerRules
export const DEFAULT_RULES: AuditRules = { ...FEED_RULES, ...LEDGER_RULES }

const CHECK_OF = Object.fromEntries(AUDIT_CHECK_CODES.map((check) => [AUDIT_CHECKS[check].letter, check]))
/** @throws RangeError for a code that no audit asks */
export function checkOf(code: AuditRuleCode): AuditCheck {
  const check = CHECK_OF[code.charAt(0)]
  if (check === undefined) throw new RangeError(`no audit asks ${code}`)
  return check
}
export const rulesOf = (check: AuditCheck): AuditRuleCode[] => auditRuleCodes.filter((code) => checkOf(code) === check)
/** In the order of the audits, and by number in each. */
export const auditRuleCodes = codesOf(AUDIT_RULES)

/**
 * The subject of each rule, for whoever reads which rules were applied: a rule's title says what is wrong where it finds something, and one that found nothing
 * would read as if it had.
 */
export const RULE_SUBJECTS: Readonly<Record<AuditRuleCode, string>> = {
  V1: 'a value for each policy',
  V2: 'policies known to the register',
  V3: 'cash surrender value posted and in the file',
  V4: 'death benefit posted and in the file',
  V5: 'values above zero',
  V6: 'death benefit against cash surrender value',
  V7: 'valuation date',
  V8: 'values changed since last month',
  V9: 'parts of the surrender value',
  V10: 'status against the register',
  V11: 'shares of the death benefit',
  V12: 'policy data against the register',
  V13: 'control totals of the file',
  M1: 'falls of cash surrender value',
  M2: 'increase against expectation',
  M3: 'size of the movement',
  M4: 'roll-forward',
  M5: 'movement of the death benefit',
  M6: 'opening balance against last month',
  M7: 'return against its usual range',
  M8: 'increase of the institution against recent months',
  P1: 'number of policies posted and in the file',
  P2: 'policies carried forward from last month',
  P3: 'policies of the file and posted values',
  P4: 'posted policies and lines of the file',
  P5: 'policies twice in the file',
  P6: 'a file from each carrier',
  P7: 'policies of other institutions',
  B1: 'opening balance against the posted year end',
  B2: 'opening balance against the carrier’s year end',
  B3: 'opening balance stored where due',
  B4: 'addition of the year to date',
  B5: 'restated values of a closed year',
  B6: 'opening balance against the general ledger',
  Y1: 'yield against rate and charges',
  Y2: 'yield against the month before',
  Y3: 'yield against its cohort',
  Y4: 'yield within bounds',
  Y5: 'crediting rate against the declared rate',
  Y6: 'yield of the institution against the month before',
  Y7: 'yield against its illustration',
}

/** Rules that only a carrier's file can be asked, before it is posted. */
export const FILE_RULES = ['V2', 'V13'] as const satisfies readonly AuditRuleCode[]

const UNITS: Partial<Record<AuditRuleCode, AuditUnit>> = {
  V1: 'words',
  V2: 'words',
  V7: 'days',
  V10: 'words',
  V12: 'words',
  V13: 'words',
  M3: 'fraction',
  M7: 'fraction',
  P1: 'count',
  P2: 'count',
  P3: 'words',
  P4: 'count',
  P5: 'words',
  P6: 'words',
  P7: 'words',
  Y1: 'fraction',
  Y2: 'fraction',
  Y3: 'fraction',
  Y4: 'fraction',
  Y5: 'fraction',
  Y6: 'fraction',
  Y7: 'fraction',
}
export const unitOf = (code: AuditRuleCode): AuditUnit => UNITS[code] ?? 'cents'
