/** Facts about a person and a record, gathered for domain/access-explanation.ts, which draws the conclusion. */
import type { RecordKind } from '@corridor/contract/rights.ts'
import type { Session } from '@corridor/contract/session.ts'
import {
  levelOf,
  MEMBERSHIP_TYPES,
  PERMISSION_CODES,
  type PermissionCode,
  type PermissionEntry,
  type Role,
} from '@corridor/domain/access/access.ts'
import type { AccessFacts, RecordFacts } from '@corridor/domain/access/explanation.ts'
import { formatMonth, type PlainDate } from '@corridor/domain/primitives/period.ts'
import { REPORT_FAMILIES, REPORT_TYPE_NAMES, reportFamily } from '@corridor/domain/reports/families.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import { type Scope, visible } from '../../platform/http/scope.ts'
import { heldEntries } from './permissions.ts'

export interface PersonFacts extends AccessFacts {
  permissions: PermissionEntry[]
  institutionTypes: string[]
  ownTypes: string[] | null
  institutions: { id: number; name: string }[]
}

/**
 * @param institutionId which of a representative's institutions they act for; the first by name unless said, as at sign-in
 * @returns undefined for nobody, and for an institution that is not theirs
 */
export async function selectFacts(trx: Trx, scope: Scope, userId: number, institutionId?: number): Promise<PersonFacts | undefined> {
  const { rows } = await sql<{ name: string; role: Role; status: number; onSite: boolean; siteName: string; permissions: unknown }>`
    select concat_ws(' ', u.first_name, u.last_name) as name, u.role, u.status, site.display_name as site_name,
      exists (select from user_site x where x.user_id = u.id and x.site_id = site.id) as on_site,
      coalesce((select jsonb_agg(jsonb_build_object('code', p.code, 'access', p.access)) from user_permission p where p.user_id = u.id), '[]') as permissions
    from user_account u cross join site where u.id = ${userId} and site.id = ${scope.siteId}`.execute(trx)
  const person = rows[0]
  if (!person) return undefined
  const { rows: places } = await sql<{ id: number; name: string; institutionTypes: string[]; ownTypes: string[] | null }>`
    select i.id, i.name, coalesce(ours.report_type_codes, '{}') as institution_types, own.report_type_codes as own_types
    from user_account u
    join institution i on i.status = 'ACTIVE' and case u.role when 'e'
      then exists (select from user_institution x where x.user_id = u.id and x.institution_id = i.id) else i.id = u.institution_id end
    join institution_site s on s.institution_id = i.id and s.site_id = ${scope.siteId}
    left join membership ours on ours.institution_id = i.id and ours.site_id = ${scope.siteId} and ours.user_id is null
    left join membership own on own.institution_id = i.id and own.site_id = ${scope.siteId} and own.user_id = u.id
    where u.id = ${userId} order by i.name, i.id`.execute(trx)
  const place = institutionId === undefined ? places[0] : places.find(({ id }) => id === institutionId)
  if (institutionId !== undefined && !place) return undefined
  return {
    name: person.name,
    userRole: person.role,
    isActive: person.status === 1,
    siteName: person.siteName,
    onSite: person.onSite,
    permissions: heldEntries.parse(person.permissions),
    institution: place ? { id: place.id, name: place.name } : null,
    institutionTypes: place?.institutionTypes ?? [],
    // Narrowing counts only against an institution's own row.
    ownTypes: place?.ownTypes ?? null,
    institutions: person.role === 'e' ? places.map(({ id, name }) => ({ id, name })) : [],
  }
}

const FOUND_MOST = 20

/** Records of a kind that the asker sees themselves, newest first. */
export async function selectRecords(trx: Trx, scope: Scope, session: Session, kind: RecordKind, search = '') {
  const found = await selectSources(trx, scope, session, kind, sql`${`%${search.replace(/[\\%_]/g, '\\$&')}%`}`, undefined)
  return found.map(({ id, label, note }) => ({ id, label, note }))
}

/** @returns undefined when it does not exist on the site, or the asker may not see its kind */
export async function selectRecord(
  trx: Trx,
  scope: Scope,
  session: Session,
  kind: RecordKind,
  id: number,
): Promise<{ label: string; facts: RecordFacts } | undefined> {
  const [row] = await selectSources(trx, scope, session, kind, undefined, id)
  return row && { label: `${row.note}: ${row.label}`, facts: factsOf(kind, row) }
}

interface Source {
  id: number
  label: string
  note: string
  institutionId: number
  institutionName: string
  code: PermissionCode
  typeCode: string
  isReleased: boolean
  isWithdrawn: boolean
  isDeleted: boolean
}

function factsOf(kind: RecordKind, row: Source): RecordFacts {
  const institution = { id: row.institutionId, name: row.institutionName }
  switch (kind) {
    case 'assetReport':
      return { kind, code: row.code, institution, isReleased: row.isReleased, isWithdrawn: row.isWithdrawn, isDeleted: row.isDeleted }
    case 'clientReport':
      return { kind, typeCode: row.typeCode, institution, isWithdrawn: row.isWithdrawn }
    case 'institution':
      return { kind, institution }
    case 'carrierFile':
      return { kind }
  }
}

/** One statement a kind; who may not see the kind finds nothing. */
async function selectSources(
  trx: Trx,
  scope: Scope,
  session: Session,
  kind: RecordKind,
  pattern: RawBuilder<unknown> | undefined,
  id: number | undefined,
): Promise<Source[]> {
  const held = (code: PermissionCode) => levelOf(session, code) > 0
  const match = (key: RawBuilder<unknown>, text: RawBuilder<unknown>) =>
    id === undefined ? sql`${text} ilike ${pattern}` : sql`${key} = ${id}`
  if (kind === 'institution') {
    if (!held('INSTITUTIONS')) return []
    return run(
      trx,
      sql`select i.id, i.name as label, 'Institution' as note, i.id as institution_id, i.name as institution_name from institution i
      join institution_site s on s.institution_id = i.id and s.site_id = ${scope.siteId} where ${match(sql`i.id`, sql`i.name`)} order by i.name, i.id`,
    )
  }
  if (kind === 'carrierFile') {
    if (!held('ASSET_REPORT')) return []
    return run(
      trx,
      sql`select f.id, f.file_name as label, 'Carrier file' as note from carrier_file f
      where f.site_id = ${scope.siteId} and ${match(sql`f.id`, sql`f.file_name`)} order by f.id desc`,
    )
  }
  if (kind === 'clientReport') {
    const types = PERMISSION_CODES.flatMap((code) => (held(code) ? (MEMBERSHIP_TYPES[code] ?? []) : []))
    const reach = held('CLIENT_REPORTS') ? sql`true` : sql`c.type_code = any(${types}::text[])`
    return run(
      trx,
      sql`select c.id, concat_ws(', ', i.name, c.display_name) as label, t.name as note, c.institution_id, i.name as institution_name, c.type_code,
        c.withdrawn_at is not null as is_withdrawn
      from client_report c join institution i on i.id = c.institution_id join report_type t on t.code = c.type_code
      where ${visible(scope, 'c')} and ${reach} and ${match(sql`c.id`, sql`concat_ws(' ', i.name, c.display_name)`)} order by c.created_at desc, c.id desc`,
    )
  }
  const types = REPORT_TYPE_NAMES.filter((name) => held(REPORT_FAMILIES[name].permission))
  const reports = await run<Source & { period: PlainDate; reportType: string }>(
    trx,
    sql`
    select r.id, concat_ws(', ', i.name, s.name) as label, r.report_type, r.period, r.institution_id, i.name as institution_name,
      r.released_version is not null as is_released, r.withdrawn_at is not null as is_withdrawn, r.deleted_at is not null as is_deleted
    from report r join institution i on i.id = r.institution_id left join subsidiary s on s.institution_id = r.institution_id and s.id = r.subsidiary_id
    where ${visible(scope, 'r')} and r.report_type = any(${types}::text[]) and ${match(sql`r.id`, sql`concat_ws(' ', i.name, s.name)`)}
    order by r.period desc, i.name, r.id desc`,
  )
  return reports.map((row) => ({
    ...row,
    label: `${row.label}, ${formatMonth(row.period)}`,
    code: reportFamily(row.reportType).permission,
    note: capitalized(reportFamily(row.reportType).singular),
  }))
}

const capitalized = (words: string): string => words.slice(0, 1).toUpperCase() + words.slice(1)

const run = async <Row = Source>(trx: Trx, statement: RawBuilder<unknown>): Promise<Row[]> =>
  (await sql<Row>`${statement} limit ${FOUND_MOST}`.execute(trx)).rows
