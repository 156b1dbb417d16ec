/** Year one and the years after it agree to the cent, and every printed year foots. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { scenarios, tableOf, textsOf, withNumbers } from '../test/impact-example.ts'
import { impactOf } from './view.ts'

test('year one and the first of the years are the same to the cent, where each alone would round otherwise', () => {
  const shown = impactOf(withNumbers({ policyYield: 0.03706, alternativeYield: 0.0425, alternativeTax: 0.24555 }))
  expect(textsOf(shown, 'yearOne', 'alternative')?.[6]).toBe('160,320.62')
  expect(textsOf(shown, 'yearOne', 'difference')?.[6]).toBe('24,979.38')
  expect(textsOf(shown, 'horizon', '1')).toEqual(['Year 1', '5,185,300.00', '5,160,320.62', '24,979.38', '24,979.38'])
})

test('every printed year of any scenario foots, and the first is year one', () => {
  fc.assert(
    fc.property(scenarios, (scenario) => {
      const shown = impactOf(scenario)
      const premium = scenario.numbers.premium ?? Number.NaN
      const [sold, bought] = tableOf(shown, 'yearOne').rows.map(({ cells }) => cells)
      const load = Number(bought?.load)
      let before = { policies: premium - load, alternative: premium }
      for (const { cells } of tableOf(shown, 'horizon').rows) {
        const after = { policies: Number(cells.policyValue), alternative: Number(cells.alternativeValue) }
        expect(cells.advantage).toBe(after.policies - before.policies - (after.alternative - before.alternative))
        expect(cells.cumulativeAdvantage).toBe(after.policies - after.alternative)
        before = after
      }
      const [first] = tableOf(shown, 'horizon').rows
      expect(Number(first?.cells.alternativeValue) - premium).toBe(sold?.afterTax)
      // A load earns nothing over the years, whereas year one is that of the whole premium.
      if (load === 0) expect(Number(first?.cells.policyValue) - premium).toBe(bought?.afterTax)
    }),
    { numRuns: 300, examples: [[withNumbers({ loadFraction: 0, policyYield: 0.03706, alternativeTax: 0.24555 })]] },
  )
})
