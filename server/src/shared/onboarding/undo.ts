/** Undoing the last import: what it added is taken out, what it changed is put back, unless something has come to depend on it since. */
import { sql } from 'kysely'
import { recordSystemActivity } from '../../platform/audit-log/activity.ts'
import type { Db, Trx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/errors.ts'
import { inScope, type Scope } from '../../platform/http/scope.ts'
import type { Binding } from './binding.ts'
import { BINDINGS, storedColumns } from './bindings.ts'
import { unlockedFor } from './locks.ts'
import type { NoteLocks } from './order.ts'
import { paperDependants, undoPapers } from './write-papers.ts'

export interface Undone {
  importId: number
  removed: number
  restored: number
}

export const ONLY_LAST = 'Only the last import of the portal can be undone.'

interface Undoing {
  db: Db
  now: () => Date
  noteLocks: NoteLocks
}

/** @param asked the import that is meant, where one was chosen @throws AppError not_found when there is none; wrong_status when it is not the last; in_use with the sentence that names what depends on it; period_locked */
export async function undoLastImport({ db, now, noteLocks }: Undoing, scope: Scope, asked?: number): Promise<Undone> {
  return inScope(db, scope, async (trx) => {
    const { rows: turn } = await sql<{
      free: boolean
    }>`select pg_try_advisory_xact_lock(hashtextextended(${`onboarding ${scope.siteId}`}, 0)) as free`.execute(trx)
    if (!turn[0]?.free) throw new AppError('conflict', { message: 'An import of this portal is running. Wait until it has ended.' })
    const last = await trx
      .selectFrom('onboardingImport')
      .select(['id', 'name'])
      .where('siteId', '=', scope.siteId)
      // One that failed may have written some of its sheet groups.
      .where(sql<boolean>`(status in ('DONE', 'UNDOING') or (status = 'FAILED' and purpose = 'IMPORT'))`)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
    if (!last) throw new AppError('not_found', { message: 'There is no import to undo.' })
    if (asked !== undefined && asked !== last.id) throw new AppError('wrong_status', { message: ONLY_LAST })
    await refuseDependants(trx, scope, last.id)
    const { removed, restored } = await unlockedFor(trx, scope, { importId: last.id, noteLocks }, () => takeOut(trx, scope, last.id, now()))
    await sql`update onboarding_import set status = 'UNDONE', undone_by = ${scope.userId || null}, undone_at = clock_timestamp() where id = ${last.id}`.execute(
      trx,
    )
    await recordSystemActivity(trx, {
      action: 'onboarding.undone',
      entity: 'onboarding',
      entityId: last.id,
      siteId: scope.siteId,
      ...(scope.userId > 0 ? { actorId: scope.userId } : {}),
      after: { name: last.name, removed, restored },
    })
    return { importId: last.id, removed, restored }
  })
}

async function takeOut(trx: Trx, scope: Scope, importId: number, now: Date): Promise<{ removed: number; restored: number }> {
  const papers = await undoPapers(trx, scope, importId, now)
  const values = await undoValues(trx, scope, importId)
  let [removed, restored] = [papers.removed + values.removed, papers.restored + values.restored]
  await sql`select forget_histories_of_import(${importId})`.execute(trx)
  for (const binding of BINDINGS.toReversed()) {
    restored += await restore(trx, scope, importId, binding)
    removed += await remove(trx, scope, importId, binding)
  }
  return { removed, restored }
}

/** Sentences for what came to depend on the import, most telling first. @throws AppError in_use */
async function refuseDependants(trx: Trx, scope: Scope, importId: number): Promise<void> {
  const told: string[] = []
  const { rows: reports } = await sql<{ name: string; month: string; count: number }>`
    select i.name, to_char(max(r.period), 'FMMonth YYYY') as month, count(*)::int as count
    from report r join institution i on i.id = r.institution_id
    where r.site_id = ${scope.siteId} and exists (select from report_version x where x.institution_id = r.institution_id and x.report_id = r.id
        and x.generated_at > (select m.started_at from onboarding_import m where m.id = ${importId}))
      and exists (select from policy_valuation v join onboarding_source c on c.id = v.onboarding_source_id and c.import_id = ${importId}
        where v.institution_id = r.institution_id and v.site_id = r.site_id and v.as_of_date <= r.period)
    group by i.name order by i.name`.execute(trx)
  for (const { name, month, count } of reports.slice(0, NAMED))
    told.push(
      `${count === 1 ? 'A report' : `${count} reports`} of ${name}, the last for ${month}, ${count === 1 ? 'was' : 'were'} made with its values.`,
    )
  if (reports.length > NAMED) told.push(`So were reports of ${reports.length - NAMED} more institutions.`)
  for (const binding of BINDINGS) {
    if (binding.isReplaced) continue
    const { rows } = await sql
      .raw<{ count: number }>(
        `select count(*)::int as count from onboarding_record r cross join lateral jsonb_populate_record(null::${binding.table}, r.record) k
         join ${binding.table} t on ${pairs(binding)} where r.import_id = ${importId} and r.record_type = '${binding.type.code}'
           and t.updated_at > (select m.ended_at from onboarding_import m where m.id = ${importId})`,
      )
      .execute(trx)
    const count = rows[0]?.count ?? 0
    const [one, many] = binding.type.words
    if (count > 0) told.push(`${count === 1 ? `One ${one} was` : `${count.toLocaleString('en-US')} ${many} were`} changed since.`)
  }
  told.push(...(await paperDependants(trx, importId)))
  const { rows: restated } = await sql<{ count: number }>`
    select count(*)::int as count from policy_valuation v join onboarding_source c on c.id = v.onboarding_source_id and c.import_id = ${importId} where v.status = 'SUPERSEDED'`.execute(
    trx,
  )
  if ((restated[0]?.count ?? 0) > 0) told.push(`${restated[0]?.count.toLocaleString('en-US')} of its month-end values were restated since.`)
  if (told.length > 0) throw new AppError('in_use', { message: `The import cannot be undone. ${told.join(' ')}` })
}
const NAMED = 3

const pairs = ({ primaryKey }: Binding): string => primaryKey.map((column) => `t.${column} = k.${column}`).join(' and ')
const recordsOf = (binding: Binding, importId: number): string =>
  `r.import_id = ${importId} and r.record_type = '${binding.type.code}' and ${pairs(binding)}`

async function undoValues(trx: Trx, scope: Scope, importId: number): Promise<{ removed: number; restored: number }> {
  await sql
    .raw(`create temporary table taken on commit drop as select v.institution_id, v.policy_id, v.as_of_date from policy_valuation v
      join onboarding_source c on c.id = v.onboarding_source_id and c.import_id = ${importId} where v.version > 1`)
    .execute(trx)
  const { numAffectedRows: removed } = await sql
    .raw(
      `delete from policy_valuation v using onboarding_source c where c.id = v.onboarding_source_id and c.import_id = ${importId} and v.site_id = ${scope.siteId}`,
    )
    .execute(trx)
  const { numAffectedRows: restored } = await sql
    .raw(`update policy_valuation v set status = 'POSTED' from (select e.institution_id, e.policy_id, e.as_of_date, max(e.version) as version from policy_valuation e
        join taken using (institution_id, policy_id, as_of_date) group by 1, 2, 3) k
      where v.institution_id = k.institution_id and v.policy_id = k.policy_id and v.as_of_date = k.as_of_date and v.version = k.version and v.status = 'SUPERSEDED'`)
    .execute(trx)
  return { removed: Number(removed ?? 0) - Number(restored ?? 0), restored: Number(restored ?? 0) }
}

/** Puts changed records back as they were, and says so in the register's history. */
async function restore(trx: Trx, scope: Scope, importId: number, binding: Binding): Promise<number> {
  const { table, register, primaryKey } = binding
  const columns = storedColumns(binding).filter((column) => !primaryKey.includes(column))
  if (columns.length === 0) return 0
  const where = `${recordsOf(binding, importId)} and r.before is not null`
  const from = `onboarding_record r cross join lateral jsonb_populate_record(null::${table}, r.record) k cross join lateral jsonb_populate_record(null::${table}, r.before) b`
  if (register)
    await sql
      .raw(
        `insert into register_change (institution_id, site_id, entity, entity_id, policy_id, insured_id, action, reason, before, after, reaches_from, user_id)
         select c.institution_id, c.site_id, c.entity, c.entity_id, c.policy_id, c.insured_id, 'CORRECTED', 'Import ${importId} was undone', c.after, c.before, c.reaches_from, ${scope.userId || 'null'}
         from register_change c where c.site_id = ${scope.siteId} and c.entity = '${register.entity}' and c.action = 'CORRECTED' and c.reason = 'Imported with the firm''s book, import ${importId}'`,
      )
      .execute(trx)
  const valueOf = (column: string) => `case when jsonb_exists(r.before, '${column}') then b.${column} else t.${column} end`
  if (binding.isReplaced) {
    const ofSite = binding.isOfSite ? ['site_id'] : []
    const names = [...primaryKey, ...columns, ...ofSite]
    await sql
      .raw(`create temporary table restoring on commit drop as select ${[...primaryKey, ...ofSite].map((column) => `t.${column}`).join(', ')}, ${columns.map((column) => `${valueOf(column)} as ${column}`).join(', ')}
        from ${table} t, ${from} where ${where}`)
      .execute(trx)
    await sql.raw(`delete from ${table} t using restoring k where ${pairs(binding)}`).execute(trx)
    const { numAffectedRows } = await sql
      .raw(`insert into ${table} (${names.join(', ')}) select ${names.join(', ')} from restoring`)
      .execute(trx)
    await sql`drop table restoring`.execute(trx)
    return Number(numAffectedRows ?? 0)
  }
  const { numAffectedRows } = await sql
    .raw(
      `update ${table} t set ${columns.map((column) => `${column} = ${valueOf(column)}`).join(', ')}, updated_at = coalesce(b.updated_at, clock_timestamp()) from ${from} where ${where}`,
    )
    .execute(trx)
  return Number(numAffectedRows ?? 0)
}

async function remove(trx: Trx, scope: Scope, importId: number, binding: Binding): Promise<number> {
  const added = `from onboarding_record r cross join lateral jsonb_populate_record(null::${binding.table}, r.record) k where r.import_id = ${importId} and r.record_type = '${binding.type.code}' and r.before is null`
  try {
    if (binding.type.code === 'people')
      await sql.raw(`delete from user_site x where x.site_id = ${scope.siteId} and x.user_id in (select k.id ${added})`).execute(trx)
    // Row-level security sees an institution through its portals: it goes before them.
    await sql`set constraints all deferred`.execute(trx)
    const { numAffectedRows } = await sql
      .raw(
        `delete from ${binding.table} t using onboarding_record r cross join lateral jsonb_populate_record(null::${binding.table}, r.record) k where ${recordsOf(binding, importId)} and r.before is null`,
      )
      .execute(trx)
    if (binding.type.code === 'institutions')
      await sql
        .raw(`delete from institution_site x where x.site_id = ${scope.siteId} and x.institution_id in (select k.id ${added})`)
        .execute(trx)
    await sql`set constraints all immediate`.execute(trx)
    return Number(numAffectedRows ?? 0)
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause && cause.code === '23503')) throw cause
    const table = 'table' in cause ? String(cause.table).replaceAll('_', ' ') : 'other records'
    throw Object.assign(
      new AppError('in_use', {
        message: `The import cannot be undone: ${table === binding.table.replaceAll('_', ' ') ? 'other records' : `records of “${table}”`} refer to ${binding.type.words[1]} that it added. Remove them first.`,
      }),
      { cause },
    )
  }
}
