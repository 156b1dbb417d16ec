import { sceneSvg } from '@corridor/domain/reports/charts/scene.ts'
import { expect, test } from 'vitest'
import { framed } from './picture.ts'
import { tableScene } from './picture-table.ts'

const TABLE = {
  head: ['Carrier', 'Value'],
  rows: [
    ['Alder & Co.', '$1.50'],
    ['Brook', '$0.50'],
  ],
  numeric: [1],
  bars: [1, 1 / 3],
}
const drawn = (legend?: { label: string; color: string }[]) =>
  framed({
    title: 'Carriers',
    note: 'US dollars, June 30, 2026',
    source: 'First Bank. Source: released asset reports.',
    ...tableScene(TABLE),
    ...(legend ? { legend } : {}),
  })

test('a picture carries its title, its date and its source, and what it draws lies between them', () => {
  const texts = drawn().marks.flatMap(({ text, attributes }) =>
    text === undefined ? [] : [{ text, y: Number(attributes.y), moved: attributes.transform }],
  )
  expect(texts.map(({ text }) => text)).toEqual([
    'Carriers',
    'US dollars, June 30, 2026',
    'Carrier',
    'Value',
    'Alder & Co.',
    '$1.50',
    'Brook',
    '$0.50',
    'First Bank. Source: released asset reports.',
  ])
  const [, note, first] = texts
  const source = texts.at(-1)
  expect(first?.moved).toBe('translate(32 88)')
  expect((note?.y ?? 0) < 88 && (source?.y ?? 0) > 88 + 3 * 34 && (source?.y ?? 0) < drawn().height).toBe(true)
})

test('a legend names each color, and makes room for itself', () => {
  const { marks, height } = drawn([{ label: 'General account', color: 'var(--chart-general)' }])
  expect(marks.some(({ text }) => text === 'General account')).toBe(true)
  expect(height - drawn().height).toBe(30)
})

test('figures stand to the right, and each bar is as long as its share of the longest', () => {
  const svg = sceneSvg(drawn(), 'Inter')
  expect(svg).toContain('Alder &#38; Co.')
  expect(svg.match(/text-anchor="end"/g)).toHaveLength(3)
  const lengths = [...svg.matchAll(/d="M[\d.]+ [\d.]+h([\d.]+)v18/g)].map(([, length]) => Number(length))
  expect((lengths[1] ?? 0) / (lengths[0] ?? 1)).toBeCloseTo(1 / 3, 6)
})
