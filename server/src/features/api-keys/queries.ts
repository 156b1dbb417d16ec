/** The API keys of a site, as the page lists them. */
import type { ApiKey, listApiKeys } from '@corridor/contract/api-keys.ts'
import type { ParsedOf } from '@corridor/contract/kernel/endpoint.ts'
import type { Page } from '@corridor/contract/kernel/page.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Trx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/errors.ts'
import { pageOf } from '../../platform/http/lists.ts'
import type { Scope } from '../../platform/http/scope.ts'
import type { Kernel } from '../../platform/kernel.ts'
import { knownOf } from '../../shared/people/session-lookup.ts'
import { dayOfSite } from '../../shared/site-day.ts'

const OWNER = sql<string>`u.first_name || ' ' || u.last_name`
const statusOn = (today: string) =>
  sql<ApiKey['status']>`case when k.revoked_at is not null then 'REVOKED' when k.expires_on < ${today}::date then 'EXPIRED'
    when u.status <> 1 or u.role not in ('b', 'd') or not exists (select from user_site x where x.user_id = u.id and x.site_id = k.site_id) then 'STOPPED' else 'ACTIVE' end`

const keys = (trx: Trx, scope: Scope, today: string) =>
  trx
    .selectFrom('apiKey as k')
    .innerJoin('userAccount as u', 'u.id', 'k.ownerId')
    .leftJoin('userAccount as r', 'r.id', 'k.revokedBy')
    .leftJoin('carrier as c', 'c.code', 'k.carrierCode')
    .where('k.siteId', '=', scope.siteId)
    .select(['k.id', 'k.name', 'k.hint', 'k.ownerId', 'k.scopes as held', 'k.carrierCode', 'c.shortName as carrierName', 'k.expiresOn'])
    .select(['k.createdAt', 'k.rotatedAt', 'k.formerUntil', 'k.lastUsedAt', 'k.lastUsedFrom', 'k.revokedAt'])
    .select([
      OWNER.as('ownerName'),
      sql<string | null>`r.first_name || ' ' || r.last_name`.as('revokedByName'),
      statusOn(today).as('status'),
    ])

export async function selectKeys(kernel: Kernel, trx: Trx, scope: Scope, input: ParsedOf<typeof listApiKeys>): Promise<Page<ApiKey>> {
  const today = await dayOfSite(kernel, trx, scope.siteId)
  let query = keys(trx, scope, today)
  if (input.status) query = query.where(statusOn(today), 'in', input.status)
  if (input.carrierCode) query = query.where('k.carrierCode', '=', input.carrierCode)
  const { records, page } = await pageOf(query, input, {
    id: 'k.id',
    sort: { name: 'k.name', ownerName: OWNER, expiresOn: 'k.expiresOn', lastUsedAt: 'k.lastUsedAt', createdAt: 'k.createdAt' },
    search: ['k.name', 'k.hint', OWNER, 'c.shortName'],
  })
  return { records: records.map(toKey), page }
}

/** @throws AppError not_found for one of another site */
export async function selectKey(kernel: Kernel, trx: Trx, scope: Scope, id: number): Promise<ApiKey> {
  const row = await keys(trx, scope, await dayOfSite(kernel, trx, scope.siteId))
    .where('k.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new AppError('not_found')
  return toKey(row)
}

const isGiven = z.literal([1, 2])

function toKey<Row extends Omit<ApiKey, 'scopes'> & { held: unknown }>({ held, ...row }: Row): Omit<Row, 'held'> & Pick<ApiKey, 'scopes'> {
  return { ...row, scopes: knownOf(held).map(({ code, access }) => ({ code, access: isGiven.parse(access) })) }
}
