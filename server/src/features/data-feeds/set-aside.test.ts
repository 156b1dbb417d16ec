/** The remains of a file that is set aside: its new policies are asked about, and go or stay as decided. */
import {
  acceptPolicies,
  acceptWarnings,
  discardFile,
  getFile,
  listChoices,
  listRows,
  postFile,
  rejectRows,
  restoreRows,
  setMapping,
} from '@corridor/contract/data-feeds.ts'
import { checkFileAgain, correctCells } from '@corridor/contract/feed-lines.ts'
import { isFeedField } from '@corridor/domain/data-feeds/columns.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type Permissions, signedInAs } from '../../test/builders.ts'
import { dollars, feedText, HEADERS } from '../../test/feed-fixture.ts'
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
const REASON = 'Sent twice by the carrier'
const setAside = (id: number, answer: { policies?: 'keep' | 'remove'; listed?: number } = {}, cookie = feeds.staff) =>
  server.callAs(cookie, discardFile, { id, reason: REASON, ...answer })
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
  expect(await logged(id)).toEqual([{ reason: REASON, removedPolicies: ['N-9001', 'N-9002'] }])
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
  expect([await statusOf(id), await inRegister(), await logged(id)]).toEqual([
    'REJECTED',
    ['N-9001'],
    [{ reason: REASON, keptPolicies: ['N-9001'] }],
  ])
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

test('what is done to one file leaves another of the site as it is; a posted one is not discarded', async () => {
  const kept = async (id: number) => {
    const { rows } = await sql`select to_jsonb(f) as file,
      (select jsonb_agg(to_jsonb(r) order by r.line_number) from carrier_file_row r where r.file_id = f.id) as rows,
      (select jsonb_agg(to_jsonb(g) order by g.id) from carrier_file_finding g where g.file_id = f.id) as findings,
      (select jsonb_agg(to_jsonb(c) order by c.id) from carrier_file_correction c where c.file_id = f.id) as corrections
      from carrier_file f where f.id = ${id}`.execute(server.ownerDb)
    return rows
  }
  const reason = 'Read off the carrier’s statement'
  const [, second] = feeds.sound()
  const benefit = dollars(second?.deathBenefit ?? 0)
  const odd = (remark: string) =>
    feedText(
      feeds.changed(1, { deathBenefit: 'n.a.', rate: '9.05%' }).map((line, at) => (at === 2 ? { ...line, status: 'Unheard' } : line)),
      { preamble: [remark] },
    )
  const decide = async (id: number) => {
    const rejected = await server.callAs(feeds.staff, rejectRows, { id, lines: [6], reason })
    await server.callAs(feeds.staff, correctCells, { id, line: 4, cells: [{ header: 'DB', value: benefit }], reason })
    return rejected.status
  }
  const [one, other, third] = [await feeds.handedIn(odd('First')), await feeds.handedIn(odd('Second')), await feeds.handedIn(odd('Third'))]
  expect(await decide(one.id)).toBe(200)
  const before = await kept(one.id)

  const { id } = other
  await decide(id)
  const { mapping, updatedAt } = (await server.callAs(feeds.staff, getFile, { id })).body
  const fields = Object.fromEntries(
    Object.entries(mapping).map(([header, field]) => [header, field !== null && isFeedField(field) ? field : null]),
  )
  await server.callAs(feeds.staff, setMapping, { id, mapping: { ...fields, Premium: null }, updatedAt, keep: false })
  await server.callAs(feeds.staff, restoreRows, { id, lines: [6] })
  await server.callAs(feeds.staff, checkFileAgain, { id })
  await server.callAs(feeds.staff, rejectRows, { id, lines: [5], reason })
  const open = await feeds.findingsOf(id, { status: ['OPEN'] })
  const accepted = open.flatMap(({ id: finding, settle }) => (settle === 'accept' ? [finding] : []))
  expect(accepted.length).toBeGreaterThan(0)
  await server.callAs(feeds.staff, acceptWarnings, { id, findings: accepted, reason })
  expect((await server.callAs(feeds.staff, postFile, { id })).status).toBe(200)
  expect((await server.callAs(feeds.staff, discardFile, { id: third.id, reason: REASON })).status).toBe(204)
  expect(await kept(one.id)).toEqual(before)
  expect((await server.callAs(feeds.staff, discardFile, { id, reason: REASON })).error.message).toMatch(
    /^The file is posted and cannot be discarded\./,
  )
})

test('a discarded file tells by whom, when and why, and the same bytes received again lead to it', async () => {
  const content = feedText(feeds.sound())
  const detail = async (id: number) => (await server.callAs(feeds.staff, getFile, { id })).body
  const { id: first } = await feeds.handedIn(content)
  expect(await detail(first)).toMatchObject({ discarded: null, discardedBefore: null })
  await server.callAs(feeds.staff, discardFile, { id: first, reason: REASON })
  const told = await detail(first)
  expect(told.discarded).toEqual({ at: expect.stringMatching(/^20/), by: expect.stringMatching(/\S/), reason: REASON })
  const { id: again } = await feeds.handedIn(content)
  expect(await detail(again)).toMatchObject({ discarded: null, discardedBefore: { id: first, receivedAt: told.receivedAt } })
})

test('what is accepted in one file is still asked of another that says the same, also when that is read again', async () => {
  const lines = feeds.sound().slice(1)
  const [file, other] = [await feeds.handedIn(feedText(lines)), await feeds.handedIn(feedText(lines, { trailer: ['', ''] }))]
  const missing = async (id: number) => (await feeds.findingsOf(id)).filter(({ ruleCode }) => ruleCode === 'P4')
  const findings = (await missing(file.id)).map(({ id }) => id)
  await server.callAs(feeds.staff, acceptWarnings, { id: file.id, findings, reason: 'Carrier sends it next week' })
  for (const { id } of [file, other]) await server.callAs(feeds.staff, checkFileAgain, { id })
  expect((await missing(file.id)).map(({ status }) => status)).toEqual(['ACCEPTED'])
  expect((await missing(other.id)).map(({ status }) => status)).toEqual(['OPEN'])
})
