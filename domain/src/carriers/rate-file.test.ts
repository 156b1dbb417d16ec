import { describe, expect, test } from 'vitest'
import { compareRates, type RatedProduct, readRates } from './rate-file.ts'

const alpha = {
  id: 1,
  productName: 'Select UL',
  carrierCode: 'ALPHA',
  carrierName: 'Alpha Life',
  legalName: 'Alpha Life Insurance Company',
}
const bravo: RatedProduct = { ...alpha, id: 2, carrierCode: 'BRAVO', carrierName: 'Bravo Life', legalName: 'Bravo Life Insurance Company' }
const heritage: RatedProduct = { ...alpha, id: 3, productName: 'Heritage UL' }
const products = [alpha, bravo, heritage]
const read = (text: string) =>
  readRates(
    text.split('\n').map((line, index) => ({ line: index + 1, cells: line.split(';') })),
    products,
  )
const HEAD = 'Carrier;Product;Effective date;Gross rate (%)'

test('a line is read by the headers of its columns, whatever their order: carrier by code or name, percent by sign or header', () => {
  expect(
    read(
      `Rate;Effective From;Product Name;Company;Source\n4.10%;2026-01-01;select ul;ALPHA;Letter of 12/1\n4.35 %;4/1/2026;Select UL;bravo life;`,
    ),
  ).toEqual({
    problems: [],
    notes: ['Dates are read with the month first: 4/1/2026 is 04/01/2026.'],
    lines: [
      { line: 2, product: alpha, effectiveOn: '2026-01-01', grossRate: 0.041, source: 'Letter of 12/1' },
      { line: 3, product: bravo, effectiveOn: '2026-04-01', grossRate: 0.0435, source: null },
    ],
  })
  expect(read(`${HEAD}\nAlpha Life;Select UL;2026-01-01;4.1`).lines.map(({ grossRate }) => grossRate)).toEqual([0.041])
})

test('a product needs no carrier where only one has it; empty lines count for nothing', () =>
  expect(read('Product;Date;Rate\n\nHeritage UL;2026-01-01;3.5%\n;;\n').lines.map(({ line, product }) => [line, product.id])).toEqual([
    [3, 3],
  ]))

describe('what is wrong is said with its line, and nothing of the file is taken', () => {
  const good = '\nAlpha Life;Heritage UL;2026-01-01;3.50'
  test.each<[string, string, number, RegExp]>([
    ['a carrier that is not there', `${HEAD}${good}\nGamma;Select UL;2026-01-01;4`, 3, /No carrier is called “Gamma”/],
    [
      'a product that is another’s',
      `${HEAD}${good}\nBRAVO;Heritage UL;2026-01-01;4`,
      3,
      /Bravo Life has no product called “Heritage UL”. It has Select UL\./,
    ],
    ['a product of two carriers', 'Product;Date;Rate\nSelect UL;2026-01-01;4%', 2, /More than one carrier .* Add the column Carrier/],
    ['no date', `${HEAD}${good}\nALPHA;Select UL;;4`, 3, /The effective date is missing/],
    ['a day that is not', `${HEAD}${good}\nALPHA;Select UL;2026-02-30;4`, 3, /“2026-02-30” is not a date/],
    ['a month alone', `${HEAD}${good}\nALPHA;Select UL;2026-02;4`, 3, /is not a date/],
    ['no rate', `${HEAD}${good}\nALPHA;Select UL;2026-01-01;`, 3, /The rate is missing/],
    ['words for a rate', `${HEAD}${good}\nALPHA;Select UL;2026-01-01;n/a`, 3, /“n\/a” is not a rate/],
    [
      'a rate that could be either',
      'Product;Date;Rate\nHeritage UL;2026-01-01;0.041',
      2,
      /not clear whether “0.041” is a percentage or a fraction/,
    ],
    ['a rate of no product', `${HEAD}${good}\nALPHA;Select UL;2026-01-01;410`, 3, /410.00% is not a crediting rate/],
    [
      'the same product and day twice',
      `${HEAD}${good}\nALPHA;heritage ul;1/1/2026;3.60`,
      3,
      /Line 2 has a rate of Heritage UL from 01\/01\/2026 already/,
    ],
    ['no such column', 'Product;Rate\nHeritage UL;3%', 1, /The column Effective date is missing/],
    ['no column of rates', 'Product;Date\nHeritage UL;2026-01-01', 1, /The column Gross rate \(%\) is missing/],
    ['two columns for one', 'Product;Date;From;Rate\nHeritage UL;2026-01-01;2026-01-01;3%', 1, /Two columns are headed Effective date/],
    ['nothing below the header', HEAD, 1, /no line below its header/],
  ])('%s', (_, text, line, message) => {
    const { lines, problems } = read(text)
    expect(lines).toEqual([])
    expect(problems).toHaveLength(1)
    expect(problems[0]?.line).toBe(line)
    expect(problems[0]?.message).toMatch(message)
  })
})

test('every problem of a file is said at once, and a column that is not read is named', () => {
  const { problems, notes } = read('Product;Date;Rate;Remarks\nNone;x;y;z\nHeritage UL;2026-01-01;3%;')
  expect(problems.map(({ line }) => line)).toEqual([2, 2, 2])
  expect(notes).toContain('Not read: the column “Remarks”.')
})

test('lines are new, changed or the same, and one that moves by over a point is doubted', () => {
  const { lines } = read(
    `${HEAD}\nALPHA;Select UL;2026-01-01;4.10\nALPHA;Select UL;2026-04-01;4.20\nALPHA;Select UL;2026-07-01;5.30\nBRAVO;Select UL;2026-01-01;9.00`,
  )
  const held = [
    { productId: 1, effectiveOn: '2026-01-01', grossRate: 0.041 },
    { productId: 1, effectiveOn: '2026-04-01', grossRate: 0.0415 },
  ]
  expect(compareRates(lines, held).map(({ change, before, doubt }) => [change, before, doubt])).toEqual([
    ['SAME', 0.041, null],
    ['CHANGED', 0.0415, null],
    ['NEW', null, '1.10 points above the rate before it. Is that correct?'],
    ['NEW', null, null],
  ])
})
