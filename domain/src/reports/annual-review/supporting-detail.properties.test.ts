/** The supporting detail of an annual review's expected deaths, returns since issue and peers works out to the printed figures, and shows nobody's age. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { bySpansOfAge, FEWEST_TOGETHER } from '../../calculations/lives-by-age.ts'
import { annualMortality, MAKEHAM_2017_CSO } from '../../calculations/mortality.ts'
import { comparePeers, PEER_MEASURES, type PeerBank } from '../../calculations/peers.ts'
import { cents, roundHalfAwayFromZero } from '../../primitives/money.ts'
import { plainDate } from '../../primitives/period.ts'
import { addressesOf, explained, sumOfLines } from '../../test/explained-review.ts'
import { keptBefore, livedReviews, reviewAt } from '../../test/lived-review.ts'
import { reviewExample } from '../../test/review-example.ts'
import { workedOut } from '../explanation/explanation.ts'
import { buildAnnualReview } from './build.ts'
import { explainReviewFigure, reviewFigureAt } from './explanation.ts'
import { REVIEW_FORMULAS } from './formulas.ts'
import type { AnnualReviewSnapshot } from './snapshot.ts'

/** The numbers as they are written: "12 people, 1,234.50 × 0.35%" is 12, 1234.5 and 0.0035. */
const numbersIn = (text: string): number[] =>
  [...text.matchAll(/-?[\d,]*\.?\d+%?/g)].map(([written]) => {
    const value = Number(written.replaceAll(/[,%]/g, ''))
    return written.endsWith('%') ? value / 100 : value
  })

const life = fc.record({
  age: fc.option(fc.integer({ min: 18, max: 95 }), { freq: 8 }),
  gender: fc.constantFrom('M' as const, 'F' as const, 'M' as const, 'F' as const, null),
})
const lives = fc.array(life, { minLength: 40, maxLength: 40 })

/** The book three times over, so that people are many enough to stand together, each with an age of their own. */
function peopled(snapshot: AnnualReviewSnapshot, some: readonly { age: number | null; gender: 'M' | 'F' | null }[]): AnnualReviewSnapshot {
  const copies = [0, 1000, 2000]
  const renumbered = <One extends { policyId: number }>(all: readonly One[], rest: (one: One, more: number) => Partial<One> = () => ({})) =>
    copies.flatMap((more) => all.map((one) => ({ ...one, ...rest(one, more), policyId: one.policyId + more })))
  const person = <One extends { insuredId: number }>(one: One, more: number) => ({ insuredId: one.insuredId + more }) as Partial<One>
  return {
    ...snapshot,
    asset: {
      ...snapshot.asset,
      policies: renumbered(snapshot.asset.policies, person),
      removedPolicies: renumbered(snapshot.asset.removedPolicies, person),
    },
    policies: renumbered(snapshot.policies),
    ended: renumbered(snapshot.ended, person),
    insureds: copies.flatMap((more, copy) =>
      snapshot.insureds.map((insured, index) => ({
        ...insured,
        ...some[copy * 10 + index],
        insuredId: insured.insuredId + more,
        personId: insured.personId + more,
      })),
    ),
  }
}

test('a figure that a review does not have is not explained, whatever table or row is asked for', () => {
  const view = buildAnnualReview(reviewExample())
  expect(reviewFigureAt(view, { table: 'policies', row: 'nobody', column: 'cashSurrenderValue' })).toBeNull()
  expect(reviewFigureAt(view, { table: 'policies', row: 'total', column: 'nothing' })).toBeNull()
})

test('of deaths and proceeds expected the lines by age sum to the figure, proceeds to the cent, and no line is of fewer than five people', () =>
  fc.assert(
    fc.property(livedReviews, fc.integer({ min: 0, max: 3 }), lives, (lived, place, some) => {
      const view = buildAnnualReview(peopled(reviewAt(lived, place), some))
      for (const address of [...addressesOf(view, 'expected'), { table: 'mortality', row: 'expected', column: 'value' }]) {
        const made = explained(view, address)
        if (!made.lines) expect(made.note).toContain('fewer than 5')
        else expect(sumOfLines(made)).toBeCloseTo(Number(made.value), 9)
        if (address.row === 'total') continue
        for (const { work, value, text } of made.lines ?? []) {
          const [people = 0, chance = 0] = numbersIn(work ?? '')
          expect(people).toBeGreaterThanOrEqual(FEWEST_TOGETHER)
          expect(Math.abs(people * chance - value)).toBeLessThan(people * 1e-8)
          expect(Number(text)).toBeCloseTo(value, 4)
        }
      }
      expect(JSON.stringify(view)).not.toMatch(/"(age|gender|personId|annualCompensation|chance)"/)
      for (const address of addressesOf(view, 'expectedProceeds')) {
        const made = explained(view, address)
        if (!made.lines) continue
        expect(sumOfLines(made)).toBe(made.value)
        if (address.row === 'total') continue
        const [people, rest] = [made.lines.filter(({ work }) => work !== undefined), made.lines.filter(({ work }) => work === undefined)]
        for (const { work, value } of people) {
          const [count = 0, share = 0, chance = 0] = numbersIn(work ?? '')
          expect(count).toBeGreaterThanOrEqual(FEWEST_TOGETHER)
          expect(Math.abs(share * 100 * chance - value)).toBeLessThan(1)
        }
        for (const { value } of rest) expect(Math.abs(value)).toBeLessThanOrEqual(people.length / 2 + 1)
      }
    }),
    { numRuns: 40 },
  ))

test('whoever stands together by age does so in five people or more, everybody once, or nobody is shown', () =>
  fc.assert(
    fc.property(fc.array(fc.record({ age: fc.integer({ min: 0, max: 120 }), personId: fc.integer({ min: 1, max: 40 }) })), (some) => {
      const spans = bySpansOfAge(some)
      const shown = spans.flatMap(({ lives: those }) => those)
      for (const { lives: those } of spans)
        expect(new Set(those.map(({ personId }) => personId)).size).toBeGreaterThanOrEqual(FEWEST_TOGETHER)
      expect(shown.length).toBe(new Set(some.map(({ personId }) => personId)).size < FEWEST_TOGETHER ? 0 : some.length)
    }),
  ))

test('people are counted by age as the table expects of them, men and women together; those of unknown age or sex are left out and said so', () => {
  const example = reviewExample()
  const told = buildAnnualReview(example)
  const address = { table: 'mortality', row: 'expected', column: 'value' }
  // All five of the example stand in one line: a finer one would tell an age.
  expect(explained(told, address).lines?.map(({ label, work }) => [label, work?.slice(0, 10)])).toEqual([['40 to 69', '5 people ×']])
  const chances = example.insureds.map(({ age, gender }) => annualMortality((age ?? 0) - 1, gender ?? 'M'))
  expect(sumOfLines(explained(told, address))).toBeCloseTo(
    chances.reduce((sum, chance) => sum + chance, 0),
    12,
  )
  const [first, ...others] = example.insureds
  const unknown = buildAnnualReview({ ...example, insureds: first ? [{ ...first, age: null }, ...others] : [] })
  const made = explained(unknown, address)
  expect(made.lines).toBeNull()
  expect(made.note).toContain('5 people were insured at the beginning of the year. 1 person without a known age or sex is left out.')
  expect(made.note).toContain('With fewer than 5 of them, each one’s chance would tell the age')
  // The law as it is written gives the table's chance.
  const [a = 0, b = 0, c = 0] = /men with a ([\d.]+), b ([\d.]+), c ([\d.]+),/.exec(made.source)?.slice(1).map(Number) ?? []
  expect({ a, b, c }).toEqual(MAKEHAM_2017_CSO.M)
  expect(1 - Math.exp(-(a + (b * c ** 57 * (c - 1)) / Math.log(c)))).toBeCloseTo(annualMortality(57, 'M'), 12)
})

test('at the return since issue the payments and the value now come to nothing, for each carrier and the program', () =>
  fc.assert(
    fc.property(livedReviews, fc.integer({ min: 0, max: 3 }), (lived, place) => {
      const snapshot = reviewAt(lived, place)
      const view = buildAnnualReview(snapshot)
      for (const address of addressesOf(view, 'irr')) {
        const made = explained(view, address)
        const rate = Number(made.value)
        const held = snapshot.asset.policies.filter(({ carrierCode }) => address.row === 'total' || carrierCode === address.row)
        const ids = new Set(held.map(({ policyId }) => policyId))
        const flows = snapshot.policies.filter(({ policyId }) => ids.has(policyId)).flatMap((policy) => policy.flows)
        const lines = made.lines ?? []
        // Paid in below 0, received and the value above: the same money as in the book.
        let [tolerance, amounts] = [lines.length / 2, 0]
        for (const { work, value } of lines) {
          const written = numbersIn((work ?? '').replace(/^.*?(payments? (?:in|out)|cash surrender value), /, ''))
          const [amount = 0, factor = 1, days = 0] = written
          expect(factor).toBeCloseTo((1 + rate) ** (days / 365), 9)
          expect(Math.abs((amount * 100) / factor - value)).toBeLessThan(1 + Math.abs(amount) * 1e-7)
          tolerance += (Math.abs(value) * (days / 365) * 1e-9) / (1 + rate)
          amounts += Math.round(amount * 100)
        }
        const signed = flows.reduce((sum, { type, amount }) => sum + (type === 'PREMIUM' || type === 'EXCHANGE_IN' ? -amount : amount), 0)
        expect(amounts).toBe(signed + held.reduce((sum, { cashSurrenderValue }) => sum + cashSurrenderValue, 0))
        expect(Math.abs(sumOfLines(made))).toBeLessThanOrEqual(tolerance)
      }
    }),
    { numRuns: 60 },
  ))

test('the worked bank’s return since issue: each premium and the value now, discounted to the first day', () => {
  const view = buildAnnualReview(reviewExample())
  const made = explained(view, { table: 'performance', row: 'BRAVO', column: 'irr' })
  // Both of its policies were paid for on one day.
  expect(made.lines?.map(({ label, work }) => [label, work?.split(',')[0]])).toEqual([
    ['03/01/2019', '2 payments in'],
    ['12/31/2025', 'cash surrender value'],
  ])
  expect(made.linesKind).toBe('money')
  expect(made.note).toMatch(/^At \d\.\d+% a year, .* come to -?0\.0\d: to nothing/)
})

const bank = fc.record({
  lifeInsurance: fc.integer({ min: 0, max: 20 }).map((millions) => cents(millions * 1e8)),
  tier1: fc.integer({ min: 1, max: 90 }).map((millions) => cents(millions * 1e8)),
  totalCapital: fc.option(fc.integer({ min: 0, max: 90 }).map((millions) => cents(millions * 1e8))),
  totalAssets: fc.integer({ min: 100, max: 900 }).map((millions) => cents(millions * 1e8)),
})

test('every peer statistic works out from the peers that it lists: mean, quarters, group, deviation, percentile, rank, count', () =>
  fc.assert(
    fc.property(bank, fc.array(bank, { minLength: 1, maxLength: 14 }), (mine, banks) => {
      const named = (one: typeof mine, index: number): PeerBank => ({ ...one, idRssd: index, name: `BANK ${index}`, stateCode: 'CO' })
      const [own, group] = [named(mine, 0), banks.map((one, index) => named(one, index + 1))]
      const peers = {
        reportDate: plainDate('2025-12-31'),
        source: 'INVENTED' as const,
        banks: 20,
        own,
        sizeGroup: 'any',
        stateCode: null,
        group,
      }
      const view = buildAnnualReview(reviewExample({ peers }))
      for (const measure of ['tier1', 'totalCapital', 'totalAssets'] as const) {
        const compared = comparePeers(own, group, measure)
        const expected = {
          mean: compared.mean,
          first: compared.quartiles?.first,
          median: compared.quartiles?.median,
          third: compared.quartiles?.third,
          group: compared.ofGroup,
          deviation: compared.standardDeviation,
          percentile: compared.percentile === null ? null : Math.round(compared.percentile * 100),
          rank: compared.rank,
          peers: compared.peers,
        }
        for (const [column, value] of Object.entries(expected)) {
          if (value === null || value === undefined) continue
          const address = { table: 'peer-comparison', row: measure, column }
          const figure = reviewFigureAt(view, address)
          const made = explained(view, address)
          expect(figure && workedOut(figure, REVIEW_FORMULAS), column).toBeCloseTo(value, 9)
          expect(made.figures, column).not.toBeNull()
          expect(made.lines, column).toHaveLength(compared.peers)
          for (const line of made.lines ?? []) {
            const peer = group.find(({ name }) => line.label.endsWith(`. ${name}`))
            const base = peer ? PEER_MEASURES[measure].base(peer) : null
            if (column !== 'deviation') expect(line.value).toBe(peer && base ? peer.lifeInsurance / base : null)
            else expect(line.value).toBeCloseTo((Number(peer?.lifeInsurance) / Number(base) - Number(compared.mean)) ** 2, 12)
          }
        }
      }
      // The z-score’s three numbers stand beside it, and each opens from there.
      for (const address of addressesOf(view, 'distance')) {
        const { inputs } = explained(view, address)
        expect(inputs.map(({ address: to }) => to?.column)).toEqual(['own', 'mean', 'deviation'])
        const [own, mean, deviation] = inputs.map(({ address: to }) => {
          const made = to && reviewFigureAt(view, to)
          return made ? Number(workedOut(made, REVIEW_FORMULAS)) : Number.NaN
        })
        expect((Number(own) - Number(mean)) / Number(deviation)).toBeCloseTo(Number(explained(view, address).value), 6)
      }
      const score = explainReviewFigure(view, { table: 'scorecard', row: 'peers', column: 'thisYear' })
      expect(score?.figures).toBe(explainReviewFigure(view, { table: 'peer-comparison', row: 'tier1', column: 'percentile' })?.figures)
    }),
    { numRuns: 25 },
  ))

test('a year’s values, charges and claims, the index of concentration, the shifts of rates and imputed income list what they are summed from', () =>
  fc.assert(
    fc.property(livedReviews, fc.integer({ min: 0, max: 3 }), (lived, place) => {
      const view = buildAnnualReview(reviewAt(lived, place))
      const figures = [
        ...addressesOf(view, 'value', 'interest', 'cost', 'expense', 'decline').filter(
          ({ table }) => table === 'years' || table === 'yields',
        ),
        ...addressesOf(view, 'proceeds').filter(({ table, row }) => table !== 'claims' && row !== 'total'),
        ...['shift-300', 'shift100'].map((row) => ({ table: 'risk-INTEREST_RATE', row, column: 'value' })),
        { table: 'capital', row: 'herfindahl', column: 'value' },
        { table: 'scorecard', row: 'value', column: 'lastYear' },
      ]
      for (const address of figures) {
        const made = explainReviewFigure(view, address)
        if (!made) continue
        expect(made.lines, JSON.stringify(address)).not.toBeNull()
        expect(roundHalfAwayFromZero(sumOfLines(made)), JSON.stringify(address)).toBe(made.value)
      }
    }),
    { numRuns: 40 },
  ))

test('a view made by an older server, or of a snapshot stored by one, opens every figure: what it does not hold is said in words', () =>
  fc.assert(
    fc.property(livedReviews, fc.integer({ min: 0, max: 3 }), (lived, place) => {
      const { workings: _, ...older } = buildAnnualReview(reviewAt(lived, place))
      const columns = ['expected', 'expectedProceeds', 'irr', 'value', 'proceeds', 'interest']
      for (const address of addressesOf(older, ...columns)) expect(() => explained(older, address), JSON.stringify(address)).not.toThrow()
      for (const address of addressesOf(older, 'irr'))
        expect(explained(older, address)).toMatchObject({
          lines: null,
          words: expect.stringContaining('come to nothing'),
          note: 'The numbers behind it did not come with this copy of the review: open the page again to see them.',
        })
      const kept = buildAnnualReview(keptBefore(reviewAt(lived, place)))
      for (const address of addressesOf(kept, 'irr')) expect(explained(kept, address).lines).not.toBeNull()
    }),
    { numRuns: 15 },
  ))
