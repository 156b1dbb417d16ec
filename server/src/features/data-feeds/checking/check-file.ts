/**
 * Reads a feed from its first line to its last and checks every row: values, match, rules, control totals. One pass, in little memory,
 * without a database: the book is asked for by carrier and month end, rows and findings are handed over in batches.
 */
import { checkRow, hasValue, periodOf } from '@corridor/domain/feed-checks.ts'
import { type FeedField, isPersonal, isSocialSecurity } from '@corridor/domain/feed-columns.ts'
import { FEED_RULES, type RuleCode, type Severity } from '@corridor/domain/feed-rules.ts'
import { matchKey } from '@corridor/domain/feed-values.ts'
import { formatDate, formatMonth, type PlainDate } from '@corridor/domain/period.ts'
import type { OpenFeed } from '../../../kernel/reading/refusal.ts'
import { type CheckedFinding, type CheckedRow, columnOf, headerOf, lastFour } from './batch.ts'
import { type Book, type BookPolicy, decodePolicy, FIELD, factsOf, shareOf } from './book.ts'
import { collectFindings } from './collect-findings.ts'
import { type ControlTotals, isTotalLine, mergeTotals, readTotals } from './control-totals.ts'
import { type Directory, findCarrier, findInstitution, namedBy, nameOf } from './directory.ts'
import { type FileMonths, hasMonthBefore, noMonths, noteMonth, withFilePrior } from './file-months.ts'
import { chooseMapping, findHeader, labelOf, type Mapping, preamblePeriod } from './header.ts'
import { insuredNameOf, type ReadRow, rowReader } from './read-row.ts'
import { type Coverage, compareWithBook, coverageOf, noteSeen, noteUnknown } from './reconcile.ts'
import { addToTotals, columnFindings, type FileTotals, type SkippedCheck, skippedChecks, totalsFindings } from './whole-file.ts'

export interface CheckOptions {
  carrierCode: string | null
  period: PlainDate | null
  /** The site's day: a month that is still to end has no values yet. */
  today: PlainDate
  directory: Directory
  /** What a person gave for this very file, which wins; else what is kept for the carriers of the site. */
  given: Mapping | null
  kept: { carrierCode: string; mapping: Mapping }[]
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

/**
 * @param fileMonths what the file says of each month; filled on the way, and given again when the months came out of order
 * @throws FeedRefusal when there is no header or the file breaks off
 */
export async function checkFile(
  feed: OpenFeed,
  options: CheckOptions,
  sink: Sink,
  fileMonths: FileMonths = noMonths(),
): Promise<CheckSummary> {
  const { mapping: wanted, source } = await chooseMapping(feed, options)
  const header = await findHeader(feed, wanted)
  const read = rowReader(header, feed.mediaType !== 'text/csv')
  const policyColumn = columnOf(header.fields, 'policyNumber') ?? undefined
  const defaultPeriod = options.period ?? preamblePeriod(header.preamble)
  const findings = collectFindings(sink.findings)
  const coverage = new Map<string, Coverage>()
  const seen = new Set<FeedField>(header.fields.values())
  const personal = new Set(header.headers.flatMap((name, column) => (isPersonal(name, header.fields.get(column)) ? [column] : [])))
  const secret = header.headers.flatMap((name, column) =>
    isSocialSecurity(name) && header.fields.get(column) !== 'insuredSsnLast4' ? [column] : [],
  )
  const totals: FileTotals = { rows: 0, cashSurrenderValueCents: 0, deathBenefitCents: 0 }
  const samples: Record<string, string[]> = {}
  const months = new Map<PlainDate, PlainDate>()
  const unknownNames = new Set<string>()
  let control: ControlTotals | null = null

  for (const note of feed.notes) findings.file('NOTE', null, note)
  for (const name of header.repeated)
    findings.file('NOTE', name, `More than one column is headed “${name}”. Only one can hold a field; look at them under Columns.`)
  const missing = columnFindings(seen, { hasCarrier: options.carrierCode !== null, hasPeriod: defaultPeriod !== null })
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
      const checked = await checkOne(row)
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
  for (const { field, message } of totalsFindings(totals, control)) findings.file('V13', field, message)
  if (totals.rows === 0) findings.file('FILE', null, 'Below the header the file holds no policies. Ask the carrier to send it again.')
  await findings.end()
  return {
    mediaType: feed.mediaType,
    headers: header.headers,
    headerLine: header.line,
    mappingSource: source,
    mapping: Object.fromEntries(header.headers.map((name, column) => [name, header.fields.get(column) ?? null])),
    missingFields: missing.map(({ field }) => field),
    samples,
    totals,
    controlTotals: control,
    complete: missing.length === 0,
    skippedChecks: skippedChecks(seen, control, [...coverage.values()], [...fileMonths.values.keys()]),
    periods: [...new Set([...coverage.values()].map((covered) => covered.book.period))].sort(),
    carriers: [...new Set([...coverage.values()].map((covered) => covered.carrierCode))].sort(),
  }

  function monthOfDate(date: PlainDate): PlainDate {
    const known = months.get(date)
    if (known) return known
    const fresh = periodOf(date)
    months.set(date, fresh)
    return fresh
  }

  async function checkOne(row: ReadRow): Promise<CheckedRow> {
    const { values, texts, line } = row
    const key = matchKey(texts.policyNumber)
    const carrierCode = texts.carrierCode === '' ? options.carrierCode : findCarrier(options.directory, texts.carrierCode)
    const period = values.asOfDate === null ? defaultPeriod : monthOfDate(values.asOfDate)
    const institution = findInstitution(options.directory, texts)
    const checked: CheckedRow = {
      line,
      matchStatus: 'UNMATCHED',
      institutionId: institution?.id ?? null,
      policyId: null,
      period,
      carrierCode,
      matchKey: key || null,
      policyNumber: texts.policyNumber || null,
      insuredName: insuredNameOf(texts),
      raw: '',
      master: null,
      values,
      insuredShare: null,
    }
    const report = (ruleCode: RuleCode, field: FeedField | null, message: string, severity: Severity = FEED_RULES[ruleCode].severity) => {
      const column = columnOf(header.fields, field)
      const value = column === null || personal.has(column) ? null : (row.cells[column] ?? '').trim().slice(0, 120)
      findings.add({
        line,
        columnName: headerOf(header.headers, column),
        value,
        ruleCode,
        severity,
        message,
        institutionId: checked.institutionId,
        policyId: checked.policyId,
      })
    }
    const wantsValue = values.policyStatus === null || hasValue(values.policyStatus)
    if (!row.ragged) {
      if (key === '' && seen.has('policyNumber')) report('VALUE', 'policyNumber', 'The policy number is missing.')
      if (wantsValue)
        for (const field of ['cashSurrenderValue', 'deathBenefit'] as const)
          if (values[field] === null && seen.has(field) && !row.problems.some((problem) => problem.field === field))
            report('VALUE', field, `${labelOf(field)} is missing.`)
      if (texts.carrierCode !== '' && carrierCode === null)
        report(
          'VALUE',
          'carrierCode',
          `“${texts.carrierCode.slice(0, 60)}” is not a carrier known here. Add the carrier, or correct the column.`,
        )
      if (period === null && seen.has('asOfDate') && !row.problems.some((problem) => problem.field === 'asOfDate'))
        report('VALUE', 'asOfDate', 'The row has no valuation date, and the file was handed in without a period.')
    }
    if (row.ragged || key === '' || carrierCode === null || period === null) {
      reportProblems(row, report)
      return checked
    }
    if (period > options.today)
      report(
        'MONTH',
        'asOfDate',
        `${formatMonth(period)} has not ended, so nothing is posted to it. Correct the date, or hand the file in again on ${formatDate(period)} or later.`,
      )
    const covered = await cover(carrierCode, period)
    const candidates = covered.book.policies.get(key) ?? []
    const policies = candidates.map((record): BookPolicy => withFilePrior(fileMonths, period, decodePolicy(record)))
    const matching = policies.length > 1 && institution ? policies.filter((policy) => policy.institutionId === institution.id) : policies
    const [policy] = matching
    if (policy && matching.length === 1) {
      checked.matchStatus = 'MATCHED'
      checked.policyId = policy.policyId
      checked.institutionId = policy.institutionId
      noteSeen(covered, policy)
      const named = `${institution?.id ?? namedBy(texts)}${FIELD}${policy.institutionId}`
      if (institution && institution.id !== policy.institutionId)
        report(
          'P7',
          'institutionName',
          `The carrier says the policy belongs to ${institution.name}; the book has it with ${nameOf(options.directory, policy.institutionId)}. Accept to post it there, or reject the row.`,
        )
      else if (!institution && namedBy(texts) !== '' && !unknownNames.has(named)) {
        unknownNames.add(named)
        report(
          'V12',
          'institutionName',
          `“${namedBy(texts).slice(0, 60)}” is no institution known here. By their numbers the policies of that name are ${nameOf(options.directory, policy.institutionId)}’s; said once, for all its lines.`,
        )
      }
    } else if (policies.length > 1)
      report(
        'V2',
        'policyNumber',
        `${policies.length} policies of this carrier have the number ${texts.policyNumber}, at different institutions. A column with the institution or its FDIC certificate would tell them apart.`,
      )
    else {
      checked.matchStatus = 'NEW'
      checked.master = masterOf(row)
      if (institution) noteUnknown(covered, institution.id)
      report(
        'V2',
        'policyNumber',
        `Policy ${texts.policyNumber} is not in the book${institution ? ` of ${institution.name}` : ''}. Accept it as a new policy, or reject the row.`,
      )
    }
    const identity = checked.policyId ?? `${key}${FIELD}${institution?.id ?? ''}`
    const firstLine = covered.lines.get(identity)
    if (firstLine === undefined) covered.lines.set(identity, line)
    else {
      checked.matchStatus = 'DUPLICATE'
      report(
        'P5',
        'policyNumber',
        `Policy ${texts.policyNumber} was in line ${firstLine} already, for ${formatDate(period)}. Reject one of the two.`,
      )
    }
    reportProblems(row, report)
    const othersInFile = policy !== undefined && hasMonthBefore(fileMonths, period, policy.institutionId)
    const facts = checked.policyId !== null && policy ? factsOf(policy, covered.book, values, othersInFile) : null
    for (const found of checkRow(values, period, facts, options.period)) report(found.ruleCode, found.field, found.message, found.severity)
    if (policy && checked.policyId !== null) {
      checked.insuredShare = shareOf(policy, values, period)
      noteMonth(fileMonths, period, policy, values)
    }
    return checked
  }

  async function cover(carrierCode: string, period: PlainDate): Promise<Coverage> {
    const name = `${carrierCode} ${period}`
    const known = coverage.get(name)
    if (known) return known
    const fresh = coverageOf(carrierCode, await sink.book(carrierCode, period))
    coverage.set(name, fresh)
    return fresh
  }
}

const reportProblems = ({ problems, ragged }: ReadRow, report: (ruleCode: RuleCode, field: FeedField | null, message: string) => void) => {
  for (const problem of problems) if (!ragged || problem.ruleCode === 'RAGGED') report(problem.ruleCode, problem.field, problem.message)
}

/** What the row says about a policy that is not in the book: shown to be accepted or corrected. */
function masterOf({ values, texts }: ReadRow): string {
  return JSON.stringify({
    institutionName: texts.institutionName || null,
    fdicCertificate: texts.fdicCertificate || null,
    planName: texts.planName || null,
    productName: values.productName,
    issueDate: values.issueDate,
    insuredFirstName: texts.insuredFirstName || null,
    insuredLastName: texts.insuredLastName || null,
    insuredDateOfBirth: values.insuredDateOfBirth,
    insuredGender: values.insuredGender,
    mecIndicator: values.mecIndicator,
    insuredSsnLast4: /^\d{4}$/.test(texts.insuredSsnLast4) ? texts.insuredSsnLast4 : null,
  })
}
