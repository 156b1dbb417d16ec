import { expect, test } from 'vitest'
import { isUnreadable } from '../data-feeds/cell-values.ts'
import { type Column, SHEET_GROUPS } from './columns.ts'
import { mayBeCleared, type OnboardingProblem, readCell, readOnboardingRow } from './read-row.ts'
import { RECORD_TYPES, recordTypeOfName, sameName } from './record-types.ts'

const typeOf = (code: string) => {
  const type = RECORD_TYPES.find((one) => one.code === code)
  if (!type) throw new Error(`there is no record type ${code}`)
  return type
}
const columnOf = (code: string, field: string): Column => {
  const column = typeOf(code).columns.find((one) => one.field === field)
  if (!column) throw new Error(`${code} has no column ${field}`)
  return column
}

test('every record type has a code, a sheet and headers of its own', () => {
  for (const names of [RECORD_TYPES.map(({ code }) => code), RECORD_TYPES.map(({ sheet }) => sameName(sheet))])
    expect(new Set(names).size).toBe(names.length)
  for (const { code, columns } of RECORD_TYPES) {
    for (const names of [columns.map(({ field }) => field), columns.map(({ header }) => sameName(header))])
      expect(new Set(names).size, code).toBe(names.length)
  }
})

test.each([
  ['Split-dollar', 'split dollar'],
  ['E-mail address', 'Email address'],
])('%s and %s are the same name', (one, other) => expect(sameName(one)).toBe(sameName(other)))

test('a key names columns of its type', () => {
  for (const { code, columns, key } of RECORD_TYPES)
    for (const field of key)
      expect(
        columns.map((column) => column.field),
        code,
      ).toContain(field)
})

test('the groups stand in the order in which they are written', () => {
  const groups = RECORD_TYPES.map(({ group }) => Object.keys(SHEET_GROUPS).indexOf(group))
  expect(groups).toEqual(groups.toSorted((a, b) => a - b))
})

test('every example can be read by its own column', () => {
  for (const { code, columns } of RECORD_TYPES)
    for (const column of columns) {
      const value = readCell(column, column.example)
      expect(isUnreadable(value) ? `${code}: ${column.header} ${value.problem}` : '', column.header).toBe('')
      if (column.required) expect(value, `${code}: ${column.header}`).not.toBe(null)
    }
})

test.each([
  ['Values', 'values'],
  ['values 2016', 'values'],
  ['Split dollar', 'agreements'],
  ['POLICIES', 'policies'],
  ['Policy limits', 'limits'],
  ['Guide', undefined],
])('a file named %s holds %s', (name, code) => expect(recordTypeOfName(name)?.code).toBe(code))

test('each cell that cannot be read is named with its column, value and reason', () => {
  const problems: OnboardingProblem[] = []
  const source = 'Book.xlsx/Capital/2'
  const values = { institution: '1001', asOfDate: '13/40/2026', tier1CapitalCents: '0', totalAssetsCents: '1.234,56' }
  expect(readOnboardingRow(typeOf('capital'), { source, values }, problems).isWhole).toBe(false)
  expect(problems.map(({ column, value, problem }) => [column, value, problem])).toEqual([
    ['As of', '13/40/2026', 'is not a calendar date'],
    ['Tier 1 capital', '0', 'is not more than zero'],
    ['Total assets', '1.234,56', 'uses a comma for the decimals; write 1234.56'],
  ])
  expect(problems[0]).toMatchObject({ recordType: 'capital', source })
})

test('a missing value that is needed is named', () => {
  const problems: OnboardingProblem[] = []
  readOnboardingRow(typeOf('plans'), { source: 'Plans.csv/Plans/2', values: { institution: '1001', planName: 'SERP' } }, problems)
  expect(problems.map(({ column, problem }) => `${column} ${problem}`)).toEqual([
    'Plan type is missing',
    'Effective from is missing',
    'Business purpose is missing',
  ])
})

test('a row becomes values, and what is left out is no value', () => {
  const row = { institution: '1001', name: 'Trust Company', legalName: 'Trust Company, Inc.', ein: '' }
  const read = readOnboardingRow(typeOf('subsidiaries'), { source: 'S.csv/Subsidiaries/2', values: row }, [])
  expect(read).toEqual({ source: 'S.csv/Subsidiaries/2', values: { ...row, ein: null }, cleared: [], isWhole: true })
  const emptied = readOnboardingRow(typeOf('subsidiaries'), { source: 'S.csv/Subsidiaries/2', values: { ...row, ein: 'CLEAR' } }, [])
  expect(emptied).toEqual({ source: 'S.csv/Subsidiaries/2', values: { ...row, ein: null }, cleared: ['ein'], isWhole: true })
})

test('what an empty cell means in a new record can be read by its own column', () => {
  for (const { code, columns } of RECORD_TYPES)
    for (const column of columns)
      if (column.otherwise !== undefined) expect(isUnreadable(readCell(column, column.otherwise)), `${code}: ${column.header}`).toBe(false)
})

test.each([
  ['21%', 0.21],
  ['0.21', 0.21],
  ['21', 'can be read in two ways; write 25% or 0.25'],
  ['0', 0],
  ['60%', 'is more than 50%'],
])('a share of %s is %s', (cell, wanted) => {
  const value = readCell(columnOf('taxProfiles', 'federalRate'), cell)
  expect(isUnreadable(value) ? value.problem : value).toBe(wanted)
})

test.each([
  ['1250%', 12.5],
  ['20%', 0.2],
  ['1251%', 'is more than 1250%'],
])('a risk weight of %s is %s', (cell, wanted) => {
  const value = readCell(columnOf('fundHoldings', 'weight'), cell)
  expect(isUnreadable(value) ? value.problem : value).toBe(wanted)
})

test('a list within a record names a type of its group, and none of its cells is cleared alone', () => {
  const within = RECORD_TYPES.filter(({ isWithin }) => isWithin !== undefined)
  expect(within.map(({ code, isWithin = '' }) => [code, isWithin, typeOf(isWithin).group])).toEqual([
    ['illustratedValues', 'illustrations', 'policies'],
    ['fundHoldings', 'funds', 'policies'],
    ['hedges', 'liabilities', 'policies'],
  ])
  for (const type of within) expect(type.columns.filter((column) => mayBeCleared(type, column))).toEqual([])
})

test.each([
  ['Client', 'c'],
  ['c', 'c'],
  ['team member', 'a'],
])('a role of %s is %s', (cell, role) => expect(readCell(columnOf('people', 'role'), cell)).toBe(role))

test('a Social Security number that cannot be read is not repeated', () => {
  const problems: OnboardingProblem[] = []
  readOnboardingRow(typeOf('insureds'), { source: 'x', values: { ssn: '123-45-678' } }, problems)
  expect(problems.find(({ column }) => column === 'SSN')?.value).toBe('•••')
})

test('a value is of the last day of a month', () =>
  expect(readCell(columnOf('values', 'asOfDate'), '2026-09-29')).toEqual({ problem: 'is not the last day of a month' }))
