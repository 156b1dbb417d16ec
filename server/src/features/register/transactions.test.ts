/** Dated transactions by hand: entered, corrected, taken out; locked months; the halves of an exchange. */
import { policies, transactions } from '@corridor/contract/register-holdings.ts'
import { addStatus, getPolicy } from '@corridor/contract/register-policies.ts'
import { plainDate } from '@corridor/domain/primitives/period.ts'
import { beforeAll, expect, test } from 'vitest'
import { buildBook } from '../../test/book.ts'
import { signedInAs } from '../../test/builders.ts'
import { useServer } from '../../test/call.ts'

const server = useServer()
const state = { siteId: 0, id: 0, staff: '', policyId: 0 }

beforeAll(async () => {
  const { siteId, institutionIds } = await buildBook(server.ownerDb, { institutions: 1, policiesEach: 3, months: 4 })
  const [id = 0] = institutionIds
  const policy = await server.ownerDb
    .selectFrom('policy')
    .select('id')
    .where('institutionId', '=', id)
    .orderBy('id')
    .executeTakeFirstOrThrow()
  const staff = await signedInAs(server.ownerDb, 'b', { siteId, permissions: { INSTITUTIONS: 2 } })
  Object.assign(state, { siteId, id, staff, policyId: policy.id })
})
const page = async () => (await server.callAs(state.staff, getPolicy, { id: state.id, policyId: state.policyId })).body

test('transactions by hand: a premium is entered, corrected and taken out; a locked period refuses what reaches into it', async () => {
  const premium = {
    id: state.id,
    policyId: state.policyId,
    transactionDate: '2026-08-15',
    type: 'PREMIUM' as const,
    amountCents: 1_000_00,
    note: null,
  }
  const made = await server.callAs(state.staff, transactions.endpoints.create, premium)
  expect(made.status).toBe(201)
  const list = (await server.callAs(state.staff, transactions.endpoints.list, { id: state.id, type: ['PREMIUM'], from: '2026-08-01' })).body
  expect([list.records.length, list.totals]).toEqual([1, { addedCents: 1_000_00, removedCents: 0 }])
  const carrier = await server.ownerDb
    .selectFrom('carrier')
    .select('shortName')
    .where('code', '=', list.records[0]?.carrierCode ?? '')
    .executeTakeFirstOrThrow()
  expect(list.records[0]?.carrierName).toBe(carrier.shortName)
  await server.ownerDb
    .insertInto('periodLock')
    .values({ siteId: state.siteId, periodEnd: plainDate('2026-08-31') })
    .execute()
  const fix = { id: state.id, recordId: made.body.id, reason: 'Posted twice', updatedAt: made.body.updatedAt }
  for (const answer of [
    await server.callAs(state.staff, transactions.endpoints.update, { ...fix, transactionDate: '2026-09-15' }),
    await server.callAs(state.staff, transactions.endpoints.remove, fix),
    await server.callAs(state.staff, transactions.endpoints.create, { ...premium, transactionDate: '2026-07-31' }),
  ])
    expect([answer.status, answer.error.code, answer.error.message]).toEqual([
      409,
      'period_locked',
      expect.stringMatching(/^August 2026 is locked, and what is effective from /),
    ])
  expect((await server.callAs(state.staff, transactions.endpoints.create, { ...premium, transactionDate: '2026-09-15' })).status).toBe(201)
  await server.ownerDb.deleteFrom('periodLock').execute()
  expect((await server.callAs(state.staff, transactions.endpoints.remove, fix)).status).toBe(200)
})

test('the halves of a section 1035 exchange are of one day and one amount, and move together', async () => {
  const { record } = await page()
  const [, other] = await server.ownerDb.selectFrom('policy').select('id').where('institutionId', '=', state.id).orderBy('id').execute()
  const into = other?.id ?? 0
  const out = await server.callAs(state.staff, addStatus, {
    id: state.id,
    policyId: state.policyId,
    updatedAt: record.updatedAt,
    reason: 'Exchanged',
    status: 'EXCHANGED_OUT',
    effectiveDate: '2026-08-14',
    releasedCents: 500_00,
    differenceConfirmed: true,
  })
  expect(out.status).toBe(201)
  const half = {
    id: state.id,
    policyId: into,
    transactionDate: '2026-08-14',
    type: 'EXCHANGE_IN' as const,
    amountCents: 500_00,
    note: null,
    pairedPolicyId: state.policyId,
  }
  expect((await server.callAs(state.staff, transactions.endpoints.create, half)).error.meta).toHaveProperty('type')
  const { record: replacement } = (await server.callAs(state.staff, getPolicy, { id: state.id, policyId: into })).body
  const marked = await server.callAs(state.staff, policies.endpoints.update, {
    id: state.id,
    recordId: into,
    isSection1035Replacement: true,
    replacedCarrier: 'Old Life',
    replacedIssueDate: '2004-01-01',
    reason: 'The exchange papers',
    updatedAt: replacement.updatedAt,
  })
  expect(marked.status).toBe(200)
  expect((await server.callAs(state.staff, transactions.endpoints.create, { ...half, amountCents: 499_00 })).error.meta).toHaveProperty(
    'amountCents',
  )
  expect((await server.callAs(state.staff, transactions.endpoints.create, half)).status).toBe(201)
  const list = async () =>
    (
      await server.callAs(state.staff, transactions.endpoints.list, {
        id: state.id,
        type: ['EXCHANGE_IN', 'EXCHANGE_OUT'],
        sort: 'type',
        desc: false,
      })
    ).body.records
  expect((await list()).map(({ type, pairedPolicyId, amountCents }) => [type, pairedPolicyId, amountCents])).toEqual([
    ['EXCHANGE_IN', state.policyId, 500_00],
    ['EXCHANGE_OUT', into, 500_00],
  ])
  const released = (await list()).find(({ type }) => type === 'EXCHANGE_OUT')
  await server.callAs(state.staff, transactions.endpoints.update, {
    id: state.id,
    recordId: released?.id ?? 0,
    amountCents: 600_00,
    reason: 'The carrier’s confirmation',
    updatedAt: released?.updatedAt ?? '',
  })
  expect((await list()).map(({ amountCents }) => amountCents)).toEqual([600_00, 600_00])
  const alone = await server.callAs(state.staff, transactions.endpoints.remove, {
    id: state.id,
    recordId: released?.id ?? 0,
    reason: 'a test',
    updatedAt: (await list())[1]?.updatedAt ?? '',
  })
  expect([alone.status, alone.error.code]).toEqual([409, 'in_use'])
})
