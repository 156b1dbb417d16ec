import { expect, test } from 'vitest'
import { rowsOf, sidesOf } from './arrangement.ts'

test('a part of half the width comes into the column that is shorter so far', () => {
  expect(sidesOf([470, 300, 520, 370])).toEqual(['left', 'right', 'right', 'left'])
  expect(sidesOf([100])).toEqual(['left'])
})

test('neighbors of half the width share two columns, and one of the full width parts them', () => {
  const part = (code: string, width: 'half' | 'full' = 'half') => ({ code, width })
  const rows = rowsOf([part('a', 'full'), part('b'), part('c'), part('d'), part('e', 'full'), part('f')])
  expect(rows.map((row) => row.map(({ code }) => code).join(''))).toEqual(['a', 'bcd', 'e', 'f'])
})
