/**
 * The two sides of an exception by their names, and its difference with one meaning: the effect on the policy's value, posted less expected. M4 compares an ending value,
 * an increase, an interest or a charge; the figures kept with every exception say which, so that also those found earlier read so.
 */
import { type Cents, cents } from '../primitives/money.ts'
import { isPlainDate } from '../primitives/period.ts'
import { COMPARISONS, type Comparison, MOVEMENT_PARTS } from './rule-tests.ts'
import { AUDIT_RULES, type AuditRuleCode, isAuditRule } from './rules.ts'

export interface Compared {
  ruleCode: string
  /** As they are kept: in the unit of the rule. */
  expected: string | null
  actual: string | null
  figures: Readonly<Record<string, number | string | null>>
}

/** @returns undefined for a rule that compares no two figures */
export function comparisonOf(ruleCode: AuditRuleCode, { expected, actual, figures }: Omit<Compared, 'ruleCode'>): Comparison | undefined {
  if (ruleCode !== 'M4') return COMPARISONS[ruleCode]
  const is = (name: string, side: string | null) => side !== null && typeof figures[name] === 'number' && figures[name] === Number(side)
  return MOVEMENT_PARTS.find(({ of }) => is(of.actual, actual) && (of.expected === null || is(of.expected, expected))) ?? COMPARISONS.M4
}

/** The name of a finding: a cost of insurance off its table is not told as a roll-forward that does not add up, which it may. */
export function titleOf({ ruleCode, ...compared }: Compared): string {
  if (!isAuditRule(ruleCode)) return ruleCode
  return comparisonOf(ruleCode, compared)?.title ?? AUDIT_RULES[ruleCode].title
}

/** The difference of a rule in dollars: a charge above its table makes the value lower. @param posted less expected, as it is kept */
export function effectOf(posted: Cents | null, { ruleCode, ...compared }: Compared): Cents | null {
  const isLessening = isAuditRule(ruleCode) && comparisonOf(ruleCode, compared)?.lessens === true
  return posted === null || !isLessening ? posted : cents(posted === 0 ? 0 : -posted)
}

/** As row checks write it of V10 and V12: "Face amount: the carrier says $1,000.00, the register $2,000.00." No date of birth is ever said. */
const SAID = /the carrier says (?<actual>.+?)[,;] the register (?:says )?(?<expected>.+?)\.(?: Accept .*)?$/i

/** Both sides of an exception as they are read: of rules that compare no figures, the days (V7) or the words (V10, V12) that its sentence sets side by side. */
export function sidesOf({
  ruleCode,
  expected,
  actual,
  figures,
  period,
  message,
}: Compared & { period: string; message: string }): Pick<Compared, 'expected' | 'actual'> {
  const { valuationDate } = figures
  if (expected !== null || actual !== null) return { expected, actual }
  if (ruleCode === 'V7' && typeof valuationDate === 'string' && isPlainDate(valuationDate))
    return { expected: period, actual: valuationDate }
  const said = ruleCode === 'V10' || ruleCode === 'V12' ? SAID.exec(message)?.groups : undefined
  return { expected: said?.expected ?? null, actual: said?.actual ?? null }
}
