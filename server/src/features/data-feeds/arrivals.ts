/** The carriers of a site and whether their files are posted by themselves; how a file came, in words. */
import type { CarrierArrival, listArrivals, setArrival } from '@corridor/contract/feed-arrivals.ts'
import type { ParsedOf } from '@corridor/contract/kernel/endpoint.ts'
import type { Page } from '@corridor/contract/kernel/page.ts'
import type { Arrival } from '@corridor/domain/data-feeds/arrivals.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/errors.ts'
import { pageOf } from '../../platform/http/lists.ts'
import type { Call } from '../../platform/http/route.ts'
import type { Scope } from '../../platform/http/scope.ts'

const lastArrived = (siteId: number) =>
  sql<
    string | null
  >`(select max(f.received_at) from carrier_file f where f.site_id = ${siteId} and f.carrier_code = c.code and f.arrival in ('API_KEY', 'INBOX'))`
const personOf = (id: string) =>
  sql<string | null>`(select u.first_name || ' ' || u.last_name from user_account u where u.id = ${sql.ref(id)})`

const arrivals = (trx: Trx, { siteId }: Scope) =>
  trx
    .selectFrom('carrier as c')
    .leftJoin('carrierArrival as a', (join) => join.onRef('a.carrierCode', '=', 'c.code').on('a.siteId', '=', siteId))
    .leftJoin('carrierOwner as o', (join) => join.onRef('o.carrierCode', '=', 'c.code').on('o.siteId', '=', siteId))
    .where('c.status', '=', 'ACTIVE')
    .select(['c.id', 'c.code as carrierCode', 'c.shortName as carrierName', 'a.changedAt'])
    .select([
      sql<boolean>`coalesce(a.posts_by_itself, false)`.as('postsByItself'),
      personOf('o.userId').as('ownerName'),
      personOf('a.changedBy').as('changedByName'),
      lastArrived(siteId).as('lastArrivedAt'),
    ])

export const selectArrivals = (trx: Trx, scope: Scope, input: ParsedOf<typeof listArrivals>): Promise<Page<CarrierArrival>> =>
  pageOf(arrivals(trx, scope), input, {
    id: 'c.id',
    sort: { carrierName: 'c.shortName', lastArrivedAt: lastArrived(scope.siteId) },
    search: ['c.shortName', 'c.code'],
  })

/** @throws AppError not_found for a carrier that is not active */
export async function switchPosting({ kernel, trx, scope, session, record, input }: Call<typeof setArrival>): Promise<CarrierArrival> {
  const { carrierCode, postsByItself } = input
  const one = () => arrivals(trx, scope).where('c.code', '=', carrierCode).executeTakeFirst()
  const before = await one()
  if (!before) throw new AppError('not_found')
  const { id } = await trx.selectFrom('carrier').select('id').where('code', '=', carrierCode).executeTakeFirstOrThrow()
  const changed = { postsByItself, changedBy: session.userId, changedAt: kernel.now().toISOString() }
  await trx
    .insertInto('carrierArrival')
    .values({ siteId: scope.siteId, carrierCode, ...changed })
    .onConflict((conflict) => conflict.columns(['siteId', 'carrierCode']).doUpdateSet(changed))
    .execute()
  await record({
    action: 'feed.posting.switched',
    entity: 'carriers',
    entityId: id,
    before: { postsByItself: before.postsByItself },
    after: { postsByItself },
  })
  return (await one()) ?? before
}

/** "by API key “Nightly extract”", "in the inbox folder SM" */
export const arrivalInWords = ({ arrival, arrivalName }: { arrival: Arrival; arrivalName: string | null }): string =>
  arrival === 'API_KEY' ? `by API key “${arrivalName ?? ''}”` : arrival === 'INBOX' ? `in the inbox folder ${arrivalName ?? ''}` : 'by hand'
