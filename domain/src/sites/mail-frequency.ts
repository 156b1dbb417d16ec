/** How often an institution's person gets mail about files that came. */
import { codesOf } from '../primitives/codes.ts'

export const MAIL_FREQUENCIES = {
  EACH_BATCH: 'At once, one email for each batch',
  DAILY: 'Once a day, at 8 in the morning',
  WEEKLY: 'Once a week, on Mondays at 8',
  NONE: 'Never',
} as const
export type MailFrequency = keyof typeof MAIL_FREQUENCIES
export const MAIL_FREQUENCY_CODES = codesOf(MAIL_FREQUENCIES)
/** The same, to choose from. */
export const MAIL_CHOICES = MAIL_FREQUENCY_CODES.map((value) => ({ value, label: MAIL_FREQUENCIES[value] }))
