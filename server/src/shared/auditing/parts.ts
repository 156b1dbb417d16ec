/** Parts of an audit: institutions of a carrier that are read together, so that no book is too large for the memory. */
import type { PlainDate } from '@corridor/domain/primitives/period.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/http/scope.ts'

export interface AuditReach {
  period: PlainDate
  /** The day of the site, for what is due. */
  today: PlainDate
  institutionIds?: readonly number[] | undefined
  carrierCodes?: readonly string[] | undefined
  /** Cohorts take every institution of a carrier: they are asked by the audit of a whole month alone. */
  isWhole?: boolean
}

/**
 * Policies read together. So few that they are forgotten young: with more, what a part leaves behind piles up until the memory is swept, and a large book takes more of it
 * than a small one. Where somebody waits for the posting of a file, fewer questions to the database count more.
 */
const AT_ONCE = { month: 500, posting: 2_000 }

export interface AuditPart {
  carrierCode: string
  carrierName: string
  feedDueBusinessDay: number
  institutionIds: number[]
}

/** The carriers in reach with their institutions, as many at a time as have AT_ONCE policies, and one at least. */
export async function partsOf(
  trx: Trx,
  scope: Scope,
  { institutionIds, carrierCodes, isWhole }: Partial<AuditReach>,
): Promise<AuditPart[]> {
  const { rows } = await sql<{
    carrierCode: string
    carrierName: string
    feedDueBusinessDay: number
    institutionId: number
    policies: number
  }>`
    select p.carrier_code, c.short_name as carrier_name, c.feed_due_business_day, p.institution_id, count(*)::int as policies
    from policy p join carrier c on c.code = p.carrier_code
    where p.site_id = ${scope.siteId} ${institutionIds ? sql`and p.institution_id = any(${[...institutionIds]}::int[])` : sql``}
      ${carrierCodes ? sql`and p.carrier_code = any(${[...carrierCodes]}::text[])` : sql``}
    group by p.carrier_code, c.short_name, c.feed_due_business_day, p.institution_id order by p.carrier_code, p.institution_id`.execute(trx)
  const parts: AuditPart[] = []
  for (const [carrierCode, banks] of Map.groupBy(rows, (row) => row.carrierCode)) {
    let room = 0
    for (const bank of banks) {
      const last = parts.at(-1)
      if (last?.carrierCode === carrierCode && bank.policies <= room) {
        last.institutionIds.push(bank.institutionId)
        room -= bank.policies
      } else {
        parts.push({
          carrierCode,
          carrierName: bank.carrierName,
          feedDueBusinessDay: bank.feedDueBusinessDay,
          institutionIds: [bank.institutionId],
        })
        room = (isWhole ? AT_ONCE.month : AT_ONCE.posting) - bank.policies
      }
    }
  }
  return parts
}
