/** 7-pay premiums in the register: of a policy and a period, held to rules, corrected with a reason, seen in the policy's history. */
import { sevenPay } from '@corridor/contract/register-backing.ts'
import { policies } from '@corridor/contract/register-holdings.ts'
import { getPolicy, listChanges } from '@corridor/contract/register-policies.ts'
import { expect, test } from 'vitest'
import { signedInAs } from '../../test/builders.ts'
import { useServer } from '../../test/call.ts'
import { buildReportWorld } from '../../test/report-world.ts'

const server = useServer()

test('a 7-pay premium is of a policy and a period, a material change begins another; each is corrected with a reason, and its policy stays while it is there', async () => {
  const calls = sevenPay.endpoints
  const { siteId, institutionIds } = await buildReportWorld(server, { institutions: 2, policiesEach: 2, months: 2 })
  const policyOf = async (institutionId: number | undefined) => {
    const { id } = await server.ownerDb
      .selectFrom('policy')
      .select('id')
      .where('institutionId', '=', institutionId ?? 0)
      .orderBy('id')
      .limit(1)
      .executeTakeFirstOrThrow()
    return id
  }
  const world = {
    id: institutionIds[0] ?? 0,
    keeper: await signedInAs(server.ownerDb, 'b', { siteId, permissions: { INSTITUTIONS: 2 } }),
    reader: await signedInAs(server.ownerDb, 'b', { siteId, permissions: { INSTITUTIONS: 1 } }),
    policyId: await policyOf(institutionIds[0]),
    otherPolicyId: await policyOf(institutionIds[1]),
  }
  const stated = (over = {}) => ({
    id: world.id,
    policyId: world.policyId,
    startsOn: '2016-06-15',
    annualPremiumCents: 5_000_000,
    paidCents: null,
    statedOn: '2016-06-15',
    source: 'Policy schedule',
    ...over,
  })
  const refused = async (over: object = {}) => {
    const { status, error } = await server.callAs(world.keeper, calls.create, stated(over))
    return [status, Object.keys(error.meta ?? {})]
  }
  expect(await refused({ startsOn: '2016-06-14' }), 'before the policy’s issue').toEqual([400, ['startsOn']])
  expect(await refused({ startsOn: '2099-01-01' })).toEqual([400, ['startsOn']])
  expect(await refused({ annualPremiumCents: 0 })).toEqual([400, ['annualPremiumCents']])
  expect(await refused({ paidCents: 1, statedOn: '2016-06-14' })).toEqual([400, ['paidCents']])
  expect((await server.callAs(world.keeper, calls.create, stated({ policyId: world.otherPolicyId }))).status).toBe(404)
  expect((await server.callAs(world.reader, calls.create, stated())).status).toBe(403)
  const made = await server.callAs(world.keeper, calls.create, stated())
  expect(made.status).toBe(201)
  expect(await refused()).toEqual([400, ['startsOn']])
  const changed = stated({ startsOn: '2023-02-01', annualPremiumCents: 7_000_000, paidCents: 0, statedOn: '2023-03-01' })
  expect((await server.callAs(world.keeper, calls.create, changed)).status).toBe(201)
  const corrected = await server.callAs(world.keeper, calls.update, {
    id: world.id,
    recordId: made.body.id,
    annualPremiumCents: 4_500_000,
    reason: 'Benefits were reduced in the third year',
    updatedAt: made.body.updatedAt,
  })
  expect(corrected.status).toBe(200)
  const { id: _, ...said } = stated()
  const { records, totals } = (await server.callAs(world.reader, calls.list, { id: world.id, sort: 'startsOn' })).body
  expect(totals).toEqual({ periods: 2 })
  expect(records).toMatchObject([
    { ...said, annualPremiumCents: 4_500_000, newest: false },
    { startsOn: '2023-02-01', annualPremiumCents: 7_000_000, paidCents: 0, newest: true },
  ])
  const history = async (of: object) => (await server.callAs(world.reader, listChanges, { id: world.id, ...of })).body.records
  expect((await history({ entity: 'sevenPay', entityId: made.body.id }))[0]).toMatchObject({
    action: 'CORRECTED',
    reason: 'Benefits were reduced in the third year',
    fields: [{ field: 'annualPremiumCents', before: 5_000_000, after: 4_500_000 }],
  })
  expect((await history({ policyId: world.policyId })).map(({ entity, action }) => [entity, action])).toContainEqual(['sevenPay', 'ADDED'])
  const { record } = (await server.callAs(world.reader, getPolicy, { id: world.id, policyId: world.policyId })).body
  const taken = await server.callAs(world.keeper, policies.endpoints.remove, {
    id: world.id,
    recordId: world.policyId,
    reason: 'by mistake',
    updatedAt: record.updatedAt,
  })
  expect([taken.status, taken.error.code]).toEqual([409, 'in_use'])
  expect(taken.error.message).toContain('2 7-pay premiums')
  const removed = await server.callAs(world.keeper, calls.remove, {
    id: world.id,
    recordId: made.body.id,
    reason: 'Of another policy',
    updatedAt: corrected.body.updatedAt,
  })
  expect(removed.status).toBe(200)
  expect((await server.callAs(world.reader, calls.list, { id: world.id })).body.totals).toEqual({ periods: 1 })
})
