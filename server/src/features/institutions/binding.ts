/** Where institutions lie and who reaches them: staff those of the active site, clients their own. */
import { getInstitutionLogo, institutions } from '@corridor/contract/institutions.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import { AppError, inputError } from '../../platform/http/errors.ts'
import {
  type ChangeCall,
  loadRow,
  lockRow,
  type ResourceBinding,
  type ResourceCall,
  type Row,
} from '../../platform/records/resource-rows.ts'
import { selectFirm } from '../../shared/people/staff.ts'
import { HELD_STATUSES } from '../../shared/policies/in-force-policies.ts'
import { COMPLETE_MONTH, COMPLETE_VALUE } from './complete-value.ts'

export const LOGO_URL = sql`case when t.logo_sha256 is not null then ${getInstitutionLogo.path.replace(':id/logo', '')} || t.id || '/logo?v=' || left(t.logo_sha256, 12) end`

export const binding: ResourceBinding = {
  resource: institutions,
  table: 'institution',
  key: 'id',
  fields: {
    logo: LOGO_URL,
    carriers: sql`array(select distinct p.carrier_code from policy p where p.institution_id = t.id order by 1)`,
    carrierNames: sql`array(select c.short_name from carrier c where exists (select from policy p where p.institution_id = t.id and p.carrier_code = c.code) order by c.code)`,
    relationshipOwner: sql`(select u.first_name || ' ' || u.last_name from user_account u where u.id = t.relationship_owner_id)`,
    policies: sql`(select count(*) from policy p where p.institution_id = t.id and p.policy_status in ${HELD_STATUSES})`,
    cashSurrenderValueCents: COMPLETE_VALUE,
    valueAsOf: COMPLETE_MONTH,
  },
  reach: ({ siteId }) => sql`exists (select from institution_site x where x.institution_id = t.id and x.site_id = ${siteId})`,
  own: ({ institutionId }) => sql`t.id = ${institutionId}`,
  search: ['name', 'legalName', 'city', 'fdicCert'],
  filters: { carrierCode: (code) => sql`exists (select from policy p where p.institution_id = t.id and p.carrier_code = ${code})` },
  dependants: [
    { what: 'user', count: ({ id }) => sql`select count(*) from user_account where institution_id = ${id}` },
    { what: 'representative', count: ({ id }) => sql`select count(*) from user_institution where institution_id = ${id}` },
    { what: 'plan', count: ({ id }) => sql`select count(*) from plan where institution_id = ${id}` },
    { what: 'policy', count: ({ id }) => sql`select count(*) from policy where institution_id = ${id}` },
    { what: 'statement of funds', count: ({ id }) => sql`select count(*) from separate_account_fund where institution_id = ${id}` },
    { what: 'report', count: ({ id }) => sql`select count(*) from report where institution_id = ${id}` },
    { what: 'document', count: ({ id }) => sql`select count(*) from client_report where institution_id = ${id}` },
    { what: 'service request', count: ({ id }) => sql`select count(*) from service_request where institution_id = ${id}` },
    { what: 'corrected figure', count: ({ id }) => sql`select count(*) from institution_term_version where institution_id = ${id}` },
  ],
  parts: [
    { table: 'institutionSite', column: 'institutionId' },
    { table: 'membership', column: 'institutionId' },
    { table: 'serviceTeamMember', column: 'institutionId' },
  ],
  inactive: { column: 'status', off: 'INACTIVE', on: 'ACTIVE' },
  check: checkInstitution,
  // A new institution belongs to the site it is made on; its page puts it on others.
  link: async ({ trx, scope, before, key }) => {
    if (!before) await putOnSite(trx, Number(key), scope.siteId)
  },
  masked: ['ein'],
}

/** The institution's own page of everything: not_found for one out of reach, and the same for one that never was. */
export async function reach(call: Pick<ResourceCall, 'trx' | 'session' | 'scope'>, id: number): Promise<Row> {
  return loadRow(call, binding, institutions.endpoints.get.access, id)
}

/** The same for who is about to change what hangs on it: changes to one institution take turns. */
export async function reachAndLock(call: Pick<ResourceCall, 'trx' | 'session' | 'scope'>, id: number): Promise<Row> {
  await lockRow(call.trx, binding, id)
  return reach(call, id)
}

export async function putOnSite(trx: Trx, institutionId: number, siteId: number): Promise<void> {
  await trx.insertInto('institutionSite').values({ institutionId, siteId }).execute()
  await trx
    .insertInto('membership')
    .values({ institutionId, siteId, userId: null })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

async function checkInstitution({ trx, scope, before, after }: ChangeCall): Promise<void> {
  if (after === undefined) return
  const owner = after.relationshipOwnerId
  if (typeof owner === 'number' && owner !== before?.relationshipOwnerId && !(await selectFirm(trx, scope)).some(({ id }) => id === owner))
    throw new AppError('not_found')
  // Two banks never share a certificate: whoever types one a second time has opened the wrong form.
  const meta: Record<string, string[]> = {}
  for (const field of ['fdicCert', 'rssdId'] as const) {
    const value = after[field]
    if (typeof value !== 'string' || value === before?.[field]) continue
    const other = await trx
      .selectFrom('institution')
      .select('name')
      .where(field, '=', value)
      .where('id', '!=', Number(before?.id ?? 0))
      .executeTakeFirst()
    if (other) meta[field] = [`${other.name} has this number already.`]
  }
  if (Object.keys(meta).length > 0) throw inputError(meta)
}
