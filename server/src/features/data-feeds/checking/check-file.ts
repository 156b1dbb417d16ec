/**
 * Reads a feed from its first line to its last and checks every row: values, match, rules, control totals. One pass, in little memory,
 * without a database: the book is asked for by carrier and month end, rows and findings are handed over in batches.
 */
import type { FeedField } from '@corridor/domain/data-feeds/columns.ts'
import type { Tolerance } from '@corridor/domain/data-feeds/tolerances.ts'
import type { PlainDate } from '@corridor/domain/primitives/period.ts'
import { sayLine } from '../../../platform/formats/reading/lines.ts'
import type { OpenFeed } from '../../../platform/formats/reading/refusal.ts'
import type { RegisterMonth } from '../../../shared/auditing/register-month.ts'
import type { CheckedFinding, CheckedRow } from './batch.ts'
import { rowChecker } from './check-row.ts'
import { type CheckedSheet, type Contest, controlOf, openSheet, passedFindings, passedSheet, type SheetSummary } from './check-sheet.ts'
import { collectFindings } from './collect-findings.ts'
import { type ColumnForms, type DecidedForm, trackForms } from './column-forms.ts'
import type { ControlTotals } from './control-totals.ts'
import type { Corrections } from './corrected-cells.ts'
import type { Directory } from './directory.ts'
import { type FileMonths, noMonths, withFilePrior } from './file-months.ts'
import { gatherFirstLoads } from './first-loads.ts'
import type { WantedLayout } from './fixed-shape.ts'
import { chooseMapping, findHeaders, type Mapping, type MappingSource, type WantedMapping } from './header.ts'
import { holdOddities } from './oddities.ts'
import { type Coverage, compareWithBook } from './reconcile.ts'
import { findStrays } from './stray-rows.ts'
import { addToTotals, type FileTotals, isNeeded, noTotals, type SkippedCheck, skippedChecks } from './whole-file.ts'

export interface CheckOptions extends WantedMapping {
  period: PlainDate | null
  /** The site's day: a month that is still to end has no values yet. */
  today: PlainDate
  directory: Directory
  /** Positions of the columns, for a text without separators. */
  layouts: WantedLayout
  /** Cells that staff corrected, by line: read in place of those received, which are kept. */
  corrections: Corrections
  /** Set on the site in place of the rules' own. */
  tolerances: readonly Tolerance[]
}

export interface Sink {
  book: (carrierCode: string, period: PlainDate) => Promise<RegisterMonth>
  rows: (rows: CheckedRow[]) => Promise<void>
  findings: (findings: CheckedFinding[]) => Promise<void>
  progress?: (rows: number) => void
}

export interface CheckSummary {
  mediaType: string
  headers: string[]
  headerLine: number
  mapping: Mapping
  mappingSource: MappingSource
  missingFields: string[]
  /** Columns of which each could be the field; read is the one chosen, if any. */
  /** How dates and rates are read where a cell alone does not tell. */
  forms: Record<string, DecidedForm>
  contested: Contest[]
  samples: Record<string, string[]>
  skippedChecks: SkippedCheck[]
  totals: FileTotals
  controlTotals: ControlTotals | null
  periods: string[]
  carriers: string[]
  /** Names of all sheets by place; null where the file is one table, whose rows are its lines. */
  sheetNames: string[] | null
  /** The contents read from each sheet, or the reason why there are none. */
  sheets: SheetSummary[]
  /** Its columns stand at fixed positions; by whose kept layout it was read, if any. */
  fixed: { layoutOf: string | null } | null
  /** False when columns are missing without which no row can be valued. */
  complete: boolean
}

const SAMPLES = 5

/** Memory of one reading of a file for the next: it is read again when the whole of it told more than its beginning. */
export interface Memory {
  months: FileMonths
  forms: ColumnForms
  isDone: boolean
}
export const freshMemory = (forms: ColumnForms = {}): Memory => ({ months: noMonths(), forms, isDone: false })

/**
 * @param memory what the file says of each month, filled on the way, and the forms of its columns; to be given again unless `isDone`
 * @throws FeedRefusal when there is no header or the file breaks off
 */
export async function checkFile(feed: OpenFeed, options: CheckOptions, sink: Sink, memory: Memory = freshMemory()): Promise<CheckSummary> {
  const { mapping: wanted, forms: givenForms, source } = await chooseMapping(feed, options)
  const { read: headers, passed } = await findHeaders(feed, wanted, options.sheets)
  const say = (line: number) => sayLine(feed.sheets, line)
  const forms = trackForms(givenForms, memory.forms, say)
  const fileMonths = memory.months
  fileMonths.outOfOrder = false
  const findings = collectFindings(sink.findings)
  const coverage = new Map<string, Coverage>()
  const [oddities, firstLoads] = [holdOddities(), gatherFirstLoads()]
  const shared = { options, book: sink.book, fileMonths, coverage, forms, oddities, firstLoads, say, add: findings.add }
  const columns = [...new Set(headers.flatMap((header) => header.headers))]
  const samples: Record<string, string[]> = {}
  const totals = noTotals()
  const sheets: CheckedSheet[] = []

  for (const note of feed.notes) findings.file('NOTE', null, note)
  for (const { message, severity } of passedFindings(passed)) findings.file('NOTE', null, message, severity)
  for (const header of headers) {
    const sheet = openSheet(header, { feed, options, wanted, columns, forms, isOnly: headers.length === 1 })
    sheets.push(sheet)
    for (const { ruleCode, field, message } of sheet.findings) findings.file(ruleCode, field, message)
    const check = rowChecker(shared, header, sheet)
    for await (const batch of header.table.rows()) {
      const rows: CheckedRow[] = []
      for (const raw of batch) {
        const row = sheet.read(raw)
        if (!row) continue
        addToTotals(totals, row, say)
        if (totals.rows <= SAMPLES || headers.length > 1) sheet.sample(row, samples, SAMPLES)
        const checked = await check(row)
        checked.raw = sheet.rawOf(row)
        rows.push(checked)
      }
      if (rows.length > 0) await sink.rows(rows)
      await findings.flush()
      sink.progress?.(totals.rows)
    }
  }

  const strays = findStrays([...coverage.values()], findings.add)
  const months = [...coverage.values()].filter((month) => !strays.has(month))
  for (const covered of months) compareWithBook(covered, findings.add, (policy) => withFilePrior(fileMonths, covered.book.period, policy))
  oddities.release(totals.rows, findings.add, say)
  firstLoads.release(options.directory, findings.add)
  const missing = [...new Map(sheets.flatMap((sheet) => sheet.missing.map((each) => [each.field, each]))).values()]
  for (const note of feed.leftOut?.() ?? []) findings.file('NOTE', null, note)
  for (const sheet of sheets)
    for (const found of sheet.close(samples, missing.length === 0, say))
      findings.file(found.ruleCode, found.field, found.message, found.severity)
  const settled = forms.settle()
  for (const { ruleCode, header, message } of settled.findings) findings.file(ruleCode, header, message)
  if (totals.rows === 0) findings.file('FILE', null, 'The file has no policies below the header. Ask the carrier to send it again.')
  await findings.end()
  // Dates read otherwise belong to other months: what was gathered of them is void.
  if (settled.again) Object.assign(memory, freshMemory(settled.again))
  else memory.isDone = !fileMonths.outOfOrder
  const control = controlOf(sheets)
  const [{ line }] = headers
  return {
    mediaType: feed.mediaType,
    headers: columns,
    headerLine: line,
    mappingSource: source,
    mapping: Object.fromEntries(
      columns.map((name) => [name, sheets.map((sheet) => sheet.fieldOf(name)).find((field) => field !== undefined) ?? null]),
    ),
    missingFields: missing.map(({ field }) => field),
    forms: settled.decided,
    contested: sheets.flatMap(({ contested }) => contested),
    samples,
    totals,
    controlTotals: control,
    complete: missing.length === 0 && !sheets.some(({ undecided }) => undecided.some((field) => isNeeded(field))),
    skippedChecks: skippedChecks(inAll(sheets), control, months, [...fileMonths.values.keys()]),
    periods: [...new Set([...coverage.values()].map((covered) => covered.book.period))].sort(),
    carriers: [...new Set([...coverage.values()].map((covered) => covered.carrierCode))].sort(),
    fixed: feed.layoutOf === undefined ? null : { layoutOf: feed.layoutOf },
    sheetNames: feed.sheets,
    sheets: feed.sheets === null ? [] : [...sheets.map((sheet) => sheet.told()), ...passed.map(passedSheet)],
  }
}

/** Fields that every sheet has a column for. */
const inAll = (sheets: readonly CheckedSheet[]): Set<FeedField> => {
  const [first, ...others] = sheets.map(({ seen }) => seen)
  return new Set([...(first ?? [])].filter((field) => others.every((seen) => seen.has(field))))
}
