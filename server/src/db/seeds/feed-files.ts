/** Carriers' monthly files of a book: each line written in the carrier's own way, kept as read, and the file hashed as it would have arrived. */
import { createHash, type Hash } from 'node:crypto'
import { addDays, addMonthEnds, type PlainDate, plainDate } from '@corridor/domain/primitives/period.ts'
import { skippedChecks } from '../../features/data-feeds/checking/whole-file.ts'
import { STAFF_ID } from './accounts.ts'
import { CARRIERS, carrierOf } from './carriers.ts'
import { type FeedLine, type FeedStyle, feedStyleOf, kindOfField } from './feed-styles.ts'
import type { Row } from './rows.ts'
import { type SheetCell, workbook } from './workbook.ts'

/** A file while its lines are being written. */
interface OpenFile {
  id: number
  style: FeedStyle
  period: PlainDate
  corrected: boolean
  /** Cells of a workbook; a CSV file goes out line by line instead. */
  rows: string[][]
  hash: Hash
  bytes: Buffer[]
  sizeBytes: number
  nextLine: number
  rowCount: number
  samples: Record<string, string[]>
  totals: { cashSurrenderValueCents: number; deathBenefitCents: number }
  controlTotals: { line: number; rows: number; cashSurrenderValueCents: number; deathBenefitCents: number } | undefined
}

export interface FinishedFile {
  row: Row<'carrierFile'>
  /** Undefined when the bytes were not kept (the large book keeps hashes only). */
  content: Buffer | undefined
}

export interface FeedFiles {
  /** Writes one policy's line; `corrected` into the extract that a carrier sends when the first was wrong. */
  add: (
    carrierCode: string,
    period: PlainDate,
    line: FeedLine,
    revision?: 'corrected',
  ) => { fileId: number; lineNumber: number; cells: string[] }
  /** The files so far without their hashes: what rows may refer to before the last line is written. */
  started: () => Row<'carrierFile'>[]
  finish: () => Promise<FinishedFile[]>
}

export interface FeedFileOptions {
  /** False writes every file as CSV and keeps no bytes, for books too large to hold. */
  keepContent: boolean
  /** The peculiarities of one carrier's file of one month. */
  restyle: (style: FeedStyle, period: PlainDate) => FeedStyle
}

/** Files of corrections are numbered above all others. */
const CORRECTED = 10_000
const SAMPLES = 5

export function feedFiles(months: readonly PlainDate[], { keepContent, restyle }: FeedFileOptions): FeedFiles {
  const files = new Map<number, OpenFile>()

  const open = (carrierCode: string, period: PlainDate, corrected: boolean): OpenFile => {
    const id =
      (corrected ? CORRECTED : 0) + 1 + months.indexOf(period) * CARRIERS.length + CARRIERS.findIndex(({ code }) => code === carrierCode)
    const known = files.get(id)
    if (known) return known
    const style = restyle(feedStyleOf(carrierCode), period)
    const file: OpenFile = {
      id,
      style: keepContent ? style : { ...style, format: 'csv', fileName: (month) => style.fileName(month).replace(/xlsx$/, 'csv') },
      period,
      corrected,
      rows: [],
      hash: createHash('sha256'),
      bytes: [],
      sizeBytes: 0,
      nextLine: 1,
      rowCount: 0,
      samples: {},
      totals: { cashSurrenderValueCents: 0, deathBenefitCents: 0 },
      controlTotals: undefined,
    }
    files.set(id, file)
    for (const cells of [...style.title(period), style.columns.map(([header]) => header)]) writeLine(file, cells, keepContent)
    return file
  }

  return {
    add: (carrierCode, period, line, revision) => {
      const file = open(carrierCode, period, revision === 'corrected')
      const cells = file.style.columns.map(([, field]) => file.style.write(field, line[field]))
      const lineNumber = file.nextLine
      writeLine(file, cells, keepContent)
      file.rowCount += 1
      if (file.rowCount <= SAMPLES)
        for (const [index, [header, field]] of file.style.columns.entries())
          (file.samples[header] ??= []).push(PERSONAL.has(field) ? '•••' : (cells[index] ?? ''))
      file.totals.cashSurrenderValueCents += typeof line.cashSurrenderValue === 'number' ? line.cashSurrenderValue : 0
      file.totals.deathBenefitCents += typeof line.deathBenefit === 'number' ? line.deathBenefit : 0
      return { fileId: file.id, lineNumber, cells }
    },
    started: () => [...files.values()].map((file) => fileRow(file, '', 0)),
    finish: async () => {
      const finished: FinishedFile[] = []
      for (const file of [...files.values()].sort((a, b) => a.id - b.id)) {
        if (file.style.withTotals) writeTotals(file, keepContent)
        const content = keepContent ? await contentOf(file) : undefined
        const sha256 = content ? createHash('sha256').update(content).digest('hex') : file.hash.digest('hex')
        finished.push({ row: fileRow(file, sha256, content?.length ?? file.sizeBytes), content })
      }
      return finished
    },
  }
}

/** Shown in samples as dots: only few may see them. */
const PERSONAL: ReadonlySet<string> = new Set(['insuredDateOfBirth', 'insuredSsnLast4'])

const MEDIA_TYPES = { csv: 'text/csv', xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' } as const

/** The n-th weekday of the month after a month end: when a carrier's file is due. */
export function businessDayAfter(monthEnd: PlainDate, nth: number): PlainDate {
  const key = `${monthEnd} ${nth}`
  const found = dueDays.get(key) ?? weekdayAfter(monthEnd, nth)
  dueDays.set(key, found)
  return found
}
/** Asked for every valuation of the book. */
const dueDays = new Map<string, PlainDate>()

function weekdayAfter(monthEnd: PlainDate, nth: number): PlainDate {
  let day = monthEnd
  for (let count = 0; count < nth; ) {
    day = addDays(day, 1)
    const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
    if (weekday !== 0 && weekday !== 6) count += 1
  }
  return plainDate(day)
}

const csvLine = (cells: readonly string[]): string =>
  `${cells.map((cell) => (/[",\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')}\n`

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

function writeTotals(file: OpenFile, keep: boolean): void {
  const { columns, write } = file.style
  file.controlTotals = { line: file.nextLine, rows: file.rowCount, ...file.totals }
  writeLine(
    file,
    columns.map(([, field], index) => {
      if (index === 0) return `Total ${file.rowCount} policies`
      return field === 'cashSurrenderValue'
        ? write(field, file.totals.cashSurrenderValueCents)
        : field === 'deathBenefit'
          ? write(field, file.totals.deathBenefitCents)
          : ''
    }),
    keep,
  )
}

async function contentOf(file: OpenFile): Promise<Buffer> {
  if (file.style.format === 'csv') return Buffer.concat(file.bytes)
  const kinds = file.style.columns.map(([, field]): SheetCell['kind'] => {
    const kind = kindOfField(field)
    return kind === 'money' ? 'number' : kind === 'rate' ? 'percent' : kind
  })
  const headerLines = file.style.title(file.period).length + 1
  return workbook(
    'In force',
    file.rows.map((cells, index) =>
      cells.map((value, column) => sheetCell(value, index < headerLines ? 'text' : (kinds[column] ?? 'text'))),
    ),
  )
}

function sheetCell(value: string, kind: SheetCell['kind']): SheetCell {
  if (value === '') return { kind: 'text', value }
  return { kind, value: kind === 'percent' ? String(Number((Number(value.replace('%', '')) / 100).toPrecision(15))) : value }
}

function fileRow(file: OpenFile, sha256: string, sizeBytes: number): Row<'carrierFile'> {
  const { style, period } = file
  const due = carrierOf(style.carrierCode).feedDueBusinessDay
  const received = file.corrected ? businessDayAfter(addMonthEnds(period, 1), 8) : businessDayAfter(period, due)
  const name = style.fileName(period)
  const postedAt = `${received}T${file.corrected ? '16:40' : '20:15'}:00.000Z`
  return {
    id: file.id,
    siteId: carrierOf(style.carrierCode).siteId,
    carrierCode: style.carrierCode,
    period,
    fileName: file.corrected ? name.replace(/\.(\w+)$/, ' CORRECTED.$1') : name,
    sha256,
    sizeBytes,
    mediaType: MEDIA_TYPES[style.format],
    headers: style.columns.map(([header]) => header),
    headerLine: style.title(period).length + 1,
    mapping: JSON.stringify(Object.fromEntries(style.columns)),
    mappingSource: 'recognised',
    controlTotals: file.controlTotals ? JSON.stringify(file.controlTotals) : null,
    summary: JSON.stringify({
      totals: { rows: file.rowCount, ...file.totals },
      periods: [period],
      carriers: [style.carrierCode],
      skippedChecks: skippedChecks(new Set(style.columns.map(([, field]) => field)), file.controlTotals ?? null, []),
      samples: file.samples,
      missingFields: [],
      posted: { posted: file.rowCount, unchanged: 0, restated: file.corrected ? file.rowCount : 0, exceptions: 0 },
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
