/**
 * Reads a feed from its first line to its last and checks every row: values, match, rules, control totals. One pass, in little memory,
 * without a database: the book is asked for by carrier and month end, rows and findings are handed over in batches.
 */
import { type FeedField, isPersonal, isSocialSecurity } from '@corridor/domain/feed-columns.ts'
import type { PlainDate } from '@corridor/domain/period.ts'
import type { OpenFeed } from '../../../kernel/reading/refusal.ts'
import { type CheckedFinding, type CheckedRow, columnOf, headerOf, lastFour } from './batch.ts'
import { type Book, FIELD } from './book.ts'
import { rowChecker } from './check-row.ts'
import { collectFindings } from './collect-findings.ts'
import { type ColumnForms, type DecidedForm, trackForms } from './column-forms.ts'
import { type ControlTotals, isTotalLine, mergeTotals, readTotals } from './control-totals.ts'
import type { Directory } from './directory.ts'
import { type FileMonths, noMonths, withFilePrior } from './file-months.ts'
import { gatherFirstLoads } from './first-loads.ts'
import { chooseMapping, findHeader, labelOf, type Mapping, preamblePeriod } from './header.ts'
import { holdOddities } from './oddities.ts'
import { rowReader } from './read-row.ts'
import { type Coverage, compareWithBook } from './reconcile.ts'
import { watchUnread } from './unread-columns.ts'
import {
  addToTotals,
  columnFindings,
  contestFindings,
  type FileTotals,
  isNeeded,
  type SkippedCheck,
  skippedChecks,
  totalsFindings,
} from './whole-file.ts'

export interface CheckOptions {
  carrierCode: string | null
  period: PlainDate | null
  /** The site's day: a month that is still to end has no values yet. */
  today: PlainDate
  directory: Directory
  /** What a person gave for this very file, which wins; else what is kept for the carriers of the site. */
  given: { mapping: Mapping; forms: ColumnForms } | null
  kept: { carrierCode: string; mapping: Mapping; forms: ColumnForms }[]
}

export interface Sink {
  book: (carrierCode: string, period: PlainDate) => Promise<Book>
  rows: (rows: CheckedRow[]) => Promise<void>
  findings: (findings: CheckedFinding[]) => Promise<void>
  progress?: (rows: number) => void
}

export interface CheckSummary {
  mediaType: string
  headers: string[]
  headerLine: number
  mapping: Mapping
  mappingSource: 'recognised' | 'kept' | 'given'
  missingFields: string[]
  /** Columns of which each could be the field; read is the one chosen, if any. */
  /** How dates and rates are read where a cell alone does not tell. */
  forms: Record<string, DecidedForm>
  contested: { field: FeedField; headers: string[]; chosen: string | null }[]
  samples: Record<string, string[]>
  skippedChecks: SkippedCheck[]
  totals: FileTotals
  controlTotals: ControlTotals | null
  periods: string[]
  carriers: string[]
  /** False when columns are missing without which no row can be valued. */
  complete: boolean
}

const SAMPLES = 5

/** What one reading of a file leaves to the next: it is read again when the whole of it told more than its beginning. */
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
  const header = await findHeader(feed, wanted)
  const forms = trackForms(givenForms, memory.forms)
  const fileMonths = memory.months
  fileMonths.outOfOrder = false
  const read = rowReader(header, feed.mediaType !== 'text/csv', forms)
  const policyColumn = columnOf(header.fields, 'policyNumber') ?? undefined
  const defaultPeriod = options.period ?? preamblePeriod(header.preamble)
  const findings = collectFindings(sink.findings)
  const coverage = new Map<string, Coverage>()
  const seen = new Set<FeedField>(header.fields.values())
  const personal = new Set(header.headers.flatMap((name, column) => (isPersonal(name, header.fields.get(column)) ? [column] : [])))
  const secret = header.headers.flatMap((name, column) =>
    isSocialSecurity(name) && header.fields.get(column) !== 'insuredSsnLast4' ? [column] : [],
  )
  const unread = watchUnread(header, wanted)
  const [oddities, firstLoads] = [holdOddities(), gatherFirstLoads()]
  const check = rowChecker({ options, book: sink.book, fileMonths, coverage, forms, oddities, firstLoads, add: findings.add }, header, {
    defaultPeriod,
    personal,
  })
  const totals: FileTotals = { rows: 0, cashSurrenderValueCents: 0, deathBenefitCents: 0 }
  const samples: Record<string, string[]> = {}
  let control: ControlTotals | null = null

  for (const note of feed.notes) findings.file('NOTE', null, note)
  for (const name of header.repeated)
    findings.file('NOTE', name, `More than one column is headed “${name}”. Only one can hold a field; look at them under Columns.`)
  const undecided = header.contests.flatMap(({ field, chosen }) => (chosen === null ? [field] : []))
  const missing = columnFindings(new Set([...seen, ...undecided]), {
    hasCarrier: options.carrierCode !== null,
    hasPeriod: defaultPeriod !== null,
  })
  for (const { field, message } of missing) findings.file('COLUMN', labelOf(field), message)

  for await (const batch of header.table.rows()) {
    const rows: CheckedRow[] = []
    for (const raw of batch) {
      if (raw.line <= header.line || raw.cells.every((cell) => cell.trim() === '')) continue
      if (isTotalLine(raw.cells, policyColumn)) {
        control = mergeTotals(control, readTotals(raw.line, raw.cells, header))
        continue
      }
      const row = read(raw)
      addToTotals(totals, row)
      if (totals.rows <= SAMPLES)
        for (const [column, name] of header.headers.entries())
          (samples[name] ??= []).push(personal.has(column) ? '•••' : (row.cells[column] ?? ''))
      if (!row.ragged) unread.see(row.cells, row.line)
      const checked = await check(row)
      for (const column of secret) row.cells[column] = lastFour(row.cells[column] ?? '')
      checked.raw = row.cells.join(FIELD)
      rows.push(checked)
    }
    if (rows.length > 0) await sink.rows(rows)
    await findings.flush()
    sink.progress?.(totals.rows)
  }

  for (const [, covered] of coverage)
    compareWithBook(covered, findings.add, (policy) => withFilePrior(fileMonths, covered.book.period, policy))
  oddities.release(totals.rows, findings.add, (line) => `line ${line.toLocaleString('en-US')}`)
  firstLoads.release(options.directory, findings.add)
  if (missing.length === 0)
    for (const { header: name, cell, line } of unread.found())
      findings.file(
        'UNUSED',
        name,
        `“${name}” holds amounts (${cell} in line ${line.toLocaleString('en-US')}) and is not used. Say under Columns what it holds; saved there as not used, it is not asked about again.`,
        'warning',
      )
  const settled = forms.settle()
  for (const { ruleCode, header: name, message } of settled.findings) findings.file(ruleCode, name, message)
  for (const { names, message } of contestFindings(header, samples)) findings.file('HEADERS', names, message)
  for (const { field, message } of totalsFindings(totals, control)) findings.file('V13', field, message)
  if (totals.rows === 0) findings.file('FILE', null, 'Below the header the file holds no policies. Ask the carrier to send it again.')
  await findings.end()
  // Dates read otherwise belong to other months: what was gathered of them is void.
  if (settled.again) Object.assign(memory, freshMemory(settled.again))
  else memory.isDone = !fileMonths.outOfOrder
  return {
    mediaType: feed.mediaType,
    headers: header.headers,
    headerLine: header.line,
    mappingSource: source,
    mapping: Object.fromEntries(header.headers.map((name, column) => [name, header.fields.get(column) ?? null])),
    missingFields: missing.map(({ field }) => field),
    forms: settled.decided,
    contested: header.contests.map(({ field, columns, chosen }) => ({
      field,
      headers: columns.map((column) => header.headers[column] ?? ''),
      chosen: headerOf(header.headers, chosen),
    })),
    samples,
    totals,
    controlTotals: control,
    complete: missing.length === 0 && !undecided.some((field) => isNeeded(field)),
    skippedChecks: skippedChecks(seen, control, [...coverage.values()], [...fileMonths.values.keys()]),
    periods: [...new Set([...coverage.values()].map((covered) => covered.book.period))].sort(),
    carriers: [...new Set([...coverage.values()].map((covered) => covered.carrierCode))].sort(),
  }
}
