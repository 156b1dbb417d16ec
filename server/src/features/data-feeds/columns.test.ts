/** Which column holds what: never settled silently where a file can be read in two ways. */
import { getFile, postFile, setMapping } from '@corridor/contract/data-feeds.ts'
import { isFeedField } from '@corridor/domain/feed-columns.ts'
import { expect, test } from 'vitest'
import { feedText, HEADERS } from '../../test/feed-fixture.ts'
import { useFeeds } from '../../test/feed-server.ts'

const feeds = useFeeds()
const detailOf = async (id: number) => (await feeds.server.callAs(feeds.staff, getFile, { id })).body
const fieldsOf = (mapping: Record<string, string | null>) =>
  Object.fromEntries(Object.entries(mapping).map(([header, field]) => [header, field !== null && isFeedField(field) ? field : null]))
/** The sound lines with one more column, a hundred dollars below another. */
const besides = (column: string) => feeds.sound().map((line) => ({ ...line, other: ((Number(line[column]) - 10_000) / 100).toFixed(2) }))

test.each([
  ['a value net of loans', 'cashSurrenderValue', 'CSV', 'Surrender Value', 'cash surrender value'],
  ['a net death benefit', 'deathBenefit', 'Death Benefit', 'Net Death Benefit', 'death benefit'],
  ['the rate of the loan', 'rate', 'Credited Rate', 'Interest Rate', 'gross crediting rate'],
  ['the same header again', 'premium', 'Premium', 'Premium', 'premium paid'],
])(
  '%s beside the column meant: none is read until somebody chooses, with both first values at hand',
  async (_, column, header, other, label) => {
    const lines = column === 'rate' ? feeds.sound().map((line) => ({ ...line, other: '8.00%' })) : besides(column)
    const headers = { other, ...HEADERS, [column]: header }
    const file = await feeds.handedIn(feedText(lines, { headers }))
    const detail = await detailOf(file.id)
    const [contest] = detail.contested
    expect(detail.contested).toHaveLength(1)
    expect(contest?.headers[0]).toBe(other)
    const [finding] = await feeds.findingsOf(file.id, { ruleCode: 'HEADERS' })
    expect(finding).toMatchObject({ severity: 'error', settle: 'reject', columnName: contest?.headers.join(', ') })
    expect(finding?.message).toContain(`More than one column could be the ${label}: “${other}” begins with ${lines[0]?.other}`)
    for (const name of contest?.headers ?? []) expect(detail.mapping[name]).toBeNull()
    expect((await feeds.server.callAs(feeds.staff, postFile, { id: file.id })).status).toBe(409)
    // Chosen once, the choice holds for this file and the carrier's next.
    const [net = '', meant = ''] = contest?.headers ?? []
    const chosen = await feeds.server.callAs(feeds.staff, setMapping, {
      id: file.id,
      mapping: { ...fieldsOf(detail.mapping), [meant]: contest?.field ?? null, [net]: null },
      updatedAt: detail.updatedAt,
    })
    expect(chosen.body).toMatchObject({ status: 'VALIDATED', openErrors: 0 })
    const next = await feeds.handedIn(feedText(lines, { headers, preamble: ['Second delivery'] }))
    expect(await detailOf(next.id)).toMatchObject({ status: 'VALIDATED', contested: [], openErrors: 0, mappingSource: 'kept' })
  },
)

test('a column that joins the one chosen is asked about, not passed over', async () => {
  const strange = { ...HEADERS, cashSurrenderValue: 'Wert A' }
  const file = await feeds.handedIn(feedText(feeds.sound(), { headers: strange }))
  const detail = await detailOf(file.id)
  await feeds.server.callAs(feeds.staff, setMapping, {
    id: file.id,
    mapping: { ...detail.mapping, 'Wert A': 'cashSurrenderValue' },
    updatedAt: detail.updatedAt,
  })
  const next = await feeds.handedIn(feedText(besides('cashSurrenderValue'), { headers: { ...strange, other: 'CSV' } }))
  expect((await detailOf(next.id)).contested).toEqual([{ field: 'cashSurrenderValue', headers: ['Wert A', 'CSV'], chosen: 'Wert A' }])
  expect((await feeds.findingsOf(next.id, { ruleCode: 'HEADERS' }))[0]?.message).toMatch(/^“Wert A” was chosen as the cash surrender value/)
  expect((await feeds.server.callAs(feeds.staff, postFile, { id: next.id })).error.code).toBe('open_errors')
})

test('two columns of one name cannot both be the field', async () => {
  const lines = besides('premium')
  const file = await feeds.handedIn(feedText(lines, { headers: { other: 'Premium', ...HEADERS } }))
  const detail = await detailOf(file.id)
  const both = await feeds.server.callAs(feeds.staff, setMapping, {
    id: file.id,
    mapping: { ...detail.mapping, Premium: 'premiumPaid', 'Premium (2)': 'premiumPaid' },
    updatedAt: detail.updatedAt,
  })
  expect([both.status, Object.keys(both.error.meta ?? {})]).toEqual([400, ['mapping.Premium (2)']])
})
