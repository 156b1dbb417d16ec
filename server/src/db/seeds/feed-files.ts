/** Carriers' monthly files of a book: each line written in the carrier's own way, kept as read, and the file hashed as it would have arrived. */
import { createHash, type Hash } from 'node:crypto'
import type { FeedField } from '@corridor/domain/feed-columns.ts'
import { addDays, type PlainDate, plainDate } from '@corridor/domain/period.ts'
import { CARRIERS, carrierOf } from './carriers.ts'
import { type FeedLine, type FeedStyle, feedStyleOf, kindOfField } from './feed-styles.ts'
import type { Row } from './rows.ts'
import { type SheetCell, workbook } from './workbook.ts'

/** A file while its lines are being written. */
interface OpenFile {
  id: number
  style: FeedStyle
  period: PlainDate
  /** CSV text as it grows; rows of cells for a workbook. */
  rows: string[][]
  hash: Hash
  bytes: Buffer[]
  sizeBytes: number
  nextLine: number
  rowCount: number
  totals: { cashSurrenderValueCents: number; deathBenefitCents: number }
}

export interface FinishedFile {
  row: Row<'carrierFile'>
  /** Undefined when the bytes were not kept (the large book keeps hashes only). */
  content: Buffer | undefined
}

export interface FeedFiles {
  /** Writes one policy's line. */
  add: (carrierCode: string, period: PlainDate, line: FeedLine) => { fileId: number; lineNumber: number; cells: string[] }
  /** The files so far without their hashes: what rows may refer to before the last line is written. */
  started: () => Row<'carrierFile'>[]
  finish: () => Promise<FinishedFile[]>
}

/** @param keepContent false writes every file as CSV and keeps no bytes, for books too large to hold */
export function feedFiles(months: readonly PlainDate[], { keepContent }: { keepContent: boolean }): FeedFiles {
  const files = new Map<number, OpenFile>()

  const open = (carrierCode: string, period: PlainDate): OpenFile => {
    const id = 1 + months.indexOf(period) * CARRIERS.length + CARRIERS.findIndex(({ code }) => code === carrierCode)
    const known = files.get(id)
    if (known) return known
    const style = feedStyleOf(carrierCode)
    const file: OpenFile = {
      id,
      style: keepContent ? style : { ...style, format: 'csv', fileName: (month) => style.fileName(month).replace(/xlsx$/, 'csv') },
      period,
      rows: [],
      hash: createHash('sha256'),
      bytes: [],
      sizeBytes: 0,
      nextLine: 1,
      rowCount: 0,
      totals: { cashSurrenderValueCents: 0, deathBenefitCents: 0 },
    }
    files.set(id, file)
    for (const cells of [...style.title(period), style.columns.map(([header]) => header)]) writeLine(file, cells, keepContent)
    return file
  }

  return {
    add: (carrierCode, period, line) => {
      const file = open(carrierCode, period)
      const cells = file.style.columns.map(([, field]) => file.style.write(field, line[field]))
      const lineNumber = file.nextLine
      writeLine(file, cells, keepContent)
      file.rowCount += 1
      file.totals.cashSurrenderValueCents += Number(line.cashSurrenderValue ?? 0)
      file.totals.deathBenefitCents += Number(line.deathBenefit ?? 0)
      return { fileId: file.id, lineNumber, cells }
    },
    started: () => [...files.values()].map((file) => fileRow(file, '', 0)),
    finish: async () => {
      const finished: FinishedFile[] = []
      for (const file of [...files.values()].sort((a, b) => a.id - b.id)) {
        const content = keepContent ? await contentOf(file) : undefined
        const sha256 = content ? createHash('sha256').update(content).digest('hex') : file.hash.digest('hex')
        finished.push({ row: fileRow(file, sha256, content?.length ?? file.sizeBytes), content })
      }
      return finished
    },
  }
}

/** A file's bytes from its lines of cells, the headers among them. */
export async function fileContent(style: FeedStyle, lines: readonly string[][], titleLines: number): Promise<Buffer> {
  if (style.format === 'csv') return Buffer.from(lines.map(csvLine).join(''), 'utf8')
  const kinds = style.columns.map(([, field]): SheetCell['kind'] => {
    const kind = kindOfField(field)
    return kind === 'money' ? 'number' : kind === 'rate' ? 'percent' : kind
  })
  return workbook(
    'In force',
    lines.map((cells, index) =>
      cells.map((value, column): SheetCell => {
        const kind = index < titleLines ? 'text' : (kinds[column] ?? 'text')
        return {
          kind: value === '' ? 'text' : kind,
          value: kind === 'percent' && value !== '' ? String(Number((Number(value.replace('%', '')) / 100).toPrecision(15))) : value,
        }
      }),
    ),
  )
}

export const MEDIA_TYPES = { csv: 'text/csv', xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' } as const

export const csvLine = (cells: readonly string[]): string =>
  `${cells.map((cell) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')}\n`

/** The n-th weekday of the month after a month end: when a carrier's file is due. */
export function businessDayAfter(monthEnd: PlainDate, nth: number): PlainDate {
  let day = monthEnd
  for (let count = 0; count < nth; ) {
    day = addDays(day, 1)
    const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
    if (weekday !== 0 && weekday !== 6) count += 1
  }
  return plainDate(day)
}

const contentOf = async (file: OpenFile): Promise<Buffer> =>
  file.style.format === 'csv' ? Buffer.concat(file.bytes) : fileContent(file.style, file.rows, file.style.title(file.period).length + 1)

function writeLine(file: OpenFile, cells: string[], keep: boolean): void {
  file.nextLine += 1
  if (file.style.format === 'xlsx') {
    file.rows.push(cells)
    return
  }
  const bytes = Buffer.from(csvLine(cells), 'utf8')
  file.sizeBytes += bytes.length
  if (keep) file.bytes.push(bytes)
  else file.hash.update(bytes)
}

const STAFF_ID = 2

function fileRow(file: OpenFile, sha256: string, sizeBytes: number): Row<'carrierFile'> {
  const { style, period } = file
  const received = businessDayAfter(period, carrierOf(style.carrierCode).feedDueBusinessDay)
  const titleLines = style.title(period).length
  const headers = style.columns.map(([header]) => header)
  const postedAt = `${received}T20:15:00.000Z`
  return {
    id: file.id,
    siteId: carrierOf(style.carrierCode).siteId,
    carrierCode: style.carrierCode,
    period,
    fileName: style.fileName(period),
    sha256,
    sizeBytes,
    mediaType: MEDIA_TYPES[style.format],
    headers,
    headerLine: titleLines + 1,
    mapping: JSON.stringify(mappingOf(style)),
    mappingSource: 'recognised',
    summary: JSON.stringify({
      totals: { rows: file.rowCount, ...file.totals },
      periods: [period],
      carriers: [style.carrierCode],
    }),
    rowCount: file.rowCount,
    matched: file.rowCount,
    status: 'POSTED',
    receivedBy: STAFF_ID,
    receivedAt: `${received}T14:05:00.000Z`,
    checkedAt: `${received}T14:05:00.000Z`,
    postedBy: STAFF_ID,
    postedAt,
    updatedAt: postedAt,
  }
}

const mappingOf = (style: FeedStyle): Record<string, FeedField> => Object.fromEntries(style.columns)
