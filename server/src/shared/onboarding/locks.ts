/**
 * Months locked on the way in: a bank that is new on the portal brings values of months that are locked already, or that are to be. Months are locked for the
 * whole portal, as on the month-end close; so one is locked only where every other institution with values by then is locked through it too.
 */
import { formatMonth, type PlainDate } from '@corridor/domain/primitives/period.ts'
import { sql } from 'kysely'
import { recordSystemActivity } from '../../platform/audit-log/activity.ts'
import type { Trx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/errors.ts'
import type { Scope } from '../../platform/http/scope.ts'
import { storeOpenings } from '../auditing/audit-clients.ts'
import { changePeriodLocks } from '../policies/period-locks.ts'
import type { NoteLocks } from './order.ts'
import type { Problems } from './problems.ts'
import { sourceText } from './staging.ts'

/** Months to lock, and the locked ones of the portal as the check found them. */
export interface LockPlan {
  institutions: number[]
  months: PlainDate[]
  known: PlainDate[]
}

/** Banks of the sheet whose months are locked on the way in: those that have no posted value yet. Comes before values are compared with the locks. */
export async function makeLocking(trx: Trx, { siteId }: Scope): Promise<void> {
  await sql`create temporary table locking as select s.record_id as institution_id, max(s.locked_through) as through from staged_institutions s
    where s.locked_through is not null and not exists (select from policy_valuation v where v.institution_id = s.record_id and v.site_id = ${siteId} and v.status = 'POSTED')
    group by 1`.execute(trx)
}

/** A condition on a staged value `s`: it belongs to a bank whose months are locked once it is in. */
export const isLockedAfterwards = `exists (select from locking k where k.institution_id = s.institution_id and k.through >= s.as_of_date)`

interface Wish {
  source: string
  institutionId: number
  name: string
  through: PlainDate
  isNew: boolean
  first: PlainDate | null
}

/** The locks that the column Locked through asks for; one that cannot be made is told as a problem of its row. */
export async function planLocks(trx: Trx, scope: Scope, today: PlainDate, problems: Problems): Promise<LockPlan> {
  const known = await lockedMonths(trx, scope)
  const { rows: wishes } =
    await sql<Wish>`select ${sql.raw(sourceText('s', 'c'))} as source, s.record_id as institution_id, s.name, s.locked_through as through,
      k.institution_id is not null as is_new, (select min(v.as_of_date) from staged_values v where v.institution_id = s.record_id) as first
    from staged_institutions s join onboarding_source c on c.id = s.origin left join locking k on k.institution_id = s.record_id
    where s.locked_through is not null order by s.n`.execute(trx)
  if (wishes.length === 0) return { institutions: [], months: [], known }
  const told = (wish: Wish, problem: string) =>
    problems.add([{ recordType: 'institutions', source: wish.source, column: 'Locked through', value: wish.through, problem }])
  const months = new Set<PlainDate>()
  const institutions: number[] = []
  const open = await openInstitutions(trx, scope)
  for (const wish of wishes) {
    const { through, first, isNew } = wish
    if (through > today) await told(wish, 'has not ended yet')
    // Its history is there already: the same book again finds its months locked.
    else if (!isNew && known.includes(through)) continue
    else if (!isNew) await told(wish, 'is of an institution that has values in the portal already; lock its months on the month-end close')
    else if (first === null || first > through) await told(wish, 'is of an institution without month-end values up to then in the files')
    else {
      const missing = (await monthEnds(trx, first, through)).filter((month) => !known.includes(month))
      const last = missing.at(-1)
      const other = last === undefined ? undefined : open.find((one) => one.first <= last && (one.through === null || one.through < last))
      if (last !== undefined && other)
        await told(
          wish,
          `would lock ${formatMonth(last)} for ${other.name} too, which has values by then and is not locked through it: months are locked for the whole portal`,
        )
      for (const month of missing) months.add(month)
      institutions.push(wish.institutionId)
    }
  }
  return { institutions, months: [...months].toSorted(), known }
}

async function lockedMonths(trx: Trx, { siteId }: Scope): Promise<PlainDate[]> {
  const { rows } = await sql<{
    month: PlainDate
  }>`select period_end as month from period_lock where site_id = ${siteId} order by 1`.execute(trx)
  return rows.map(({ month }) => month)
}

async function monthEnds(trx: Trx, first: PlainDate, last: PlainDate): Promise<PlainDate[]> {
  const { rows } = await sql<{ month: PlainDate }>`
    select (date_trunc('month', m) + interval '1 month - 1 day')::date as month from generate_series(date_trunc('month', ${first}::date), ${last}::date, interval '1 month') m order by 1`.execute(
    trx,
  )
  return rows.map(({ month }) => month)
}

/** Institutions with values, in the portal or the files, from when on, and through when the sheet locks them. */
async function openInstitutions(trx: Trx, { siteId }: Scope): Promise<{ name: string; first: PlainDate; through: PlainDate | null }[]> {
  const { rows } = await sql<{ name: string; first: PlainDate; through: PlainDate | null }>`
    select coalesce(s.name, i.name, 'an institution') as name, h.first, k.through from (
      select institution_id, min(first) as first from (
        select institution_id, min(as_of_date) as first from staged_values group by 1
        union all select institution_id, min(as_of_date) from policy_valuation where site_id = ${siteId} and status = 'POSTED' group by 1) x group by 1) h
    left join institution i on i.id = h.institution_id left join staged_institutions s on s.record_id = h.institution_id
    left join locking k on k.institution_id = h.institution_id order by 1`.execute(trx)
  return rows
}

/** Posts values with the portal's locks lifted, which the transaction alone sees; then locks all months, and stores the opening balances as locking does. */
export async function lockedAfter(
  trx: Trx,
  scope: Scope,
  { importId, plan, noteLocks }: { importId: number; plan: LockPlan; noteLocks: NoteLocks },
  post: () => Promise<void>,
): Promise<void> {
  if (plan.institutions.length === 0) return post()
  const { siteId, userId } = scope
  await changePeriodLocks(trx, scope)
  const now = await lockedMonths(trx, scope)
  if (now.join() !== plan.known.join())
    throw new AppError('conflict', { message: 'Months were locked or unlocked since the check. Start the import again.' })
  const lowered = await lowerLocks(trx, scope)
  await post()
  await raiseLocks(trx, scope, lowered)
  for (const period of plan.months) {
    await sql`insert into period_lock (site_id, period_end, locked_by) values (${siteId}, ${period}, ${userId || null})`.execute(trx)
    await noted(trx, scope, 'period.locked', period, `Imported with the firm's book, import ${importId}`)
  }
  const { rows: ends } = await sql<{ month: PlainDate }>`select distinct v.as_of_date as month from policy_valuation v
    join institution i on i.id = v.institution_id and i.fiscal_year_end_month = extract(month from v.as_of_date) join locking k on k.institution_id = v.institution_id and k.through >= v.as_of_date
    where v.site_id = ${siteId} and v.status = 'POSTED' and v.institution_id = any(${plan.institutions}::int[]) order by 1`.execute(trx)
  for (const { month } of ends) await storeOpenings(trx, scope, month)
  await sql`update onboarding_import set locked_months = ${plan.months}::date[], locked_institutions = ${plan.institutions}::int[] where id = ${importId}`.execute(
    trx,
  )
  await noteLocks(trx, scope)
}

/** Opens what an import locked and takes its banks' opening balances out, undoes it with the portal's other locks lifted, and puts these back. */
export async function unlockedFor<Undone>(
  trx: Trx,
  scope: Scope,
  { importId, noteLocks }: { importId: number; noteLocks: NoteLocks },
  undo: () => Promise<Undone>,
): Promise<Undone> {
  const { rows } = await sql<{ months: PlainDate[]; institutions: number[] }>`
    select locked_months::text[] as months, locked_institutions as institutions from onboarding_import where id = ${importId}`.execute(trx)
  const { months = [], institutions = [] } = rows[0] ?? {}
  if (institutions.length === 0) return undo()
  await changePeriodLocks(trx, scope)
  const { rows: later } = await sql<{
    month: PlainDate
  }>`select l.period_end as month from period_lock l join onboarding_import m on m.id = ${importId}
    where l.site_id = ${scope.siteId} and l.locked_at > m.ended_at order by 1 limit 1`.execute(trx)
  const [since] = later
  if (since)
    throw new AppError('in_use', {
      message: `The import cannot be undone. ${formatMonth(since.month)} was locked since; a manager can unlock it.`,
    })
  const { rows: opened } = await sql<{ month: PlainDate }>`
    delete from period_lock where site_id = ${scope.siteId} and period_end = any(${months}::date[]) returning period_end as month`.execute(
    trx,
  )
  for (const { month } of opened) await noted(trx, scope, 'period.unlocked', month, `Import ${importId} was undone`)
  await sql`delete from opening_balance where site_id = ${scope.siteId} and institution_id = any(${institutions}::int[])`.execute(trx)
  const lowered = await lowerLocks(trx, scope)
  const undone = await undo()
  await raiseLocks(trx, scope, lowered)
  await noteLocks(trx, scope)
  return undone
}

interface Lowered {
  periodEnd: PlainDate
  lockedBy: number | null
  lockedAt: string
}
async function lowerLocks(trx: Trx, { siteId }: Scope): Promise<Lowered[]> {
  const { rows } = await sql<Lowered>`delete from period_lock where site_id = ${siteId} returning period_end, locked_by, locked_at`.execute(
    trx,
  )
  return rows
}

const raiseLocks = async (trx: Trx, { siteId }: Scope, lowered: readonly Lowered[]): Promise<void> => {
  await sql`insert into period_lock (site_id, period_end, locked_by, locked_at) select ${siteId}, l.* from unnest(${lowered.map((lock) => lock.periodEnd)}::date[],
    ${lowered.map((lock) => lock.lockedBy)}::int[], ${lowered.map((lock) => lock.lockedAt)}::timestamptz[]) as l (a, b, c)`.execute(trx)
}

const noted = (trx: Trx, scope: Scope, action: 'period.locked' | 'period.unlocked', period: PlainDate, reason: string): Promise<void> =>
  recordSystemActivity(trx, {
    action,
    entity: 'period',
    siteId: scope.siteId,
    ...(scope.userId > 0 ? { actorId: scope.userId } : {}),
    after: { period, reason },
  })
