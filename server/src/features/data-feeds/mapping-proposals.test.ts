/** Columns with headers that nobody knows are proposed by their values, beside the register of the site; nothing is read so before somebody says so. */
import { getFile, setMapping } from '@corridor/contract/data-feeds.ts'
import { listMappingProposals } from '@corridor/contract/feed-columns.ts'
import { expect, test } from 'vitest'
import { buildSite, signedInAs } from '../../test/builders.ts'
import { feedText, HEADERS } from '../../test/feed-fixture.ts'
import { useFeeds } from '../../test/feed-server.ts'

const feeds = useFeeds({ policiesEach: 20 })
const proposalsOf = async (id: number) => (await feeds.server.callAs(feeds.staff, listMappingProposals, { id })).body
const STRANGE = { ...HEADERS, cashSurrenderValue: 'Contract Net Value EOM' }

test('the value’s column is proposed with its count of rows; taken and saved, the file is complete', async () => {
  const file = await feeds.handedIn(feedText(feeds.sound(), { headers: STRANGE }))
  const before = (await feeds.server.callAs(feeds.staff, getFile, { id: file.id })).body
  expect(before.missingFields).toEqual(['cashSurrenderValue'])
  const rows = feeds.policies.length
  expect(await proposalsOf(file.id)).toEqual({
    rows,
    records: [
      {
        header: 'Contract Net Value EOM',
        field: 'cashSurrenderValue',
        sure: true,
        reason: `${rows} of ${rows} rows are within 5% of the cash surrender value posted for September 2026.`,
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
  expect((await proposalsOf(file.id)).records).toEqual([])
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

test('another site’s people get no proposals of the file', async () => {
  const file = await feeds.handedIn(feedText(feeds.sound(), { headers: STRANGE }))
  const stranger = await signedInAs(feeds.server.ownerDb, 'b', {
    siteId: await buildSite(feeds.server.ownerDb),
    permissions: { ASSET_REPORT: 2 },
  })
  expect((await feeds.server.callAs(stranger, listMappingProposals, { id: file.id })).status).toBe(404)
})
