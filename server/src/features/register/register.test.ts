/** The register: lists that agree with the database, records held to their rules, nothing lost. */

import type { ErrorReply } from '@corridor/contract/kernel/errors.ts'
import { insureds, plans } from '@corridor/contract/register.ts'
import { agreements, policies, transactions } from '@corridor/contract/register-holdings.ts'
import { getPolicy, getRegister, listChanges } from '@corridor/contract/register-policies.ts'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { buildBook, type TestBook } from '../../test/book.ts'
import { signedInAs } from '../../test/builders.ts'
import { useServer } from '../../test/call.ts'
import { insuredInput } from '../../test/insured-input.ts'

const server = useServer()
const world = { book: {} as TestBook, id: 0, level1: '', level2: '', insuredId: 0, planId: 0, policyId: 0, productId: 0, carrierCode: '' }

beforeAll(async () => {
  world.book = await buildBook(server.ownerDb, { policiesEach: 6, months: 4 })
  const [id = 0] = world.book.institutionIds
  world.id = id
  const { siteId } = world.book
  world.level1 = await signedInAs(server.ownerDb, 'b', { siteId, permissions: { INSTITUTIONS: 1 } })
  world.level2 = await signedInAs(server.ownerDb, 'b', { siteId, permissions: { INSTITUTIONS: 2 } })
  const policy = await server.ownerDb
    .selectFrom('policy')
    .selectAll()
    .where('institutionId', '=', id)
    .orderBy('id')
    .executeTakeFirstOrThrow()
  Object.assign(world, {
    policyId: policy.id,
    insuredId: policy.insuredId,
    planId: policy.planId,
    productId: policy.productId,
    carrierCode: policy.carrierCode,
  })
})

const period = '2026-09-30'
const inDatabase = async () =>
  (
    await sql<{ policies: number; cashSurrenderValueCents: number; deathBenefitCents: number }>`
      select count(*)::int as policies, sum(v.cash_surrender_value_cents)::bigint as cash_surrender_value_cents, sum(v.death_benefit_cents)::bigint as death_benefit_cents
      from policy p join policy_valuation v on v.institution_id = p.institution_id and v.policy_id = p.id and v.as_of_date = ${period} and v.status = 'POSTED'
      where p.institution_id = ${world.id} and p.policy_status = 'IN_FORCE'`.execute(server.ownerDb)
  ).rows[0]
const insured = (overrides: Parameters<typeof insuredInput>[1] = {}) => insuredInput(world.id, overrides)

test('plans, policies and insureds come to the same totals as the database, under every filter and on every page', async () => {
  const wanted = await inDatabase()
  for (const { list } of [plans.endpoints, policies.endpoints, insureds.endpoints]) {
    const { status, body } = await server.callAs(world.level1, list, { id: world.id, period, take: 2 })
    expect(status).toBe(200)
    expect(body.totals).toMatchObject(wanted ?? {})
  }
  const byCarrier = await Promise.all(
    world.book.carrierCodes.map(
      async (carrierCode) => (await server.callAs(world.level1, policies.endpoints.list, { id: world.id, period, carrierCode })).body,
    ),
  )
  expect(byCarrier.reduce((sum, { totals }) => sum + totals.cashSurrenderValueCents, 0)).toBe(wanted?.cashSurrenderValueCents)
  for (const { records } of byCarrier) expect(new Set(records.map(({ carrierCode }) => carrierCode)).size).toBe(1)
  const found = await server.callAs(world.level1, policies.endpoints.list, {
    id: world.id,
    period,
    search: 'last0003',
    sort: 'cashSurrenderValueCents',
    desc: true,
  })
  expect(found.body.records).toHaveLength(1)
  expect(found.body.totals.cashSurrenderValueCents).toBe(found.body.records[0]?.cashSurrenderValueCents)
  const exported = await server.callAs(world.level1, policies.endpoints.list, {
    id: world.id,
    format: 'csv',
    columns: ['policyNumber', 'deathBenefitCents'],
  })
  expect(exported.bytes.toString().trim().split('\n').length).toBeGreaterThan(6)
})

test('a policy in force without a posted value is marked, and told apart by a filter', async () => {
  await sql`update policy_valuation set status = 'SUPERSEDED' where institution_id = ${world.id} and policy_id = ${world.policyId} and as_of_date = ${period}`.execute(
    server.ownerDb,
  )
  const { body } = await server.callAs(world.level1, policies.endpoints.list, { id: world.id, period, held: 'withoutValue' })
  expect(body.records.map(({ id, withoutValue, cashSurrenderValueCents }) => ({ id, withoutValue, cashSurrenderValueCents }))).toEqual([
    { id: world.policyId, withoutValue: true, cashSurrenderValueCents: null },
  ])
  expect(body.totals).toMatchObject({ policies: 1, withoutValue: 1, cashSurrenderValueCents: 0 })
  expect((await server.callAs(world.level1, getPolicy, { id: world.id, policyId: world.policyId })).body.withoutValue).toBe(period)
  await sql`update policy_valuation set status = 'POSTED' where institution_id = ${world.id} and policy_id = ${world.policyId} and as_of_date = ${period}`.execute(
    server.ownerDb,
  )
})

test('level 1 reads and changes nothing; another institution’s register is not there', async () => {
  expect((await server.callAs(world.level1, plans.endpoints.create, { ...PLAN, id: world.id })).status).toBe(403)
  const elsewhere = await buildBook(server.ownerDb, { institutions: 1, policiesEach: 1, months: 1 })
  for (const call of [
    await server.callAs(world.level2, policies.endpoints.list, { id: elsewhere.institutionIds[0] ?? 0 }),
    await server.callAs(world.level2, getRegister, { id: elsewhere.institutionIds[0] ?? 0 }),
  ])
    expect([call.status, call.error.code]).toEqual([404, 'not_found'])
  // A foreign id in a body is 404, too: the neighbor's plan.
  const neighbor = await server.ownerDb
    .selectFrom('plan')
    .select('id')
    .where('institutionId', '=', world.book.institutionIds[1] ?? 0)
    .executeTakeFirstOrThrow()
  const { record } = (await server.callAs(world.level2, getPolicy, { id: world.id, policyId: world.policyId })).body
  const moved = await server.callAs(world.level2, policies.endpoints.update, {
    id: world.id,
    recordId: world.policyId,
    planId: neighbor.id,
    reason: 'wrong plan',
    updatedAt: record.updatedAt,
  })
  expect(moved.status).toBe(404)
})
const PLAN = {
  planName: 'Officers 2020',
  planType: 'SERP' as const,
  effectiveDate: '2020-01-01',
  businessPurpose: 'Retirement benefits of officers',
  benefitExpenseOffsetCents: null,
  rabbiTrust: false,
}

test('a plan is entered, corrected with a reason, seen in its history, and taken out while nothing hangs on it', async () => {
  const made = await server.callAs(world.level2, plans.endpoints.create, { ...PLAN, id: world.id })
  expect(made.status).toBe(201)
  const recordId = made.body.id
  const fix = {
    id: world.id,
    recordId,
    planName: 'Officers 2021',
    reason: 'The board adopted it a year later',
    updatedAt: made.body.updatedAt,
  }
  const saved = await server.callAs(world.level2, plans.endpoints.update, fix)
  expect(saved.status).toBe(200)
  const stale = await server.callAs(world.level2, plans.endpoints.update, { ...fix, planName: 'Other' })
  expect([stale.status, stale.error.meta]).toMatchObject([
    409,
    { current: { planName: 'Officers 2021' }, yours: { planName: 'Other' }, changedBy: expect.stringContaining('Pat') },
  ])
  expect((await server.callAs(world.level2, plans.endpoints.update, { ...fix, reason: '' })).error.meta).toHaveProperty('reason')
  const { records } = (await server.callAs(world.level1, listChanges, { id: world.id, entity: 'plan', entityId: recordId })).body
  expect(
    records.map(({ action, reason, fields }) => ({ action, reason, fields: fields.filter(({ field }) => field === 'planName') })),
  ).toEqual([
    { action: 'CORRECTED', reason: fix.reason, fields: [{ field: 'planName', before: 'Officers 2020', after: 'Officers 2021' }] },
    { action: 'ADDED', reason: null, fields: [{ field: 'planName', before: null, after: 'Officers 2020' }] },
  ])
  const held = await server.callAs(world.level2, plans.endpoints.remove, {
    id: world.id,
    recordId: world.planId,
    reason: 'a mistake',
    updatedAt: (await planRow(world.planId)).updatedAt,
  })
  expect([held.status, held.error.message]).toMatchObject([409, expect.stringContaining('6 policies')])
  const gone = await server.callAs(world.level2, plans.endpoints.remove, {
    id: world.id,
    recordId,
    reason: 'entered twice',
    updatedAt: saved.body.updatedAt,
  })
  expect(gone.status).toBe(200)
  expect(
    await server.ownerDb.selectFrom('activity').select('action').where('entity', '=', 'register.plan').orderBy('id').execute(),
  ).toEqual(['register.entered', 'register.corrected', 'register.taken_out'].map((action) => ({ action })))
})
const planRow = (id: number) => server.ownerDb.selectFrom('plan').select('updatedAt').where('id', '=', id).executeTakeFirstOrThrow()

test('records that cannot be true are refused at the field, and nothing is written', async () => {
  const before = await counts()
  const refusedAt = async (answer: Promise<{ status: number; error: ErrorReply }>) => {
    const { status, error } = await answer
    expect(status).toBe(400)
    return Object.keys(error.meta ?? {})
  }
  expect(await refusedAt(server.callAs(world.level2, insureds.endpoints.create, insured({ employmentStatus: 'DECEASED' })))).toEqual([
    'dateOfDeath',
    'deathSource',
  ])
  const { record } = (await server.callAs(world.level2, getPolicy, { id: world.id, policyId: world.policyId })).body
  const policy = { id: world.id, recordId: world.policyId, reason: 'a test', updatedAt: record.updatedAt }
  expect(await refusedAt(server.callAs(world.level2, policies.endpoints.update, { ...policy, isSection1035Replacement: true }))).toEqual([
    'replacedCarrier',
    'replacedIssueDate',
  ])
  expect(await refusedAt(server.callAs(world.level2, policies.endpoints.update, { ...policy, issueDate: '1969-12-31' }))).toContain(
    'issueDate',
  )
  const other = await server.ownerDb
    .selectFrom('policy')
    .select(['policyNumber', 'carrierCode', 'productId'])
    .where('institutionId', '=', world.id)
    .where('carrierCode', '<>', world.carrierCode)
    .executeTakeFirstOrThrow()
  expect(await refusedAt(server.callAs(world.level2, policies.endpoints.update, { ...policy, productId: other.productId }))).toEqual([
    'productId',
  ])
  const agreement = { ...AGREEMENT, id: world.id, insuredId: world.insuredId, policyIds: [world.policyId] }
  expect(await refusedAt(server.callAs(world.level2, agreements.endpoints.create, { ...agreement, fraction: 0.5 }))).toEqual(['fraction'])
  const transaction = {
    id: world.id,
    policyId: world.policyId,
    transactionDate: '2026-09-10',
    type: 'WITHDRAWAL' as const,
    amountCents: 999_999_999_99,
    note: null,
  }
  expect(await refusedAt(server.callAs(world.level2, transactions.endpoints.create, transaction))).toEqual(['amountCents'])
  expect(
    await refusedAt(server.callAs(world.level2, transactions.endpoints.create, { ...transaction, type: 'SURRENDER', amountCents: 100 })),
  ).toEqual(['type'])
  expect(await counts()).toEqual(before)
})
const counts = async () =>
  (
    await sql`select (select count(*) from insured)::int as insureds, (select count(*) from policy_transaction)::int as transactions, (select count(*) from register_change)::int as changes`.execute(
      server.ownerDb,
    )
  ).rows
const AGREEMENT = {
  type: 'ENDORSEMENT' as const,
  benefitFormula: 'FIXED_DOLLAR' as const,
  amountCents: 25_000_000,
  fraction: null,
  capCents: null,
  survivesTermination: false,
  rateBasis: 'TABLE_2001' as const,
  effectiveDate: '2017-01-01',
  terminationDate: null,
}

test('an agreement covers its policies until it is taken out', async () => {
  const made = await server.callAs(world.level2, agreements.endpoints.create, {
    ...AGREEMENT,
    id: world.id,
    insuredId: world.insuredId,
    policyIds: [world.policyId],
  })
  expect(made.status).toBe(201)
  const covered = async () =>
    (await server.ownerDb.selectFrom('policy').select('splitDollarAgreementId').where('id', '=', world.policyId).executeTakeFirstOrThrow())
      .splitDollarAgreementId
  expect(await covered()).toBe(made.body.id)
  const list = await server.callAs(world.level1, agreements.endpoints.list, { id: world.id, period })
  expect(list.body.records).toMatchObject([{ id: made.body.id, policyIds: [world.policyId], insuredName: expect.stringContaining('Last') }])
  await server.callAs(world.level2, agreements.endpoints.remove, {
    id: world.id,
    recordId: made.body.id,
    reason: 'never signed',
    updatedAt: made.body.updatedAt,
  })
  expect(await covered()).toBeNull()
})
