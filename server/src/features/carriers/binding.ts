/** Where carriers lie, what is counted of them, and what keeps one from being deleted. */
import { carriers } from '@corridor/contract/carriers.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import { AppError, inputError } from '../../platform/http/errors.ts'
import type { Kernel } from '../../platform/kernel.ts'
import type { ResourceBinding } from '../../platform/records/resource-rows.ts'
import { HELD_STATUSES } from '../../shared/policies/in-force-policies.ts'
import { siteDayOf, THIS_SITE } from '../../shared/site-day.ts'

/** @throws AppError('not_found') */
export async function carrierCode(trx: Trx, id: number, { lock = false }: { lock?: boolean } = {}): Promise<string> {
  const query = trx.selectFrom('carrier').select('code').where('id', '=', id)
  const found = await (lock ? query.forUpdate() : query).executeTakeFirst()
  if (!found) throw new AppError('not_found')
  return found.code
}

/** The caller's site, whose policies alone row-level security shows; those that ended hold nothing. */
const HELD = sql`policy p where p.carrier_code = t.code and p.policy_status in ${HELD_STATUSES}`

export function bindingOf({ now }: Pick<Kernel, 'now'>): ResourceBinding {
  return {
    resource: carriers,
    table: 'carrier',
    key: 'id',
    // Read at each call: which ratings are in force is a matter of the day.
    get fields() {
      const today = now().toISOString()
      const inForce = (
        agency: string,
      ) => sql`(select case when r.action is distinct from 'WITHDRAWN' then r.rating end from carrier_rating r
        where r.carrier_code = t.code and r.agency = ${sql.lit(agency)} and r.effective_date <= ${siteDayOf(sql`${today}::timestamptz`, THIS_SITE)} order by r.effective_date desc limit 1)`
      return {
        logoUrl: sql`case when t.logo_sha256 is not null then '/api/carriers/' || t.id || '/logo?v=' || left(t.logo_sha256, 12) end`,
        ratings: sql`jsonb_build_object('amBest', ${inForce('AM_BEST')}, 'sp', ${inForce('SP')}, 'moodys', ${inForce('MOODYS')},
          'fitch', ${inForce('FITCH')}, 'comdex', ${inForce('COMDEX')}::int)`,
        institutions: sql`(select count(distinct p.institution_id) from ${HELD})`,
        policies: sql`(select count(*) from ${HELD})`,
      }
    },
    reach: () => sql`true`,
    search: ['code', 'legalName', 'shortName', 'groupName'],
    dependants: [
      { what: 'product', count: ({ code }) => sql`select count(*) from product where carrier_code = ${code}` },
      { what: 'policy', count: ({ code }) => sql`select count(*) from policy where carrier_code = ${code}` },
      { what: 'file', count: ({ code }) => sql`select count(*) from carrier_file where carrier_code = ${code}` },
      { what: 'document', count: ({ code }) => sql`select count(*) from document where carrier_code = ${code}` },
      { what: 'rating', count: ({ code }) => sql`select count(*) from carrier_rating where carrier_code = ${code}` },
      { what: 'change of its figures', count: ({ code }) => sql`select count(*) from carrier_change where carrier_code = ${code}` },
    ],
    inactive: { column: 'status', off: 'INACTIVE', on: 'ACTIVE' },
    check: async ({ before, after }) => {
      if (before && after?.code !== undefined && after.code !== before.code)
        throw inputError({ code: ['The code cannot be changed, because policies, files and documents use it.'] })
    },
    nameOf: ({ shortName }) => String(shortName),
  }
}
