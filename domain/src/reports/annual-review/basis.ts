/**
 * Inputs of an annual review's figures: the numbers that stand in formulas without being printed beside them, and which policies of the appendix
 * make up a line. Put onto the sections when they are done, so that the sections themselves stay about what they say.
 */

import { capitalAndSurplus, capitalBase, DEFAULT_LIMITS } from '../../calculations/concentration.ts'
import { PEER_MEASURES } from '../../calculations/peers.ts'
import { embeddedGain } from '../../calculations/surrender.ts'
import { alternativeTaxRate } from '../../calculations/tax-equivalent-yield.ts'
import { netYield, weightedRate } from '../../calculations/yields.ts'
import { type Cents, sumCents } from '../../primitives/money.ts'
import { daysBetween, daysInYear, yearOf } from '../../primitives/period.ts'
import { reportBasis } from '../asset-report/basis.ts'
import { fundTable } from '../asset-report/risk-weights.ts'
import { policyRows } from '../asset-report/view.ts'
import type { Basis, ViewRow, ViewTable } from '../table.ts'
import { measuredOf } from './entity-limits.ts'
import { type ReviewFigures, type ReviewHolding, type ReviewYear, ytdBasis } from './figures.ts'
import { policyTags } from './policy-tags.ts'
import { programSurrender, reviewIncome, riskWeightedAssets } from './sections/accounting-and-capital.ts'
import { consentCounts } from './sections/compliance.ts'
import { sevenPayBasis } from './sections/compliance-seven-pay.ts'
import { heldBy } from './sections/holdings.ts'
import { carrierWork } from './sections/performance.ts'
import { illustrationBasis } from './sections/performance-illustrations.ts'
import { isActiveAt } from './sections/population.ts'
import { benefitExpenseOf } from './sections/program.ts'
import { marketAndBook } from './sections/risk-price.ts'
import type { ReviewPlan } from './snapshot.ts'
import type { ReviewBlock, ReviewSectionView, ScorecardRow } from './view.ts'

/** Numbers on rows, policies under their lines. */
export function withBasis(figures: ReviewFigures, sections: readonly ReviewSectionView[]): ReviewSectionView[] {
  const rows = rowBasisOf(figures)
  // This year's metric and last year's rest on numbers of their own.
  const years = [yearBasis(figures, figures.year), figures.lastYear ? yearBasis(figures, figures.lastYear) : {}] as const
  return sections.map((section) => ({ ...section, blocks: section.blocks.map((block) => blockWith(block, rows, years)) }))
}

type RowBasis = (table: string, row: ViewRow) => Pick<ViewRow, 'basis' | 'formulas' | 'tags'>

function blockWith(block: ReviewBlock, rows: RowBasis, years: NonNullable<ScorecardRow['basis']>): ReviewBlock {
  if (block.kind === 'scorecard') return { ...block, rows: block.rows.map((row) => ({ ...row, basis: years })) }
  if (block.kind !== 'table') return block
  const { table } = block
  const withRows: ViewTable = {
    ...table,
    rows: table.rows.map((row) => ({ ...row, ...rows(table.id, row) })),
    total: table.total && { ...table.total, ...rows(table.id, table.total) },
  }
  return { ...block, table: withRows }
}

/** Inputs of the whole review at its date: capital, taxes, totals, insured population. */
export function reviewBasis(figures: ReviewFigures): Basis {
  const { snapshot, asset, people, year, holdings } = figures
  const { capital } = snapshot.asset
  const wholeValue = asset.totals.cashSurrenderValue
  const surrender = programSurrender(figures)
  const separate = holdings.filter(({ policy }) => policy.accountType === 'SEPARATE')
  const { market, book } = marketAndBook(figures)
  return {
    ...reportBasis(snapshot.asset, wholeValue),
    ...yearBasis(figures, year),
    allowance: capital?.allowance ?? null,
    totalAssets: snapshot.capital.at(-1)?.totalAssets ?? null,
    cashSurrenderValue: wholeValue,
    deathBenefit: asset.totals.deathBenefit,
    insuredShare: asset.totals.insuredShare,
    separateValue: valueOf(separate),
    market,
    book,
    benefitExpense: benefitExpenseOf(figures)?.amount ?? null,
    allPeople: people.length,
    gain: surrender?.gain ?? null,
    endowmentGain: surrender?.endowmentGain ?? null,
    tax: surrender?.tax ?? null,
    penalty: surrender?.penalty ?? null,
    ...ratedBasis(holdings),
  }
}

const valueOf = (holdings: readonly ReviewHolding[]): Cents => sumCents(holdings.map(({ policy }) => policy.cashSurrenderValue))

function ratedBasis(holdings: readonly ReviewHolding[]): Basis {
  const rated = holdings.filter(({ policy }) => policy.grossRate !== null)
  return {
    rated: valueOf(rated),
    weighted: rated.reduce((sum, { policy }) => sum + policy.cashSurrenderValue * (policy.grossRate ?? 0), 0),
  }
}

/** A fiscal year's increase, yield, charges, capital and people. */
function yearBasis(figures: ReviewFigures, year: ReviewYear): Basis {
  const { snapshot, people, years, frame } = figures
  const measured = measuredOf(figures, year)
  const before = years[years.indexOf(year) - 1]
  const { basis } = snapshot.asset.limits ?? DEFAULT_LIMITS
  const isNow = year.to === snapshot.asset.period
  const capital = isNow ? snapshot.asset.capital : year.capital
  const base = capital ? capitalBase(capital, basis) : null
  const then = isNow ? people : people.filter(({ holdings }) => holdings.some(({ policy }) => policy.issueDate <= year.to))
  const counts = consentCounts(people)
  const [valid, missing, defective] = (['VALID', 'MISSING', 'DEFECTIVE'] as const).map((status) => counts.get(status) ?? 0)
  return {
    ...year.basis,
    ...spanOf(year),
    income: year.income,
    increase: year.income,
    netYield: year.netYield,
    costCharge: year.charges?.costOfInsurance ?? null,
    allCharges: year.charges ? year.charges.costOfInsurance + year.charges.expense : null,
    firstValue: before?.cashSurrenderValue ?? year.basis.begin ?? null,
    lastValue: year.cashSurrenderValue,
    cashSurrenderValue: year.cashSurrenderValue,
    wholeValue: year.cashSurrenderValue,
    largestValue: Math.max(0, ...year.carriers.values()),
    measuredValue: measured.all,
    largestMeasured: measured.largest,
    ...(frame === 'COLI' ? {} : { limitCapital: base }),
    proceeds: year.proceeds,
    released: year.proceeds - year.deathGain,
    allPeople: then.length,
    employed: then.filter((person) => isActiveAt(person, year.to)).length,
    validConsents: valid ?? 0,
    neededConsents: (valid ?? 0) + (missing ?? 0) + (defective ?? 0),
  }
}

const spanOf = ({ from, to }: Pick<ReviewYear, 'from' | 'to'>): Basis => ({
  days: daysBetween(from, to),
  daysInYear: daysInYear(yearOf(to)),
})

/** Inputs of the rows of each table, by the table's id. */
function rowBasisOf(figures: ReviewFigures): RowBasis {
  const { snapshot, years, holdings, asset, people } = figures
  const all = reviewBasis(figures)
  const yearly = new Map<string, Basis>(years.map((year) => [year.to, yearBasis(figures, year)]))
  const yearOfRow = (id: string): Basis => yearly.get(id) ?? {}
  const carrierRow = (id: string) => asset.carriers.rows.find(({ carrierCode }) => carrierCode === id)
  const number = (row: ViewRow, key: string): number | null => {
    const value = row.cells[key]
    return typeof value === 'number' ? value : null
  }
  const shareOf = (row: ViewRow): Basis => ({ cashSurrenderValue: number(row, 'all') ?? number(row, 'value') })
  const peers = snapshot.peers
  const tax = snapshot.asset.tax
  const owing = snapshot.plans.filter(({ liabilities }) => liabilities?.some(({ asOf }) => asOf <= snapshot.asset.period))
  const newest = ({ liabilities }: ReviewPlan) => liabilities?.findLast(({ asOf }) => asOf <= snapshot.asset.period)
  const hedgesOf = (plans: readonly ReviewPlan[]) =>
    sumCents(plans.flatMap((plan) => newest(plan)?.hedges ?? []).map(({ notional }) => notional))
  const liabilityOf = (plan: ReviewPlan | undefined) => (plan && newest(plan)?.liability) ?? null
  const fundRows = fundTable(riskWeightedAssets(figures).funds).rows
  const paidIn = sevenPayBasis(figures)
  const income = reviewIncome(figures)
  const told = illustrationBasis(figures)
  const tagged = new Map(holdings.map((holding) => [String(holding.policy.policyId), holding]))
  const begins = new Map(
    policyRows(asset).flatMap(({ policyId, cells: { yearStartValue } }) =>
      typeof yearStartValue === 'number' && yearStartValue !== 0 ? [[String(policyId), { begin: yearStartValue }] as const] : [],
    ),
  )
  const tagsOf = policyTags(figures)
  const bases: Readonly<Record<string, (row: ViewRow) => Basis>> = {
    carriers: (row) => ({
      ...shareOf(row),
      wholeValue: all.wholeValue ?? null,
      ...(row.id === 'total' ? {} : ytdBasis(carrierRow(row.id))),
    }),
    products: (row) => (row.id === 'total' ? {} : ratedBasis(holdings.filter(({ more }) => String(more.productId) === row.id))),
    concentration: shareOf,
    'entity-holdings': shareOf,
    years: ({ id }) => yearOfRow(id),
    yields: ({ id }) => yearOfRow(id),
    'concentration-years': (row) => ({ ...shareOf(row), tier1: number(row, 'tier1'), allowance: number(row, 'allowance') }),
    'limits-compared': ({ id }) => ({ limitCapital: limitCapitalOf(id, figures) }),
    performance: ({ id }) => (id === 'total' ? {} : carrierYear(figures, id)),
    crediting: ({ id }) => ({
      creditedNow: weightedRate(holdings.filter(({ more }) => String(more.productId) === id).map(({ policy }) => policy)),
    }),
    alternatives: ({ id }) => {
      const kind = ({ taxable: 'TAXABLE', treasury: 'US_OBLIGATION', municipal: 'MUNICIPAL' } as const)[id]
      return tax && kind
        ? { alternativeTax: alternativeTaxRate(tax, kind, { usObligationInterestTaxed: false, municipalInterestTaxed: true }) }
        : {}
    },
    deaths: (row) => ({ proceeds: number(row, 'proceeds'), released: (number(row, 'proceeds') ?? 0) - (number(row, 'gain') ?? 0) }),
    ages: () => ({ allPeople: people.length }),
    ended: ({ id }) => ({ cost: snapshot.ended.find(({ policyId }) => String(policyId) === id)?.costBasis ?? null }),
    'peer-comparison': ({ id }) => {
      const measure = (['tier1', 'totalCapital', 'totalAssets'] as const).find((each) => each === id)
      return peers && measure ? { lifeInsurance: peers.own.lifeInsurance, peerBase: PEER_MEASURES[measure].base(peers.own) } : {}
    },
    'plan-coverage': ({ id }) => ({ hedges: hedgesOf(id === 'total' ? owing : owing.filter(({ planId }) => String(planId) === id)) }),
    hedges: (row) => ({ hedges: number(row, 'notional'), liability: liabilityOf(owing.find(({ name }) => name === row.cells.plan)) }),
    'call-report': ({ id }) => (id === 'ri-e-1-b' ? (income.basis ?? {}) : {}),
    'separate-account-funds': ({ id }) => fundRows.find((row) => row.id === id)?.basis ?? {},
    'seven-pay': ({ id }) => paidIn.get(id) ?? {},
    illustrations: ({ id }) => told.get(id)?.basis ?? {},
    policies: ({ id }) => {
      const holding = tagged.get(id)
      return holding ? { ...policyBasis(holding, tax !== null), ...begins.get(id) } : {}
    },
  }
  return (table, row) => {
    const holding = table === 'policies' ? tagged.get(row.id) : undefined
    const illustrated = table === 'illustrations' ? told.get(row.id) : undefined
    const schedule = table === 'call-report' ? /^(ri|rc-r)-(?:.*-weighted$|e-)/.exec(row.id)?.[1] : undefined
    return {
      basis: { ...(row.id === 'total' ? all : {}), ...bases[table]?.(row) },
      ...(holding ? { tags: tagsOf(holding) } : {}),
      ...(illustrated ? { formulas: illustrated.formulas } : {}),
      ...(schedule ? { formulas: { amount: schedule === 'ri' ? 'increase' : 'fundsWeighted' } } : {}),
    }
  }
}

function limitCapitalOf(id: string, { snapshot }: ReviewFigures): Cents | null {
  const { capital, limits } = snapshot.asset
  const now = snapshot.capital.at(-1)
  if (id === 'lending')
    return now && now.tier2 !== null && now.allowance !== null
      ? capitalAndSurplus({ tier1: now.tier1, tier2: now.tier2, allowance: now.allowance, allowanceInTier2: now.allowance })
      : null
  const basis =
    id === 'board'
      ? limits?.basis
      : id === 'allowance'
        ? 'TIER1_PLUS_ACL'
        : id === 'state'
          ? (snapshot.state?.basis ?? 'TIER1')
          : DEFAULT_LIMITS.basis
  return capital && basis ? capitalBase(capital, basis) : null
}

/** The year of one carrier: what performance tells of it. */
function carrierYear(figures: ReviewFigures, carrierCode: string): Basis {
  const { snapshot, year, lastYear, asset, holdings } = figures
  const row = asset.carriers.rows.find((each) => each.carrierCode === carrierCode)
  const charges = snapshot.charges.find((one) => one.yearEnd === year.to && one.carrierCode === carrierCode)
  const income = row?.cells.ytdIncrease
  const atWork = carrierWork(figures, carrierCode)
  const between = { from: year.from, to: year.to }
  return {
    ...spanOf(year),
    ...ratedBasis(heldBy(holdings, carrierCode)),
    increase: typeof income === 'number' ? income : null,
    atWork,
    netYield: typeof income === 'number' ? netYield(income, atWork, between, 'SIMPLE') : null,
    costCharge: charges?.costOfInsurance ?? null,
    allCharges: charges ? charges.costOfInsurance + charges.expense : null,
    firstValue: lastYear?.carriers.get(carrierCode) ?? 0,
    lastValue: year.carriers.get(carrierCode) ?? null,
  }
}

/** Parts of the figures of surrendering everything: the gain that is taxed, and the charge. */
function policyBasis({ policy, more }: ReviewHolding, isTaxed: boolean): Basis {
  const charge = more.surrenderCharge ? { charge: more.surrenderCharge } : {}
  return isTaxed ? { ...charge, gain: Math.max(embeddedGain(policy.cashSurrenderValue, policy.costBasis), 0) } : charge
}
