/** Section 3 of an annual review: carriers and products at the year end, five years of value and income. */

import { weightedRate } from '../../../calculations/yields.ts'
import { counted } from '../../../primitives/counted.ts'
import { type Cents, sumCents } from '../../../primitives/money.ts'
import { formatLongDate } from '../../../primitives/period.ts'
import { ACCOUNT_TYPE_NAMES } from '../../asset-report/tables.ts'
import { eventsText } from '../../charts/events.ts'
import { sharesOf, type ValueMonth } from '../../charts/value-and-shares.ts'
import { PARTIAL } from '../../table.ts'
import { column, figure, listed, tableBlock, trendBlock } from '../blocks.ts'
import type { ReviewFigures, ReviewHolding } from '../figures.ts'
import { gapsOf, partialYears, shownYears } from '../gaps.ts'
import type { ReviewBlock } from '../view.ts'

/** The five years as charts take them. */
export const historyOf = ({ years }: ReviewFigures): ValueMonth[] =>
  shownYears(years).map(({ to, cashSurrenderValue, income, missing, event }) => ({
    period: to,
    cashSurrenderValue,
    increase: income,
    ...(missing > 0 ? { missing } : {}),
    ...(event ? { event } : {}),
  }))

export function holdingsSection(figures: ReviewFigures, hasSummary: boolean): ReviewBlock[] {
  const { asset, holdings, years, snapshot } = figures
  const carrierName = new Map(snapshot.carriers.map(({ code, shortName }) => [code, shortName]))
  const products = new Map(snapshot.products.map((product) => [product.productId, product]))
  const total = asset.totals.cashSurrenderValue
  const byProduct = [...Map.groupBy(holdings, ({ more }) => more.productId)].sort(
    ([, a], [, b]) => sum(b) - sum(a) || (a[0]?.policy.policyId ?? 0) - (b[0]?.policy.policyId ?? 0),
  )
  const history = historyOf(figures)
  const known = shownYears(years)
  const untold = known.filter(({ income }) => income === null)
  const byCarrier = [...Map.groupBy(holdings, ({ policy }) => policy.carrierCode)]
  return [
    {
      kind: 'figures',
      id: 'holdings',
      figures: [
        figure('value', 'Cash surrender value', 'money', total),
        figure('income', 'Income for the year', 'money', figures.year.income),
        figure('benefit', 'Total death benefit', 'money', asset.totals.deathBenefit),
        figure('share', 'Institution’s death benefit', 'money', asset.totals.institutionShare),
        figure('policies', 'Policies in force', 'count', asset.totals.policies),
        figure('insureds', 'People insured', 'count', figures.people.length),
      ],
    },
    // The executive summary draws the same years.
    ...(hasSummary
      ? []
      : trendBlock(
          'history',
          'History of value and income',
          `Cash surrender value at ${counted(history.length, 'fiscal year end')} to ${formatLongDate(asset.header.asOf)}, and the increase of each year.${gapsOf(years)}${eventsText(history)}`,
          { kind: 'history', years: history },
        )),
    tableBlock(
      'carriers',
      'Carriers',
      [
        column('carrier', 'Carrier', 'text', { width: 18, group: 'key' }),
        column('policies', 'Policies', 'count', { total: 'sum', formula: 'ofPolicies' }),
        column('premium', 'Cost basis', 'money', { formula: 'ofPolicies' }),
        column('begin', 'Value a year earlier', 'money', { formula: 'yearEndValue' }),
        column('income', 'Income for the year', 'money', { formula: 'increase' }),
        column('value', 'Cash surrender value', 'money', { formula: 'ofPolicies' }),
        column('benefit', 'Total death benefit', 'money', { formula: 'ofPolicies' }),
        column('share', '% of program', 'percent', { total: 'computed', formula: 'shareOfTotal' }),
      ],
      asset.carriers.rows.map((row) => ({
        id: row.carrierCode,
        carrier: carrierName.get(row.carrierCode) ?? row.carrierCode,
        policies: row.cells.policies ?? null,
        premium: sumCents(heldBy(holdings, row.carrierCode).map(({ policy }) => policy.costBasis)),
        begin: row.cells.yearStartValue ?? null,
        income: row.cells.ytdIncrease ?? null,
        value: row.cells.cashSurrenderValue ?? null,
        benefit: sumCents(heldBy(holdings, row.carrierCode).map(({ policy }) => policy.deathBenefit)),
        share: row.cells.shareOfTotal ?? null,
      })),
      {
        total: {
          carrier: 'Total',
          policies: asset.totals.policies,
          premium: asset.totals.costBasis,
          begin: asset.totals.yearStartValue,
          income: asset.totals.ytdIncrease,
          value: total,
          benefit: asset.totals.deathBenefit,
          share: total > 0 ? 1 : null,
        },
        partial: carrierPartials(figures),
        note:
          Object.keys(carrierPartials(figures)).length > 0
            ? `A sum marked ${PARTIAL} leaves out policies without a value a year earlier.`
            : null,
      },
    ),
    {
      kind: 'chart',
      id: 'carriers-ring',
      title: 'Carriers by cash surrender value',
      description: 'Each carrier’s share of the program.',
      chart: {
        kind: 'carriers',
        shares: sharesOf(byCarrier.map(([code, held]) => ({ name: carrierName.get(code) ?? code, cashSurrenderValue: sum(held) }))),
      },
    },
    tableBlock(
      'products',
      'Products',
      [
        column('carrier', 'Carrier', 'text', { width: 16, group: 'key' }),
        column('product', 'Product', 'text', { width: 24, group: 'key' }),
        column('account', 'Account', 'text', { width: 12 }),
        column('method', 'Crediting method', 'text', { width: 12 }),
        column('guarantee', 'Guaranteed minimum', 'percent', { width: 11, formula: 'declaredRate' }),
        column('rate', 'Gross rate', 'percent', { total: 'computed', formula: 'grossRate' }),
        column('policies', 'Policies', 'count', { total: 'sum', formula: 'ofPolicies' }),
        column('value', 'Cash surrender value', 'money', { formula: 'ofPolicies' }),
      ],
      byProduct.map(([productId, held]) => {
        const product = products.get(productId)
        return {
          id: String(productId),
          carrier: carrierName.get(held[0]?.policy.carrierCode ?? '') ?? null,
          product: product?.name ?? held[0]?.policy.productName ?? null,
          account: product ? ACCOUNT_TYPE_NAMES[product.accountType] : null,
          method: product ? RATE_METHODS[product.rateMethod] : null,
          guarantee: product?.guaranteedMinimumRate ?? null,
          rate: weightedRate(held.map(({ policy }) => policy)),
          policies: held.length,
          value: sum(held),
        }
      }),
      { total: { carrier: 'Total', rate: asset.totals.grossRate, policies: holdings.length, value: total } },
    ),
    tableBlock(
      'years',
      'Year-end history',
      [
        column('year', 'Year to', 'date', { group: 'key' }),
        column('value', 'Cash surrender value', 'money', { total: 'none', formula: 'yearEndValue' }),
        column('income', 'Income for the year', 'money', { formula: 'increase' }),
        column('yield', 'Net yield', 'percent', { formula: 'netYieldSimple' }),
        column('equivalent', 'Tax-equivalent yield', 'percent', { width: 10, formula: 'taxEquivalentYield' }),
        column('proceeds', 'Death benefits received', 'money', { formula: 'proceeds' }),
      ],
      known.map((year) => ({
        id: year.to,
        year: year.to,
        value: year.cashSurrenderValue,
        income: year.income,
        yield: year.netYield,
        equivalent: year.taxEquivalentYield,
        proceeds: year.proceeds,
      })),
      {
        total: {
          year: 'Total',
          income: untold.length === known.length ? null : sumCents(known.flatMap(({ income }) => income ?? [])),
          proceeds: sumCents(known.map(({ proceeds }) => proceeds)),
        },
        partial: { ...partialYears(known), ...(untold.length > 0 ? { total: ['income'] } : {}) },
        note: `The net yield of a year is its income over the beginning value, with flows weighted by days. Years before the first value on this portal are left out.${gapsOf(years)}${
          untold.length > 0 && untold.length < known.length
            ? ` The total${PARTIAL} leaves out the income of ${listed(untold.map(({ name }) => name))}, which is not known.`
            : ''
        }`,
      },
    ),
  ]
}

/** The sums of the carriers' lines that leave policies out; their names here, those of the asset report beside them. */
function carrierPartials({ asset }: ReviewFigures): Record<string, readonly string[]> {
  const names: Readonly<Record<string, string>> = { yearStartValue: 'begin', ytdIncrease: 'income' }
  const of = (partial: readonly string[] | undefined) => (partial ?? []).flatMap((key) => names[key] ?? [])
  return Object.fromEntries(
    [
      ...asset.carriers.rows.map((row) => [row.carrierCode, of(row.partial)] as const),
      ['total', of(asset.carriers.total?.partial)] as const,
    ].filter(([, keys]) => keys.length > 0),
  )
}

export const RATE_METHODS = {
  PORTFOLIO: 'Portfolio rate',
  NEW_MONEY: 'New money',
  INDEXED: 'Indexed',
  TOTAL_RETURN: 'Total return',
} as const

const sum = (held: readonly ReviewHolding[]): Cents => sumCents(held.map(({ policy }) => policy.cashSurrenderValue))
export const heldBy = (holdings: readonly ReviewHolding[], carrierCode: string): ReviewHolding[] =>
  holdings.filter(({ policy }) => policy.carrierCode === carrierCode)
