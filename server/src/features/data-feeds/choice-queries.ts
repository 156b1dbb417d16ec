/** Choices for new policies, the carriers of a site, and the list of clients with their policies. */
import type { listClientsToPolicies } from '@corridor/contract/data-feeds.ts'
import type { ParsedOf } from '@corridor/contract/kernel/endpoint.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import { pageOf } from '../../platform/http/lists.ts'
import type { Scope } from '../../platform/http/scope.ts'
import { selectFile } from './queries.ts'

export async function selectChoices(trx: Trx, scope: Scope, id: number) {
  await selectFile(trx, scope, id)
  const institutions = await trx
    .selectFrom('institution as i')
    .innerJoin('institutionSite as s', 's.institutionId', 'i.id')
    .where('s.siteId', '=', scope.siteId)
    .where('i.status', '=', 'ACTIVE')
    .select(['i.id', 'i.name'])
    .orderBy('i.name')
    .orderBy('i.id')
    .execute()
  const plans = await trx
    .selectFrom('plan')
    .select(['id', 'institutionId', 'planName as name'])
    .where('siteId', '=', scope.siteId)
    .orderBy('planName')
    .orderBy('id')
    .execute()
  const byInstitution = Map.groupBy(plans, ({ institutionId }) => institutionId)
  const codes = trx.selectFrom('carrierFileRow').select('carrierCode').where('fileId', '=', id).where('matchStatus', '=', 'NEW').distinct()
  const carriers = await trx
    .selectFrom('carrier')
    .select(['id', 'code', 'shortName as name'])
    .where('code', 'in', codes)
    .orderBy('code')
    .execute()
  const products = await trx
    .selectFrom('product')
    .select(['id', 'carrierCode', 'productName as name'])
    .where('carrierCode', 'in', codes)
    .orderBy('carrierCode')
    .orderBy('productName')
    .orderBy('id')
    .execute()
  return {
    institutions: institutions.map(({ id: institutionId, name }) => ({
      id: institutionId,
      name,
      plans: (byInstitution.get(institutionId) ?? []).map((plan) => ({ id: plan.id, name: plan.name })),
    })),
    products,
    carriers,
  }
}

/** Carriers with policies on the site. */
export const selectCarriers = (trx: Trx, scope: Scope) =>
  trx
    .selectFrom('carrier')
    .select(['code', 'shortName as name'])
    .where((of) =>
      of.or([
        of('status', '=', 'ACTIVE'),
        of.exists(
          of
            .selectFrom('policy')
            .select('policy.id')
            .whereRef('policy.carrierCode', '=', 'carrier.code')
            .where('policy.siteId', '=', scope.siteId),
        ),
      ]),
    )
    .orderBy('shortName')
    .orderBy('code')
    .execute()

export const selectClientsToPolicies = (trx: Trx, scope: Scope, input: ParsedOf<typeof listClientsToPolicies>) => {
  let query = trx
    .selectFrom('policy as p')
    .innerJoin('institution as i', 'i.id', 'p.institutionId')
    .innerJoin('carrier as c', 'c.code', 'p.carrierCode')
    .innerJoin('insured as n', (join) => join.onRef('n.institutionId', '=', 'p.institutionId').onRef('n.id', '=', 'p.insuredId'))
    .where('p.siteId', '=', scope.siteId)
    .select([
      'p.institutionId',
      'i.name as institutionName',
      'p.carrierCode',
      'c.shortName as carrierName',
      'p.id as policyId',
      'p.policyNumber',
      'p.policyStatus',
    ])
    .select(sql<string>`n.last_name || ', ' || n.first_name`.as('insuredName'))
  if (input.carrierFilter) query = query.where('p.carrierCode', '=', input.carrierFilter)
  return pageOf(query, input, {
    id: ['p.institutionId', 'p.id'],
    sort: {
      institutionName: 'i.name',
      carrierCode: 'p.carrierCode',
      policyNumber: 'p.policyNumber',
      insuredName: sql`n.last_name`,
      policyStatus: 'p.policyStatus',
    },
    search: ['i.name', 'p.policyNumber', 'n.lastName', 'n.firstName'],
  })
}
