/** For tests of the audits: a product drawn at random, with its declared rates, its convention of crediting and its cost-of-insurance table. */
import {
  type CostOfInsuranceTable,
  type CreditingTerms,
  DAY_COUNTS,
  INTEREST_BEGINNINGS,
  INTEREST_METHODS,
  rateKey,
} from '../calculations/interest-credited.ts'

export interface RandomProduct {
  id: number
  accountType: 'GENERAL' | 'HYBRID' | 'SEPARATE'
  guaranteedRate: number
  /** Mortality and expense charges, a fraction of the value a year. */
  expense: number
  /** Declared gross rate of a month; null where the value follows the market. */
  rate: (year: number, month: number) => number | null
  terms: CreditingTerms
  costOfInsurance: CostOfInsuranceTable
}

export function productOf(id: number, random: () => number): RandomProduct {
  const accountType = (['GENERAL', 'HYBRID', 'SEPARATE'] as const)[id % 3] ?? 'GENERAL'
  const first = 0.036 + random() * 0.01
  const resetMonth = 1 + Math.floor(random() * 12)
  const steps = Array.from({ length: 5 }, () => (Math.floor(random() * 9) - 4) * 0.0005)
  const per = random() < 0.5 ? 'MONTH' : 'YEAR'
  return {
    id,
    terms: {
      interestMethod: drawnFrom(INTEREST_METHODS, random),
      // Thirty days in every month would be a movement off what its actual days lead to expect.
      dayCount: drawnFrom(DAY_COUNTS.slice(0, 2), random),
      interestFrom: drawnFrom(INTEREST_BEGINNINGS, random),
    },
    costOfInsurance: { per, rates: chargeRates(0.35 + random() * 0.3, per) },
    accountType,
    guaranteedRate: 0.02,
    expense: accountType === 'GENERAL' ? 0 : 0.002 + random() * 0.003,
    rate: (year, month) => {
      if (accountType === 'SEPARATE') return null
      const resets = year - 2023 + (month >= resetMonth ? 1 : 0)
      return first + steps.slice(0, resets).reduce((sum, step) => sum + step, 0)
    },
  }
}

const drawnFrom = <Word>(words: readonly Word[], random: () => number): Word => {
  const word = words[Math.floor(random() * words.length)]
  if (word === undefined) throw new RangeError('nothing to draw from')
  return word
}

/** Dollars per $1,000 by age, sex and smoker class. @param level a year at age 45 */
function chargeRates(level: number, per: CostOfInsuranceTable['per']): Map<string, number> {
  const rates = new Map<string, number>()
  for (const [sex, bySex] of [
    ['M', 1],
    ['F', 0.8],
  ] as const)
    for (const [smokerClass, bySmoker] of [
      ['NONSMOKER', 1],
      ['SMOKER', 1.5],
    ] as const)
      for (let attainedAge = 30; attainedAge <= 80; attainedAge++)
        rates.set(
          rateKey({ sex, smokerClass, attainedAge }),
          Number(((level * 1.03 ** (attainedAge - 45) * bySex * bySmoker) / (per === 'MONTH' ? 12 : 1)).toFixed(6)),
        )
  return rates
}
