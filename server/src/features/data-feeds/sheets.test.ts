/** Workbooks of several sheets: each is read with its own bank and month, or named with the reason why not; every line leads back to its sheet. */
import { getFile, listRows, postFile, rejectRows, setMapping } from '@corridor/contract/data-feeds.ts'
import { addMonthEnds, formatMonth, plainDate } from '@corridor/domain/primitives/period.ts'
import ExcelJS from 'exceljs'
import { expect, test } from 'vitest'
import { type FeedPolicy, HEADERS, MONEY, soundLine } from '../../test/feed-fixture.ts'
import { useFeeds } from '../../test/feed-server.ts'
import { workbook } from '../../test/feed-workbook.ts'
import { monthInName } from './checking/sheets.ts'

const feeds = useFeeds()
const detailOf = async (id: number) => (await feeds.server.callAs(feeds.staff, getFile, { id })).body
/** The policies of each of the two banks. */
const ofBanks = (): [FeedPolicy[], FeedPolicy[]] => {
  const [one, two] = feeds.book.institutionIds.map((id) => feeds.policies.filter(({ institutionId }) => institutionId === id))
  return [one ?? [], two ?? []]
}
const sound = (policies: readonly FeedPolicy[]) => policies.map((policy) => soundLine(policy, feeds.period))

test('every sheet with policies is read, whatever the order of its columns; a cover and an empty sheet are named', async () => {
  const [one, two] = ofBanks()
  const turned = Object.fromEntries(Object.entries(HEADERS).toReversed())
  const content = await workbook([
    { name: 'Cover', preamble: [['In-force extract'], ['Prepared for our clients']] },
    { name: 'First', lines: sound(one) },
    { name: 'Nothing' },
    { name: 'Second', lines: sound(two), headers: turned },
  ])
  const file = await feeds.handedIn(content)
  expect(file).toMatchObject({ status: 'VALIDATED', rowCount: feeds.policies.length, matched: feeds.policies.length, openErrors: 0 })
  expect((await feeds.findingsOf(file.id)).map(({ severity, message }) => [severity, message])).toEqual([
    ['info', 'Sheet “Cover” is not read: no line in it names the columns.'],
  ])
  const detail = await detailOf(file.id)
  expect(detail.sheets.map(({ name, isRead, reason, rows }) => [name, isRead, reason, rows])).toEqual([
    ['First', true, null, one.length],
    ['Second', true, null, two.length],
    ['Cover', false, 'no line in it names the columns', 0],
    ['Nothing', false, 'it is empty', 0],
  ])
  const rows = (await feeds.server.callAs(feeds.staff, listRows, { id: file.id, take: 100 })).body.records
  expect(
    rows.map(({ sheet, lineNumber, policyId, cashSurrenderValueCents }) => [sheet, lineNumber, policyId, cashSurrenderValueCents]),
  ).toEqual([
    ...sound(one).map((line, index) => ['First', index + 2, one[index]?.policyId, line.cashSurrenderValue]),
    ...sound(two).map((line, index) => ['Second', index + 2, two[index]?.policyId, line.cashSurrenderValue]),
  ])
  // The cells stand under their headers, in whatever order the second sheet has them.
  expect(rows.at(-1)?.raw).toMatchObject({ 'Policy No': two.at(-1)?.policyNumber, 'Credited Rate': '4.05%' })
})

test('a sheet that cannot be read is named as what it holds: hidden policies, sums by bank, words nobody knows', async () => {
  const [one, two] = ofBanks()
  const sums = [
    { bank: 'One', cashSurrenderValue: 100, deathBenefit: 200 },
    { bank: 'Two', cashSurrenderValue: 100, deathBenefit: 200 },
  ]
  const foreign = sound(two).map(({ policyNumber, cashSurrenderValue, deathBenefit }) => ({
    policyNumber,
    a: cashSurrenderValue / 100,
    b: deathBenefit / 100,
  }))
  const file = await feeds.handedIn(
    await workbook([
      { name: 'Summary', lines: sums, headers: { bank: 'Bank', cashSurrenderValue: 'CSV', deathBenefit: 'DB' } },
      { name: 'Values', lines: sound(one) },
      { name: 'Old values', lines: sound(two), state: 'hidden' },
      { name: 'Werte', lines: foreign, headers: { policyNumber: 'Vertrag', a: 'Rückkauf', b: 'Tod' } },
    ]),
  )
  expect(file.rowCount).toBe(one.length)
  expect((await feeds.findingsOf(file.id, { ruleCode: 'NOTE' })).map(({ severity, message }) => [severity, message])).toEqual([
    ['warning', 'Sheet “Summary” is not read: none of its columns holds policy numbers.'],
    ['warning', 'Sheet “Old values” is not read: it is hidden in the workbook.'],
    ['warning', 'Sheet “Werte” is not read: no line in it names the columns.'],
  ])
})

test('a sheet a bank: its name, or the lines above, say whose rows they are; a policy of another bank is an error there', async () => {
  const [one, two] = ofBanks()
  const [first, second] = [one[0]?.institutionName ?? '', two[0]?.institutionName ?? '']
  const right = await feeds.handedIn(
    await workbook([
      { name: first, lines: sound(one) },
      { name: 'Sheet 2', preamble: [['Bank:', second]], lines: sound(two) },
    ]),
  )
  expect(await feeds.rulesOf(right.id)).toEqual([])
  expect((await detailOf(right.id)).sheets.map(({ institutionName }) => institutionName)).toEqual([first, second])
  const swapped = await feeds.handedIn(
    await workbook([
      { name: second, lines: sound(one) },
      { name: 'Sheet 2', preamble: [[`Client: ${first}`]], lines: sound(two) },
    ]),
  )
  expect((await feeds.findingsOf(swapped.id, { ruleCode: 'P7' })).map(({ sheet, lineNumber }) => [sheet, lineNumber])).toEqual([
    ...one.map((_policy, index) => [second, index + 2]),
    ...two.map((_policy, index) => ['Sheet 2', index + 3]),
  ])
})

test('rows that name their bank themselves are of that bank, whatever their sheet is called', async () => {
  const [one, two] = ofBanks()
  const own = (policies: typeof one) => sound(policies).map((line, index) => ({ ...line, bank: policies[index]?.institutionName ?? '' }))
  const file = await feeds.handedIn(
    await workbook([
      { name: two[0]?.institutionName ?? '', headers: { ...HEADERS, bank: 'Bank Name' }, lines: own(one) },
      { name: 'Sheet 2', lines: sound(two) },
    ]),
  )
  expect(await feeds.findingsOf(file.id, { ruleCode: 'P7' })).toEqual([])
})

test('a sheet a month: its name, or the lines above, say of when its rows are', async () => {
  const later = addMonthEnds(feeds.period, 1)
  await feeds.goTo(later)
  const { valuationDate: _, ...headers } = HEADERS
  const second = feeds.sound().map((line) => {
    const value = line.accountValue + line.interest - line.costOfInsurance - line.expense
    return { ...line, begin: line.accountValue, accountValue: value, cashSurrenderValue: value }
  })
  const file = await feeds.handedIn(
    await workbook([
      { name: 'Oct 2026', headers, lines: feeds.sound() },
      { name: 'Sheet 2', headers, preamble: [['Values as of November 30, 2026']], lines: second },
    ]),
  )
  expect(await feeds.rulesOf(file.id)).toEqual([])
  expect((await detailOf(file.id)).periods).toEqual([feeds.period, later])
  expect((await feeds.server.callAs(feeds.staff, postFile, { id: file.id })).body).toMatchObject({ posted: 2 * feeds.policies.length })
  const posted = await feeds.server.ownerDb
    .selectFrom('policyValuation')
    .select(['asOfDate', 'cashSurrenderValueCents'])
    .where('fileId', '=', file.id)
    .where('policyId', '=', feeds.policies[0]?.policyId ?? 0)
    .orderBy('asOfDate')
    .execute()
  expect(posted.map(({ asOfDate, cashSurrenderValueCents }) => [asOfDate, cashSurrenderValueCents])).toEqual([
    [feeds.period, feeds.sound()[0]?.cashSurrenderValue],
    [later, second[0]?.cashSurrenderValue],
  ])
})

test('a month chosen for a file that says another is asked about', async () => {
  const { valuationDate: _, ...headers } = HEADERS
  const other = addMonthEnds(feeds.period, -1)
  const text = await workbook([{ name: 'Values', headers, preamble: [['Statement period ending October 31, 2026']], lines: feeds.sound() }])
  const file = await feeds.handedIn(text, { carrierCode: feeds.carrier, period: other })
  expect((await feeds.findingsOf(file.id, { ruleCode: 'PERIOD' }))[0]?.message).toBe(
    `The file was uploaded for ${formatMonth(other)}, and says ${formatMonth(feeds.period)} itself. Its rows are read as of ${formatMonth(other)}: accept if that is right, or choose the month under Column mapping.`,
  )
  // A day on which it was printed says nothing of its month.
  const printed = await workbook([{ name: 'Values', headers, preamble: [['Report run date: November 12, 2026']], lines: feeds.sound() }])
  const later = await feeds.handedIn(printed, { carrierCode: feeds.carrier, period: feeds.period })
  expect(await feeds.rulesOf(later.id)).toEqual([])
})

test('findings, decisions and posted values lead back to sheet and row', async () => {
  const [one, two] = ofBanks()
  const spoiled = sound(two).map((line, index) => (index === 1 ? { ...line, deathBenefit: '#REF!' } : line))
  const file = await feeds.handedIn(
    await workbook([
      { name: 'First', lines: sound(one) },
      { name: 'Second', lines: spoiled },
    ]),
  )
  const [finding] = await feeds.findingsOf(file.id, { severity: ['error'] })
  expect(finding).toMatchObject({ sheet: 'Second', lineNumber: 3, columnName: 'DB', value: '#REF!', ruleCode: 'VALUE' })
  expect(finding?.line).toBeGreaterThan(3)
  // Row 3 of the first sheet is another row.
  const rejected = await feeds.server.callAs(feeds.staff, rejectRows, {
    id: file.id,
    lines: [finding?.line ?? 0],
    reason: 'The sheet shows an error',
  })
  expect(rejected.body).toMatchObject({ rejected: 1, openErrors: 0 })
  expect((await feeds.server.callAs(feeds.staff, postFile, { id: file.id })).status).toBe(200)
  const values = await feeds.server.ownerDb
    .selectFrom('policyValuation')
    .select(['policyId', 'lineNumber'])
    .where('fileId', '=', file.id)
    .orderBy('lineNumber')
    .execute()
  expect(values.map(({ policyId }) => policyId)).toEqual([...one, two[0]].map((policy) => policy?.policyId))
  const rows = (await feeds.server.callAs(feeds.staff, listRows, { id: file.id, take: 100 })).body.records
  expect(
    rows.filter(({ line }) => values.some(({ lineNumber }) => lineNumber === line)).map(({ sheet, lineNumber }) => [sheet, lineNumber]),
  ).toEqual([...one.map((_policy, index) => ['First', index + 2]), ['Second', 2]])
})

test('each sheet’s totals are its own; a policy on two sheets is named with both', async () => {
  const [one, two] = ofBanks()
  const total = (policies: FeedPolicy[], off = 0) => [`Total ${policies.length + off} policies`]
  const file = await feeds.handedIn(
    await workbook([
      { name: 'First', lines: sound(one), trailer: total(one) },
      { name: 'Second', lines: [...sound(two), ...sound(one).slice(0, 1)], trailer: total(two, 2) },
    ]),
  )
  expect(
    (await feeds.findingsOf(file.id, { severity: ['error'] })).map(({ ruleCode, sheet, lineNumber, message }) => [
      ruleCode,
      sheet,
      lineNumber,
      message,
    ]),
  ).toEqual([
    ['P5', 'Second', two.length + 2, expect.stringContaining('was in row 2 of sheet “First” already')],
    [
      'V13',
      null,
      null,
      `Row ${two.length + 3} of sheet “Second” counts ${two.length + 2} policies; ${two.length + 1} were read. Rows may have been lost in transit.`,
    ],
  ])
  expect((await detailOf(file.id)).controlTotals?.rows).toBe(one.length + two.length + 2)
})

test('rows and columns hidden in the workbook are read, and said to be', async () => {
  const book = new ExcelJS.Workbook()
  const sheet = book.addWorksheet('Values')
  sheet.addRow(Object.values(HEADERS))
  for (const line of feeds.sound())
    sheet.addRow(Object.keys(HEADERS).map((column) => (MONEY.has(column) ? Number(line[column]) / 100 : line[column])))
  sheet.getRow(3).hidden = true
  sheet.getColumn(Object.keys(HEADERS).indexOf('cashSurrenderValue') + 1).hidden = true
  const file = await feeds.handedIn(Buffer.from(await book.xlsx.writeBuffer()))
  expect((await feeds.findingsOf(file.id)).map(({ ruleCode, severity, message }) => [ruleCode, severity, message])).toEqual([
    ['NOTE', 'warning', 'One row is hidden in the workbook (row 3), and read like the others.'],
    ['NOTE', 'warning', 'Hidden in the workbook, and read: “CSV”.'],
  ])
  expect(file.matched).toBe(feeds.policies.length)
})

test('a column with one header on two sheets is one choice; two headers of two sheets for one field are no contest', async () => {
  const [one, two] = ofBanks()
  const file = await feeds.handedIn(
    await workbook([
      { name: 'First', lines: sound(one) },
      { name: 'Second', lines: sound(two), headers: { ...HEADERS, cashSurrenderValue: 'Surrender Value' } },
    ]),
  )
  expect(await feeds.rulesOf(file.id)).toEqual([])
  const { updatedAt, mapping } = await detailOf(file.id)
  expect(mapping).toMatchObject({ CSV: 'cashSurrenderValue', 'Surrender Value': 'cashSurrenderValue' })
  const chosen = { CSV: 'cashSurrenderValue', 'Surrender Value': 'cashSurrenderValue' } as const
  const saved = await feeds.server.callAs(feeds.staff, setMapping, { id: file.id, mapping: chosen, updatedAt, keep: false })
  expect(saved.body).toMatchObject({ matched: feeds.policies.length, openErrors: 0 })
})

test.each([
  ['Oct 2026', '2026-10-31'],
  ['October 26', '2026-10-31'],
  ['Oct-26', '2026-10-31'],
  ['2026-10', '2026-10-31'],
  ['202610', '2026-10-31'],
  ['Values 20261031', '2026-10-31'],
  ['10-2026', '2026-10-31'],
  ['Alpha 10.31.2026', '2026-10-31'],
  ['Alpha 31.10.2026', '2026-10-31'],
  ['10-31-2026', '2026-10-31'],
  ['September', '2026-09-30'],
  ['Sheet 1', null],
  ['Marchand Bank', null],
  ['05.06.2026', null],
  ['Region 2010', null],
])('a sheet called %s is of %s', (name, month) => expect(monthInName(name, plainDate('2026-10-31'))).toBe(month))
