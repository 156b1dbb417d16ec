/** Labels of dated terms, how they read, and which of their fields a person fills in. */
import { MISSING } from '@corridor/domain/primitives/money.ts'
import { formatDate, plainDate } from '@corridor/domain/primitives/period.ts'
import type { Fields, FormSection, JsonRecord } from '../../ui/form/form-fields.ts'

/** The columns of a kind's rows; the same for a row and for its earlier versions. */
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
  /** Label of the date column. */
  date: string
  /** From when a row holds, and whether that is still to come. */
  day: (content: Content) => string
  isToCome: (content: Content, today: string) => boolean
  /** A row's name in a sentence: "06/30/2026", "AM Best of 06/30/2026". */
  name: (content: Content) => string
  columns: readonly DatedColumn<Content>[]
  fields: Fields
  sections: readonly FormSection[]
  /** Initial values of a new row, and those it takes over from the one in force. */
  initial: JsonRecord
  copied?: (now: Content | undefined) => JsonRecord
  /** While there is none. */
  none: string
}

export const dateText = (date: string | null): string => (date === null ? MISSING : formatDate(plainDate(date)))

/** For rows that state their day as `effectiveOn`. */
export const BY_DAY = {
  day: ({ effectiveOn }: { effectiveOn: string }) => dateText(effectiveOn),
  isToCome: ({ effectiveOn }: { effectiveOn: string }, today: string) => effectiveOn > today,
}
