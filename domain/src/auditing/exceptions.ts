/** The life of an exception: who may settle it, how, and why; nothing is ever deleted. */
import type { Severity } from '../data-feeds/rules.ts'
import { codesOf } from '../primitives/codes.ts'
import type { PlainDate } from '../primitives/period.ts'

export const EXCEPTION_STATUSES = ['OPEN', 'ACKNOWLEDGED', 'RESOLVED', 'FALSE_POSITIVE'] as const
export type ExceptionStatus = (typeof EXCEPTION_STATUSES)[number]

/** Each status in words, whether it still wants something done, and what may follow it. */
export const STATUS_TABLE: Record<ExceptionStatus, { label: string; isOpen: boolean; next: readonly ExceptionStatus[] }> = {
  OPEN: { label: 'Open', isOpen: true, next: ['ACKNOWLEDGED', 'RESOLVED', 'FALSE_POSITIVE'] },
  ACKNOWLEDGED: { label: 'Acknowledged', isOpen: true, next: ['RESOLVED', 'FALSE_POSITIVE', 'OPEN'] },
  RESOLVED: { label: 'Resolved', isOpen: false, next: ['OPEN'] },
  FALSE_POSITIVE: { label: 'False positive', isOpen: false, next: ['OPEN'] },
}

/** Reasons for settling an exception, as a client reads them in its controls statement. */
export const REASONS = {
  CARRIER_CONFIRMED: { label: 'Carrier confirmed the value', sentence: 'the carrier confirmed the value' },
  CARRIER_CORRECTS: { label: 'Carrier will correct it', sentence: 'the carrier will correct it in its next file' },
  RECORDED: { label: 'Recorded in the register', sentence: 'the event behind it was recorded in the register' },
  CONTRACT: { label: 'Explained by the contract', sentence: 'the terms of the contract explain it' },
  ROUNDING: { label: 'Rounding', sentence: 'it is a rounding of the carrier' },
  CORRECTED: { label: 'Value corrected', sentence: 'the value was corrected' },
  NOT_FOUND: { label: 'No longer found', sentence: 'the check no longer finds it' },
  OTHER: { label: 'Other', sentence: 'it was reviewed and settled' },
} as const
export type ReasonCode = keyof typeof REASONS
export const REASON_CODES = codesOf(REASONS)
/** Reasons that a person may give; the other is the audit's own. */
const { NOT_FOUND: _ofTheAudit, ...given } = REASONS
export const GIVEN_REASONS = codesOf(given)

export interface Settling {
  status: ExceptionStatus
  severity: Severity
  /** The person who posted or entered the value that the exception is about, as far as it is known. */
  enteredBy: number | null
}

/** Why somebody may not settle an exception in this way; null when they may. Four eyes: an error is cleared by a person other than the one whose value it is. */
export function settlingRefused({ status, severity, enteredBy }: Settling, to: ExceptionStatus, userId: number): string | null {
  if (!STATUS_TABLE[status].next.includes(to))
    return `An exception that is ${STATUS_TABLE[status].label.toLowerCase()} cannot become ${STATUS_TABLE[to].label.toLowerCase()}.`
  if (to !== 'OPEN' && severity === 'error' && enteredBy !== null && enteredBy === userId)
    return 'You posted or entered this value. Someone else has to clear its error.'
  return null
}

/** From the day after the one by which somebody is to settle it, by the calendar of the site, until it is settled. */
export const isExceptionOverdue = ({ status, dueOn }: { status: ExceptionStatus; dueOn: string | null }, today: PlainDate): boolean =>
  dueOn !== null && STATUS_TABLE[status].isOpen && dueOn < today

/** "Third month running"; nothing for the first. */
export function monthsRunning(count: number): string | null {
  if (count < 2) return null
  const word = ['second', 'third', 'fourth', 'fifth', 'sixth', 'seventh', 'eighth', 'ninth', 'tenth', 'eleventh', 'twelfth'][count - 2]
  return word === undefined ? `${count} months running` : `${word.charAt(0).toUpperCase()}${word.slice(1)} month running`
}
