/** The policies of an institution with a carrier that sent nothing for the month: a rule that was not asked of them says so, and clears none of them. */
import { counted } from '../primitives/counted.ts'
import { formatCount } from '../primitives/money.ts'
import { COVERED_RULES } from './applicability.ts'
import { type AuditRuleCode, checkOf } from './rules.ts'

/** As the last audit of the month counted them. */
interface CarrierCounts {
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

/** How far the exceptions of a row are settled; a row without a file is not cleared by having none. */
export function standingOf({
  expected,
  fed,
  exceptions,
  open,
  errors,
}: Record<'expected' | 'exceptions' | 'open' | 'errors', number> & Pick<CarrierCounts, 'fed'>): string {
  if (open > 0 && errors === 0) return `${formatCount(open)} open`
  if (open > 0) {
    const others = open - errors
    return `${counted(errors, 'open error')}${others > 0 ? `, ${counted(others, 'other')} open` : ''}`
  }
  if (fed === null && expected > 0) return 'No file'
  return exceptions > 0 ? 'None open' : 'Clear'
}
