/** What rows that hold from a date on are called, how they read, and which of their fields a person fills in. */
import { MISSING } from '@corridor/domain/primitives/money.ts'
import { formatDate, plainDate } from '@corridor/domain/primitives/period.ts'
import type { Fields, FormSection, JsonRecord } from '../../ui/form/form-fields.ts'

/** What a kind's rows show; the same for a row and for what it said before. */
export interface DatedColumn<Content> {
  header: string
  numeric?: boolean
  text: (content: Content) => string
}

export interface DatedWords<Content> {
  /** "tax profile": in sentences and buttons. */
  one: string
  title: string
  note: string
  /** Of the date column. */
  date: string
  /** From when a row holds, and whether that is still to come. */
  day: (content: Content) => string
  isToCome: (content: Content, today: string) => boolean
  /** What tells a row from the others, in a sentence: "06/30/2026", "AM Best of 06/30/2026". */
  name: (content: Content) => string
  columns: readonly DatedColumn<Content>[]
  fields: Fields
  sections: readonly FormSection[]
  /** What a new row starts with, and what it takes over from the one in force. */
  initial: JsonRecord
  copied?: (now: Content | undefined) => JsonRecord
  /** While there is none. */
  none: string
}

export const dateText = (date: string | null): string => (date === null ? MISSING : formatDate(plainDate(date)))

/** Of rows that tell their day as `effectiveOn`. */
export const BY_DAY = {
  day: ({ effectiveOn }: { effectiveOn: string }) => dateText(effectiveOn),
  isToCome: ({ effectiveOn }: { effectiveOn: string }, today: string) => effectiveOn > today,
}
