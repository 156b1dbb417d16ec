import { expect, test } from 'vitest'
import {
  allColumns,
  cutLine,
  type FixedLayout,
  guessColumns,
  isUndescribed,
  layoutProblems,
  linesOf,
  lineTeller,
  looksFixed,
  withPoint,
} from './fixed-layout.ts'

const layout = (...columns: [name: string, start: number, length: number, decimals?: number, onLine?: string][]): FixedLayout => ({
  columns: columns.map(([name, start, length, decimals = 0, onLine = null]) => ({ name, start, length, decimals, onLine })),
  skipLines: 0,
  mark: null,
})

test('a line is cut at the positions, and what no column describes stays in columns of its own', () => {
  const columns = allColumns(layout(['Value', 12, 6], ['Policy', 1, 6]))
  expect(columns.map(({ name }) => name)).toEqual(['Policy', 'Positions 7 to 11', 'Value', 'From position 18'])
  expect(cutLine('P-0001 NY  123.45 rest', columns)).toEqual(['P-0001', 'NY', '123.45', 'rest'])
  expect(cutLine('P-0001', columns)).toEqual(['P-0001', '', '', ''])
})

test('the mark of policies is no column of its own, unless a column holds it', () => {
  const marked = { ...layout(['Policy', 2, 6]), mark: { start: 1, text: 'D' } }
  expect(allColumns(marked).map(({ name }) => name)).toEqual(['Policy', 'From position 8'])
  expect(allColumns({ ...marked, ...layout(['Kind', 1, 3]), mark: marked.mark }).map(({ name }) => name)).toEqual([
    'Kind',
    'From position 4',
  ])
})

test('of a policy on several lines each column stands on its own line, and so does what no column describes', () => {
  const several = { ...layout(['Policy', 5, 6], ['Value', 5, 9, 2, '1302'], ['Name', 5, 10, 0, '1305']), mark: { start: 1, text: '1301' } }
  expect(linesOf(several)).toEqual([null, '1302', '1305'])
  const lineOf = lineTeller(several)
  expect(['1301P-0001', '1302000012345', '1305DOE, JOHN', '9901', '  '].map(lineOf)).toEqual([null, '1302', '1305', undefined, undefined])
  expect(allColumns(several).map(({ name, onLine }) => [name, onLine])).toEqual([
    ['Policy', null],
    ['From position 11', null],
    ['Value', '1302'],
    ['Line 1302: From position 14', '1302'],
    ['Name', '1305'],
    ['Line 1305: From position 15', '1305'],
  ])
  expect(['Line 1302: From position 14', 'Line 1302: Positions 1 to 4'].map(isUndescribed)).toEqual([true, true])
})

test('where one mark begins like another, the longer one counts; without a mark every line is a policy', () => {
  const alike = { ...layout(['Policy', 5, 6], ['Value', 5, 9, 2, '1302']), mark: { start: 1, text: '13' } }
  expect(['1302000012345', '1301P-0001'].map(lineTeller(alike))).toEqual(['1302', null])
  expect(['1302000012345', ''].map(lineTeller(layout(['Policy', 1, 6])))).toEqual([null, undefined])
})

test('a further line needs the mark of the first, and another text', () => {
  const columns = layout(['Policy', 5, 6], ['Value', 5, 9, 2, '1302'])
  expect(layoutProblems({ ...columns, mark: { start: 1, text: '1301' } })).toEqual([])
  expect(layoutProblems(columns).map(({ column, problem }) => [column, problem])).toEqual([
    [1, 'Say first which text the first line of a policy has.'],
  ])
  expect(layoutProblems({ ...columns, mark: { start: 1, text: '1302' } }).map(({ problem }) => problem)).toEqual([
    '“1302” is on the first line of a policy; leave it empty for a column of that line.',
  ])
})

test.each([
  ['000305970652', 2, '3059706.52'],
  ['5', 2, '0.05'],
  ['00012345{', 2, '1234.50'],
  ['00012345}', 2, '-1234.50'],
  ['0001234N', 2, '-123.45'],
  ['0001234E', 2, '123.45'],
  ['-00012345', 2, '-123.45'],
  ['00012345-', 2, '-123.45'],
  ['0395000', 6, '0.395000'],
  ['1234.56', 2, '1234.56'],
  ['12X4', 2, '12X4'],
  ['000123', 0, '000123'],
])('%s with %i implied decimals is %s', (cell, decimals, number) => expect(withPoint(cell, decimals)).toBe(number))

test('columns that overlap, share a name or say nothing are refused with the place', () => {
  expect(layoutProblems(layout(['Policy', 1, 10], ['Value', 10, 5], ['policy ', 20, 5], ['Whole line', 30, 2]))).toEqual([
    { column: 1, problem: 'It overlaps “Policy”, which ends at position 10.' },
    { column: 2, problem: 'Another column has this name.' },
    { column: 3, problem: 'Choose a name that says what the column holds.' },
  ])
  expect(layoutProblems(layout(['Policy', 1, 10], ['Value', 11, 5]))).toEqual([])
})

test.each([
  ['even lines', 'P-0001DOE, JOHN      0000123456\nP-0002ROE, JANE      0000987654', true],
  ['columns apart, ends cut', 'P-0001  DOE, JOHN   123.45\nP-0002  ROE, JANE QUEEN   9876.54 X', true],
  ['amounts with commas', 'P-0001   1,234,567.89\nP-0002       1,234.00', true],
  [
    'names and several amounts with commas',
    'P-0001  DOE, JOHN   1,234,567.89  6,900,000.00\nP-0002  ROE, JANE   2,234,567.89  7,900,000.00',
    true,
  ],
  ['commas with blanks that fill cells up', 'P-0001  ,  DOE   ,  1.00  \nP-0002  ,  ROE   ,  2.00  ', false],
  ['commas', 'Policy,Value,Benefit\nP-1,1.00,2.00\nP-2,3.00,4.00', false],
  ['bars in even lines', 'P-0001|0001234567|0001234567\nP-0002|0001234567|0001234567', false],
  ['a sentence a line', 'Dear colleague, please find below\nthe values that you asked for.', false],
  ['one line', 'P-0001  0001234567  0001234567', false],
])('%s: fixed positions %s', (_, text, expected) => expect(looksFixed(text)).toBe(expected))

test('columns are guessed where every line is blank between them', () => {
  expect(guessColumns(['P-0001  DOE      1.00', 'P-0002  ROE    123.00']).map(({ start, length }) => [start, length])).toEqual([
    [1, 6],
    [9, 3],
    [16, 6],
  ])
})

test('what a layout does not describe may hold anything', () => {
  expect(['Whole line', 'Positions 7 to 11', 'From position 18', 'Positions'].map(isUndescribed)).toEqual([true, true, true, false])
})

test('a text is separated from four lines in five on, however many cells each has', () => {
  const lines = (separated: number) =>
    Array.from({ length: 5 }, (_, at) =>
      (at < separated
        ? Array(at + 3)
            .fill('ab')
            .join(';')
        : 'a line of words'
      ).padEnd(40, 'x'),
    ).join('\n')
  expect([looksFixed(lines(4)), looksFixed(lines(3))]).toEqual([false, true])
  const alike = (separated: number) =>
    Array.from({ length: 5 }, (_, at) => (at < separated ? 'ab;cd;ef' : 'a line of words').padEnd(40, 'x')).join('\n')
  expect([looksFixed(alike(4)), looksFixed(alike(3))]).toEqual([false, true])
  expect([
    looksFixed('x'.repeat(20)),
    looksFixed(`${'x'.repeat(20)}\n${'y'.repeat(20)}`),
    looksFixed(`${'x'.repeat(19)}\n${'y'.repeat(19)}`),
  ]).toEqual([false, true, false])
})
