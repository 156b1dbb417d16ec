/** The remains of a file that is set aside: its new policies are asked about, and go or stay as decided. */
import { acceptPolicies, discardFile, getFile, listChoices, listRows } from '@corridor/contract/data-feeds.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type Permissions, signedInAs } from '../../test/builders.ts'
import { feedText, HEADERS } from '../../test/feed-fixture.ts'
import { useFeeds } from '../../test/feed-server.ts'

const feeds = useFeeds()
const { server } = feeds

/** A file with sound lines and new policies, which are taken into the register. */
async function fileWithNew(...numbers: string[]) {
  const institutionId = feeds.book.institutionIds[0] ?? 0
  await server.ownerDb.updateTable('institution').set({ fdicCert: '00777' }).where('id', '=', institutionId).execute()
  const master = {
    face: 500_000_000,
    basis: 100_000_000,
    issue: '10/25/2026',
    cert: '777',
    first: 'Ada',
    last: 'Neumann',
    dob: '02/23/1971',
  }
  const headers = {
    ...HEADERS,
    face: 'Face',
    basis: 'Cost Basis',
    issue: 'Issue Dt',
    cert: 'FDIC Cert',
    first: 'First Name',
    last: 'Last Name',
    dob: 'DOB',
  }
  const [line] = feeds.sound()
  if (!line) throw new Error('no policies')
  const added = numbers.map((policyNumber) => ({ ...line, policyNumber, insured: '', ...master }))
  const { id } = await feeds.handedIn(feedText([...feeds.sound(), ...added], { headers }))
  const choices = (await server.callAs(feeds.staff, listChoices, { id })).body
  const productId = choices.products.find(({ carrierCode }) => carrierCode === feeds.carrier)?.id ?? 0
  const rows = (await server.callAs(feeds.staff, listRows, { id, matchStatus: ['NEW'] })).body.records
  const accepted = await server.callAs(feeds.staff, acceptPolicies, {
    id,
    policies: rows.map(({ line }) => ({ line, institutionId, productId })),
  })
  expect([accepted.status, accepted.body.newPolicies]).toEqual([200, 0])
  return { id, institutionId }
}
const inRegister = async () =>
  (
    await server.ownerDb
      .selectFrom('policy')
      .select('policyNumber')
      .where('siteId', '=', feeds.book.siteId)
      .where('policyNumber', 'like', 'N-%')
      .orderBy('policyNumber')
      .execute()
  ).map(({ policyNumber }) => policyNumber)
const insured = () =>
  server.ownerDb.selectFrom('insured').select('id').where('siteId', '=', feeds.book.siteId).where('lastName', '=', 'Neumann').execute()
const setAside = (id: number, answer: { policies?: 'keep' | 'remove'; listed?: number } = {}, cookie = feeds.staff) =>
  server.callAs(cookie, discardFile, { id, ...answer })
const statusOf = async (id: number) => (await server.callAs(feeds.staff, getFile, { id })).body.status
const logged = async (id: number) =>
  (
    await server.ownerDb
      .selectFrom('activity')
      .select('after')
      .where('action', '=', 'feed.discarded')
      .where('entityId', '=', String(id))
      .execute()
  ).map(({ after }) => after)

test('without an answer the file stays, and the refusal names the policies that it alone brought', async () => {
  const { id } = await fileWithNew('N-9001', 'N-9002')
  expect((await server.callAs(feeds.staff, getFile, { id })).body.broughtPolicies.map(({ policyNumber }) => policyNumber)).toEqual([
    'N-9001',
    'N-9002',
  ])
  const refused = await setAside(id)
  expect([refused.status, refused.error.message]).toEqual([
    409,
    '2 policies were taken into the register from this file: N-9001, N-9002. Say whether to keep them or to take them out again.',
  ])
  expect([await statusOf(id), await inRegister()]).toEqual(['VALIDATED', ['N-9001', 'N-9002']])
})

test('taken out again: the policies and the insured entered with them leave the register, with a line in its history, and the rows are new ones again', async () => {
  const { id, institutionId } = await fileWithNew('N-9001', 'N-9002')
  expect(await insured()).toHaveLength(1)
  expect((await setAside(id, { policies: 'remove', listed: 2 })).status).toBe(204)
  expect([await statusOf(id), await inRegister(), await insured()]).toEqual(['REJECTED', [], []])
  expect(await logged(id)).toEqual([{ removedPolicies: ['N-9001', 'N-9002'] }])
  const history = await server.ownerDb
    .selectFrom('registerChange')
    .select(['entity', 'reason'])
    .where('institutionId', '=', institutionId)
    .where('action', '=', 'REMOVED')
    .orderBy('id')
    .execute()
  expect(history).toEqual(
    ['policy', 'policy', 'insured'].map((entity) => ({ entity, reason: 'Taken from the file feed.csv, which was discarded.' })),
  )
  const rows = (await server.callAs(feeds.staff, listRows, { id, matchStatus: ['NEW'] })).body.records
  expect(rows.map(({ policyNumber, policyId }) => [policyNumber, policyId])).toEqual([
    ['N-9001', null],
    ['N-9002', null],
  ])
  // Sent again, they are new policies again.
  expect((await fileWithNew('N-9001')).id).not.toBe(id)
})

test('kept: they stay in the register, and the log names them', async () => {
  const { id } = await fileWithNew('N-9001')
  expect((await setAside(id, { policies: 'keep' })).status).toBe(204)
  expect([await statusOf(id), await inRegister(), await logged(id)]).toEqual(['REJECTED', ['N-9001'], [{ keptPolicies: ['N-9001'] }]])
})

test('one that something else speaks of by now is refused by its number, and nothing is changed', async () => {
  const { id } = await fileWithNew('N-9001', 'N-9002')
  await sql`insert into policy_transaction (institution_id, site_id, policy_id, transaction_date, type, amount_cents)
    select institution_id, site_id, id, '2026-10-31', 'PREMIUM', 100 from policy where policy_number = 'N-9002' and site_id = ${feeds.book.siteId}`.execute(
    server.ownerDb,
  )
  const refused = await setAside(id, { policies: 'remove', listed: 2 })
  expect([refused.status, refused.error.message]).toEqual([409, expect.stringContaining('Something else refers to N-9002 now')])
  expect([await statusOf(id), await inRegister()]).toEqual(['VALIDATED', ['N-9001', 'N-9002']])
  // Looked at again, the list holds the other one alone; the register keeps what the transaction is of.
  expect((await setAside(id, { policies: 'remove', listed: 1 })).status).toBe(204)
  expect([await inRegister(), await insured()]).toEqual([['N-9002'], [expect.anything()]])
})

test('one that another open file speaks of stays without a question', async () => {
  const { id } = await fileWithNew('N-9001')
  const [line] = feeds.sound()
  await feeds.handedIn(feedText([{ ...line, policyNumber: 'N-9001' }]))
  expect((await server.callAs(feeds.staff, getFile, { id })).body.broughtPolicies).toEqual([])
  expect((await setAside(id)).status).toBe(204)
  expect(await inRegister()).toEqual(['N-9001'])
})

test('taking out asks for the right to change institutions; keeping does not', async () => {
  const { id } = await fileWithNew('N-9001')
  const permissions: Permissions = { ASSET_REPORT: 2, INSTITUTIONS: 1 }
  const weak = await signedInAs(server.ownerDb, 'b', { siteId: feeds.book.siteId, permissions })
  expect((await setAside(id, { policies: 'remove', listed: 1 }, weak)).status).toBe(403)
  expect((await setAside(id, { policies: 'keep' }, weak)).status).toBe(204)
})
