/** The effects of a purchase on concentrations, capital ratio and balance sheet: the part that a gain must not hide. */
import { type LimitTest, limitTest } from '../calculations/concentration.ts'
import type { CapitalBasis } from '../primitives/insurance-terms.ts'
import { type Cents, cents, roundHalfAwayFromZero, sumCents, times } from '../primitives/money.ts'
import type { Change } from './impact.ts'

export interface PurchaseInput {
  /** Moved from securities into policies of `carrierCode`, cents, above 0. */
  premium: Cents
  carrierCode: string
  carrierName: string
  /** Cash surrender value held already, by carrier code: all that the legal entity holds, in every portal and with other vendors. */
  held: Readonly<Record<string, Cents>>
  /** The unknown part, as `LimitTest` has it: nothing is within a limit then. */
  lacking?: string
  /** The base of the limits, and of the capital ratio Tier 1. */
  capital: { tier1: Cents | null; base: Cents | null; basis: CapitalBasis }
  limits: { perCarrier: number; aggregate: number }
  /** Before the purchase, with the weights of what is sold and what is bought; null for a bank that does not risk-weight. */
  riskWeighted: { assets: Cents; soldWeight: number; boughtWeight: number } | null
  loadFraction: number
}
export interface PurchaseEffect {
  /** The carrier and the total, before and after; the other carriers stay as they are. */
  carrier: { before: LimitTest; after: LimitTest; others: Record<string, LimitTest> }
  aggregate: { before: LimitTest; after: LimitTest }
  /** Tier 1 over risk-weighted assets; the load is an expense that lowers Tier 1. */
  tier1Ratio: (Change & { riskWeightedAfter: Cents }) | null
  /** Changes of the balance sheet: securities fall, other assets rise by what becomes cash surrender value, equity bears the load. They foot to 0. */
  balanceSheet: { securities: Cents; otherAssets: Cents; equity: Cents }
  /** Texts that a board must have read and approved before the purchase; empty when every limit holds. */
  approvals: string[]
}

/**
 * Effects of a purchase on concentrations, capital ratio and balance sheet: the part that a gain must not hide.
 * @throws RangeError for a premium or load outside its range, or capital of nothing
 */
export function purchaseEffect(input: PurchaseInput): PurchaseEffect {
  const { premium, carrierCode, carrierName, held, capital, limits, riskWeighted, loadFraction, lacking } = input
  if (!(premium > 0 && loadFraction >= 0 && loadFraction < 1))
    throw new RangeError(`a purchase of ${premium} with a load of ${loadFraction}`)
  const load = times(premium, loadFraction)
  const bought = cents(premium - load)
  const test = (key: string, label: string, cashSurrenderValue: Cents, limit: number) =>
    limitTest({ key, label, cashSurrenderValue, limit, basis: capital.basis, capital: capital.base, ...(lacking ? { lacking } : {}) })
  const both = (key: string, label: string, before: Cents, limit: number) => ({
    before: test(key, label, before, limit),
    after: test(key, label, cents(before + bought), limit),
  })
  const others = Object.entries(held).filter(([code]) => code !== carrierCode)
  const carrier = {
    ...both(carrierCode, carrierName, held[carrierCode] ?? cents(0), limits.perCarrier),
    others: Object.fromEntries(others.map(([code, value]) => [code, test(code, code, value, limits.perCarrier)])),
  }
  const aggregate = both('aggregate', 'All carriers', sumCents(Object.values(held)), limits.aggregate)
  const { tier1 } = capital
  const weighted =
    riskWeighted &&
    cents(roundHalfAwayFromZero(riskWeighted.assets - premium * riskWeighted.soldWeight + bought * riskWeighted.boughtWeight))
  const tier1Ratio =
    riskWeighted === null || tier1 === null || weighted === null || weighted <= 0
      ? null
      : { before: tier1 / riskWeighted.assets, after: (tier1 - load) / weighted, riskWeightedAfter: weighted }
  const approvals = [carrier.after, aggregate.after].flatMap(({ status, sentence }) =>
    status === 'over' ? [`${sentence} The board approves a purchase above the limit beforehand, on an analysis that justifies it.`] : [],
  )
  const balanceSheet = { securities: cents(-premium), otherAssets: bought, equity: cents(-load) }
  return { carrier, aggregate, tier1Ratio, balanceSheet, approvals }
}
