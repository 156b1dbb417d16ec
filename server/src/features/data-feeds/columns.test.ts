/** Which column holds what: never settled silently where a file can be read in two ways. */
import { getFile, postFile, setMapping } from '@corridor/contract/data-feeds.ts'
import { getFileLine } from '@corridor/contract/feed-lines.ts'
import { isFeedField } from '@corridor/domain/data-feeds/columns.ts'
import { plainDate } from '@corridor/domain/primitives/period.ts'
import { expect, test } from 'vitest'
import { feedText, HEADERS, policiesOf } from '../../test/feed-fixture.ts'
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
  expect((await detailOf(next.id)).contested).toEqual([
    { field: 'cashSurrenderValue', headers: ['Wert A', 'CSV'], chosen: 'Wert A', sheet: null },
  ])
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

const slashed = (order: 'MDY' | 'DMY') => (date: string) => {
  const [year = '', month = '', day = ''] = date.split('-')
  return order === 'MDY' ? `${month}/${day}/${year}` : `${day}/${month}/${year}`
}
/** The sound lines with the dates of issue that the book has, the first of which may be moved. */
const issued = (order: 'MDY' | 'DMY', dates: readonly string[] = []) =>
  feeds.sound().map((line, index) => ({ ...line, issue: slashed(order)(dates[index] ?? feeds.policies[index]?.issueDate ?? '') }))
const issueHeaders = { ...HEADERS, issue: 'Issue Dt' }
const posted = (fileId: number) =>
  feeds.server.ownerDb
    .selectFrom('policyValuation')
    .select(['policyId', 'asOfDate', 'valuationDate', 'cashSurrenderValueCents'])
    .where('fileId', '=', fileId)
    .orderBy('policyId')
    .execute()

test('dates with the day first are read so, all of them, and a note says it', async () => {
  const file = await feeds.handedIn(feedText(issued('DMY'), { headers: issueHeaders, date: slashed('DMY') }))
  expect((await feeds.findingsOf(file.id)).map(({ ruleCode, columnName, severity }) => [ruleCode, columnName, severity])).toEqual([
    ['NOTE', 'Val Date', 'warning'],
    ['NOTE', 'Issue Dt', 'warning'],
  ])
  expect((await detailOf(file.id)).forms).toEqual({ 'Val Date': { form: 'DMY', by: 'cells' }, 'Issue Dt': { form: 'DMY', by: 'cells' } })
  expect((await feeds.server.callAs(feeds.staff, postFile, { id: file.id })).status).toBe(200)
  expect((await posted(file.id)).map(({ asOfDate, valuationDate }) => [asOfDate, valuationDate])).toEqual(
    feeds.policies.map(() => [feeds.period, feeds.period]),
  )
})

test('a column that mixes both ways is an error, though each cell could be read', async () => {
  const lines = feeds
    .sound()
    .map((line, index) => ({ ...line, valuationDate: slashed(index === 1 ? 'DMY' : 'MDY')(String(line.valuationDate)) }))
  const file = await feeds.handedIn(feedText(lines))
  const [finding] = await feeds.findingsOf(file.id, { ruleCode: 'DATES' })
  expect(finding).toMatchObject({ columnName: 'Val Date', severity: 'error', settle: 'reject' })
  expect(finding?.message).toMatch(
    /^“Val Date” is written in two ways: 3 cells have the month first \(10\/31\/2026 in line 2\), one cell has the day first \(31\/10\/2026 in line 3\)/,
  )
})

test('dates that can be read in two ways are what the register has; where it has neither, somebody is asked, and the answer is kept', async () => {
  const twice = '2016-04-03'
  await feeds.server.ownerDb
    .updateTable('policy')
    .set({ issueDate: plainDate(twice) })
    .where('siteId', '=', feeds.book.siteId)
    .execute()
  feeds.policies = await policiesOf(feeds.server.ownerDb, feeds.carrier, feeds.period)
  // The book tells: nothing is asked, in either order.
  for (const order of ['MDY', 'DMY'] as const) {
    const file = await feeds.handedIn(feedText(issued(order), { headers: issueHeaders }))
    expect((await detailOf(file.id)).forms['Issue Dt']).toEqual({ form: order, by: 'book' })
    expect((await feeds.rulesOf(file.id)).filter(([rule]) => rule !== 'NOTE')).toEqual([])
  }
  const lines = issued('DMY', ['2015-06-05', '2015-06-05', '2015-06-05', '2015-06-05'])
  const file = await feeds.handedIn(feedText(lines, { headers: issueHeaders }))
  const [finding] = await feeds.findingsOf(file.id, { ruleCode: 'DATES' })
  expect(finding?.message).toBe(
    'Every date of “Issue Dt” that is written in numbers can be read in two ways: 05/06/2015 is May 6, 2015, or June 5, 2015. Choose under Column mapping whether the month or the day comes first.',
  )
  const detail = await detailOf(file.id)
  expect(detail.forms['Issue Dt']).toEqual({ form: 'MDY', by: 'asked' })
  expect((await feeds.server.callAs(feeds.staff, postFile, { id: file.id })).error.code).toBe('open_errors')
  await feeds.server.callAs(feeds.staff, setMapping, {
    id: file.id,
    mapping: fieldsOf(detail.mapping),
    forms: { 'Issue Dt': 'DMY' },
    updatedAt: detail.updatedAt,
  })
  expect((await feeds.findingsOf(file.id)).map(({ ruleCode, message }) => [ruleCode, message])).toEqual(
    lines.map(() => ['V12', 'Issue date: the carrier says 06/05/2015, the register 04/03/2016.']),
  )
  const next = await feeds.handedIn(feedText(lines, { headers: issueHeaders, preamble: ['Second delivery'] }))
  expect((await detailOf(next.id)).forms['Issue Dt']).toEqual({ form: 'DMY', by: 'given' })
  expect(await feeds.findingsOf(next.id, { ruleCode: 'DATES' })).toEqual([])
  // One slip of the pen does not turn the dates that are the book's as they stand.
  await feeds.server.ownerDb.deleteFrom('columnMapping').where('siteId', '=', feeds.book.siteId).execute()
  const slip = issued('MDY').map((line, index) => ({ ...line, issue: index === 1 ? '13/04/2016' : line.issue }))
  const slipped = await feeds.handedIn(feedText(slip, { headers: issueHeaders }))
  expect((await feeds.findingsOf(slipped.id, { ruleCode: 'DATES' }))[0]?.message).toMatch(
    /^“Issue Dt”: one cell has it day first \(13\/04\/2016 in line 3\), but month first its other dates are those of the register\./,
  )
})

test('what is kept of a column does not bend a file that proves otherwise', async () => {
  const file = await feeds.handedIn(
    feedText(issued('DMY', ['2015-06-05', '2015-06-05', '2015-06-05', '2015-06-05']), { headers: issueHeaders }),
  )
  const detail = await detailOf(file.id)
  await feeds.server.callAs(feeds.staff, setMapping, {
    id: file.id,
    mapping: fieldsOf(detail.mapping),
    forms: { 'Issue Dt': 'DMY' },
    updatedAt: detail.updatedAt,
  })
  const other = await feeds.handedIn(feedText(issued('MDY', ['2015-06-25']), { headers: issueHeaders }))
  expect((await feeds.findingsOf(other.id, { ruleCode: 'DATES' }))[0]?.message).toMatch(
    /^“Issue Dt” is kept as written day first, but 4 cells have it otherwise \(06\/25\/2015 in line 2\)/,
  )
  const { likely } = (await feeds.server.callAs(feeds.staff, getFileLine, { id: other.id, line: 2 })).body
  expect(likely).toContainEqual({
    header: 'Issue Dt',
    value: expect.stringContaining('2015'),
    reason: expect.stringMatching(/^Read with the month first/),
  })
})

test('dates of birth are asked about without being shown', async () => {
  await feeds.server.ownerDb.updateTable('insured').set({ dateOfBirth: null }).where('siteId', '=', feeds.book.siteId).execute()
  const lines = feeds.sound().map((line) => ({ ...line, birth: '03/04/1958' }))
  const file = await feeds.handedIn(feedText(lines, { headers: { ...HEADERS, birth: 'DOB' } }))
  const [finding] = await feeds.findingsOf(file.id, { ruleCode: 'DATES' })
  expect(finding?.message).toMatch(/^Every date of “DOB” that is written in numbers can be read in two ways\. Choose/)
  expect(JSON.stringify(await feeds.findingsOf(file.id))).not.toContain('1958')
})

test('a date above the header that tells no month is not taken for one', async () => {
  const { valuationDate: _, ...headers } = HEADERS
  const file = await feeds.handedIn(feedText(feeds.sound(), { headers, preamble: ['As of 05/11/2026'] }))
  expect((await detailOf(file.id)).missingFields).toEqual(['asOfDate'])
  const clear = await feeds.handedIn(feedText(feeds.sound(), { headers, preamble: ['As of 31/10/2026'] }))
  expect(await detailOf(clear.id)).toMatchObject({ missingFields: [], periods: [feeds.period] })
})

test('0.15 among percentages is read as 0.15 %, and asked about', async () => {
  const lines = feeds.sound().map((line, index) => ({ ...line, rate: index === 1 ? '0.15' : '4.05' }))
  const file = await feeds.handedIn(feedText(lines))
  const found = await feeds.findingsOf(file.id, { ruleCode: 'RATE' })
  expect(found[0]).toMatchObject({ lineNumber: 3, columnName: 'Credited Rate', value: '0.15', severity: 'error', settle: 'accept' })
  expect(found[0]?.message).toBe('Gross crediting rate: “0.15” is read as 0.15 %, because the other cells of the column are percentages.')
  const fractions = feeds.sound().map((line, index) => ({ ...line, rate: index === 1 ? '4.05' : '0.0405' }))
  const other = await feeds.handedIn(feedText(fractions))
  expect((await feeds.findingsOf(other.id, { ruleCode: 'VALUE' }))[0]).toMatchObject({
    lineNumber: 3,
    message: 'Gross crediting rate: “4.05” is 405 % a year in a column of fractions; 4.05 % would be written 0.0405.',
  })
})

test('a column of amounts that nothing reads is named, until somebody says that it is not used', async () => {
  const lines = feeds.sound().map((line, index) => ({
    ...line,
    refund: index === 2 ? '1000' : '0',
    rider: '12.50',
    branch: '1024',
    remark: 'see letter of 10/12',
    empty: '',
  }))
  const headers = { ...HEADERS, refund: 'Premium Refund', rider: 'GIO', branch: 'Branch', remark: 'Remark', empty: 'Bonus' }
  const file = await feeds.handedIn(feedText(lines, { headers }))
  expect(
    (await feeds.findingsOf(file.id)).map(({ ruleCode, severity, columnName, message }) => [ruleCode, severity, columnName, message]),
  ).toEqual([
    [
      'UNUSED',
      'warning',
      'GIO',
      '“GIO” holds amounts (12.50 in line 2) and is not used. Choose its field under Column mapping; saved there as not used, it is not asked about again.',
    ],
    ['UNUSED', 'warning', 'Premium Refund', expect.stringContaining('(1000 in line 4)')],
  ])
  const detail = await detailOf(file.id)
  await feeds.server.callAs(feeds.staff, setMapping, { id: file.id, mapping: fieldsOf(detail.mapping), updatedAt: detail.updatedAt })
  expect(await feeds.findingsOf(file.id)).toEqual([])
  expect(await feeds.findingsOf((await feeds.handedIn(feedText(lines, { headers, preamble: ['Second delivery'] }))).id)).toEqual([])
})

test('a policy number that a spreadsheet shortened to an exponent is an error, not another policy', async () => {
  const file = await feeds.handedIn(feedText(feeds.changed(1, { policyNumber: '1.23457E+11' })))
  expect(
    (await feeds.findingsOf(file.id, { ruleCode: 'VALUE' })).map(({ lineNumber, columnName, message }) => [
      lineNumber,
      columnName,
      message,
    ]),
  ).toEqual([[3, 'Policy No', 'Policy number: “1.23457E+11” is shortened to an exponent; format the column as text and export again.']])
  expect(await feeds.findingsOf(file.id, { ruleCode: 'V2' })).toEqual([])
})
