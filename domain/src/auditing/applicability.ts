/** Which rules can be asked of a policy’s month, and what the others lack: a rule that is not asked says so, and is never passed in silence. */
import { isClaimed, priorYield } from '../data-feeds/movements.ts'
import type { FeedValues } from '../data-feeds/row.ts'
import type { PlainDate } from '../primitives/period.ts'
import type { PolicyMonth } from './policy-month.ts'
import { notRecomputed } from './recomputation.ts'
import { type AuditRuleCode, FILE_RULES } from './rules.ts'
import { NOT_RECOMPUTED } from './skips.ts'
import { RETURNS_LEAST, yieldOf } from './yields.ts'

type Posted = PolicyMonth & { posted: FeedValues }
type Needs = (month: Posted, period: PlainDate) => string | null

const when = (isThere: boolean, lacks: string): string | null => (isThere ? null : lacks)
const NO_FILE = 'no line of the carrier for the month'
const NO_PRIOR = 'no value posted for the month before'
const MARKET = 'the value follows the market'
const CLAIM = 'a death claim is pending'
const NO_CHARGES = 'no cost of insurance in the carrier’s file'
const NO_RATE = 'no crediting rate in the carrier’s file'
const NO_DECLARED = 'no declared rate is entered for the product'

const earns = ({ facts, posted }: Posted): string | null => when(facts.cannotFall, MARKET) ?? when(!isClaimed(posted, facts), CLAIM)
const hasPrior = ({ facts }: Posted): string | null => when(facts.prior !== null, NO_PRIOR)

/** The carrier's line, of a file that the rule could be tried with. */
const ofLine =
  (ruleCode: AuditRuleCode) =>
  ({ fed }: Pick<PolicyMonth, 'fed'>): string | null =>
    when(fed !== null, NO_FILE) ?? fed?.lacks?.[ruleCode] ?? null

/** The needs of a rule, of a valued policy: null when it is asked. Rules that are not here are asked of every policy, or of the client as a whole. */
const NEEDS: Partial<Record<AuditRuleCode, Needs>> = {
  V3: ofLine('V3'),
  V4: ofLine('V4'),
  V7: ({ posted }) => when(posted.asOfDate !== null, 'no valuation date in the carrier’s file'),
  V8: (month) => hasPrior(month) ?? when((month.posted.grossCreditingRate ?? month.posted.netCreditingRate) !== null, NO_RATE),
  V9: ({ posted }) =>
    when(
      posted.accountValueEnd !== null || (posted.netSurrenderValue !== null && posted.loanBalance !== null),
      'no account value nor net surrender value in the carrier’s file',
    ),
  V10: ofLine('V10'),
  V11: (month) =>
    ofLine('V11')(month) ?? when(month.posted.insuredShare !== null || month.facts.insuredShare !== null, 'no shares of the death benefit'),
  V12: (month) => ofLine('V12')(month) ?? when(month.posted.faceAmount !== null, 'no face amount in the carrier’s file'),
  M1: (month) => when(month.facts.cannotFall, MARKET) ?? hasPrior(month),
  M2: (month, period) => earns(month) ?? hasPrior(month) ?? when(priorYield(month.facts, period) !== null, 'no yield of the month before'),
  M3: (month) => hasPrior(month),
  M4: ({ posted: { interestCredited, costOfInsurance, expenseCharge } }) =>
    when(interestCredited !== null, 'no interest in the carrier’s file') ??
    when(costOfInsurance !== null, NO_CHARGES) ??
    when(expenseCharge !== null, 'no expense charge in the carrier’s file'),
  M5: (month) => hasPrior(month) ?? when(!isClaimed(month.posted, month.facts), CLAIM),
  M6: (month) => hasPrior(month) ?? when(month.posted.accountValueBegin !== null, 'no opening value in the carrier’s file'),
  M7: ({ facts, earnings }) =>
    when(!facts.cannotFall, 'the value does not follow the market') ??
    when(earnings.returns.length > RETURNS_LEAST, `fewer than ${RETURNS_LEAST} months of returns`),
  Y1: (month) =>
    earns(month) ??
    hasPrior(month) ??
    when(month.earnings.declaredRate !== null, NO_DECLARED) ??
    when(month.posted.costOfInsurance !== null, NO_CHARGES),
  Y2: (month, period) => earns(month) ?? hasPrior(month) ?? when(priorYield(month.facts, period) !== null, 'no yield of the month before'),
  Y3: (month, period) => earns(month) ?? when(yieldOf(month.earnings, period) !== null, NO_PRIOR),
  Y4: (month) => earns(month) ?? hasPrior(month),
  Y5: ({ posted, earnings }) => when(earnings.declaredRate !== null, NO_DECLARED) ?? when(posted.grossCreditingRate !== null, NO_RATE),
  Y7: ({ earnings }) =>
    when(earnings.illustratedYield !== null, 'no illustration is on file') ??
    when(earnings.trailingYield !== null, 'less than twelve months of values'),
}

/** Rules of single policies, in the order of the audits. */
export const POLICY_RULES = [
  'V1',
  'V3',
  'V4',
  'V5',
  'V6',
  'V7',
  'V8',
  'V9',
  'V10',
  'V11',
  'V12',
  'M1',
  'M2',
  'M3',
  'M4',
  'M5',
  'M6',
  'M7',
  'Y1',
  'Y2',
  'Y3',
  'Y4',
  'Y5',
  'Y7',
] as const satisfies readonly AuditRuleCode[]

/** Rules that are told of policy by policy: with those of single policies, the ones that a file was asked as a whole, of each policy that has its line there. */
export const COVERED_RULES = [...POLICY_RULES, ...FILE_RULES]
type CoveredRule = (typeof COVERED_RULES)[number]

/** Why a rule is not asked of a policy's month; null when it is. Of a policy without a value V1 is asked, and what its carrier's file was asked as a whole. */
export function notAsked(ruleCode: CoveredRule, month: PolicyMonth, period: PlainDate): string | null {
  const { posted } = month
  if (ruleCode === 'V2' || ruleCode === 'V13') return ofLine(ruleCode)(month)
  if (!posted) return ruleCode === 'V1' ? null : 'no value is posted'
  return NEEDS[ruleCode]?.({ ...month, posted }, period) ?? null
}

/**
 * The entries that a coverage counts of a rule and a policy's month: null where it is asked, and what it lacks. M4 has two halves, and says of either that it was not asked:
 * the carrier's own parts must add up, and with the product's tables interest and charge are recomputed.
 */
export function askedOrNot(ruleCode: CoveredRule, month: PolicyMonth, period: PlainDate): (string | null)[] {
  const lacks = notAsked(ruleCode, month, period)
  if (ruleCode !== 'M4' || !month.posted) return [lacks]
  const missing = notRecomputed({ ...month, posted: month.posted }, period)
  if (missing === null) return lacks === null ? [null] : [null, lacks]
  return lacks === null ? [null, `${NOT_RECOMPUTED}${missing}`] : [lacks]
}
