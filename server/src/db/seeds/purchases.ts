/** When an institution bought, with whom, how much and for which plan. */
import { type PlainDate, plainDate, yearOf } from '@corridor/domain/primitives/period.ts'
import type { Holding } from './institution-terms.ts'
import { dateIn } from './people.ts'
import { PRODUCTS, type ProductTerms } from './products.ts'
import type { Random } from './random.ts'

export type PlanType = 'BOLI_COST_RECOVERY' | 'SPLIT_DOLLAR' | 'SERP' | 'DIRECTOR_RETIREMENT' | 'KEY_PERSON' | 'NQDC_COLI'

export interface Purchase {
  date: PlainDate
  products: ProductTerms[]
  policies: number
  planType: PlanType
}

export function purchasesOf(random: Random, siteId: 1 | 2, holding: Holding, window: { from: PlainDate }): Purchase[] {
  const recent = holding.recent
  const exchanged = holding.exchange?.policies ?? 0
  const earlier = holding.policies - (recent?.policies ?? 0) - exchanged
  const count = Math.max(Math.min(Math.round(earlier / 17), 7), holding.carriers.length > 2 ? 3 : 2, 1)
  const lastYear = yearOf(window.from) - 1
  const years = Array.from({ length: count }, (_, i) => Math.round(2005 + ((lastYear - 2005) * (i + random.between(0.1, 0.9))) / count))
  const weights = years.map(() => random.between(0.7, 1.5))
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  let left = earlier
  const purchases = years.map((year, index): Purchase => {
    const policies = index === count - 1 ? left : Math.min(Math.max(Math.round((earlier * (weights[index] ?? 1)) / total), 1), left)
    left -= policies
    const products = [0, 1].flatMap((offset) => productSold(holding.carriers, index + offset, year) ?? [])
    const twice = random.chance(0.6) && products[0] !== products[1]
    return {
      date: dateIn(year, random.whole(1, 12), random.whole(1, 28)),
      products: twice ? products : products.slice(0, 1),
      policies,
      planType:
        siteId === 2
          ? 'NQDC_COLI'
          : index === 0
            ? 'BOLI_COST_RECOVERY'
            : random.pick(['BOLI_COST_RECOVERY', 'SPLIT_DOLLAR', 'SERP', 'DIRECTOR_RETIREMENT'] as const),
    }
  })
  if (recent) {
    const product = productSold([recent.carrier], 0, Number(recent.date.slice(0, 4)))
    if (product)
      purchases.push({ date: plainDate(recent.date), products: [product], policies: recent.policies, planType: 'BOLI_COST_RECOVERY' })
  }
  return purchases.filter(({ policies, products }) => policies > 0 && products.length > 0)
}

/** Products that a carrier (or the next one on the list that sold something) sold in a year. */
export function productSold(carriers: readonly string[], from: number, year: number): ProductTerms | undefined {
  for (let step = 0; step < carriers.length; step += 1) {
    const code = carriers[(from + step) % carriers.length]
    const sold = PRODUCTS.filter((product) => product.carrierCode === code && product.soldFrom <= year && year <= product.soldTo)
    // Where a carrier sold several, purchases take turns.
    const product = sold[(from + year) % Math.max(sold.length, 1)]
    if (product) return product
  }
  return undefined
}
