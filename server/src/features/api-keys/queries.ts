/** The API keys of a site, as the page lists them; for a bank's administrator those of the bank's own people. */
import type { ApiKey, listApiKeys } from '@corridor/contract/api-keys.ts'
import type { ParsedOf } from '@corridor/contract/kernel/endpoint.ts'
import type { Page } from '@corridor/contract/kernel/page.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Trx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/errors.ts'
import { pageOf } from '../../platform/http/lists.ts'
import { asProduct, type Scope, visible } from '../../platform/http/scope.ts'
import type { Kernel } from '../../platform/kernel.ts'
import { knownOf } from '../../shared/people/session-lookup.ts'
import { dayOfSite } from '../../shared/site-day.ts'

const OWNER = sql<string>`u.first_name || ' ' || u.last_name`

/** Facts that the status of each key follows from. */
interface Judged {
  today: string
  /** Makers who are not on the site any more: which sites colleagues are on, clients do not read. */
  gone: readonly number[]
}
async function judged(kernel: Kernel, trx: Trx, scope: Scope): Promise<Judged> {
  const gone = await asProduct(trx, scope, () =>
    trx
      .selectFrom('apiKey as k')
      .select('k.ownerId')
      .distinct()
      .where('k.siteId', '=', scope.siteId)
      .where((where) =>
        where.not(
          where.exists(where.selectFrom('userSite as x').whereRef('x.userId', '=', 'k.ownerId').whereRef('x.siteId', '=', 'k.siteId')),
        ),
      )
      .execute(),
  )
  return { today: await dayOfSite(kernel, trx, scope.siteId), gone: gone.map(({ ownerId }) => ownerId) }
}

const statusBy = ({ today, gone }: Judged) =>
  sql<ApiKey['status']>`case when k.revoked_at is not null then 'REVOKED' when k.expires_on < ${today}::date then 'EXPIRED'
    when u.status <> 1 or k.owner_id = any(${gone}::int[]) or case when k.of_client then u.role <> 'c' or u.institution_id is distinct from k.institution_id else u.role not in ('b', 'd') end
      or (k.institution_id is not null and (i.status is distinct from 'ACTIVE'
        or not exists (select from institution_site x where x.institution_id = k.institution_id and x.site_id = k.site_id))) then 'STOPPED' else 'ACTIVE' end`

function keys(trx: Trx, scope: Scope, by: Judged) {
  const all = trx
    .selectFrom('apiKey as k')
    .innerJoin('userAccount as u', 'u.id', 'k.ownerId')
    .leftJoin('userAccount as r', 'r.id', 'k.revokedBy')
    .leftJoin('carrier as c', 'c.code', 'k.carrierCode')
    .leftJoin('institution as i', 'i.id', 'k.institutionId')
    .where('k.siteId', '=', scope.siteId)
    .select(['k.id', 'k.name', 'k.hint', 'k.ownerId', 'k.scopes as held', 'k.carrierCode', 'c.shortName as carrierName', 'k.expiresOn'])
    .select(['k.institutionId', 'i.name as institutionName', 'k.ofClient'])
    .select(['k.createdAt', 'k.rotatedAt', 'k.formerUntil', 'k.lastUsedAt', 'k.lastUsedFrom', 'k.revokedAt'])
    .select([OWNER.as('ownerName'), sql<string | null>`r.first_name || ' ' || r.last_name`.as('revokedByName'), statusBy(by).as('status')])
  return scope.side === 'staff' ? all : all.where('k.ofClient', '=', true).where('k.institutionId', '=', scope.institutionId)
}

export async function selectKeys(kernel: Kernel, trx: Trx, scope: Scope, input: ParsedOf<typeof listApiKeys>): Promise<Page<ApiKey>> {
  const by = await judged(kernel, trx, scope)
  let query = keys(trx, scope, by)
  if (input.status) query = query.where(statusBy(by), 'in', input.status)
  if (input.institutionId !== undefined) query = query.where('k.institutionId', '=', input.institutionId)
  if (input.carrierCode) query = query.where('k.carrierCode', '=', input.carrierCode)
  const { records, page } = await pageOf(query, input, {
    id: 'k.id',
    sort: {
      name: 'k.name',
      ownerName: OWNER,
      institutionName: 'i.name',
      expiresOn: 'k.expiresOn',
      lastUsedAt: 'k.lastUsedAt',
      createdAt: 'k.createdAt',
    },
    search: ['k.name', 'k.hint', OWNER, 'c.shortName', 'i.name'],
  })
  return { records: records.map(toKey), page }
}

/** @throws AppError not_found for one of another site, and for clients of another institution or of the firm */
export async function selectKey(kernel: Kernel, trx: Trx, scope: Scope, id: number): Promise<ApiKey> {
  const row = await keys(trx, scope, await judged(kernel, trx, scope))
    .where('k.id', '=', id)
    .executeTakeFirst()
  if (!row) throw new AppError('not_found')
  return toKey(row)
}

/** The institutions that a key can be limited to: the active ones of the site, of a client its own. */
export const selectLimits = (trx: Trx, scope: Scope): Promise<{ id: number; name: string }[]> =>
  trx
    .selectFrom('institution as i')
    .innerJoin('institutionSite as s', 's.institutionId', 'i.id')
    .select(['i.id', 'i.name'])
    .where('i.status', '=', 'ACTIVE')
    .where(visible(scope, 's'))
    .orderBy('i.name')
    .orderBy('i.id')
    .execute()

const isGiven = z.literal([1, 2])

function toKey<Row extends Omit<ApiKey, 'scopes'> & { held: unknown }>({ held, ...row }: Row): Omit<Row, 'held'> & Pick<ApiKey, 'scopes'> {
  return { ...row, scopes: knownOf(held).map(({ code, access }) => ({ code, access: isGiven.parse(access) })) }
}
