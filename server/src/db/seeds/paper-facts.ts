/** Facts for the demo's papers of a bank: its people and the values of its policies at a month end. */
import { type PlainDate, plainDate, yearOf } from '@corridor/domain/primitives/period.ts'
import type { SeedPolicy } from './holdings.ts'
import type { InstitutionTerms } from './institution-terms.ts'
import { insuredShareOf } from './insured-share.ts'

/** A bank on one site, as its papers speak of it. */
export interface Bank {
  id: number
  siteId: 1 | 2
  name: string
  legalName: string
  city: string
  stateCode: string
  contact: { name: string; title: string }
  signer: { id: number; name: string; title: string }
  limits: InstitutionTerms['limits']
  policies: readonly SeedPolicy[]
  carrierName: (code: string) => string
}

export interface Holding {
  policies: number
  cashSurrenderValue: number
  deathBenefit: number
  carriers: { name: string; policies: number; cashSurrenderValue: number; share: number }[]
}

/** The bank's holdings at a month end, in cents. */
export function holdingAt({ policies, carrierName }: Bank, at: PlainDate): Holding {
  const held = policies.flatMap(({ product, values }) => {
    const value = values.find(({ asOfDate }) => asOfDate === at)
    return value ? [{ code: product.carrierCode, csv: value.cashSurrenderValue, benefit: value.deathBenefit }] : []
  })
  const total = held.reduce((sum, { csv }) => sum + csv, 0)
  const carriers = [...Map.groupBy(held, ({ code }) => code)].map(([code, theirs]) => {
    const value = theirs.reduce((sum, { csv }) => sum + csv, 0)
    return { name: carrierName(code), policies: theirs.length, cashSurrenderValue: value, share: total > 0 ? value / total : 0 }
  })
  return {
    policies: held.length,
    cashSurrenderValue: total,
    deathBenefit: held.reduce((sum, { benefit }) => sum + benefit, 0),
    carriers: carriers.sort((one, other) => other.cashSurrenderValue - one.cashSurrenderValue || one.name.localeCompare(other.name)),
  }
}

/** People insured at the date, each once, in the order of their names; `endorsed` is their beneficiaries' part of the benefit, by their agreements. */
export const insuredAt = ({ policies }: Bank, at: PlainDate) =>
  [...Map.groupBy(policies, ({ person }) => person)]
    .flatMap(([person, theirs]) => {
      const held = theirs.flatMap((policy) => policy.values.filter(({ asOfDate }) => asOfDate === at).map((month) => ({ policy, month })))
      const benefit = held.reduce((sum, { month }) => sum + month.deathBenefit, 0)
      const endorsed = held.reduce((sum, { policy, month }) => sum + insuredShareOf(policy, month), 0)
      return benefit > 0 ? [{ person, benefit, endorsed }] : []
    })
    .sort((one, other) =>
      `${one.person.lastName} ${one.person.firstName}`.localeCompare(`${other.person.lastName} ${other.person.firstName}`),
    )

/** Economic benefit of the year to those who were alive at its end, in cents: the benefit endorsed then, at the rate of the age reached in the year. */
export const imputedIncome = (bank: Bank, year: number) =>
  insuredAt(bank, plainDate(`${year}-12-31`))
    .filter(({ endorsed, person: { death } }) => endorsed > 0 && !(death && death.date <= plainDate(`${year}-12-31`)))
    .map(({ person, endorsed }) => {
      const age = year - yearOf(person.dateOfBirth)
      const rate = TABLE_2001[age - TABLE_2001_FROM]
      if (rate === undefined) throw new RangeError(`Table 2001 has no rate here for age ${age}`)
      return { person, age, endorsed, rate, income: Math.round((endorsed / 1000) * rate) }
    })

/** Benefit and book value of the claim on one person's policies, in cents: the bank's part is what its agreements leave of the benefit. */
export function claimFigures(policies: readonly SeedPolicy[]): { benefit: number; toBank: number; released: number } {
  const last = policies.flatMap((policy) => policy.values.slice(-1).map((month) => ({ policy, month })))
  const benefit = last.reduce((sum, { month }) => sum + month.deathBenefit, 0)
  return {
    benefit,
    toBank: benefit - last.reduce((sum, { policy, month }) => sum + insuredShareOf(policy, month), 0),
    released: policies.reduce((sum, { exit }) => sum + (exit?.released ?? 0), 0),
  }
}

/** From one year's end to the next, in cents: opening + premiums - withdrawals + earnings - released = closing. */
export function yearOfHolding(bank: Bank, year: number) {
  const [opening, closing] = [holdingAt(bank, plainDate(`${year - 1}-12-31`)), holdingAt(bank, plainDate(`${year}-12-31`))]
  const months = bank.policies.flatMap(({ values }) => values.filter(({ asOfDate }) => yearOf(asOfDate) === year))
  const premiums = months.reduce((sum, { premium }) => sum + premium, 0)
  const withdrawals = months.reduce((sum, { withdrawals: taken }) => sum + taken, 0)
  const released = bank.policies.reduce((sum, { exit }) => sum + (exit && yearOf(exit.date) === year ? exit.released : 0), 0)
  const earnings = closing.cashSurrenderValue - opening.cashSurrenderValue - premiums + withdrawals + released
  return { opening, closing, premiums, withdrawals, released, earnings }
}

/** Table 2001 (Notice 2001-10, continued by Notice 2002-8): dollars a year per $1,000 of current protection, by attained age from 20. */
const TABLE_2001_FROM = 20
// biome-ignore format: ten ages a line
const TABLE_2001: readonly number[] = [
  0.62, 0.62, 0.64, 0.66, 0.68, 0.71, 0.73, 0.76, 0.8, 0.83,
  0.87, 0.9, 0.93, 0.96, 0.98, 0.99, 1.01, 1.04, 1.06, 1.07,
  1.1, 1.13, 1.2, 1.29, 1.4, 1.53, 1.67, 1.83, 1.98, 2.13,
  2.3, 2.52, 2.81, 3.2, 3.65, 4.15, 4.68, 5.2, 5.66, 6.06,
  6.51, 7.11, 7.96, 9.08, 10.41, 11.9, 13.51, 15.2, 16.92, 18.7,
  20.62, 22.72, 25.07, 27.57, 30.18, 33.05, 36.33, 40.17, 44.33, 49.23,
  54.56, 60.51, 66.74, 73.07, 80.35, 88.76, 99.16, 110.4, 121.85, 133.4,
  144.3, 155.8, 168.75, 186.44, 206.7, 228.35, 250.01, 265.09, 270.11, 281.05,
]
