/** The portals as papers name them. */
import type { AssetReportSnapshot } from '@corridor/domain/reports/asset-report/snapshot.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/http/scope.ts'

/** Sites as papers name them: site 1 is the BOLI Portal, every other a COLI Portal. */
export async function portalsById(trx: Trx, siteIds: readonly number[]): Promise<Map<number, AssetReportSnapshot['site']>> {
  const sites = await trx
    .selectFrom('site')
    .select(['id', 'displayName as name'])
    .where('id', '=', sql<number>`any(${[...siteIds]}::int[])`)
    .execute()
  return new Map(sites.map((site) => [site.id, { ...site, portalLabel: site.id === 1 ? 'BOLI' : 'COLI' }]))
}

/** The report's institution, as its foot prints it. */
export async function selectSite(trx: Trx, { siteId }: Scope): Promise<AssetReportSnapshot['site']> {
  const site = (await portalsById(trx, [siteId])).get(siteId)
  if (!site) throw new Error(`no site ${siteId}`)
  return site
}
