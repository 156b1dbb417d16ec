/** Which report types an institution's people may see on the active site, and who of them sees fewer. */
import type { PersonMembership } from '@corridor/contract/rights.ts'
import type { Role } from '@corridor/domain/access/access.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import { AppError, inputError } from '../../platform/http/errors.ts'
import type { Scope } from '../../platform/http/scope.ts'
import type { ActivityEvent } from '../../platform/kernel.ts'

type Log = (event: ActivityEvent) => Promise<void>

/** For a client their own institution, for a representative each that is theirs on the site; for staff none. */
export async function selectMemberships(trx: Trx, scope: Scope, userId: number): Promise<PersonMembership[]> {
  const there =
    await sql`select from user_account u join user_site s on s.user_id = u.id and s.site_id = ${scope.siteId} where u.id = ${userId}`.execute(
      trx,
    )
  if (there.rows.length === 0) throw new AppError('not_found')
  const { rows } = await sql<PersonMembership>`
    select i.id as institution_id, i.name as institution_name, coalesce(ours.report_type_codes, '{}') as report_type_codes,
      own.report_type_codes as own_type_codes, own.updated_at
    from user_account u
    join institution i on i.id = u.institution_id or exists (select from user_institution x where x.user_id = u.id and x.institution_id = i.id)
    join institution_site s on s.institution_id = i.id and s.site_id = ${scope.siteId}
    left join membership ours on ours.institution_id = i.id and ours.site_id = ${scope.siteId} and ours.user_id is null
    left join membership own on own.institution_id = i.id and own.site_id = ${scope.siteId} and own.user_id = u.id
    where u.id = ${userId} order by i.name, i.id`.execute(trx)
  return rows
}

/** @throws AppError('not_found') for an institution of other sites, or of other people */
export async function narrowMembership(
  trx: Trx,
  scope: Scope,
  record: Log,
  now: Date,
  input: { userId: number; institutionId: number; ownTypeCodes: string[] | null; updatedAt: string | null },
): Promise<PersonMembership> {
  const { userId, institutionId, ownTypeCodes } = input
  await sql`select 1 from user_account where id = ${userId} for update`.execute(trx)
  const find = async () => (await selectMemberships(trx, scope, userId)).find((one) => one.institutionId === institutionId)
  const before = await find()
  if (!before) throw new AppError('not_found')
  if (!isSame(before.updatedAt, input.updatedAt)) throw new AppError('conflict', { meta: { current: before, yours: { ownTypeCodes } } })
  if (ownTypeCodes) await knownTypes(trx, ownTypeCodes)
  await save(trx, scope, now, { institutionId, userId, reportTypeCodes: ownTypeCodes })
  await record({
    action: 'membership.changed',
    entity: 'users',
    entityId: userId,
    institutionId,
    before: { reportTypeCodes: before.ownTypeCodes },
    after: { reportTypeCodes: ownTypeCodes },
  })
  return (await find()) ?? before
}

interface InstitutionMembership {
  institutionId: number
  institutionName: string
  reportTypeCodes: string[]
  updatedAt: string | null
}

export async function selectInstitutionMembership(trx: Trx, scope: Scope, institutionId: number): Promise<InstitutionMembership> {
  const { rows } = await sql<InstitutionMembership>`
    select i.id as institution_id, i.name as institution_name, coalesce(m.report_type_codes, '{}') as report_type_codes, m.updated_at
    from institution i join institution_site s on s.institution_id = i.id and s.site_id = ${scope.siteId}
    left join membership m on m.institution_id = i.id and m.site_id = ${scope.siteId} and m.user_id is null
    where i.id = ${institutionId}`.execute(trx)
  if (!rows[0]) throw new AppError('not_found')
  return rows[0]
}

export async function selectPeople(trx: Trx, scope: Scope, institutionId: number) {
  const { rows } = await sql<{ userId: number; name: string; userRole: Role; ownTypeCodes: string[] | null }>`
    select u.id as user_id, concat_ws(' ', u.first_name, u.last_name) as name, u.role as user_role, own.report_type_codes as own_type_codes
    from user_account u join user_site s on s.user_id = u.id and s.site_id = ${scope.siteId}
    left join membership own on own.institution_id = ${institutionId} and own.site_id = ${scope.siteId} and own.user_id = u.id
    where u.status = 1 and (u.institution_id = ${institutionId}
      or u.role = 'e' and exists (select from user_institution x where x.user_id = u.id and x.institution_id = ${institutionId}))
    order by u.last_name, u.first_name, u.id limit 1000`.execute(trx)
  return rows
}

export async function saveInstitutionMembership(
  trx: Trx,
  scope: Scope,
  record: Log,
  now: Date,
  input: { id: number; reportTypeCodes: string[]; updatedAt: string | null },
): Promise<InstitutionMembership> {
  await sql`select 1 from institution where id = ${input.id} for update`.execute(trx)
  const before = await selectInstitutionMembership(trx, scope, input.id)
  if (!isSame(before.updatedAt, input.updatedAt))
    throw new AppError('conflict', { meta: { current: before, yours: { reportTypeCodes: input.reportTypeCodes } } })
  await knownTypes(trx, input.reportTypeCodes)
  await save(trx, scope, now, { institutionId: input.id, userId: null, reportTypeCodes: input.reportTypeCodes })
  await record({
    action: 'membership.changed',
    entity: 'institutions',
    entityId: input.id,
    institutionId: input.id,
    before: { reportTypeCodes: before.reportTypeCodes },
    after: { reportTypeCodes: input.reportTypeCodes },
  })
  return selectInstitutionMembership(trx, scope, input.id)
}

export const selectReportTypes = (trx: Trx) =>
  trx.selectFrom('reportType').select(['code', 'name']).orderBy('displayOrder').orderBy('code').execute()

/** Null takes the row away. Saved later than before by a millisecond at least, so that two versions never carry one time. */
async function save(
  trx: Trx,
  { siteId }: Scope,
  now: Date,
  { institutionId, userId, reportTypeCodes }: { institutionId: number; userId: number | null; reportTypeCodes: string[] | null },
): Promise<void> {
  const row = sql`institution_id = ${institutionId} and site_id = ${siteId} and user_id is not distinct from ${userId}::int`
  if (reportTypeCodes === null) {
    await sql`delete from membership where ${row}`.execute(trx)
    return
  }
  const codes = sql`${reportTypeCodes}::text[]`
  await sql`insert into membership (institution_id, site_id, user_id, report_type_codes, updated_at)
    values (${institutionId}, ${siteId}, ${userId}, ${codes}, ${now.toISOString()})
    on conflict (institution_id, site_id, coalesce(user_id, 0)) do update set report_type_codes = excluded.report_type_codes,
      updated_at = greatest(excluded.updated_at, membership.updated_at + interval '1 millisecond')`.execute(trx)
}

async function knownTypes(trx: Trx, codes: readonly string[]): Promise<void> {
  const known = new Set((await selectReportTypes(trx)).map(({ code }) => code))
  const unknown = codes.filter((code) => !known.has(code))
  if (unknown.length > 0) throw inputError({ reportTypeCodes: [`There is no report type ${unknown.join(', ')}.`] })
}

const isSame = (stored: string | null, seen: string | null): boolean =>
  stored === null || seen === null ? stored === seen : stored === new Date(seen).toISOString()
