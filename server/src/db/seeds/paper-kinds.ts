/** A paper of the demo: how its file is named, when it was uploaded, and how its bytes are made. */
import type { PlainDate } from '@corridor/domain/primitives/period.ts'
import { letterDocument } from './paper-document.ts'
import { letterPdf, slidesPdf } from './paper-pdf.ts'
import type * as words from './paper-words.ts'
import { type SheetCell, workbook } from './workbook.ts'

export interface Paper {
  typeCode: string
  year: number
  /** The last part of the file's name. */
  name: string
  extension: string
  /** When it was uploaded. */
  at: string
  make: () => Promise<Buffer>
  /** Contents it had before, the oldest first. */
  earlier?: readonly { at: string; make: () => Promise<Buffer> }[]
}

export const instant = (date: PlainDate, hour = 15): string => `${date}T${String(hour).padStart(2, '0')}:10:00.000Z`

export const letter = (typeCode: string, year: number, name: string, date: PlainDate, of: words.Letter): Paper => ({
  typeCode,
  year,
  name,
  extension: 'pdf',
  at: instant(date),
  make: () => letterPdf(of, instant(date, 9)),
})
export const word = (typeCode: string, year: number, name: string, date: PlainDate, of: words.Letter): Paper => ({
  ...letter(typeCode, year, name, date, of),
  extension: 'docx',
  make: () => letterDocument(of),
})
export const slides = (name: string, year: number, date: PlainDate, title: string, of: readonly words.Slide[]): Paper => ({
  typeCode: 'PRE',
  year,
  name,
  extension: 'pdf',
  at: instant(date),
  make: () => slidesPdf(title, of, instant(date, 9)),
})
export const sheet = (
  typeCode: string,
  year: number,
  name: string,
  date: PlainDate,
  title: string,
  rows: readonly (readonly SheetCell[])[],
): Paper => ({
  typeCode,
  year,
  name,
  extension: 'xlsx',
  at: instant(date),
  make: () => workbook(title, rows),
})
export const text = (value: string): SheetCell => ({ kind: 'text', value })
export const amount = (inCents: number): SheetCell => ({ kind: 'number', value: (inCents / 100).toFixed(2) })
