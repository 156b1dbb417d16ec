import { expect, test } from 'vitest'
import { recomputationOf } from './ProductsTab.tsx'
import { chargeOf, stepOf } from './rate-words.ts'

const product = {
  id: 1,
  carrierId: 1,
  carrierCode: 'ALPHA',
  carrierName: 'Alpha Life',
  productName: 'Select UL',
  accountType: 'GENERAL',
  policies: 3,
  grossRate: 0.041,
  rateSince: '2026-01-01',
  chargesSince: '2016-01-01',
  guaranteedMinimumRate: 0.02,
  followsMarket: false,
}

test('a product’s months are recomputed with both tables, and the page says what is missing otherwise', () => {
  const without = (missing: Partial<typeof product> | { grossRate: null } | { chargesSince: null }) =>
    recomputationOf({ ...product, ...missing })
  expect([
    recomputationOf(product),
    without({ grossRate: null }),
    without({ chargesSince: null }),
    without({ grossRate: null, chargesSince: null }),
    without({ followsMarket: true }),
  ]).toEqual(['Yes', 'No: no declared rate', 'No: no COI table', 'No: neither rate nor COI table', 'No: the value follows the market'])
})

test('a step is told with its sign, a charge to the digits that it has', () => {
  expect([stepOf(25), stepOf(-5), stepOf(0), stepOf(null)]).toEqual(['+25.00', '-5.00', '0.00', '-'])
  expect([chargeOf(2.25), chargeOf(0.187013), chargeOf(3), chargeOf(null)]).toEqual(['2.25', '0.1870', '3.00', '-'])
})
