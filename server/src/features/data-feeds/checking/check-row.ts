/** One row of a feed: whose it is, which policy and month, and what the rules say of it. */

import { LATEST_BIRTH_YEAR, matchKey } from '@corridor/domain/data-feeds/cell-values.ts'
import type { FeedField } from '@corridor/domain/data-feeds/columns.ts'
import { isClaimed, priorYield } from '@corridor/domain/data-feeds/movements.ts'
import { type FeedValues, hasValue, type PolicyFacts } from '@corridor/domain/data-feeds/row.ts'
import { checkRow, periodOf } from '@corridor/domain/data-feeds/row-checks.ts'
import { FEED_RULES, type FeedRules, type RuleCode, type Severity } from '@corridor/domain/data-feeds/rules.ts'
import { MEANINGS, oddSizes } from '@corridor/domain/data-feeds/sizes.ts'
import { rulesUnder, type Tolerance } from '@corridor/domain/data-feeds/tolerances.ts'
import { formatMoney } from '@corridor/domain/primitives/money.ts'
import { formatDate, formatMonth, type PlainDate } from '@corridor/domain/primitives/period.ts'
import { factsOf, shareOf } from '../../../shared/auditing/register-facts.ts'
import { decodePolicy, FIELD, type RegisterMonth, type RegisterPolicy } from '../../../shared/auditing/register-month.ts'
import { type CheckedFinding, type CheckedRow, columnOf, headerOf } from './batch.ts'
import type { FormsTracker } from './column-forms.ts'
import { carrierNameOf, type Directory, findCarrier, findInstitution, namedBy, nameOf } from './directory.ts'
import { type FileMonths, hasMonthBefore, noteMonth, withFilePrior } from './file-months.ts'
import type { FirstLoads } from './first-loads.ts'
import { type FoundHeader, labelOf } from './header.ts'
import { isHeldBack, type Oddities } from './oddities.ts'
import { insuredNameOf, type ReadRow } from './read-row.ts'
import { type Coverage, coverageOf, noteSeen, noteUnknown, type Unexpected } from './reconcile.ts'
import { noteDate } from './stray-rows.ts'

/** The context that all rows of a file are checked with. */
export interface RowChecks {
  options: {
    carrierCode: string | null
    period: PlainDate | null
    today: PlainDate
    directory: Directory
    tolerances: readonly Tolerance[]
  }
  book: (carrierCode: string, period: PlainDate) => Promise<RegisterMonth>
  fileMonths: FileMonths
  /** The carriers and months found in the file so far. */
  coverage: Map<string, Coverage>
  forms: FormsTracker
  oddities: Oddities
  firstLoads: FirstLoads
  /** A line in words. */
  say: (line: number) => string
  add: (finding: CheckedFinding) => void
}

/** @param defaultPeriod of rows that do not say @param personal columns whose cells no finding shows */
export function rowChecker(
  { options, book, fileMonths, coverage, forms, oddities, firstLoads, say, add }: RowChecks,
  header: FoundHeader,
  { defaultPeriod, personal }: { defaultPeriod: PlainDate | null; personal: ReadonlySet<number> },
): (row: ReadRow) => Promise<CheckedRow> {
  const seen = new Set<FeedField>(header.fields.values())
  const months = new Map<PlainDate, PlainDate>()
  const unknownNames = new Set<string>()
  const rulesFor = rulesUnder<FeedRules>(FEED_RULES, options.tolerances)

  return async (row) => {
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
    const placeOf = (field: FeedField | null) => {
      const column = columnOf(header.fields, field)
      return {
        line,
        columnName: headerOf(header.headers, column),
        value: column === null || personal.has(column) ? null : (row.cells[column] ?? '').trim().slice(0, 120),
        institutionId: checked.institutionId,
        policyId: checked.policyId,
      }
    }
    const report = (
      ruleCode: RuleCode,
      field: FeedField | null,
      message: string,
      severity: Severity = FEED_RULES[ruleCode].severity,
      kind = '',
    ) => {
      const finding: CheckedFinding = { ...placeOf(field), ruleCode, severity, message }
      if (isHeldBack(ruleCode)) oddities.hold(period === null ? finding : { ...finding, period }, kind)
      else add(finding)
    }
    const wantsValue = values.policyStatus === null || hasValue(values.policyStatus)
    if (!row.ragged) {
      if (key === '' && seen.has('policyNumber') && !row.problems.some((problem) => problem.field === 'policyNumber'))
        report('VALUE', 'policyNumber', 'The policy number is missing.')
      if (wantsValue)
        for (const field of ['cashSurrenderValue', 'deathBenefit'] as const)
          if (values[field] === null && seen.has(field) && !row.problems.some((problem) => problem.field === field))
            report('VALUE', field, `${labelOf(field)} is missing.`)
      if (texts.carrierCode !== '' && carrierCode === null)
        report(
          'VALUE',
          'carrierCode',
          `“${texts.carrierCode.slice(0, 60)}” is not a known carrier. Add the carrier, or correct the column.`,
        )
      if (period === null && seen.has('asOfDate') && !row.problems.some((problem) => problem.field === 'asOfDate'))
        report('VALUE', 'asOfDate', 'The row has no valuation date, and the file was uploaded without a period.')
    }
    if (row.ragged || key === '' || carrierCode === null || period === null) {
      reportProblems(row, report)
      return checked
    }
    if (period > options.today)
      report(
        'MONTH',
        'asOfDate',
        `${formatMonth(period)} has not ended, so nothing is posted to it. Correct the date, or upload the file again on ${formatDate(period)} or later.`,
      )
    const covered = await cover(carrierCode, period)
    const candidates = covered.book.policies.get(key) ?? []
    const policies = candidates.map((record): RegisterPolicy => withFilePrior(fileMonths, period, decodePolicy(record)))
    const matching = policies.length > 1 && institution ? policies.filter((policy) => policy.institutionId === institution.id) : policies
    const [policy] = matching
    if (policy && matching.length === 1) {
      checked.matchStatus = 'MATCHED'
      checked.policyId = policy.policyId
      checked.institutionId = policy.institutionId
      noteSeen(covered, policy)
      for (const { field, column, cell } of row.openDates)
        if (field === 'issueDate') forms.compare(column, cell, policy.issueDate)
        else forms.compare(column, cell, policy.dateOfBirth, LATEST_BIRTH_YEAR)
      const named = `${institution?.id ?? namedBy(texts)}${FIELD}${policy.institutionId}`
      if (institution && institution.id !== policy.institutionId)
        report(
          'P7',
          'institutionName',
          `The carrier says the policy belongs to ${institution.name}; the register has it with ${nameOf(options.directory, policy.institutionId)}. Accept to post it there, or exclude the row.`,
        )
      else if (!institution && namedBy(texts) !== '' && !unknownNames.has(named)) {
        unknownNames.add(named)
        report(
          'V12',
          'institutionName',
          `“${namedBy(texts).slice(0, 60)}” is not a known institution. By their numbers the policies under that name belong to ${nameOf(options.directory, policy.institutionId)}; this is reported once for all its lines.`,
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
        `Policy ${texts.policyNumber} is not in the register${institution ? ` of ${institution.name}` : ''}. Correct the number, accept it as a new policy, or exclude the row.`,
      )
    }
    noteDate(covered, values.asOfDate, () => placeOf('asOfDate'))
    const identity = checked.policyId ?? `${key}${FIELD}${institution?.id ?? ''}`
    const firstLine = covered.lines.get(identity)
    if (firstLine === undefined) covered.lines.set(identity, line)
    else {
      checked.matchStatus = 'DUPLICATE'
      report(
        'P5',
        'policyNumber',
        `Policy ${texts.policyNumber} was in ${say(firstLine)} already, for ${formatDate(period)}. Exclude one of the two.`,
      )
    }
    reportProblems(row, report)
    const othersInFile = policy !== undefined && hasMonthBefore(fileMonths, period, policy.institutionId)
    const facts = checked.policyId !== null && policy ? factsOf(policy, covered.book, values, othersInFile) : null
    const why = facts?.prior && wantsValue ? unexpectedOf(values, facts, period) : null
    if (why) covered.unexpected[why]++
    if (wantsValue)
      for (const { field, meaning, amount, usual, beside } of oddSizes(values, facts ?? NOTHING_KNOWN))
        report(
          'SIZE',
          field,
          `${labelOf(field)} is ${formatMoney(amount)}, where ${beside === 'book' ? 'the register leads to expect something like' : 'the row’s value is'} ${formatMoney(usual)}: ${MEANINGS[meaning]}${MEANINGS[meaning].endsWith('?') ? '' : '.'}`,
          undefined,
          meaning,
        )
    if (!facts?.usual && wantsValue && checked.matchStatus !== 'DUPLICATE') firstLoads.note(covered, checked.institutionId, values)
    for (const found of checkRow(values, period, facts, options.period, rulesFor(carrierCode, facts?.productName ?? values.productName)))
      report(found.ruleCode, found.field, found.message, found.severity)
    if (policy && checked.policyId !== null) {
      checked.insuredShare = shareOf(policy, values, period)
      noteMonth(fileMonths, period, policy, values)
    }
    return checked
  }

  function monthOfDate(date: PlainDate): PlainDate {
    const known = months.get(date)
    if (known) return known
    const fresh = periodOf(date)
    months.set(date, fresh)
    return fresh
  }

  async function cover(carrierCode: string, period: PlainDate): Promise<Coverage> {
    const name = `${carrierCode} ${period}`
    const known = coverage.get(name)
    if (known) return known
    const fresh = coverageOf(carrierCode, await book(carrierCode, period), carrierNameOf(options.directory, carrierCode))
    coverage.set(name, fresh)
    return fresh
  }
}

const NOTHING_KNOWN = { usual: null, costBasis: null }

const unexpectedOf = (values: FeedValues, facts: PolicyFacts, period: PlainDate): Unexpected | null =>
  isClaimed(values, facts) ? 'claim' : !facts.cannotFall ? 'market' : priorYield(facts, period) === null ? 'firstMonths' : null

const reportProblems = ({ problems, ragged }: ReadRow, report: (ruleCode: RuleCode, field: FeedField | null, message: string) => void) => {
  for (const problem of problems) if (!ragged || problem.ruleCode === 'RAGGED') report(problem.ruleCode, problem.field, problem.message)
}

/** A row's statement about a policy that is not in the register: shown to be accepted or corrected. */
function masterOf({ values, texts, newPolicy }: ReadRow): string {
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
    ...newPolicy,
  })
}
