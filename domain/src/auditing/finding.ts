/** An exception as a rule finds it: of a policy, or of a client’s policies with one carrier, or of the whole client. */
import type { Measured } from '../data-feeds/row.ts'
import { type AuditRuleCode, type AuditRules, isAuditRule } from './rules.ts'

export interface AuditFinding {
  ruleCode: AuditRuleCode
  severity: 'error' | 'warning' | 'info'
  message: string
  /** In the rule's unit; null where words are compared. */
  measured: Measured | null
}

/** A rule says something; its own severity, unless another is given. */
export type AuditReport = (
  ruleCode: AuditRuleCode,
  message: string,
  measured?: Measured | null,
  severity?: AuditFinding['severity'],
) => void

/** Gathers what rules say, once a rule: the first sentence of a rule stands. */
export function gather(rules: AuditRules, ask: (report: AuditReport) => void): AuditFinding[] {
  const found = new Map<AuditRuleCode, AuditFinding>()
  ask((ruleCode, message, measured = null, severity = rules[ruleCode].severity) => {
    if (isAuditRule(ruleCode) && !found.has(ruleCode)) found.set(ruleCode, { ruleCode, severity, message, measured })
  })
  return [...found.values()]
}

/** Further apart than allowed; a billionth of slack keeps fractions that are equal on paper from differing in their last bit. */
export const isApart = ({ expected, actual, tolerance }: Measured): boolean => Math.abs(actual - expected) > tolerance + 1e-9
