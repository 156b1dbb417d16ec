/** How a state taxes banks, from a date on: what a row may say, and what tax-equivalent yields take from it. */

import type { StateTreatment } from '../primitives/insurance-terms.ts'
import type { Cents } from '../primitives/money.ts'
import { addDays, formatDate, type PlainDate } from '../primitives/period.ts'
import type { TaxProfile } from './tax-equivalent-yield.ts'

export const TAX_BASES = [
  'NET_INCOME',
  'FRANCHISE_MEASURED_BY_INCOME',
  'NET_CAPITAL',
  'SHARES_VALUE',
  'DEPOSITS',
  'GROSS_RECEIPTS',
  'NONE',
] as const
export type TaxBasis = (typeof TAX_BASES)[number]

export const TAX_BASIS_NAMES: Readonly<Record<TaxBasis, string>> = {
  NET_INCOME: 'Net income',
  FRANCHISE_MEASURED_BY_INCOME: 'Income, as a franchise tax',
  NET_CAPITAL: 'Net capital',
  SHARES_VALUE: 'Value of shares',
  DEPOSITS: 'Deposits',
  GROSS_RECEIPTS: 'Gross receipts',
  NONE: 'No tax on banks',
}
export const TREATMENT_NAMES: Readonly<Record<StateTreatment, string>> = {
  EXCLUDED: 'Not taxed',
  TAXED: 'Taxed',
  IN_CAPITAL_BASE: 'In the taxed capital',
  NOT_APPLICABLE: 'Not applicable',
}
export const CONSENT_TYPES = ['WRITTEN', 'NEGATIVE', 'BY_CLASS'] as const
export const LIMIT_BASES = ['TIER1', 'TIER1_PLUS_ACL', 'TOTAL'] as const

/** How life insurance can stand to a tax of each kind; the first is what a new row starts with. */
export const TREATMENTS_OF: Readonly<Record<TaxBasis, readonly StateTreatment[]>> = {
  NET_INCOME: ['EXCLUDED', 'TAXED'],
  FRANCHISE_MEASURED_BY_INCOME: ['EXCLUDED', 'TAXED'],
  NET_CAPITAL: ['IN_CAPITAL_BASE', 'NOT_APPLICABLE'],
  SHARES_VALUE: ['IN_CAPITAL_BASE', 'NOT_APPLICABLE'],
  DEPOSITS: ['NOT_APPLICABLE'],
  GROSS_RECEIPTS: ['NOT_APPLICABLE'],
  NONE: ['NOT_APPLICABLE'],
}

export const isOnIncome = (basis: TaxBasis): boolean => basis === 'NET_INCOME' || basis === 'FRANCHISE_MEASURED_BY_INCOME'

/** From this taxable income on, this rate on the part above it. */
export interface TaxBracket {
  fromCents: Cents
  rate: number
}

/** A period of days, both included; without an end it goes on. */
export interface StatePeriod {
  effectiveFrom: PlainDate
  effectiveTo: PlainDate | null
}

/** The fields of a row that yields need. */
export interface StateTaxFigures {
  taxBasis: TaxBasis
  corporateRate: number | null
  financialInstitutionRate: number | null
  federalDeductibleFraction: number
  boliGrowthTreatment: StateTreatment
}

/**
 * The state's part of a tax profile by the formula of its basis: a tax on income saves s on the alternative's income (the rate for banks, else for
 * corporations); a tax on capital, shares, deposits or receipts saves nothing, so s is 0.
 *
 *   stateShareOf({ taxBasis: 'NET_CAPITAL', financialInstitutionRate: 0.013, … }).stateRate // 0
 *
 * @returns rates as fractions
 */
export function stateShareOf(row: StateTaxFigures): Pick<TaxProfile, 'stateRate' | 'federalDeductibleFraction' | 'boliStateTreatment'> {
  if (!isOnIncome(row.taxBasis))
    return {
      stateRate: 0,
      federalDeductibleFraction: 0,
      boliStateTreatment: row.boliGrowthTreatment === 'IN_CAPITAL_BASE' ? 'IN_CAPITAL_BASE' : 'NOT_APPLICABLE',
    }
  return {
    stateRate: row.financialInstitutionRate ?? row.corporateRate ?? 0,
    federalDeductibleFraction: row.federalDeductibleFraction,
    boliStateTreatment: row.boliGrowthTreatment,
  }
}

/** The row of a state that holds on a day. @param rows whose periods do not overlap */
export const stateRowOn = <Row extends { stateCode: string; effectiveFrom: string; effectiveTo: string | null }>(
  rows: readonly Row[],
  stateCode: string,
  day: string,
): Row | undefined =>
  rows.find((row) => row.stateCode === stateCode && row.effectiveFrom <= day && (row.effectiveTo === null || row.effectiveTo >= day))

/**
 * Why a period cannot stand among a state's others, as a sentence; undefined when it can. The one that goes on is to be ended first.
 * @param others of the same state, without the one that is changed
 */
export function periodProblem(
  period: StatePeriod,
  others: readonly StatePeriod[],
): { field: keyof StatePeriod; message: string } | undefined {
  const { effectiveFrom, effectiveTo } = period
  if (effectiveTo !== null && effectiveTo < effectiveFrom) return { field: 'effectiveTo', message: 'The last day must be after the first.' }
  const other = others.find(
    (one) => (effectiveTo === null || one.effectiveFrom <= effectiveTo) && (one.effectiveTo === null || one.effectiveTo >= effectiveFrom),
  )
  if (!other) return undefined
  const until = other.effectiveTo === null ? 'onward' : `to ${formatDate(other.effectiveTo)}`
  const advice =
    other.effectiveTo === null && other.effectiveFrom < effectiveFrom
      ? `End it on ${formatDate(addDays(effectiveFrom, -1))} first, or choose another day.`
      : 'Change one of the two.'
  return {
    field: 'effectiveFrom',
    message: `Another row of the state is effective from ${formatDate(other.effectiveFrom)} ${until}. ${advice}`,
  }
}

/** Why a bracket table cannot be; undefined when it can. Rates may fall with income, as Delaware's for banks do. */
export function bracketProblem(brackets: readonly TaxBracket[]): string | undefined {
  for (const [index, { fromCents, rate }] of brackets.entries()) {
    if (!(rate >= 0 && rate <= 1)) return `A rate lies between 0% and 100%, not ${rate * 100}%.`
    if (index === 0 && fromCents !== 0) return 'The first bracket begins at an income of 0.'
    const before = brackets[index - 1]
    if (before && before.fromCents >= fromCents) return 'Each bracket begins above the one before it.'
  }
  return undefined
}

const MOST_RATE = 0.5

/** By field: what does not go together in a row. Ranges of single fields are the contract's. */
export function stateRowProblems(
  row: StateTaxFigures & {
    bracketTable: readonly TaxBracket[]
    stateCharteredLimitPerCarrierFraction: number | null
    stateCharteredLimitAggregateFraction: number | null
    limitBasis: string | null
  },
): Record<string, string[]> {
  const problems: Record<string, string[]> = {}
  const { taxBasis, boliGrowthTreatment, stateCharteredLimitPerCarrierFraction: one, stateCharteredLimitAggregateFraction: all } = row
  const name = TAX_BASIS_NAMES[taxBasis]
  if (isOnIncome(taxBasis) && row.financialInstitutionRate === null && row.corporateRate === null)
    problems.financialInstitutionRate = ['A tax on income has a rate for banks, or for corporations.']
  // No state comes near; what computes combined rates takes no more either.
  else if (isOnIncome(taxBasis) && (row.financialInstitutionRate ?? row.corporateRate ?? 0) > MOST_RATE)
    problems[row.financialInstitutionRate === null ? 'corporateRate' : 'financialInstitutionRate'] = ['A tax on income is 50% at most.']
  if (!TREATMENTS_OF[taxBasis].includes(boliGrowthTreatment))
    problems.boliGrowthTreatment = [
      `With “${name}” life insurance is one of: ${TREATMENTS_OF[taxBasis].map((code) => TREATMENT_NAMES[code].toLowerCase()).join(', ')}.`,
    ]
  if (!isOnIncome(taxBasis) && row.federalDeductibleFraction > 0)
    problems.federalDeductibleFraction = ['Federal tax is deducted from a tax on income only.']
  const brackets = bracketProblem(row.bracketTable)
  if (brackets) problems.bracketTable = [brackets]
  if (one !== null && all !== null && one > all)
    problems.stateCharteredLimitPerCarrierFraction = ['The limit for one carrier cannot be above the limit for all.']
  if ((one !== null || all !== null) !== (row.limitBasis !== null))
    problems.limitBasis = [one === null && all === null ? 'Without a limit, leave this empty.' : 'Choose what the limits are measured on.']
  return problems
}
