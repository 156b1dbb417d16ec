import { expect, test } from 'vitest'
import { CONTINUED_HEIGHT, flowSections, leadHeight, leadOf, type Section, SIGNATURE_HEIGHT, TITLE_HEIGHT } from './page-flow.ts'
import type { LaidOutRow, RowKind } from './table-layout.ts'

const HEADER = 20
const row = (kind: RowKind, text: string): LaidOutRow => ({ kind, cells: [text], height: 10 })
const section = (title: string, rows: LaidOutRow[], more: Partial<Section> = {}): Section => ({
  title,
  table: { size: 7, widths: [100], aligns: ['left'], insets: [0], header: ['x'], headerHeight: HEADER, rows, labelSpan: 1, summary: '' },
  ...more,
})
const rows = (count: number, name = 'row') => Array.from({ length: count }, (_, index) => row('row', `${name} ${index + 1}`))
const grouped = (groups: number, each: number) =>
  Array.from({ length: groups }, (_, group) => [
    row('group', `carrier ${group + 1}`),
    row('subgroup', `product ${group + 1}`),
    ...rows(each, `policy ${group + 1}.`),
    row('subtotal', `subtotal ${group + 1}`),
  ]).flat()
const textsOf = (flow: ReturnType<typeof flowSections>) =>
  flow.pages.map((pieces) => pieces.flatMap((piece) => piece.table.rows.map(({ cells }) => cells[0])))

test('no page is fuller than it is high, and every row is printed once, in order', () => {
  for (const each of [1, 2, 3, 5, 8, 13, 21]) {
    for (const height of [140, 170, 200, 333]) {
      const all = [...grouped(7, each), row('total', 'total')]
      const flow = flowSections([section('Policies', all, { signatures: ['by'] }), section('More', rows(4))], height)
      for (const pieces of flow.pages) {
        const used = pieces.reduce(
          (sum, { above, begins, table, signatures }) =>
            sum +
            above +
            (begins ? TITLE_HEIGHT : CONTINUED_HEIGHT) +
            HEADER +
            table.rows.length * 10 +
            (signatures.length > 0 ? SIGNATURE_HEIGHT : 0),
          0,
        )
        expect(used).toBeLessThanOrEqual(height)
        expect(pieces.length).toBeGreaterThan(0)
      }
      const printed = textsOf(flow)
        .flat()
        .filter((text) => !text?.endsWith('(continued)'))
      expect(printed).toEqual([...all, ...rows(4)].map(({ cells }) => cells[0]))
    }
  }
})

test('a group is never left alone at the foot of a page, nor a subtotal or total at its head', () => {
  for (let each = 2; each <= 24; each++) {
    const flow = flowSections([section('Policies', [...grouped(6, each), row('total', 'total')])], 320)
    for (const [index, page] of flow.pages.entries()) {
      const kinds = page.flatMap((piece) => piece.table.rows.map(({ kind }) => kind))
      if (index < flow.pages.length - 1) expect(['group', 'subgroup']).not.toContain(kinds.at(-1))
      expect(['subtotal', 'total']).not.toContain(kinds.find((kind) => kind !== 'group' && kind !== 'subgroup'))
    }
  }
})

test('after a break the open carrier and product are named again', () => {
  const [, second] = textsOf(flowSections([section('Policies', grouped(1, 30))], 200))
  expect(second?.slice(0, 2)).toEqual(['carrier 1 (continued)', 'product 1 (continued)'])
})

test('a table that does not fit moves on whole, unless more than a third of the page would stay empty: then it is torn', () => {
  const moved = flowSections([section('A', rows(10)), section('B', rows(5))], 200)
  expect(textsOf(moved).map((page) => page.length)).toEqual([10, 5])
  const torn = flowSections([section('A', rows(6)), section('B', rows(13))], 200)
  expect(textsOf(torn).map((page) => page.length)).toEqual([10, 9])
  expect(torn.pages[0]?.map(({ title }) => title)).toEqual(['A', 'B'])
})

test('a table that is torn keeps three rows at its end, and a heading keeps the rows that stay below it', () => {
  const [first, second] = textsOf(flowSections([section('A', rows(16))], 200))
  expect([first?.length, second?.length]).toEqual([13, 3])
  const whole = flowSections([section('A', rows(3)), section('B', rows(4))], 160)
  expect(textsOf(whole).map((page) => page.length)).toEqual([3, 4])
})

test('the first page may be short: what does not fit its rest begins on the second', () => {
  expect(textsOf(flowSections([section('A', rows(10))], 300, 250)).map((page) => page.length)).toEqual([0, 10])
})

test('a lead takes the height of its lines, so that the table below it begins under the last', () => {
  const lead = leadOf('Amounts in US dollars. A mark stands behind whoever is no longer employed.', (text) => text.length * 0.5, 150)
  expect(lead.join(' ')).toBe('Amounts in US dollars. A mark stands behind whoever is no longer employed.')
  expect(lead.length).toBeGreaterThan(1)
  const room = TITLE_HEIGHT + HEADER + 80 + leadHeight(lead)
  const pagesIn = (height: number) => flowSections([section('A', rows(8), { lead })], height).pages.length
  expect([pagesIn(room), pagesIn(room - 1)]).toEqual([1, 2])
  expect([leadOf('', () => 1, 150), leadHeight([])]).toEqual([[], 0])
})

test('a break leaves at least three rows of a table, and of a group that it tears, on either side', () => {
  for (let each = 1; each <= 24; each++) {
    for (const all of [[...grouped(5, each), row('total', 'total')], rows(each + 20), [...rows(each + 20), row('total', 'total')]]) {
      const { pages } = flowSections([section('Policies', all)], 320)
      for (const [index, [piece]] of pages.entries()) {
        const own = piece?.table.rows.filter(({ cells }) => !cells[0]?.endsWith('(continued)')) ?? []
        const next = pages[index + 1]?.[0]?.table.rows.filter(({ cells }) => !cells[0]?.endsWith('(continued)')) ?? []
        if (next.length === 0) continue
        const isTorn = own.at(-1)?.kind === 'row' && next[0]?.kind === 'row'
        const [above, below] = [own.findLastIndex(({ kind }) => kind !== 'row'), next.findIndex(({ kind }) => kind !== 'row')]
        if (isTorn && above !== -1) expect(own.length - 1 - above).toBeGreaterThanOrEqual(3)
        if (isTorn && below !== -1) expect(below).toBeGreaterThanOrEqual(3)
        expect(next.filter(({ kind }) => kind === 'row').length).toBeGreaterThanOrEqual(Math.min(3, each))
      }
    }
  }
})

test('of rows of several lines two are enough on either side of a break, which fills the page above', () => {
  const lines = (...heights: number[]) => heights.map((each, index) => ({ ...row('row', `row ${index + 1}`), height: each * 10 }))
  const torn = (heights: number[]) =>
    textsOf(flowSections([section('A', rows(9)), section('B', lines(...heights))], 300)).map((page) => page.length)
  expect(torn([3, 4, 1, 2, 3])).toEqual([12, 2])
  // Two rows of a line each are too few, and so is one of three lines.
  expect(torn([3, 4, 4, 1, 1])).toEqual([11, 3])
  expect(torn([9, 1, 1, 1])).toEqual([9, 4])
})

test('set close, a table begins where its first rows fit, with less air above it, which saves a last page of a few lines', () => {
  const sections = [section('First', rows(16)), section('Second', rows(9)), section('Third', rows(14))]
  const told = (flow: ReturnType<typeof flowSections>) =>
    flow.pages.map((pieces) => pieces.map(({ title, table, above }) => [title, table.rows.length, above]))
  const usual = flowSections(sections, 300)
  expect(told(usual).slice(0, 1)).toEqual([[['First', 16, 0]]])
  expect(usual.pages).toHaveLength(3)
  expect(told(flowSections(sections, 300, 0, 'close'))).toEqual([
    [
      ['First', 16, 0],
      ['Second', 4, 11],
    ],
    [
      ['Second', 5, 0],
      ['Third', 14, 11],
    ],
  ])
})
