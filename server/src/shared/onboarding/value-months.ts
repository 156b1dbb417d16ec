/** Staged values a month at a time: compared with what is posted, tied out with the firm's own totals, and posted. */
import { formatMonth, type PlainDate } from '@corridor/domain/primitives/period.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import { hashJoins } from '../../platform/database/hash-joins.ts'
import type { Scope } from '../../platform/http/scope.ts'
import { lockedSentence, monthsLockedSince } from '../policies/period-locks.ts'
import { VALUATION_COLUMNS } from '../policies/valuation-columns.ts'
import { VALUES_TYPE } from './bindings.ts'
import { isLockedAfterwards } from './locks.ts'
import type { Problems } from './problems.ts'
import { sourceText } from './staging.ts'
import type { Written } from './writing.ts'

/** The counts of one month. */
export interface ValueMonth extends Written {
  month: PlainDate
}

const NAMES = VALUATION_COLUMNS.map(({ name }) => name)
const isChange = NAMES.map((name) => `(s.${name} is not null and s.${name} is distinct from v.${name})`).join(' or ')
const posted = (month: PlainDate) =>
  `policy_valuation v on v.institution_id = s.institution_id and v.policy_id = s.policy_id and v.as_of_date = '${month}' and v.status = 'POSTED'`

/** Months of the staged values, oldest first; told once they are all in. */
export async function stagedMonths(trx: Trx): Promise<PlainDate[]> {
  await sql`create index on staged_values (as_of_date)`.execute(trx)
  await sql`analyze staged_values (as_of_date, institution_id, policy_id)`.execute(trx)
  const { rows } = await sql<{ month: PlainDate }>`select as_of_date as month from staged_values group by 1 order by 1`.execute(trx)
  return rows.map(({ month }) => month)
}

/** Two rows of one policy and month: the first stands, the others are told. */
async function tellDoubles(trx: Trx, month: PlainDate, problems: Problems): Promise<void> {
  const { rows } = await sql<{ source: string; first: string; policyNumber: string | null }>`
    select ${sql.raw(sourceText('s', 'c'))} as source, d.first, p.policy_number from staged_values s join onboarding_source c on c.id = s.origin
    join (select policy_id, min(ctid) as at, (array_agg(coalesce(source_text, 'row ' || line) order by ctid))[1] as first from staged_values where as_of_date = ${month} group by 1 having count(*) > 1) d
      on d.policy_id = s.policy_id and s.ctid <> d.at
    left join staged_policies p on p.record_id = s.policy_id
    where s.as_of_date = ${month} order by s.ctid limit 1000`.execute(trx)
  await problems.add(
    rows.map(({ source, first, policyNumber }) => ({
      recordType: VALUES_TYPE.code,
      source,
      column: 'Policy number',
      value: policyNumber,
      problem: `has a value of ${formatMonth(month)} twice: the other is in ${first}`,
    })),
  )
}

/** Compares every month with what is posted. @returns what each would change; locked months that it reaches are told as problems */
export async function compareMonths(
  trx: Trx,
  scope: Scope,
  months: readonly PlainDate[],
  problems: Problems,
  told: (month: PlainDate) => Promise<void>,
): Promise<ValueMonth[]> {
  await hashJoins(trx)
  const found: ValueMonth[] = []
  for (const month of months) {
    await told(month)
    await tellDoubles(trx, month, problems)
    const { rows } = await sql
      .raw<Written>(
        `select count(*)::int as read, count(*) filter (where v.policy_id is null)::int as added, count(*) filter (where v.policy_id is not null and (${isChange}))::int as changed,
          count(*) filter (where v.policy_id is not null and not (${isChange}))::int as same
         from staged_values s left join ${posted(month)} where s.as_of_date = '${month}'`,
      )
      .execute(trx)
    if (rows[0]) found.push({ month, ...rows[0] })
  }
  const changing = found.filter(({ added, changed }) => added + changed > 0).map(({ month }) => month)
  const isLocked = changing[0] !== undefined && (await monthsLockedSince(trx, scope, null, changing[0])).length > 0
  const first = isLocked ? await firstOutside(trx, changing) : changing[0]
  const locked = first === undefined ? [] : await monthsLockedSince(trx, scope, null, first)
  if (first !== undefined && locked.length > 0)
    await problems.add([
      {
        recordType: VALUES_TYPE.code,
        source: VALUES_TYPE.sheet,
        column: 'Month end',
        value: first,
        problem: `${lockedSentence(locked)}, and values from ${formatMonth(first)} on reach into ${locked.length > 1 ? 'them' : 'it'}. A manager can unlock ${locked.length > 1 ? 'them' : 'it'}. For an institution that is new in the portal, fill in Locked through on the Institutions sheet.`,
      },
    ])
  return found
}

/** The first month with a new or changed value that is not locked with its bank's history (`locks.ts`). */
async function firstOutside(trx: Trx, months: readonly PlainDate[]): Promise<PlainDate | undefined> {
  for (const month of months) {
    const { rows } = await sql
      .raw<{ some: boolean }>(
        `select exists (select from staged_values s left join ${posted(month)} where s.as_of_date = '${month}' and (v.policy_id is null or ${isChange}) and not ${isLockedAfterwards}) as some`,
      )
      .execute(trx)
    if (rows[0]?.some) return month
  }
  return undefined
}

/**
 * Posts what is new or changed. Months of which nothing was posted are written by institution: in the order of the table's keys, because millions of values
 * month by month would touch every page of its indexes once a month.
 */
export async function postValues(
  trx: Trx,
  scope: Scope,
  importId: number,
  months: readonly ValueMonth[],
  progress: (values: number) => void,
): Promise<void> {
  const posting = months.filter(({ added, changed }) => added + changed > 0)
  const taken: PlainDate[] = []
  for (const { month, changed } of posting) if (changed > 0 || (await hasVersions(trx, scope, month))) taken.push(month)
  if (taken.length < posting.length) {
    const same = months.filter(({ added, changed }) => added + changed === 0).map(({ month }) => month)
    await postFresh(trx, scope, [...taken, ...same], progress)
  }
  for (const month of taken) await postMonth(trx, scope, importId, month)
}

const userOf = ({ userId }: Scope): string => (userId > 0 ? String(userId) : 'null')
const COLUMNS = `institution_id, policy_id, as_of_date, version, site_id, onboarding_source_id, line_number, source_text, restatement_reason, posted_by, posted_at, ${NAMES.join(', ')}`
/** @param before the value that stands, which an empty cell leaves */
const valueOf = (name: string, before = ''): string =>
  name === 'insured_share_cents'
    ? `coalesce(s.${name}, ${before}0)`
    : before === ''
      ? `s.${name}`
      : `coalesce(s.${name}, ${before.slice(0, -2)})`

/** About so many values are written by one statement; between two of them it tells how far it is. */
const AT_ONCE = 50_000

async function postFresh(trx: Trx, scope: Scope, others: readonly PlainDate[], progress: (values: number) => void): Promise<void> {
  await sql`create index if not exists staged_values_institution on staged_values (institution_id)`.execute(trx)
  const { rows: institutions } = await sql<{ id: number; count: number }>`
    select institution_id as id, count(*)::int as count from staged_values group by 1 order by 1`.execute(trx)
  const isFresh = others.length > 0 ? ` and s.as_of_date <> all ('{${others.join(',')}}'::date[])` : ''
  let [from, waiting, written] = [0, 0, 0]
  for (const [at, { id, count }] of institutions.entries()) {
    waiting += count
    if (waiting < AT_ONCE && at < institutions.length - 1) continue
    await sql
      .raw(
        `insert into policy_valuation (${COLUMNS}) select s.institution_id, s.policy_id, s.as_of_date, 1, ${scope.siteId}, s.origin, s.line, s.source_text, null, ${userOf(scope)}, now(),
          ${NAMES.map((name) => valueOf(name)).join(', ')} from staged_values s where s.institution_id > ${from} and s.institution_id <= ${id}${isFresh}
         order by s.institution_id, s.as_of_date, s.policy_id`,
      )
      .execute(trx)
    written += waiting
    progress(written)
    ;[from, waiting] = [id, 0]
  }
}

/** Posts one month of which values stand: what differs gives way to a new version, with the reason. */
async function postMonth(trx: Trx, scope: Scope, importId: number, month: PlainDate): Promise<void> {
  await sql
    .raw(
      `create temporary table restated on commit drop as select s.institution_id, s.policy_id, v.version from staged_values s join ${posted(month)} where s.as_of_date = '${month}' and (${isChange})`,
    )
    .execute(trx)
  await sql
    .raw(
      `update policy_valuation v set status = 'SUPERSEDED' from restated r where v.institution_id = r.institution_id and v.policy_id = r.policy_id and v.as_of_date = '${month}' and v.version = r.version`,
    )
    .execute(trx)
  await sql
    .raw(
      `insert into policy_valuation (${COLUMNS}) select s.institution_id, s.policy_id, s.as_of_date, coalesce(e.version, 0) + 1, ${scope.siteId}, s.origin, s.line, s.source_text,
        case when r.policy_id is not null then 'Imported with the firm''s book, import ${importId}' end, ${userOf(scope)}, now(), ${NAMES.map((name) => valueOf(name, `v.${name}, `)).join(', ')}
       from staged_values s
       left join (select institution_id, policy_id, max(version) as version from policy_valuation where site_id = ${scope.siteId} and as_of_date = '${month}' group by 1, 2) e
         on e.institution_id = s.institution_id and e.policy_id = s.policy_id
       left join restated r on r.institution_id = s.institution_id and r.policy_id = s.policy_id
       left join policy_valuation v on v.institution_id = r.institution_id and v.policy_id = r.policy_id and v.as_of_date = '${month}' and v.version = r.version
       where s.as_of_date = '${month}' and (r.policy_id is not null or not exists (select from policy_valuation p
         where p.institution_id = s.institution_id and p.policy_id = s.policy_id and p.as_of_date = '${month}' and p.status = 'POSTED'))`,
    )
    .execute(trx)
  await sql`drop table restated`.execute(trx)
}

async function hasVersions(trx: Trx, { siteId }: Scope, month: PlainDate): Promise<boolean> {
  const { rows } = await sql<{ some: boolean }>`
    select exists (select from policy_valuation v where v.site_id = ${siteId} and v.as_of_date = ${month}) as some`.execute(trx)
  return rows[0]?.some ?? false
}
