import { expect, test } from 'vitest'
import { cents } from '../primitives/money.ts'
import { sensitivityOf, shiftedRate } from './crediting-rate-sensitivity.ts'

const held = { cashSurrenderValue: cents(1), rate: 0.04, guaranteedMinimum: 0.03, method: 'NEW_MONEY' as const }

test('the least holding has a weighted rate, and nothing held has none', () => {
  expect(sensitivityOf([held], 0.01)).toEqual({ change: 0, rate: 0.05 })
  expect(sensitivityOf([], 0.01)).toEqual({ change: 0, rate: null })
})

test('a rate falls to its guarantee and no further, and stays where it is when it lies below', () => {
  expect(shiftedRate(held, -0.03)).toBe(0.03)
  expect(shiftedRate({ ...held, rate: 0.02 }, -0.03)).toBe(0.02)
})
