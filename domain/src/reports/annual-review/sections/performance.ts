/** Section 5 of an annual review: what carriers credit and charge, what is left, before and after tax, since issue and by year; guarantees and alternatives. */

import { chargeBasisPoints } from '../../../calculations/cost-of-insurance.ts'
import { returnSinceIssue } from '../../../calculations/internal-rate-of-return.ts'
import {
  alternativeTaxRate,
  policyGrowthTaxRate,
  taxEquivalentYield,
  taxEquivalentYieldOf,
} from '../../../calculations/tax-equivalent-yield.ts'
import { flowsBetween, netYield, weightedBegin, weightedRate } from '../../../calculations/yields.ts'
import { cents, formatPercent, sumCents } from '../../../primitives/money.ts'
import type { PlainDate } from '../../../primitives/period.ts'
import { column, findingsBlock, findingsOf, listed, tableBlock } from '../blocks.ts'
import type { ReviewFigures, ReviewHolding, ReviewYear } from '../figures.ts'
import { shownYears } from '../gaps.ts'
import type { ReviewBlock, ReviewFinding } from '../view.ts'
import { heldBy, RATE_METHODS } from './holdings.ts'
import { illustrationBlocks, illustrationFindings } from './performance-illustrations.ts'

const finding = findingsOf('PERFORMANCE')

/** The annual return of the institution's own payments since issue, against what the policies would pay on surrender; review-workings.ts tells the payments. */
const irrOf = (holdings: readonly ReviewHolding[], period: PlainDate): number | null =>
  returnSinceIssue(
    holdings.flatMap(({ more }) => more.flows),
    { date: period, amount: sumCents(holdings.map(({ policy }) => policy.cashSurrenderValue)) },
  )

export function performanceFindings({ snapshot, year, lastYear, holdings }: ReviewFigures): ReviewFinding[] {
  const products = new Map(snapshot.products.map((product) => [product.productId, product]))
  const atFloor = [
    ...new Set(
      holdings.flatMap(({ policy, more }) => {
        const product = products.get(more.productId)
        return product &&
          policy.grossRate !== null &&
          product.guaranteedMinimumRate > 0 &&
          policy.grossRate <= product.guaranteedMinimumRate
          ? [product.name]
          : []
      }),
    ),
  ]
  const findings = [
    finding(
      'guarantees',
      'Guaranteed minimums',
      atFloor.length === 0 ? 'good' : 'watch',
      atFloor.length === 0
        ? 'Every product credits more than its guaranteed minimum.'
        : `${listed(atFloor)} ${atFloor.length === 1 ? 'credits' : 'credit'} the guaranteed minimum.`,
    ),
  ]
  const [now, before] = [year.netYield, lastYear?.netYield ?? null]
  if (now === null) return [...findings, finding('yield', 'Net yield', 'unknown', 'The year’s net yield is not known.')]
  if (now < 0)
    return [finding('yield', 'Net yield', 'bad', `The program lost value: its net yield was ${formatPercent(now)}.`), ...findings]
  const earned = `The program earned ${formatPercent(now)} net`
  if (before === null)
    return [
      finding('yield', 'Net yield', 'unknown', `${earned}; the net yield of the year before, which it is tested against, is not known.`),
      ...findings,
    ]
  const fell = before - now > LARGE_FALL
  const test = `${earned} after ${formatPercent(before)} the year before: ${fell ? 'a fall of more than' : 'no fall of more than'} 50 basis points.`
  return [finding('yield', 'Net yield', fell ? 'watch' : 'good', test), ...findings]
}
/** A fall within a year that asks for a word: 50 basis points. */
const LARGE_FALL = 0.005

export function performanceSection(figures: ReviewFigures): ReviewBlock[] {
  const { snapshot, holdings, asset, years, year } = figures
  return [
    ...findingsBlock('performance-tests', 'Performance', [...performanceFindings(figures), ...illustrationFindings(figures)]),
    tableBlock(
      'performance',
      'Yield by carrier',
      [
        column('carrier', 'Carrier', 'text', { width: 20, group: 'key' }),
        column('gross', 'Gross rate', 'percent', { total: 'computed', formula: 'grossRate' }),
        column('net', 'Net yield, year', 'percent', { total: 'computed', formula: 'netYieldSimple' }),
        column('equivalent', 'Tax-equivalent yield', 'percent', { total: 'computed', width: 10, formula: 'taxEquivalentYield' }),
        column('month', 'Net yield, last month', 'percent', { total: 'computed', width: 10, formula: 'monthYield' }),
        column('irr', 'IRR since issue', 'percent', { total: 'computed', formula: 'sinceIssue' }),
        column('charges', 'Cost of insurance, bps', 'decimal', { total: 'computed', width: 10, formula: 'costPoints' }),
        column('expense', 'All charges, bps', 'decimal', { total: 'computed', formula: 'allPoints' }),
      ],
      asset.carriers.rows
        .filter((row) => heldBy(holdings, row.carrierCode).length > 0)
        .map((row) => ({
          id: row.carrierCode,
          carrier: row.cells.carrier ?? null,
          gross: row.cells.grossRate ?? null,
          month: row.cells.netYield ?? null,
          irr: irrOf(heldBy(holdings, row.carrierCode), snapshot.asset.period),
          ...earnedBy(figures, row.carrierCode),
        })),
      {
        total: {
          carrier: 'Program',
          gross: asset.totals.grossRate,
          net: year.netYield,
          equivalent: year.taxEquivalentYield,
          month: asset.totals.netYield,
          irr: irrOf(holdings, snapshot.asset.period),
          charges: year.costBasisPoints,
          expense: chargesInPoints(figures),
        },
        note: 'Yields come from summed dollars, never from averaged percentages. The IRR since issue is that of proposals and illustrations; it is not comparable with the year’s yield. Basis points are of the average of the year’s first and last value.',
      },
    ),
    yieldsByYear(years),
    creditingHistory(figures),
    ...illustrationBlocks(figures),
    alternatives(figures),
  ]
}

/** From interest to income: the parts of each row sum to it to the cent where carriers tell them all; the rest has a column where there is any. */
function yieldsByYear(years: readonly ReviewYear[]): ReviewBlock {
  const told = shownYears(years)
  // The year that the portal's first values end has nothing else to show.
  const rows = told.slice(Math.max(0, told.findIndex(hasYieldFigures))).map((one) => {
    const { interest = null, costOfInsurance: cost = null, expense = null, surrenderChargeRelease: decline = null } = one.charges ?? {}
    const { income } = one
    return {
      id: one.to,
      year: one.to,
      interest,
      cost,
      expense,
      decline,
      other:
        income === null || interest === null || cost === null || expense === null || decline === null
          ? null
          : cents(income - (interest - cost - expense + decline)),
      income,
      net: one.netYield,
      equivalent: one.taxEquivalentYield,
      points: one.costBasisPoints,
    }
  })
  const hasOther = rows.some(({ other }) => other !== null && other !== 0)
  return tableBlock(
    'yields',
    'Yields by year',
    [
      column('year', 'Year to', 'date', { group: 'key' }),
      column('interest', 'Interest credited', 'money', { total: 'none', formula: 'chargedInYear' }),
      column('cost', 'Cost of insurance', 'money', { total: 'none', formula: 'chargedInYear' }),
      column('expense', 'Expense charges', 'money', { total: 'none', formula: 'chargedInYear' }),
      column('decline', 'Decline in surrender charges', 'money', { total: 'none', formula: 'chargedInYear' }),
      ...(hasOther ? [column('other', 'Other changes in value', 'money', { total: 'none', formula: 'otherChanges' })] : []),
      column('income', 'Income', 'money', { total: 'none', formula: 'increase' }),
      column('net', 'Net yield', 'percent', { formula: 'netYieldSimple' }),
      column('equivalent', 'Tax-equivalent yield', 'percent', { width: 10, formula: 'taxEquivalentYield' }),
      column('points', 'Cost of insurance, bps', 'decimal', { width: 10, formula: 'costPoints' }),
    ],
    rows,
    {
      note: [
        `Income is interest credited less cost of insurance and expense charges, plus the decline in surrender charges${hasOther ? ' and other changes in value' : ''}.`,
        ...(hasOther ? [OTHER_CHANGES] : []),
        `Charges are the sums that carriers reported${years.some(({ charges }) => charges?.incomplete) ? '; some months of some policies came without them' : ''}.`,
        ...(rows.some(({ interest }) => interest === null) ? ['A year that this portal does not hold from its beginning shows none.'] : []),
        ...(rows.some(({ interest, decline }) => interest !== null && decline === null)
          ? ['Where the decline in surrender charges is not known, the parts do not sum to the income.']
          : []),
        'Tax-equivalent yields use the tax rates of this review for every year.',
      ].join(' '),
    },
  )
}
const hasYieldFigures = ({ charges, income, netYield: earned }: ReviewYear): boolean =>
  charges !== null || income !== null || earned !== null

const OTHER_CHANGES =
  'Other changes are what carriers’ reports of the year do not account for: the last days of policies that ended, months without charges, and a year that starts from another balance than is posted.'

/** The year's yield and charges of a carrier, from its own dollars. */
function earnedBy(figures: ReviewFigures, carrierCode: string) {
  const { asset, years, year, snapshot } = figures
  const row = asset.carriers.rows.find((one) => one.carrierCode === carrierCode)
  const [begin, income] = [row?.cells.yearStartValue, row?.cells.ytdIncrease]
  const charges = snapshot.charges.find((one) => one.yearEnd === year.to && one.carrierCode === carrierCode)
  const end = years.at(-1)?.carriers.get(carrierCode)
  // A yield of some of the carrier's policies is not the carrier's.
  if (typeof begin !== 'number' || typeof income !== 'number' || end === undefined || row?.partial?.includes('ytdIncrease'))
    return { net: null, equivalent: null, charges: null, expense: null }
  const between = { from: year.from, to: year.to }
  const first = years.at(-2)?.carriers.get(carrierCode) ?? sumCents([])
  const earned = netYield(income, carrierWork(figures, carrierCode), between, 'SIMPLE')
  return {
    net: earned,
    equivalent: taxEquivalentYieldOf(earned, snapshot.asset.tax),
    charges: charges ? chargeBasisPoints(charges.costOfInsurance, first, end, between) : null,
    expense: charges ? chargeBasisPoints(sumCents([charges.costOfInsurance, charges.expense]), first, end, between) : null,
  }
}

/** Average invested value with a carrier over the year: its beginning value, flows for the days that remained. */
export function carrierWork({ years, year, snapshot, holdings }: ReviewFigures, carrierCode: string): number {
  const flows = [
    ...heldBy(holdings, carrierCode).flatMap(({ more }) => more.flows),
    ...snapshot.ended.filter((policy) => policy.carrierCode === carrierCode).flatMap(({ flows: own }) => own),
  ]
  const first = years.at(-2)?.carriers.get(carrierCode) ?? sumCents([])
  return weightedBegin(first, flowsBetween(flows, year.from, year.to), year.from, year.to)
}

function chargesInPoints({ year, lastYear }: ReviewFigures): number | null {
  const [first, last] = [lastYear, year].map((one) => (one && one.missing === 0 ? one.cashSurrenderValue : null))
  if (!year.charges || first === null || first === undefined || last === null || last === undefined) return null
  return chargeBasisPoints(sumCents([year.charges.costOfInsurance, year.charges.expense]), first, last, year)
}

/** Each product's rate at each year end, its guarantee and how far above it stands. */
function creditingHistory({ snapshot, holdings, years }: ReviewFigures): ReviewBlock {
  const held = Map.groupBy(holdings, ({ more }) => more.productId)
  const at = (rates: readonly { from: PlainDate; rate: number }[], date: PlainDate) =>
    rates.findLast(({ from }) => from <= date)?.rate ?? null
  return tableBlock(
    'crediting',
    'Crediting rates and guarantees',
    [
      column('product', 'Product', 'text', { width: 26, group: 'key' }),
      column('method', 'Crediting method', 'text', { width: 12 }),
      ...years.map(({ to, name }) => column(to, name, 'percent', { formula: 'declaredRate' })),
      column('guarantee', 'Guaranteed minimum', 'percent', { width: 11, formula: 'declaredRate' }),
      column('gap', 'Above minimum', 'percent', { width: 9, formula: 'aboveGuarantee' }),
    ],
    snapshot.products
      .filter(({ productId }) => held.has(productId))
      .map((product) => {
        const now = weightedRate((held.get(product.productId) ?? []).map(({ policy }) => policy))
        return {
          id: String(product.productId),
          product: product.name,
          method: RATE_METHODS[product.rateMethod],
          ...Object.fromEntries(years.map(({ to }) => [to, at(product.rates, to)])),
          guarantee: product.guaranteedMinimumRate,
          gap: now === null ? null : now - product.guaranteedMinimumRate,
        }
      }),
    { note: 'Declared rates at each fiscal year end. The last column is the rate credited now less the guaranteed minimum.' },
  )
}

/** Tax-equivalent yield: the yield at which another asset leaves as much after tax. */
function alternatives({ snapshot, year, holdings }: ReviewFigures): ReviewBlock {
  const told = holdings.some(({ more }) => more.illustration)
  const { tax } = snapshot.asset
  const untaxed = { usObligationInterestTaxed: false, municipalInterestTaxed: true }
  const needed = (alternative: 'TAXABLE' | 'US_OBLIGATION' | 'MUNICIPAL') =>
    tax && year.netYield !== null
      ? taxEquivalentYield(year.netYield, policyGrowthTaxRate(tax), alternativeTaxRate(tax, alternative, untaxed))
      : null
  return tableBlock(
    'alternatives',
    'Break-even yields of other assets',
    [
      column('asset', 'Asset', 'text', { width: 50, group: 'key' }),
      column('yield', 'Pre-tax yield needed', 'percent', { width: 14, formula: 'alternative' }),
    ],
    [
      { id: 'taxable', asset: 'Taxable bond or loan', yield: needed('TAXABLE') },
      { id: 'treasury', asset: 'United States Treasury, where the state does not tax its interest', yield: needed('US_OBLIGATION') },
      { id: 'municipal', asset: 'Bank-qualified municipal bond of another state', yield: needed('MUNICIPAL') },
    ],
    {
      note: `What another asset must yield before tax to leave as much after tax as the year’s net yield, at this institution’s tax rates. Compare with what the institution could have bought when the policies were: market yields ${told ? 'are' : 'and the illustrations made at purchase are'} not kept on this portal.`,
    },
  )
}
