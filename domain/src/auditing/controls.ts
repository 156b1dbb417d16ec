/** The controls statement of a client's month: what was examined, and what became of what was found, in plain sentences and without the staff's notes. */
import { REASONS, type ReasonCode } from './exceptions.ts'
import { AUDIT_CHECK_CODES, AUDIT_CHECKS, AUDIT_RULES, type AuditCheck, type AuditRuleCode, checkOf } from './rules.ts'

export interface ControlsException {
  ruleCode: AuditRuleCode
  isOpen: boolean
  reasonCode: ReasonCode | null
}

export interface ControlsLine {
  check: AuditCheck
  title: string
  /** Rules of the audit that were asked of at least one policy, and those that could not be. */
  asked: number
  skipped: number
  found: number
  open: number
  sentences: string[]
}

/** One line an audit, in the order of the audits. @param asked rules that were asked of a policy, or of the client as a whole @param skipped rules that were not asked of any */
export function controlsOf(
  exceptions: readonly ControlsException[],
  asked: ReadonlySet<string>,
  skipped: ReadonlySet<string>,
): ControlsLine[] {
  return AUDIT_CHECK_CODES.map((check) => {
    const of = exceptions.filter(({ ruleCode }) => checkOf(ruleCode) === check)
    const letter = AUDIT_CHECKS[check].letter
    const count = (codes: ReadonlySet<string>) => [...codes].filter((code) => code.startsWith(letter)).length
    return {
      check,
      title: AUDIT_CHECKS[check].title,
      asked: count(asked),
      skipped: count(skipped),
      found: of.length,
      open: of.filter(({ isOpen }) => isOpen).length,
      sentences: [...Map.groupBy(of, ({ ruleCode }) => ruleCode)].map(([ruleCode, same]) => sentenceOf(ruleCode, same)),
    }
  })
}

/** "Movement too large: 3 exceptions; 2: the carrier confirmed the value; 1 is being reviewed." */
function sentenceOf(ruleCode: AuditRuleCode, exceptions: readonly ControlsException[]): string {
  const open = exceptions.filter(({ isOpen }) => isOpen).length
  const settled = [
    ...Map.groupBy(
      exceptions.filter(({ isOpen }) => !isOpen),
      ({ reasonCode }) => reasonCode ?? 'OTHER',
    ),
  ]
  const isOne = exceptions.length === 1
  const parts = settled.map(([reason, same]) => (isOne ? REASONS[reason].sentence : `${same.length}: ${REASONS[reason].sentence}`))
  if (open > 0) parts.push(isOne ? 'it is being reviewed' : `${open} ${open === 1 ? 'is' : 'are'} being reviewed`)
  return `${AUDIT_RULES[ruleCode].title}: ${isOne ? '1 exception' : `${exceptions.length} exceptions`}; ${parts.join('; ')}.`
}
