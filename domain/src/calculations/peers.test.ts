/** A bank among its peers: groups, places, quarters; and what a group holds as a whole, from summed dollars. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { cents, usd } from '../primitives/money.ts'
import { comparePeers, type PeerBank, peerGroupOf, peerRatio, quantile, SIZE_GROUPS, sizeGroupOf } from './peers.ts'

const bank = (idRssd: number, over: Partial<PeerBank> = {}): PeerBank => ({
  idRssd,
  name: `Invented Bank ${idRssd}`,
  stateCode: 'GA',
  totalAssets: usd(600e6),
  lifeInsurance: usd(10e6),
  tier1: usd(60e6),
  totalCapital: usd(66e6),
  ...over,
})

test('size groups leave no gap and do not overlap', () => {
  expect(SIZE_GROUPS.map(({ from }) => from).slice(1)).toEqual(SIZE_GROUPS.map(({ below }) => below).slice(0, -1))
  expect([
    sizeGroupOf(usd(0)).name,
    sizeGroupOf(usd(249_999_999.99)).name,
    sizeGroupOf(usd(250e6)).name,
    sizeGroupOf(usd(3e12)).name,
  ]).toEqual(['below $100 million', '$100 to $249 million', '$250 to $499 million', '$10 billion and more'])
  expect(() => sizeGroupOf(cents(-1))).toThrow(RangeError)
})

describe('the group of a bank', () => {
  const near = Array.from({ length: 10 }, (_, index) => bank(index + 2))
  const far = [bank(50, { stateCode: 'OH' }), bank(51, { stateCode: 'OH', lifeInsurance: usd(0) })]
  const others = [bank(60, { totalAssets: usd(800e6) }), bank(61, { tier1: usd(0) }), bank(62, { tier1: usd(-1) })]
  test('is its state’s banks of its size, without itself and without those that have no capital', () => {
    const group = peerGroupOf(bank(1), [bank(1), ...near, ...far, ...others])
    expect([group.size.name, group.stateCode, group.banks.length]).toEqual(['$500 to $749 million', 'GA', 10])
    expect(group.banks).not.toContainEqual(expect.objectContaining({ idRssd: 1 }))
  })
  test('is the country’s where the state has too few', () => {
    const group = peerGroupOf(bank(1), [...near.slice(1), ...far, ...others])
    expect([group.stateCode, group.banks.length]).toEqual([null, 11])
    expect(peerGroupOf(bank(1, { stateCode: 'OH' }), [...near, ...far], { least: 2 }).stateCode).toBe('OH')
  })
  test('may be the holders alone', () =>
    expect(peerGroupOf(bank(1), [...near.slice(1), ...far], { holdersOnly: true }).banks.map(({ idRssd }) => idRssd)).not.toContain(51))
})

describe('a bank beside four peers', () => {
  // 10, 20, 20 and 40 % of Tier 1, the last of a bank ten times as large.
  const peers = [
    bank(2, { lifeInsurance: usd(6e6) }),
    bank(3, { lifeInsurance: usd(12e6) }),
    bank(4, { lifeInsurance: usd(12e6) }),
    bank(5, { lifeInsurance: usd(240e6), tier1: usd(600e6), totalCapital: null }),
  ]
  const own = bank(1, { lifeInsurance: usd(12e6) })
  const compared = comparePeers(own, peers, 'tier1')
  test('what the group holds is of summed dollars, and not the mean of its ratios', () => {
    expect(compared.ofGroup).toBeCloseTo(270 / 780, 12)
    expect(compared.mean).toBeCloseTo(0.225, 12)
  })
  test('quarters and median are interpolated, as spreadsheets do', () => {
    expect(compared.quartiles?.first).toBeCloseTo(0.175, 12)
    expect(compared.quartiles?.median).toBeCloseTo(0.2, 12)
    expect(compared.quartiles?.third).toBeCloseTo(0.25, 12)
  })
  test('its place counts equals by half; its rank is shared', () => {
    expect(compared).toMatchObject({ own: 0.2, peers: 4, percentile: 0.5, rank: 2 })
    expect(comparePeers(bank(1, { lifeInsurance: usd(60e6) }), peers, 'tier1')).toMatchObject({ percentile: 1, rank: 1 })
    expect(comparePeers(bank(1, { lifeInsurance: usd(0) }), peers, 'tier1')).toMatchObject({ own: 0, percentile: 0, rank: 5 })
  })
  test('the distance from the mean is in deviations of a sample', () => {
    expect(compared.standardDeviation).toBeCloseTo(Math.sqrt((0.125 ** 2 + 2 * 0.025 ** 2 + 0.175 ** 2) / 3), 12)
    expect(compared.zScore).toBeCloseTo(-0.025 / Math.sqrt((0.125 ** 2 + 2 * 0.025 ** 2 + 0.175 ** 2) / 3), 12)
  })
  test('who does not file total capital is no peer by it', () => {
    expect(comparePeers(own, peers, 'totalCapital').peers).toBe(3)
    expect(comparePeers({ ...own, totalCapital: null }, peers, 'totalCapital')).toMatchObject({ own: null, percentile: null, rank: null })
    expect(peerRatio({ ...own, totalCapital: cents(0) }, 'totalCapital')).toBeNull()
  })
  test('without peers nothing is told, with one no deviation', () => {
    expect(comparePeers(own, [], 'tier1')).toEqual({
      measure: 'tier1',
      own: 0.2,
      peers: 0,
      ofGroup: null,
      quartiles: null,
      mean: null,
      standardDeviation: null,
      zScore: null,
      percentile: null,
      rank: null,
    })
    expect(comparePeers(own, peers.slice(0, 1), 'tier1')).toMatchObject({ standardDeviation: null, zScore: null, percentile: 1 })
    expect(comparePeers(own, peers.slice(1, 3), 'tier1')).toMatchObject({ standardDeviation: 0, zScore: null })
  })
})

test('quantiles lie between their neighbors; nonsense is refused', () => {
  expect([quantile([3], 0.25), quantile([1, 2, 3, 4], 0), quantile([1, 2, 3, 4], 1)]).toEqual([3, 1, 4])
  expect(() => quantile([], 0.5)).toThrow(RangeError)
  expect(() => quantile([1], 1.1)).toThrow(RangeError)
})

const anyBank = fc.record({ insurance: fc.integer({ min: 0, max: 5e7 }), tier1: fc.integer({ min: 1e6, max: 1e8 }) })
test('place, quarters and mean hold together whatever the peers', () =>
  fc.assert(
    fc.property(anyBank, fc.array(anyBank, { minLength: 2, maxLength: 40 }), (mine, others) => {
      const made = (one: typeof mine, id: number) => bank(id, { lifeInsurance: usd(one.insurance), tier1: usd(one.tier1) })
      const peers = others.map((one, index) => made(one, index + 2))
      const { own, percentile, rank, quartiles, mean, ofGroup } = comparePeers(made(mine, 1), peers, 'tier1')
      const ratios = peers.map(({ lifeInsurance, tier1 }) => lifeInsurance / tier1)
      const [low, high] = [Math.min(...ratios), Math.max(...ratios)]
      for (const value of [mean, ofGroup, quartiles?.first, quartiles?.median, quartiles?.third]) {
        expect(value).toBeGreaterThanOrEqual(low - 1e-12)
        expect(value).toBeLessThanOrEqual(high + 1e-12)
      }
      expect(percentile).toBeGreaterThanOrEqual(0)
      expect(percentile).toBeLessThanOrEqual(1)
      expect((rank ?? 0) - 1).toBe(ratios.filter((ratio) => ratio > (own ?? 0)).length)
      const atMost = ratios.filter((ratio) => ratio <= (quartiles?.median ?? 0) + 1e-12).length
      expect(atMost * 2).toBeGreaterThanOrEqual(ratios.length)
    }),
  ))
