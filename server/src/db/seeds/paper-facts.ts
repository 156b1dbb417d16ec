/** Facts for the demo's papers of a bank: its people and the values of its policies at a month end. */
import { type PlainDate, plainDate, yearOf } from '@corridor/domain/primitives/period.ts'
import type { SeedPolicy } from './holdings.ts'
import type { InstitutionTerms } from './institution-terms.ts'

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

/** People insured at the date, each once, in the order of their names. */
export const insuredAt = ({ policies }: Bank, at: PlainDate) =>
  [...Map.groupBy(policies, ({ person }) => person)]
    .flatMap(([person, theirs]) => {
      const benefit = theirs.reduce((sum, { values }) => sum + (values.find(({ asOfDate }) => asOfDate === at)?.deathBenefit ?? 0), 0)
      return benefit > 0 ? [{ person, benefit, splitDollar: theirs.some(({ splitDollar }) => splitDollar !== undefined) }] : []
    })
    .sort((one, other) =>
      `${one.person.lastName} ${one.person.firstName}`.localeCompare(`${other.person.lastName} ${other.person.firstName}`),
    )

/** Imputed income of the year at the rates of Table 2001 (Notice 2002-8), for endorsed benefits of a quarter of the insurance. */
export const imputedIncome = (bank: Bank, year: number) =>
  insuredAt(bank, plainDate(`${year}-12-31`))
    .filter(({ splitDollar }) => splitDollar)
    .map(({ person, benefit }) => {
      const endorsed = Math.round(benefit / 4 / 100_000) * 100_000
      const age = year - yearOf(person.dateOfBirth)
      const rate = TABLE_2001.findLast(([from]) => age >= from)?.[1] ?? 0.7
      return { person, age, endorsed, rate, income: Math.round((endorsed / 1000) * rate) }
    })
const TABLE_2001: readonly (readonly [age: number, rate: number])[] = [
  [15, 0.38],
  [25, 0.71],
  [30, 0.87],
  [35, 0.99],
  [40, 1.1],
  [45, 1.53],
  [50, 2.3],
  [55, 4.15],
  [60, 6.51],
  [65, 11.9],
  [70, 20.62],
]
