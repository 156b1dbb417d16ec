/** The portals as papers name them. */
import type { Portal } from '@corridor/domain/reports/portals.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/http/scope.ts'

/** Sites as papers name them: site 1 is the BOLI Portal, every other a COLI Portal. */
export async function portalsById(trx: Trx, siteIds: readonly number[]): Promise<Map<number, Portal>> {
  const sites = await trx
    .selectFrom('site')
    .select(['id', 'displayName as name'])
    .where('id', '=', sql<number>`any(${[...siteIds]}::int[])`)
    .execute()
  return new Map(sites.map((site) => [site.id, { ...site, portalLabel: site.id === 1 ? 'BOLI' : 'COLI' }]))
}

/** The portal that makes a paper, with its picture. */
export async function selectSite(trx: Trx, { siteId }: Scope): Promise<Portal> {
  const site = (await portalsById(trx, [siteId])).get(siteId)
  if (!site) throw new Error(`no site ${siteId}`)
  const { firm } = await selectLogos(trx, siteId)
  return { ...site, ...(firm === undefined ? {} : { logo: firm }) }
}

/** The pictures of now, for a paper that is made as it is asked for: what is made once keeps those of its day in its snapshot. */
export async function selectLogos(trx: Trx, siteId: number, institutionId?: number): Promise<LogoHashes> {
  const site = await trx.selectFrom('site').select('logoSha256').where('id', '=', siteId).executeTakeFirst()
  const institution =
    institutionId === undefined
      ? undefined
      : await trx.selectFrom('institution').select('logoSha256').where('id', '=', institutionId).executeTakeFirst()
  return { firm: site?.logoSha256 ?? undefined, institution: institution?.logoSha256 ?? undefined }
}

/** SHA-256 of each picture that there is. */
export interface LogoHashes {
  firm?: string | undefined
  institution?: string | undefined
}
