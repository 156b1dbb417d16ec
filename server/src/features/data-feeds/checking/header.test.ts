/** Which line names the columns, and by whose mapping they are read. */
import { describe, expect, test } from 'vitest'
import { feedOf, headerOf, rawRows, tableOf } from '../../../test/feed-tables.ts'
import { chooseMapping, findHeaders, fitsHeaders, headerAgain, holdsData, type WantedMapping } from './header.ts'

const VALUES = ['Policy No', 'CSV', 'DB']
const POLICY = ['P-1', '10.00', '20.00']

describe('the header', () => {
  test('is the line that names most fields, whatever stands above it', async () => {
    const found = await headerOf([['In-force'], ['', ''], ['CSV', 'as of today', ''], [' Policy  No ', 'CSV', 'DB', 'DB', ' '], POLICY])
    expect([found.line, found.headers, found.preamble.map(({ line }) => line)]).toEqual([4, ['Policy No', 'CSV', 'DB', 'DB (2)'], [1, 3]])
    expect([...found.fields]).toEqual([
      [0, 'policyNumber'],
      [1, 'cashSurrenderValue'],
    ])
    expect([found.contests.map(({ field }) => field), found.repeated]).toEqual([['deathBenefit'], []])
  })
  test('is else the first line of words', async () => {
    const found = await headerOf([['12', 'Wort'], ['Wort', '', '', '', ''], ['Zahl', 'Wort', 'zahl', ''], POLICY])
    expect([found.line, found.headers, found.repeated]).toEqual([3, ['Zahl', 'Wort', 'zahl (2)'], ['zahl']])
  })
  test('stands within the first sixty lines that hold anything', async () => {
    const above = (count: number) => Array.from({ length: count }, (_, at) => [String(at)])
    expect((await headerOf([...above(59), VALUES, POLICY])).line).toBe(60)
    await expect(headerOf([...above(60), VALUES, POLICY])).rejects.toThrow('No line names the columns.')
    await expect(headerOf([[''], [' ']])).rejects.toThrow('The file holds no rows.')
  })
  test('names a blank column by its place, and the words of a mapping are fields too', async () => {
    const found = await headerOf([['Vertrag', '', 'Wert'], POLICY], { Vertrag: 'policyNumber', Wert: 'cashSurrenderValue' })
    expect([found.headers, [...found.fields.values()]]).toEqual([
      ['Vertrag', 'Column 2', 'Wert'],
      ['policyNumber', 'cashSurrenderValue'],
    ])
  })
  test('is no line of the file where a layout names the columns', async () => {
    const { read } = await findHeaders(feedOf([tableOf('', 0, [POLICY], ['Policy No', 'CSV', 'DB'])]), {}, null)
    expect([read[0].line, read[0].headers, read[0].preamble]).toEqual([0, VALUES, []])
  })
  test('of a workbook stands on each sheet with policies; the others are told with why they are not read', async () => {
    const figures = [
      ['1', '2'],
      ['3', '4'],
    ]
    const tables = [
      tableOf('Values', 1, [VALUES, POLICY]),
      tableOf('Empty', 2, []),
      tableOf('Sums', 3, [
        ['Bank', 'CSV', 'DB'],
        ['One', '1', '2'],
        ['Two', '3', '4'],
      ]),
      tableOf('Words', 4, [['a', 'b'], ...figures]),
    ]
    const feed = feedOf(tables, [tableOf('Old', 0, [VALUES, POLICY])], ['Old', 'Values', 'Empty', 'Sums', 'Words', 'Chart'])
    const all = await findHeaders(feed, {}, null)
    expect(all.read.map(({ table }) => table.name)).toEqual(['Values'])
    expect(all.passed.map(({ name, reason, mayBeRead, holdsData: data }) => [name, reason, mayBeRead, data])).toEqual([
      ['Old', 'hidden', true, false],
      ['Empty', 'empty', false, false],
      ['Sums', 'noPolicies', false, true],
      ['Words', 'noHeader', false, true],
      ['Chart', 'noCells', false, false],
    ])
    const chosen = await findHeaders(feed, {}, ['Old'])
    expect(chosen.read.map(({ table }) => table.name)).toEqual(['Old'])
    expect(chosen.passed[0]).toEqual({ name: 'Values', reason: 'notChosen', mayBeRead: true, holdsData: false })
    // Without any sheet of policies one is read, so that its columns can be chosen.
    expect((await findHeaders(feedOf(tables.slice(1)), {}, null)).read.map(({ table }) => table.name)).toEqual(['Sums'])
    expect((await findHeaders(feedOf([tables[3] ?? expect.unreachable()]), {}, null)).read.map(({ table }) => table.name)).toEqual([
      'Words',
    ])
  })
  test('said once more is no policy: alike, or in another order', async () => {
    const header = await headerOf([VALUES, POLICY])
    expect(headerAgain(['policy number', 'CSV', 'db'], header, 1)).toBe('same')
    expect(headerAgain(['CSV', 'Policy No', 'DB'], header, 1)).toBe('other')
    expect(headerAgain(['P-1', 'CSV', 'x'], header, 1)).toBeNull()
    expect(headerAgain(['Policy No', '1.00', 'DB'], header, 1)).toBeNull()
    expect(headerAgain(['Policy No', 'CSV', 'DB'], header, null)).toBeNull()
    expect(headerAgain(['CSV', 'A', 'DB'], header, 1)).toBe('other')
  })
  test('figures are two rows of two numbers', () => {
    expect(
      holdsData(
        rawRows([
          ['1', 'x', '2'],
          ['3', '4'],
        ]),
      ),
    ).toBe(true)
    expect(
      holdsData(
        rawRows([
          ['1', '2'],
          ['x', '4'],
        ]),
      ),
    ).toBe(false)
    expect(
      holdsData(
        rawRows([
          ['1', ''],
          ['3', ''],
        ]),
      ),
    ).toBe(false)
  })
})

describe('a mapping', () => {
  const kept = [
    { carrierCode: 'ALP', mapping: { 'Policy No': 'policyNumber', Wert: 'cashSurrenderValue' }, forms: {} },
    { carrierCode: 'BRD', mapping: { 'Policy No.': 'policyNumber', Gone: null }, forms: {} },
  ]
  const feed = feedOf([tableOf('', 0, [VALUES, POLICY])])
  const chosen = async (carrierCode: string | null, given: WantedMapping['given'] = null) => {
    const { mapping, source } = await chooseMapping(feed, { carrierCode, given, kept, sheets: null })
    return [source, Object.keys(mapping)]
  }
  test('is the one chosen for the file, else its carrier’s, else of the carrier whose columns these are', async () => {
    expect(await chosen('ALP', { mapping: { CSV: null }, forms: {} })).toEqual(['given', ['CSV']])
    expect(await chosen('ALP')).toEqual(['kept', ['Policy No', 'Wert']])
    expect(await chosen('XYZ')).toEqual(['recognised', []])
    expect(await chosen(null)).toEqual(['kept', ['Policy No.', 'Gone']])
  })
  test('fits a file with all its columns, and none that reads nothing', () => {
    expect(fitsHeaders({ 'Policy #': 'policyNumber', Gone: null }, ['Policy No', 'CSV'])).toBe(true)
    expect(fitsHeaders({ 'Policy #': 'policyNumber', Wert: 'deathBenefit' }, ['Policy No', 'CSV'])).toBe(false)
    expect(fitsHeaders({ 'Policy #': null }, ['Policy No'])).toBe(false)
  })
})
