/** Files without separators: a layout says where the columns stand, is kept for the carrier by version, and passes nothing over in silence. */
import { getFile, listRows, postFile } from '@corridor/contract/data-feeds.ts'
import { getFileLayout, setFileLayout } from '@corridor/contract/feed-layouts.ts'
import { correctCells, getFileLine } from '@corridor/contract/feed-lines.ts'
import type { InputOf } from '@corridor/contract/kernel/endpoint.ts'
import { expect, test } from 'vitest'
import { signedInAs } from '../../test/builders.ts'
import type { FeedLine } from '../../test/feed-fixture.ts'
import { useFeeds } from '../../test/feed-server.ts'

const feeds = useFeeds()
type Column = InputOf<typeof setFileLayout>['columns'][number]

const COLUMNS: Column[] = [
  { name: 'Policy', start: 2, length: 12, decimals: 0, field: 'policyNumber' },
  { name: 'Insured', start: 14, length: 20, decimals: 0, field: 'insuredName' },
  { name: 'Valued', start: 34, length: 8, decimals: 0, field: 'asOfDate' },
  { name: 'Surrender value', start: 42, length: 13, decimals: 2, field: 'cashSurrenderValue' },
  { name: 'Benefit', start: 57, length: 13, decimals: 2, field: 'deathBenefit' },
]
const digits = (cents: number) => String(cents).padStart(13, '0')
/** A record of a mainframe: a mark, the columns, filler of two blanks before the death benefit. */
const record = ({ policyNumber, insured, valuationDate, cashSurrenderValue, deathBenefit }: FeedLine, filler = '  ') =>
  `D${policyNumber.padEnd(12)}${insured.padEnd(20)}${valuationDate.replaceAll('-', '')}${digits(cashSurrenderValue)}${filler}${digits(deathBenefit)}`
const fileOf = (lines = feeds.sound(), ...more: string[]) =>
  [
    'H20261031 IN FORCE EXTRACT'.padEnd(69),
    ...lines.map((line) => record(line)),
    ...more,
    `T${String(lines.length).padStart(8, '0')}`.padEnd(69),
  ].join('\r\n')
const describeLayout = (id: number, updatedAt: string, more: object = {}) =>
  feeds.server.callAs(feeds.staff, setFileLayout, {
    id,
    columns: COLUMNS,
    skipLines: 1,
    mark: { start: 1, text: 'D' },
    updatedAt,
    ...more,
  })
const detailOf = async (id: number) => (await feeds.server.callAs(feeds.staff, getFile, { id })).body

test('a file without a layout waits for one and shows its first lines; described, it is posted with file and line, and the next file needs nothing', async () => {
  const file = await feeds.handedIn(fileOf())
  expect(file).toMatchObject({ status: 'PARSED', failure: null })
  expect(await detailOf(file.id)).toMatchObject({
    fixedWidth: true,
    headers: ['Whole line'],
    missingFields: expect.arrayContaining(['policyNumber']),
  })
  const open = (await feeds.server.callAs(feeds.staff, getFileLayout, { id: file.id })).body
  expect(open).toMatchObject({ layout: null, kept: null })
  expect(open.lines?.[1]).toBe(record(feeds.sound()[0] ?? Object.assign({})))
  const described = await describeLayout(file.id, file.updatedAt)
  expect(described.body).toMatchObject({
    status: 'VALIDATED',
    openErrors: 0,
    rowCount: feeds.policies.length,
    matched: feeds.policies.length,
  })
  const [note] = await feeds.findingsOf(file.id, { ruleCode: 'NOTE' })
  expect(note?.message).toBe('One line is not read (line 6): by the layout only lines with “D” at position 1 are policies.')
  expect((await feeds.server.callAs(feeds.staff, postFile, { id: file.id })).status).toBe(200)
  const posted = await feeds.server.ownerDb
    .selectFrom('policyValuation')
    .select(['policyId', 'lineNumber', 'cashSurrenderValueCents'])
    .where('fileId', '=', file.id)
    .orderBy('lineNumber')
    .execute()
  expect(posted).toEqual(
    feeds.sound().map((line, index) => ({
      policyId: feeds.policies[index]?.policyId,
      lineNumber: index + 2,
      cashSurrenderValueCents: line.cashSurrenderValue,
    })),
  )
  const row = (await feeds.server.callAs(feeds.staff, listRows, { id: file.id, lineNumber: 2 })).body.records[0]
  expect(row?.raw['Surrender value']).toBe(digits(feeds.sound()[0]?.cashSurrenderValue ?? 0))

  const next = await feeds.handedIn(fileOf([...feeds.sound()].reverse()))
  expect(next).toMatchObject({ status: 'VALIDATED', matched: feeds.policies.length })
  expect((await feeds.server.callAs(feeds.staff, getFileLayout, { id: next.id })).body).toMatchObject({
    kept: { carrierCode: feeds.carrier, version: 1 },
    layout: { columns: COLUMNS.map(({ field: _, ...column }) => column), skipLines: 1, mark: { start: 1, text: 'D' } },
  })
})

test('a cell with implied decimals is corrected as an amount, and stays on its line as it was written', async () => {
  const file = await feeds.handedIn(fileOf())
  await describeLayout(file.id, file.updatedAt)
  const value = feeds.sound()[0]?.cashSurrenderValue ?? 0
  await feeds.server.callAs(feeds.staff, correctCells, {
    id: file.id,
    line: 2,
    cells: [{ header: 'Surrender value', value: ((value + 100) / 100).toFixed(2) }],
    reason: 'The statement has a dollar more',
  })
  const row = (await feeds.server.callAs(feeds.staff, listRows, { id: file.id, lineNumber: 2 })).body.records[0]
  expect([row?.cashSurrenderValueCents, row?.raw['Surrender value']]).toEqual([value + 100, digits(value)])
})

const WITH_A_DOLLAR_MORE = ({ cashSurrenderValue }: FeedLine) => ((cashSurrenderValue + 100) / 100).toFixed(2)
const correctValue = (id: number, value: string) =>
  feeds.server.callAs(feeds.staff, correctCells, {
    id,
    line: 2,
    cells: [{ header: 'Surrender value', value }],
    reason: 'The statement has a dollar more',
  })
const firstLine = () => feeds.sound()[0] ?? Object.assign({})

test('a correction leaves the total in the file as the carrier’s digits have it, by the layout of the file or the one kept', async () => {
  const first = await feeds.handedIn(fileOf())
  await describeLayout(first.id, first.updatedAt)
  const next = await feeds.handedIn(fileOf([...feeds.sound(), firstLine()]))
  for (const { id } of [first, next]) {
    const { totals } = await detailOf(id)
    await correctValue(id, WITH_A_DOLLAR_MORE(firstLine()))
    expect(await detailOf(id)).toMatchObject({ totals, corrected: { cashSurrenderValueCents: 100, deathBenefitCents: 0 } })
  }
})

test('a layout described otherwise after a correction reads other digits as what was received', async () => {
  const file = await feeds.handedIn(fileOf())
  await describeLayout(file.id, file.updatedAt)
  const { updatedAt } = (await correctValue(file.id, WITH_A_DOLLAR_MORE(firstLine()))).body
  const toDimes = COLUMNS.map((column) => (column.name === 'Surrender value' ? { ...column, length: 12, decimals: 1 } : column))
  await describeLayout(file.id, updatedAt, { columns: toDimes })
  const inDimes = feeds.sound().map(({ cashSurrenderValue }) => cashSurrenderValue - (cashSurrenderValue % 10))
  expect((await detailOf(file.id)).totals.cashSurrenderValueCents).toBe(inDimes.reduce((sum, amount) => sum + amount))
})

test('digits with implied decimals are likely what they are near with their point, and no amount of a hundred times the size', async () => {
  const tenfold = { ...firstLine(), cashSurrenderValue: firstLine().cashSurrenderValue * 10 }
  const file = await feeds.handedIn(fileOf([tenfold, ...feeds.sound().slice(1)]))
  await describeLayout(file.id, file.updatedAt)
  const { likely } = (await feeds.server.callAs(feeds.staff, getFileLine, { id: file.id, line: 2 })).body
  expect(likely.map(({ value, reason }) => [value, reason.split(',')[0]])).toEqual([
    [(firstLine().cashSurrenderValue / 100).toFixed(2), 'Read with one digit less'],
  ])
})

test('a changed layout is a new version; the same one again is not', async () => {
  const file = await feeds.handedIn(fileOf())
  const first = await describeLayout(file.id, file.updatedAt)
  const same = await describeLayout(file.id, first.body.updatedAt)
  await describeLayout(file.id, same.body.updatedAt, {
    columns: COLUMNS.map((column) => (column.name === 'Insured' ? { ...column, length: 18 } : column)),
  })
  const kept = await feeds.server.ownerDb
    .selectFrom('fileLayout')
    .select('version')
    .where('siteId', '=', feeds.book.siteId)
    .orderBy('version')
    .execute()
  expect(kept.map(({ version }) => version)).toEqual([1, 2])
})

test('text where the layout has no column is a column of its own from the beginning of the file on, and told when it comes later', async () => {
  const begun = await feeds.handedIn(fileOf(feeds.sound(), record(feeds.sound()[0] ?? Object.assign({}), 'XY')))
  const shown = await describeLayout(begun.id, begun.updatedAt)
  expect((await detailOf(shown.body.id)).headers).toEqual([
    'Policy',
    'Insured',
    'Valued',
    'Surrender value',
    'Positions 55 to 56',
    'Benefit',
  ])
  const many = Array.from({ length: 1_200 }, () => feeds.sound()[1] ?? Object.assign({}))
  const late = await feeds.handedIn(fileOf(many, record(many[0], 'XY')))
  expect((await feeds.findingsOf(late.id, { ruleCode: 'NOTE' })).map(({ message }) => message)).toContainEqual(
    'One line has text where the layout has no column (line 1,202), and it is not read. Describe those positions under Layout if they hold something.',
  )
})

test('columns that overlap, or two of one field, are refused with their place', async () => {
  const file = await feeds.handedIn(fileOf())
  const [policy, insured] = COLUMNS
  const refused = await describeLayout(file.id, file.updatedAt, { columns: [policy, { ...insured, start: 5, field: 'policyNumber' }] })
  expect(refused.error.meta).toEqual({
    'columns.1': ['It overlaps “Policy”, which ends at position 13.', '“Policy” is read as policy number already.'],
  })
})

test('lines, and saying where columns begin, take the right to personal data: a line may hold a date of birth', async () => {
  const file = await feeds.handedIn(fileOf())
  const few = await signedInAs(feeds.server.ownerDb, 'b', { siteId: feeds.book.siteId, permissions: { ASSET_REPORT: 2 } })
  expect((await feeds.server.callAs(few, getFileLayout, { id: file.id })).body).toMatchObject({ lines: null, guess: [] })
  expect((await feeds.server.callAs(few, listRows, { id: file.id })).body.records[0]?.raw).toEqual({ 'Whole line': '•••' })
  const refused = await feeds.server.callAs(few, setFileLayout, {
    id: file.id,
    columns: COLUMNS,
    skipLines: 0,
    mark: null,
    updatedAt: file.updatedAt,
  })
  expect(refused.status).toBe(403)
})

test('a separated file of the carrier is read by its separators, layout or not', async () => {
  const file = await feeds.handedIn(fileOf())
  await describeLayout(file.id, file.updatedAt)
  const lines = feeds
    .sound()
    .map(({ policyNumber, valuationDate, cashSurrenderValue, deathBenefit }) =>
      [policyNumber, valuationDate, (cashSurrenderValue / 100).toFixed(2), (deathBenefit / 100).toFixed(2)].join(','),
    )
  const separated = await feeds.handedIn(['Policy No,Val Date,CSV,DB', ...lines].join('\n'))
  expect(separated).toMatchObject({ status: 'VALIDATED', matched: feeds.policies.length })
  expect((await detailOf(separated.id)).fixedWidth).toBe(false)
})

/** As the records of clearing houses are: a policy is several lines, each with a code of its kind in front. */
const SEVERAL: Column[] = [
  { name: 'Policy', start: 5, length: 12, decimals: 0, onLine: null, field: 'policyNumber' },
  { name: 'Valued', start: 17, length: 8, decimals: 0, onLine: null, field: 'asOfDate' },
  { name: 'Surrender value', start: 5, length: 13, decimals: 2, onLine: '1302', field: 'cashSurrenderValue' },
  { name: 'Benefit', start: 18, length: 13, decimals: 2, onLine: '1302', field: 'deathBenefit' },
  { name: 'Insured', start: 5, length: 20, decimals: 0, onLine: '1309', field: 'insuredName' },
]
const records = ({ policyNumber, insured, valuationDate, cashSurrenderValue, deathBenefit }: FeedLine, more: string[] = []) => [
  `1301${policyNumber.padEnd(12)}${valuationDate.replaceAll('-', '')}`.padEnd(40),
  `1302${digits(cashSurrenderValue)}${digits(deathBenefit)}`.padEnd(40),
  ...more.map((line) => line.padEnd(40)),
  `1309${insured.padEnd(20)}`.padEnd(40),
]

test('a policy on several lines is read as one row, at the line where it begins; the next file of the carrier needs nothing', async () => {
  const lines = feeds.sound()
  const text = ['10SUBMITTED BY THE CARRIER'.padEnd(40), ...lines.flatMap((line) => records(line))].join('\r\n')
  const file = await feeds.handedIn(text)
  const described = await describeLayout(file.id, file.updatedAt, { columns: SEVERAL, skipLines: 0, mark: { start: 1, text: '1301' } })
  expect(described.body).toMatchObject({ status: 'VALIDATED', openErrors: 0, rowCount: lines.length, matched: lines.length })
  const rows = (await feeds.server.callAs(feeds.staff, listRows, { id: file.id })).body.records
  expect(rows.map(({ lineNumber, cashSurrenderValueCents, insuredName }) => [lineNumber, cashSurrenderValueCents, insuredName])).toEqual(
    lines.map((line, index) => [index * 3 + 2, line.cashSurrenderValue, line.insured]),
  )
  expect(rows[0]?.raw['Surrender value']).toBe(digits(lines[0]?.cashSurrenderValue ?? 0))
  expect((await feeds.findingsOf(file.id, { ruleCode: 'NOTE' })).map(({ message }) => message)).toEqual([
    'One line is not read (line 1): by the layout only lines with “1301” or “1302” or “1309” at position 1 are policies.',
  ])
  const next = await feeds.handedIn(
    [...lines]
      .reverse()
      .flatMap((line) => records(line))
      .join('\n'),
  )
  expect(next).toMatchObject({ status: 'VALIDATED', openErrors: 0, matched: lines.length })
})

test('a second line of one kind in a policy, and one before any policy, are not read, and said to be', async () => {
  const [first, ...others] = feeds.sound()
  const again = `1302${digits(100)}${digits(200)}`
  const text = [again.padEnd(40), ...(first ? records(first, [again]) : []), ...others.flatMap((line) => records(line))].join('\n')
  const file = await feeds.handedIn(text)
  const described = await describeLayout(file.id, file.updatedAt, { columns: SEVERAL, skipLines: 0, mark: { start: 1, text: '1301' } })
  expect(described.body).toMatchObject({ openErrors: 0, matched: feeds.policies.length })
  expect((await feeds.findingsOf(file.id, { ruleCode: 'NOTE' })).map(({ message }) => message)).toEqual([
    'One line is not read (line 1): by the layout only lines with “1301” or “1302” or “1309” at position 1 are policies.',
    'One line is a further line of its kind in one policy, and not read (line 4): the first one counts. Ask the carrier for one such line a policy if its amounts belong together.',
  ])
  const [row] = (await feeds.server.callAs(feeds.staff, listRows, { id: file.id, lineNumber: 2 })).body.records
  expect(row?.cashSurrenderValueCents).toBe(first?.cashSurrenderValue)
})

test('a policy whose value line is missing is an error of its row', async () => {
  const [first, ...others] = feeds.sound()
  const cut = first ? records(first).filter((line) => !line.startsWith('1302')) : []
  const file = await feeds.handedIn([...cut, ...others.flatMap((line) => records(line))].join('\n'))
  await describeLayout(file.id, file.updatedAt, { columns: SEVERAL, skipLines: 0, mark: { start: 1, text: '1301' } })
  expect((await feeds.findingsOf(file.id, { ruleCode: 'VALUE' })).map(({ lineNumber, message }) => [lineNumber, message])).toEqual([
    [1, 'Cash surrender value is missing.'],
    [1, 'Death benefit is missing.'],
  ])
})
