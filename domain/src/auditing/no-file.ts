/** The policies of an institution with a carrier that sent nothing for the month: a rule that was not asked of them says so, and clears none of them. */
import { counted } from '../primitives/counted.ts'
import { formatCount } from '../primitives/money.ts'
import { COVERED_RULES } from './applicability.ts'
import { AUDIT_CHECKS, type AuditRuleCode, checkOf } from './rules.ts'

/** As the last audit of the month counted them. */
export interface CarrierCounts {
  expected: number
  posted: number
  prior: number
  /** Null when no file came. */
  fed: number | null
  /** P6 found that the file is missing: its day is past. */
  isMissed: boolean
}

const OF_FILES: readonly AuditRuleCode[] = ['P1', 'P3', 'P4', 'P5', 'P7']
const OF_POLICIES: readonly AuditRuleCode[] = COVERED_RULES

/** Why a rule was asked of none of the policies in force, as a bank reads it; null where it was, or where each policy has a reason of its own. */
export function lackOfCarrier(code: AuditRuleCode, { expected, posted, prior, fed, isMissed }: CarrierCounts): string | null {
  if (expected === 0) return null
  const lacksFile = fed === null && (code === 'P6' ? !isMissed : OF_FILES.includes(code) || (posted === 0 && OF_POLICIES.includes(code)))
  const lacksValues = code === 'P2' && posted === 0 && prior > 0
  if (!lacksFile && !lacksValues) return null
  if (fed !== null) return 'no value is posted'
  return isMissed ? NO_FILE : 'the carrier’s file is not due yet'
}
const NO_FILE = 'no file from the carrier'

/** The same for staff, with the rule that found the file missing. */
export function lacksCarrier(code: AuditRuleCode, counts: CarrierCounts): string | null {
  const lack = lackOfCarrier(code, counts)
  return lack === NO_FILE ? `${NO_FILE}, see P6${checkOf(code) === checkOf('P6') ? '' : ' of Policy Reconciliation'}` : lack
}

/** Exceptions of a row by how far they are settled; errors are among the open ones. */
export type Settled = Record<'open' | 'errors' | 'acknowledged' | 'resolved' | 'falsePositives', number>

/**
 * How far the exceptions of a row are settled; a row without a file is not cleared by having none, nor is one whose values differ.
 * @param reconciled exceptions of the policy reconciliation, for a row whose values differ: a policy on one side only is found there
 */
export function standingOf({ expected, fed }: Pick<CarrierCounts, 'expected' | 'fed'>, own: Settled, reconciled: Settled | null): string {
  if (own.open > 0) return openWords(own)
  if (fed === null && expected > 0) return 'No file'
  if (reconciled && reconciled.open > 0) return `${openWords(reconciled)}${THERE}`
  const there = reconciled ? settledWords(reconciled) : ''
  const settled = [settledWords(own), there && `${there}${THERE}`].filter(Boolean).join('; ')
  return settled || (reconciled ? 'No exception' : 'Clear')
}
const THERE = ` in ${AUDIT_CHECKS['policy-count-exceptions'].title}`

function openWords({ open, errors }: Settled): string {
  if (errors === 0) return `${formatCount(open)} open`
  const others = open - errors
  return `${counted(errors, 'open error')}${others > 0 ? `, ${counted(others, 'other')} open` : ''}`
}

const settledWords = ({ acknowledged, resolved, falsePositives }: Settled): string =>
  [
    acknowledged > 0 ? `${formatCount(acknowledged)} acknowledged` : '',
    resolved > 0 ? `${formatCount(resolved)} resolved` : '',
    falsePositives > 0 ? counted(falsePositives, 'false positive') : '',
  ]
    .filter(Boolean)
    .join(', ')
