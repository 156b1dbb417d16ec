/** Rows of a file that reach into a locked month, said when the file is checked and again whenever its rows or the locks change, not first at posting. */
import { FEED_RULES } from '@corridor/domain/data-feeds/rules.ts'
import { formatCount } from '@corridor/domain/primitives/money.ts'
import { formatDate, formatMonth, type PlainDate } from '@corridor/domain/primitives/period.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import { sayLine } from '../../platform/formats/reading/lines.ts'
import type { Scope } from '../../platform/http/scope.ts'
import type { Events } from '../../platform/kernel.ts'
import { lockedSentence, monthsLockedSince } from '../../shared/policies/period-locks.ts'
import { recount, touch } from './counts.ts'
import { selectSheets } from './queries.ts'
import { changesBook } from './row-values.ts'

interface LockedFinding {
  period: PlainDate
  lineNumber: number | null
  institutionId: number | null
  message: string
}

interface Telling {
  events: Pick<Events, 'publish'>
}

/** Writes the file's findings of this kind anew. The caller counts the findings afterwards. @returns whether they say something else now */
export async function noteLockedMonths(trx: Trx, scope: Scope, fileId: number): Promise<boolean> {
  const before = await trx
    .deleteFrom('carrierFileFinding')
    .where('fileId', '=', fileId)
    .where('ruleCode', '=', 'LOCKED')
    .returning(['lineNumber', 'message'])
    .execute()
  const found = [...(await valuesInLockedMonths(trx, scope, fileId)), ...(await policiesIssuedBefore(trx, scope, fileId))]
  if (found.length > 0)
    await trx
      .insertInto('carrierFileFinding')
      .values(
        found.map((finding) => ({ fileId, siteId: scope.siteId, ruleCode: 'LOCKED', severity: FEED_RULES.LOCKED.severity, ...finding })),
      )
      .execute()
  const said = (findings: readonly Pick<LockedFinding, 'lineNumber' | 'message'>[]) =>
    findings
      .map(({ lineNumber, message }) => `${lineNumber} ${message}`)
      .sort()
      .join('\n')
  return said(before) !== said(found)
}

/** After a month was locked or unlocked: every file that waits says what holds now. A file that somebody works on says it when they are done. */
export async function noteLocksOfWaitingFiles(kernel: Telling, scope: Scope, trx: Trx): Promise<void> {
  const files = await trx
    .selectFrom('carrierFile')
    .select(['id', 'status', 'openErrors'])
    .where('siteId', '=', scope.siteId)
    .where('status', 'in', ['PARSED', 'VALIDATED'])
    .orderBy('id')
    .forUpdate()
    .skipLocked()
    .execute()
  for (const file of files) await noteLocksOf(kernel, scope, trx, file)
}

/** @param file locked by the caller @returns whether it says something else now */
export async function noteLocksOf(
  kernel: Telling,
  scope: Scope,
  trx: Trx,
  { id, status, openErrors }: { id: number; status: string; openErrors: number },
): Promise<boolean> {
  const isNews = await noteLockedMonths(trx, scope, id)
  await recount(trx, id)
  const after = await trx.selectFrom('carrierFile').select('openErrors').where('id', '=', id).executeTakeFirstOrThrow()
  if (!isNews && after.openErrors === openErrors) return false
  await touch(trx, id)
  await kernel.events.publish(trx, { siteId: scope.siteId, type: 'file', fileId: id, status })
  return true
}

/** The locked months that the file's open findings speak of. */
export async function lockedMonthsOf(trx: Trx, scope: Scope, fileId: number): Promise<PlainDate[]> {
  const { rows } = await sql<{ since: PlainDate | null }>`
    select min(period) as since from carrier_file_finding where file_id = ${fileId} and rule_code = 'LOCKED' and line_number is null and status = 'OPEN'`.execute(
    trx,
  )
  const since = rows[0]?.since
  return since ? monthsLockedSince(trx, scope, null, since) : []
}

/** Lines named in a finding; the others are counted. */
const NAMED_LINES = 5

async function valuesInLockedMonths(trx: Trx, scope: Scope, fileId: number): Promise<LockedFinding[]> {
  const { rows: months } = await sql<{ period: PlainDate }>`
    select distinct period from carrier_file_row where file_id = ${fileId} and period is not null and match_status <> 'REJECTED' order by period`.execute(
    trx,
  )
  const sheets = await selectSheets(trx, scope, fileId)
  const found: LockedFinding[] = []
  for (const { period } of months) {
    const locked = await monthsLockedSince(trx, scope, null, period)
    if (locked.length === 0) continue
    const { rows } = await sql<{ count: number; lines: number[] | null }>`
      select count(*)::int as count, (array_agg(r.line_number order by r.line_number))[1:${sql.lit(NAMED_LINES)}] as lines
      from carrier_file_row r where r.file_id = ${fileId} and r.period = ${period} and ${changesBook(period)}`.execute(trx)
    const { count = 0, lines = null } = rows[0] ?? {}
    if (count === 0) continue
    const which = `${count === 1 ? 'one row' : `${formatCount(count)} rows`} of this file (${linesInWords(sheets, lines ?? [], count)}) would change`
    found.push({
      period,
      lineNumber: null,
      institutionId: null,
      message: `${lockedSentence(locked)}, and ${which} ${locked[0] === period && locked.length === 1 ? 'it' : formatMonth(period)}. ${wayOut(locked)}`,
    })
  }
  return found
}

/** New policies of an institution that is told by the row: taken in, they would count in the months since their issue. */
async function policiesIssuedBefore(trx: Trx, scope: Scope, fileId: number): Promise<LockedFinding[]> {
  const { rows } = await sql<{
    lineNumber: number
    policyNumber: string | null
    institutionId: number
    issueDate: PlainDate
    period: PlainDate
    locked: PlainDate[]
  }>`
    with issued as materialized (
      select line_number, policy_number, institution_id, period, (master ->> 'issueDate')::date as issue_date from carrier_file_row
      where file_id = ${fileId} and match_status = 'NEW' and institution_id is not null and master ->> 'issueDate' is not null),
    reached as materialized (
      select d.*, months_locked_since(${scope.siteId}, d.institution_id, d.issue_date) as locked from (select distinct institution_id, issue_date from issued) d)
    select i.line_number, i.policy_number, i.institution_id, i.issue_date, i.period, r.locked::text[] as locked
    from issued i join reached r on r.institution_id = i.institution_id and r.issue_date = i.issue_date
    where cardinality(r.locked) > 0 order by i.line_number`.execute(trx)
  return rows.map(({ lineNumber, policyNumber, institutionId, issueDate, period, locked }) => ({
    period,
    lineNumber,
    institutionId,
    message: `${lockedSentence(locked)}, and policy ${policyNumber ?? ''}, issued on ${formatDate(issueDate)}, would count in ${locked.length > 1 ? 'them' : 'it'}. Exclude the row, enter the policy in the register as acquired since, or unlock ${locked.length > 1 ? 'these months' : 'the month'} first on the month-end close, which a manager may do.`,
  }))
}

const wayOut = (locked: readonly PlainDate[]): string =>
  `Exclude the rows, or unlock ${locked.length > 1 ? 'these months' : 'the month'} first on the month-end close, which a manager may do.`

function linesInWords(sheets: readonly string[] | null, lines: readonly number[], count: number): string {
  const more = count - lines.length
  const named = lines.map((line) => (sheets ? sayLine(sheets, line) : formatCount(line)))
  const last = more > 0 ? `${formatCount(more)} more` : named.pop()
  const unit = sheets ? '' : count === 1 ? 'line ' : 'lines '
  return `${unit}${named.length > 0 ? `${named.join(', ')} and ` : ''}${last}`
}
