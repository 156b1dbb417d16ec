/** Texts without separators, by the layout that is described for them. */
import type { FixedLayout } from '@corridor/domain/data-feeds/fixed-layout.ts'
import { describe, expect, test } from 'vitest'
import { shapeOf } from './fixed-shape.ts'

describe('a text of fixed positions', () => {
  const column = (name: string, start: number, length: number, more: { decimals?: number; onLine?: string | null } = {}) => ({
    name,
    start,
    length,
    decimals: 0,
    onLine: null,
    ...more,
  })
  const layout: FixedLayout = {
    columns: [column('Policy No', 2, 4), column('CSV', 6, 6, { decimals: 2 }), column('DB', 2, 5, { onLine: 'B' })],
    skipLines: 1,
    mark: { start: 1, text: 'A' },
  }
  const sample = ['HEADING', 'AP001000123', 'B20.00', 'AP002000456', 'B30.00', ''].join('\n')
  const rowsOf = (lines: string[], by = layout) => {
    const shape = shapeOf(null, { given: by, kept: [] })(sample) ?? expect.unreachable()
    const rows = [...lines.flatMap((line, at) => shape.take(line, at + 2) ?? []), ...[shape.last()].flatMap((row) => row ?? [])]
    return { rows, told: shape.leftOut(), again: shape.leftOut(), shape }
  }
  test('is cut by its layout: a policy of two lines, an amount without its point', () => {
    const { rows, told, shape } = rowsOf(['AP001000123', 'B20.00', 'AP002000456', 'B30.00'])
    expect([shape.headers.slice(0, 3), shape.skipLines, shape.layoutOf]).toEqual([['Policy No', 'CSV', 'DB'], 1, null])
    expect(rows.map(({ line, cells, received }) => [line, cells, [...(received ?? [])]])).toEqual([
      [2, ['P001', '1.23', '20.00'], [[1, '000123']]],
      [4, ['P002', '4.56', '30.00'], [[1, '000456']]],
    ])
    expect(told).toEqual([])
  })
  test('tells once what it passed over: lines of no policy, lines twice over, text between the columns', () => {
    const { rows, told, again } = rowsOf(['B9.99', 'X', '', 'AP001000123', 'B20.00', 'B21.00', 'AP002000456ZZ', 'C'])
    expect(rows.map(({ cells }) => cells)).toEqual([
      ['P001', '1.23', '20.00'],
      ['P002', '4.56', ''],
    ])
    expect(told).toEqual([
      '3 lines are not read (the first is line 2): by the layout only lines with “A” or “B” at position 1 are policies.',
      expect.stringMatching(/^One line is a further line of its kind in one policy, and not read \(line 7\):/),
      expect.stringMatching(/^One line has text where the layout has no column \(line 8\), and it is not read\./),
    ])
    expect(again).toEqual([])
  })
  test('is read by the kept layout that its lines fit; where two carriers’ do, or none, somebody is asked', () => {
    const fixed = ['HEADING                ', 'AP001000123            ', 'AP002000456            ', ''].join('\n')
    const one: FixedLayout = { columns: [column('Policy No', 1, 5), column('CSV', 6, 18)], skipLines: 1, mark: null }
    const wide: FixedLayout = { ...one, columns: [column('Policy No', 1, 30)] }
    const shape = (carrierCode: string | null, kept: { carrierCode: string; layout: FixedLayout }[]) => {
      const found = shapeOf(carrierCode, { given: null, kept })(fixed)
      return found && [found.layoutOf, found.headers[0]]
    }
    const [alp, brd] = [
      { carrierCode: 'ALP', layout: one },
      { carrierCode: 'BRD', layout: one },
    ]
    expect(shape(null, [alp])).toEqual(['ALP', 'Policy No'])
    expect(shape(null, [alp, brd])).toEqual([null, 'Whole line'])
    expect(shape('BRD', [alp, brd])).toEqual(['BRD', 'Policy No'])
    expect(shape('ALP', [{ ...alp, layout: wide }])).toEqual(['ALP', 'Policy No'])
    expect(shape(null, [{ ...alp, layout: wide }])).toEqual([null, 'Whole line'])
    expect(shape('XYZ', [alp])).toEqual([null, 'Whole line'])
    // A policy's first line fits, the second is not in the text: each of them has to fit.
    const ofTwoLines = { ...one, columns: [...one.columns, column('DB', 2, 4, { onLine: 'B' })], mark: { start: 1, text: 'A' } }
    expect(shape(null, [{ ...alp, layout: { ...one, mark: ofTwoLines.mark } }])).toEqual(['ALP', 'Policy No'])
    expect(shape(null, [{ ...alp, layout: ofTwoLines }])).toEqual([null, 'Whole line'])
    expect(shapeOf(null, { given: null, kept: [alp] })('a,b,c\n1,2,3\n4,5,6\n')).toBeNull()
  })
  test('is one cell a line before anybody described it', () => {
    const shape =
      shapeOf(null, { given: null, kept: [] })(
        sample
          .split('\n')
          .map((line) => line.padEnd(24))
          .join('\n'),
      ) ?? expect.unreachable()
    expect([shape.take('', 1), shape.take('A 1', 2), shape.last(), shape.leftOut(), shape.skipLines]).toEqual([
      null,
      { line: 2, cells: ['A 1'] },
      null,
      [],
      0,
    ])
  })
})
