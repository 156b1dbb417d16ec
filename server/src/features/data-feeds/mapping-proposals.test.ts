/** Columns with headers that nobody knows are proposed by their values, beside the register of the site; nothing is read so before somebody says so. */
import { discardFile, getFile, listStatusProposals, setMapping, uploadFile } from '@corridor/contract/data-feeds.ts'
import { listMappingProposals } from '@corridor/contract/feed-columns.ts'
import { expect, test } from 'vitest'
import { buildSite, signedInAs } from '../../test/builders.ts'
import { dollars, feedText, HEADERS } from '../../test/feed-fixture.ts'
import { useFeeds } from '../../test/feed-server.ts'

const feeds = useFeeds({ policiesEach: 20 })
const proposalsOf = async (id: number) => (await feeds.server.callAs(feeds.staff, listMappingProposals, { id })).body
/** Without a surrender charge the account value, which is read by its name, holds the same figures. */
const likely = (rows: number) =>
  `${rows} of ${rows} rows are within 5% of the cash surrender value posted for September 2026. “AV”, read as the account value, fits as well.`
const STRANGE = { ...HEADERS, cashSurrenderValue: 'Contract Net Value EOM' }

test('the value’s column is proposed with its count of rows and the other column that fits; taken and saved, the file is complete', async () => {
  const file = await feeds.handedIn(feedText(feeds.sound(), { headers: STRANGE }))
  const before = (await feeds.server.callAs(feeds.staff, getFile, { id: file.id })).body
  expect(before.missingFields).toEqual(['cashSurrenderValue'])
  const rows = feeds.policies.length
  expect(await proposalsOf(file.id)).toEqual({
    rows,
    carrier: null,
    records: [
      {
        header: 'Contract Net Value EOM',
        field: 'cashSurrenderValue',
        sure: false,
        reason: likely(rows),
      },
    ],
  })
  expect((await feeds.server.callAs(feeds.staff, getFile, { id: file.id })).body.mapping['Contract Net Value EOM']).toBeNull()
  const saved = await feeds.server.callAs(feeds.staff, setMapping, {
    id: file.id,
    mapping: { ...before.mapping, 'Contract Net Value EOM': 'cashSurrenderValue' },
    updatedAt: before.updatedAt,
  })
  expect(saved.body).toMatchObject({ status: 'VALIDATED', openErrors: 0 })
  // Nothing is open, and no row was read for it.
  expect(await proposalsOf(file.id)).toEqual({ records: [], rows: 0, carrier: null })
})

test('a row dated a month early does not take the comparison back with it: the month of most rows has it', async () => {
  const { id } = await feeds.handedIn(feedText(feeds.changed(3, { valuationDate: '2026-09-30' }), { headers: STRANGE }))
  const rows = feeds.policies.length
  expect((await proposalsOf(id)).records).toMatchObject([{ field: 'cashSurrenderValue', reason: likely(rows) }])
})

test('a field that is read already is not proposed for a second column of like values', async () => {
  const lines = feeds.sound().map((line) => ({ ...line, second: dollars(line.cashSurrenderValue) }))
  const { id } = await feeds.handedIn(feedText(lines, { headers: { ...HEADERS, second: 'Contract Net Value EOM' } }))
  expect((await proposalsOf(id)).records).toEqual([])
})

test('a file that is discarded proposes nothing, whatever columns are unknown in it', async () => {
  const { id } = await feeds.handedIn(feedText(feeds.sound(), { headers: STRANGE }))
  expect((await proposalsOf(id)).records).toHaveLength(1)
  await feeds.server.callAs(feeds.staff, discardFile, { id, reason: 'Sent twice by the carrier' })
  expect(await proposalsOf(id)).toEqual({ records: [], rows: 0, carrier: null })
})

test('where no header is known, policy numbers are found first and the values beside them', async () => {
  const headers = Object.fromEntries(Object.keys(HEADERS).map((column, place) => [column, `Feld ${String.fromCharCode(65 + place)}`]))
  const file = await feeds.handedIn(feedText(feeds.sound(), { headers }))
  const { records } = await proposalsOf(file.id)
  expect(Object.fromEntries(records.map(({ header, field }) => [header, field]))).toMatchObject({
    'Feld A': 'policyNumber',
    'Feld B': 'insuredName',
    'Feld C': 'asOfDate',
    'Feld D': 'policyStatus',
    'Feld E': 'accountValueBegin',
    'Feld O': 'grossCreditingRate',
  })
})

test('the carrier of a file that names none is proposed by its policy numbers, each counted once, and is nobody’s before somebody chooses it', async () => {
  const { shortName } = await feeds.server.ownerDb
    .selectFrom('carrier')
    .select('shortName')
    .where('code', '=', feeds.carrier)
    .executeTakeFirstOrThrow()
  const unknown = { ...feeds.changed(0, {})[0], policyNumber: 'X-1' }
  const file = await feeds.handedIn(feedText([...feeds.sound(), ...feeds.changed(0, { status: 'Surrendered' }), unknown]), {})
  const numbers = feeds.policies.length
  expect((await proposalsOf(file.id)).carrier).toEqual({
    code: feeds.carrier,
    name: shortName,
    reason: `${numbers} of ${numbers + 1} policy numbers are ${shortName}’s.`,
  })
  const { carrierCode, missingFields, updatedAt } = (await feeds.server.callAs(feeds.staff, getFile, { id: file.id })).body
  expect([carrierCode, missingFields]).toEqual([null, ['carrierCode']])
  await feeds.server.callAs(feeds.staff, setMapping, { id: file.id, mapping: {}, carrierCode: feeds.carrier, updatedAt })
  expect((await proposalsOf(file.id)).carrier).toBeNull()
})

test('policies of another site tell no carrier, nor do the numbers of a file whose rows name it', async () => {
  const { ownerDb } = feeds.server
  const elsewhere = await signedInAs(ownerDb, 'b', { siteId: await buildSite(ownerDb), permissions: { ASSET_REPORT: 2 } })
  const { json } = await feeds.upload(feedText(feeds.sound()), { cookie: elsewhere })
  const { id } = uploadFile.reply.parse(json)
  expect((await feeds.server.callAs(elsewhere, listMappingProposals, { id })).body.carrier).toBeNull()
  const lines = feeds.sound().map((line) => ({ ...line, carrier: 'Not a carrier' }))
  const named = await feeds.handedIn(feedText(lines, { headers: { ...HEADERS, carrier: 'Carrier' } }), {})
  expect((await proposalsOf(named.id)).carrier).toBeNull()
})

test('another site’s people get no proposals of the file', async () => {
  const file = await feeds.handedIn(feedText(feeds.sound(), { headers: STRANGE }))
  const stranger = await signedInAs(feeds.server.ownerDb, 'b', {
    siteId: await buildSite(feeds.server.ownerDb),
    permissions: { ASSET_REPORT: 2 },
  })
  expect((await feeds.server.callAs(stranger, listMappingProposals, { id: file.id })).status).toBe(404)
  expect((await feeds.server.callAs(stranger, listStatusProposals, { id: file.id })).status).toBe(404)
})

test('a mapping is kept once, for the one carrier that its file is of', async () => {
  const { server, staff, carrier } = feeds
  const [, other = ''] = feeds.book.carrierCodes
  const kept = async () =>
    (
      await server.ownerDb
        .selectFrom('columnMapping')
        .select(['carrierCode', 'version', 'mapping'])
        .where('siteId', '=', feeds.book.siteId)
        .orderBy('version')
        .execute()
    ).map(({ carrierCode, version, mapping }) => [carrierCode, version, mapping])
  const save = async (id: number, more: object = {}) => {
    const { updatedAt } = (await server.callAs(staff, getFile, { id })).body
    return server.callAs(staff, setMapping, { id, mapping: { 'Contract Net Value EOM': 'cashSurrenderValue' }, updatedAt, ...more })
  }
  const of = (first: string, remark: string) =>
    feedText(
      feeds.sound().map((line, at) => ({ ...line, carrier: at === 0 ? first : carrier })),
      { headers: { ...STRANGE, carrier: 'Carrier' }, preamble: [remark] },
    )
  const { id } = await feeds.handedIn(of(carrier, 'One'), {})
  const said = { 'Contract Net Value EOM': 'cashSurrenderValue' }
  expect([(await save(id, { keep: false })).status, await kept()]).toEqual([200, []])
  expect([(await save(id)).status, await kept()]).toEqual([200, [[carrier, 1, said]]])
  expect([(await save(id)).status, (await kept()).length]).toEqual([200, 1])
  await save(id, { mapping: { ...said, Premium: null } })
  expect(await kept()).toEqual([
    [carrier, 1, said],
    [carrier, 2, { ...said, Premium: null }],
  ])
  await save((await feeds.handedIn(of(other, 'Two'), {})).id, { mapping: { ...said, Interest: null } })
  expect((await kept()).length).toBe(2)
  expect((await save(id, { carrierCode: 'NOBODY' })).error.meta).toEqual({ carrierCode: ['No carrier has this code.'] })
  await server.callAs(staff, discardFile, { id, reason: 'Sent twice by the carrier' })
  expect((await save(id)).error.message).toBe('The file was discarded or could not be read. Upload it again.')
})
