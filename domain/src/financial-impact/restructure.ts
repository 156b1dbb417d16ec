/** Policies that are held already, replaced: surrendered and bought anew, or exchanged under 26 U.S.C. 1035. */
import { breakEvenYears, MEC_PENALTY_RATE } from '../calculations/surrender.ts'
import { type Cents, cents, times } from '../primitives/money.ts'

/** Years beyond which no policy goes. */
const LONGEST = 200

export interface RestructureInput {
  /** Cash surrender value given up, US cents, above 0, and its gain over cost, which may be negative. */
  cashSurrenderValue: Cents
  gain: Cents
  isModifiedEndowment: boolean
  /** The combined tax rate on the gain, 0 to below 1. */
  taxRate: number
  /** The carrier's charge for leaving, of the value, 0 to 0.5. */
  chargeFraction: number
  /** Net yields, fractions above -1. */
  oldYield: number
  newYield: number
}
export interface RestructureWay {
  tax: Cents
  penalty: Cents
  charge: Cents
  cost: Cents
  reinvested: Cents
  /** Years until the new policies are worth what the old ones would be; null when no policy lives as long, or nothing is left to reinvest. */
  breakEvenYears: number | null
}
export interface Restructure {
  surrender: RestructureWay
  exchange: RestructureWay
  warnings: string[]
}

/**
 * Both ways beside each other. A loss is no deduction; an exchange carries the cost basis over and is taxed by nobody.
 *
 *   restructure({ cashSurrenderValue: usd(3_000_000), gain: usd(600_000), isModifiedEndowment: true, taxRate: 0.2574, chargeFraction: 0,
 *     oldYield: 0.026, newYield: 0.042 }).surrender // cost 214,440.00, reinvested 2,785,560.00, 4.79 years
 *
 * @throws RangeError outside the ranges stated with the input
 */
export function restructure(input: RestructureInput): Restructure {
  const { cashSurrenderValue, gain, isModifiedEndowment, taxRate, chargeFraction, oldYield, newYield } = input
  if (!(cashSurrenderValue > 0 && taxRate >= 0 && taxRate < 1 && chargeFraction >= 0 && chargeFraction <= 0.5))
    throw new RangeError(`a restructure of ${cashSurrenderValue} at a tax of ${taxRate} and a charge of ${chargeFraction}`)
  const taxable = cents(Math.max(gain, 0))
  const way = (tax: Cents, penalty: Cents): RestructureWay => {
    const charge = times(cashSurrenderValue, chargeFraction)
    const cost = cents(tax + penalty + charge)
    const reinvested = cents(cashSurrenderValue - cost)
    const grow = { before: cashSurrenderValue, after: reinvested, oldRate: oldYield, newRate: newYield }
    const years = reinvested > 0 ? breakEvenYears(grow) : null
    return { tax, penalty, charge, cost, reinvested, breakEvenYears: years !== null && years <= LONGEST ? years : null }
  }
  const surrender = way(times(taxable, taxRate), isModifiedEndowment ? times(taxable, MEC_PENALTY_RATE) : cents(0))
  const exchange = way(cents(0), cents(0))
  return {
    surrender,
    exchange,
    warnings: [
      'An exchange under 26 U.S.C. 1035 carries the cost basis over without tax, but needs the same insured: only insureds in whom the bank still has an insurable interest, active employees as a rule, can be exchanged (26 U.S.C. 101(j), 264(f)).',
      'Surrendering policies may raise the question whether the bank intends to hold its other policies until death, on which the deferral of tax on their gain rests.',
      ...(gain < 0 ? ['The policies are worth less than they cost: the loss of a surrender is no deduction.'] : []),
      ...(newYield <= oldYield ? ['The new yield is not above the old one: the cost of leaving is never earned back.'] : []),
      'A new policy begins a new 7-pay test, new surrender charges and a new contestable period.',
    ],
  }
}
