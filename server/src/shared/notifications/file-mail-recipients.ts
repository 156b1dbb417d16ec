/** Recipients by file: an institution's active people who hold the type, and how often they want mail of it. */
import type { PermissionEntry } from '@corridor/domain/access/access.ts'
import type { MailFrequency } from '@corridor/domain/sites/mail-frequency.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import { typeNameOf } from '../papers/type-name.ts'
import { clientDocumentTypes, clientTypesOf } from '../visibility/report-types.ts'

/** A file as its institution may open it now. */
export interface TellableFile {
  kind: 'REPORT' | 'DOCUMENT'
  id: number
  /** Its page, where that is not the viewer. */
  place: string | null
  /** Null for a carrier's or vendor's paper. */
  institutionId: number | null
  carrierCode: string | null
  typeCode: string
  typeName: string
  displayName: string
  safety: 'TRUSTED' | 'PASSED' | 'HELD' | 'REFUSED'
}

export interface Recipient {
  userId: number
  institutionId: number
  institutionName: string
  userRole: 'a' | 'c'
  email: string
  firstName: string
  lastName: string
  mailFrequency: MailFrequency
  /** False: was never invited and cannot sign in, so that a mail's link would lead nowhere. */
  isExpected: boolean
  reportTypeCodes: string[]
  permissions: PermissionEntry[]
  /** Carriers the institution holds policies of. */
  carrierCodes: string[]
}

/** Carrier code of what belongs to a vendor: every institution may read it. */
const VENDOR = 'BCC'

export const wantsMail = ({ mailFrequency, isExpected }: Recipient): boolean => isExpected && mailFrequency !== 'NONE'

/** Which of the files this person may open, in the order given. */
export function filesFor<File extends TellableFile>(person: Recipient, files: readonly File[]): File[] {
  const types = { REPORT: new Set(clientTypesOf(person)), DOCUMENT: new Set(clientDocumentTypes(person)) }
  return files.filter(
    ({ kind, typeCode, institutionId, carrierCode }) =>
      types[kind].has(typeCode) &&
      (institutionId === null
        ? carrierCode === VENDOR || (carrierCode !== null && person.carrierCodes.includes(carrierCode))
        : institutionId === person.institutionId),
  )
}

/** The named files that are there still: not withdrawn, deleted or found harmful. Those that wait for their check are among them. */
export async function selectTellable(
  trx: Trx,
  siteId: number,
  named: readonly { kind: string; id: number; place: string | null }[],
): Promise<TellableFile[]> {
  const { rows } = await sql<TellableFile>`
    with named as (select * from jsonb_to_recordset(${JSON.stringify(named)}::jsonb) as n (kind text, id int, place text))
    select n.kind, n.id, n.place, f.institution_id, f.carrier_code, f.type_code, ${typeNameOf('t', 'p')} as type_name, f.display_name, s.safety
    from named n
    join lateral (
      select c.institution_id, c.source_report_id, null as carrier_code, c.type_code, c.display_name, c.file_sha256, c.year_override from client_report c
      where n.kind = 'REPORT' and c.id = n.id and c.site_id = ${siteId} and c.withdrawn_at is null and c.deleted_at is null
      union all
      select d.institution_id, null, d.carrier_code, d.type_code, d.display_name, d.file_sha256, d.year_override from document d
      where n.kind = 'DOCUMENT' and d.id = n.id and d.site_id = ${siteId} and d.deleted_at is null
    ) f on true
    left join report p on p.institution_id = f.institution_id and p.id = f.source_report_id
    join report_type t on t.code = f.type_code
    join stored_file s on s.sha256 = f.file_sha256 and s.safety <> 'REFUSED'
    order by t.display_order, f.type_code, f.year_override desc, f.display_name, n.kind, n.id`.execute(trx)
  return rows
}

/** @param whose institutions, or one person by id; carriers' and vendors' papers concern every institution of the site */
export async function selectRecipients(
  trx: Trx,
  siteId: number,
  whose: { institutionIds: readonly number[] | 'all' } | { userId: number },
): Promise<Recipient[]> {
  const chosen =
    'userId' in whose
      ? sql`u.id = ${whose.userId}`
      : whose.institutionIds === 'all'
        ? sql`true`
        : sql`u.institution_id = any(${[...whose.institutionIds]}::int[])`
  const { rows } = await sql<Recipient>`
    select u.id as user_id, u.institution_id, i.name as institution_name, u.role as user_role, u.email, u.first_name, u.last_name, u.mail_frequency, is_expected(u.id),
      case when own.id is null then ours.report_type_codes else array(select unnest(own.report_type_codes) intersect select unnest(ours.report_type_codes)) end as report_type_codes,
      coalesce((select jsonb_agg(jsonb_build_object('code', p.code, 'access', p.access)) from user_permission p where p.user_id = u.id), '[]') as permissions,
      held.carrier_codes
    from user_account u
    join institution i on i.id = u.institution_id
    join user_site on user_site.user_id = u.id and user_site.site_id = ${siteId}
    join membership ours on ours.institution_id = u.institution_id and ours.site_id = ${siteId} and ours.user_id is null
    left join membership own on own.institution_id = u.institution_id and own.site_id = ${siteId} and own.user_id = u.id
    left join lateral (select coalesce(array_agg(distinct p.carrier_code), '{}') as carrier_codes from policy p
      where p.institution_id = u.institution_id and p.site_id = ${siteId}) held on true
    where ${chosen} and u.role in ('a', 'c') and u.status = 1
    order by u.id`.execute(trx)
  return rows
}
