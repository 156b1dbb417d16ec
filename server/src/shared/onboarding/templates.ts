/** The templates that a firm fills in: one workbook with a sheet for each record type, or a CSV file each, with a guide to every column. */
import type { Readable } from 'node:stream'
import type { Column, RecordType } from '@corridor/domain/onboarding/columns.ts'
import { CLEARED, SHEET_GROUPS } from '@corridor/domain/onboarding/columns.ts'
import { mayBeCleared } from '@corridor/domain/onboarding/read-row.ts'
import { KIND_NOTES, RECORD_TYPES } from '@corridor/domain/onboarding/record-types.ts'
import { csvText } from '../../platform/formats/csv.ts'
import { type SheetColumn, type SheetValue, workbookStream } from '../../platform/formats/xlsx-writer.ts'
import { type ZipEntry, zipStream } from '../../platform/formats/zip.ts'
import { GUIDE } from './open-book.ts'

const headersOf = ({ columns }: RecordType): SheetColumn[] =>
  columns.map(({ header }) => ({ label: header, kind: 'text', width: Math.max(12, header.length + 4) }))

const GUIDE_COLUMNS: SheetColumn[] = [
  { label: 'Group', kind: 'text', width: 28 },
  { label: 'Sheet', kind: 'text', width: 18 },
  { label: 'Column', kind: 'text', width: 34 },
  { label: 'Needed', kind: 'text', width: 10 },
  { label: 'What to enter', kind: 'text', width: 44 },
  { label: 'Example', kind: 'text', width: 36 },
  { label: 'Note', kind: 'text', width: 90 },
]
const wordsOf = ({ kind, words }: Column): string =>
  words && Object.keys(words).length > 0 ? Object.values(words).join(', ') : KIND_NOTES[kind]
const exampleOf = ({ example, words }: Column): string => words?.[example] ?? example
const otherwiseOf = ({ otherwise, words }: Column): string =>
  otherwise === undefined ? '' : `Empty in a new record means ${words?.[otherwise] ?? otherwise}.`

const CLEARS = `An empty cell leaves what the book has; ${CLEARED} empties it.`

const guideRows = (): SheetValue[][] =>
  RECORD_TYPES.flatMap((type) => [
    [SHEET_GROUPS[type.group], type.sheet, '', '', '', '', type.note],
    ...type.columns.map((column) => [
      SHEET_GROUPS[type.group],
      type.sheet,
      column.header,
      column.required ? 'Yes' : '',
      wordsOf(column),
      exampleOf(column),
      [column.note, otherwiseOf(column), mayBeCleared(type, column) ? CLEARS : ''].filter(Boolean).join(' '),
    ]),
  ])

/** @param date of the workbook, so that the same day makes the same bytes */
export function templateWorkbook(date: string): Readable {
  return workbookStream({
    title: 'Onboarding templates',
    author: 'Corridor',
    date,
    sheets: [
      { name: GUIDE, columns: GUIDE_COLUMNS, rows: guideRows(), wraps: true },
      ...RECORD_TYPES.map((type) => ({ name: type.sheet, columns: headersOf(type), rows: [] })),
    ],
  })
}

/** A zip of a CSV file for each record type. */
export function templateFiles(): Readable {
  const entries: ZipEntry[] = [
    { name: `${GUIDE}.csv`, content: Buffer.from(csvText(GUIDE_COLUMNS, guideRows())) },
    ...RECORD_TYPES.map((type) => ({ name: `${type.sheet}.csv`, content: Buffer.from(csvText(headersOf(type), [])) })),
  ]
  return zipStream(entries)
}
