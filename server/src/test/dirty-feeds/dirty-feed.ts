/** A dirty feed: a clean extract of the test book with one known defect, and what must be said of it. The tables beside this file are lists of them. */
import { type Dress, type FeedLine, feedText, HEADERS } from '../feed-fixture.ts'
import type { FeedServer } from '../feed-server.ts'
import { type SheetOf, workbook } from '../feed-workbook.ts'

export type Line = Record<string, string | number>

export const KINDS = [
  'locked months',
  'status words',
  'movements',
  'amounts below zero or not used',
  'two headers for one field',
  'sheets',
  'day and month',
  'sizes',
  'rates',
  'encodings',
  'numbers as written',
  'lines',
  'whose and when',
  'kinds of file',
] as const
export type Kind = (typeof KINDS)[number]

/** A finding that must be open: rule, severity, line (null: of the file), and the column where it matters. */
export type Found = readonly [rule: string, severity: 'error' | 'warning', line: number | null, column?: string | RegExp]

export interface Made {
  content: Buffer | string
  fileName?: string
  /** Carrier of the upload's form; the carrier's code unless given. */
  fields?: Record<string, string>
  /** The carrier's meaning, line by line in cents; the sound lines unless given. */
  truth?: Line[]
}

export interface DirtyFeed {
  kind: Kind
  name: string
  /** The register before the file comes. */
  book?: (feeds: FeedServer) => Promise<void>
  make: (feeds: FeedServer) => Made | Promise<Made>
  /** Each must be open after the check. */
  finds?: readonly Found[]
  /** The file is not taken, or set aside, with such a sentence. */
  refused?: RegExp
  /** Nothing but `finds` is said, and every value is posted as meant. */
  rightly?: true
}

/** Lines of a file with its header in line 1. */
export const at = (row: number): number => row + 2

/** Few columns: nothing in the file itself contradicts a wrong value. */
export const NARROW = pick('policyNumber', 'valuationDate', 'cashSurrenderValue', 'deathBenefit')
export const without = (...columns: string[]): Record<string, string> =>
  Object.fromEntries(Object.entries(HEADERS).filter(([column]) => !columns.includes(column)))
export function pick(...columns: string[]): Record<string, string> {
  return Object.fromEntries(columns.map((column) => [column, HEADERS[column] ?? column]))
}

/** The true values of a file that has these columns only. */
export const only = (lines: readonly Line[], headers: Record<string, string>): Line[] =>
  lines.map((line) => Object.fromEntries(Object.keys(headers).flatMap((column) => (column in line ? [[column, line[column] ?? '']] : []))))

export type Form = 'csv' | 'xlsx'

/** The lines as text, or as a workbook with numbers in its cells. */
export async function inForm(form: Form, lines: readonly Line[], dress: Dress = {}): Promise<Buffer | string> {
  if (form === 'csv') return feedText(lines, dress)
  const { headers = HEADERS, preamble = [], trailer = [] } = dress
  return workbook([
    {
      name: 'Values',
      lines: [...lines],
      headers,
      preamble: preamble.map((text) => text.split(',')),
      ...(trailer[0] === undefined ? {} : { trailer: trailer[0].split(',') }),
    },
  ])
}
export const sheets = (list: readonly SheetOf[]): Promise<Buffer> => workbook(list)

interface Spoiled {
  kind: Kind
  name: string
  /** Number of the sound lines; the second unless given. */
  row?: number
  change: Line | ((line: FeedLine, feeds: FeedServer) => Line)
  headers?: Record<string, string>
  form?: Form
  dress?: Dress
  finds?: readonly Found[]
  rightly?: true
  /** The line's meaning; the sound one unless given. `as written`: the text itself is meant. */
  meant?: 'as written' | ((line: FeedLine, feeds: FeedServer) => Line)
  book?: NonNullable<DirtyFeed['book']>
}
/** A clean file of which one line is changed. */
export function spoiled({ row = 1, change, headers = HEADERS, form = 'csv', dress = {}, meant, finds, ...more }: Spoiled): DirtyFeed {
  return {
    ...more,
    ...(finds === undefined ? {} : { finds }),
    make: async (feeds) => {
      const sound = feeds.sound()
      const written = sound.map(
        (line, index): Line => (index === row ? { ...line, ...(typeof change === 'function' ? change(line, feeds) : change) } : line),
      )
      const truth = sound.map(
        (line, index): Line =>
          index === row && meant !== undefined ? { ...line, ...(meant === 'as written' ? written[index] : meant(line, feeds)) } : line,
      )
      return { content: await inForm(form, written, { headers, ...dress }), truth: only(truth, headers) }
    },
  }
}

interface Column {
  kind: Kind
  name: string
  change: (line: FeedLine, row: number, feeds: FeedServer) => Line
  headers?: Record<string, string>
  form?: Form
  dress?: Dress
  finds?: readonly Found[]
  rightly?: true
  meant?: (line: FeedLine, row: number, feeds: FeedServer) => Line
  fields?: (feeds: FeedServer) => Record<string, string>
  book?: NonNullable<DirtyFeed['book']>
}
/** A clean file of which every line is changed. */
export function everyLine({ change, headers = HEADERS, form = 'csv', dress = {}, meant = () => ({}), fields, ...more }: Column): DirtyFeed {
  return {
    ...more,
    make: async (feeds) => {
      const sound = feeds.sound()
      return {
        content: await inForm(
          form,
          sound.map((line, row) => ({ ...line, ...change(line, row, feeds) })),
          { headers, ...dress },
        ),
        truth: only(
          sound.map((line, row) => ({ ...line, ...meant(line, row, feeds) })),
          headers,
        ),
        ...(fields ? { fields: fields(feeds) } : {}),
      }
    },
  }
}
