/** A scenario worked out: the tables that screen, PDF and workbook draw, and the sentences that stand beside them. */
import type { LimitTest } from '../calculations/concentration.ts'
import { counted } from '../primitives/counted.ts'
import { type Cents, cents, formatMoney, formatPercent } from '../primitives/money.ts'
import type { FigureAddress } from '../reports/explanation/address.ts'
import { type Explanation, explain, figureOfTable } from '../reports/explanation/explanation.ts'
import type { ViewTable } from '../reports/table.ts'
import { horizon, ratios, sensitivity, yearOne, yields } from './earnings-tables.ts'
import { IMPACT_FORMULAS } from './formulas.ts'
import { type FinancialImpact, financialImpact } from './impact.ts'
import { balanceSheet, capital, concentrations, inputs, restructured, STATUS_WORDS } from './position-tables.ts'
import { type PurchaseEffect, purchaseEffect } from './purchase.ts'
import { carryingTaxIn, flawsOf, type Scenario, type ScenarioKey } from './scenario.ts'

export interface ImpactTile {
  key: string
  label: string
  text: string
  detail: string | null
  tone: 'good' | 'warn' | 'bad' | 'plain'
}
export interface ImpactView {
  tiles: ImpactTile[]
  tables: ViewTable[]
  years: FinancialImpact['years']
  /** Breaches of limits, each with the approval that it asks for. */
  approvals: string[]
  /** A loss, and what could not be computed or tested: they stand before the figures. */
  alerts: string[]
  warnings: string[]
  disclosures: readonly string[]
}

/** Beside tables of rates before, after and their change. */
export const ROUNDING = 'Rates are rounded: a difference may not add because of rounding.'
/** Beside the bank's ratios: its income before tax is not asked for. */
export const TAX_RATES =
  'The tax rate before is the combined statutory rate, which is assumed: pre-tax income is net income ÷ (1 − this rate). The tax rate after is the effective tax rate that follows.'
const LOSS = 'After tax the policies earn less than the alternative.'

/** They stand on every screen and paper: no setting takes them away. */
export const DISCLOSURES: readonly string[] = [
  'This is an illustration under the stated assumptions, not a forecast, an offer of insurance, or tax, legal or accounting advice. Actual crediting rates, charges, taxes and alternative yields will differ.',
  'Crediting rates of life insurance are not guaranteed above the contract’s minimum. The guarantees of a contract depend on the carrier’s ability to pay its claims.',
  'Income is free of tax as it accrues only while the policies are held; surrender is taxed on the gain, and a modified endowment contract bears an additional tax of 10% (26 U.S.C. 72(e) and (v)). Death benefits stay free of tax only with notice and consent before issue (26 U.S.C. 101(j)).',
  'The Interagency Statement of December 7, 2004 (OCC 2004-56, SR 04-19, FIL-127-2004) asks a board for a documented pre-purchase analysis, of which this calculation is a part only, and for prior approval of a concentration above the bank’s limits.',
]

/** @throws RangeError for a scenario with flaws (`flawsOf`) */
export function impactOf(scenario: Scenario): ImpactView {
  const flaws = Object.entries(flawsOf(scenario))
  if (flaws.length > 0) throw new RangeError(`a scenario with flaws: ${flaws.map(([key, flaw]) => `${key}: ${flaw}`).join(' ')}`)
  const { numbers } = scenario
  const given = (key: ScenarioKey): number => numbers[key] ?? 0
  const money = (key: ScenarioKey): Cents | null => (numbers[key] === null ? null : cents(given(key)))
  const premium = cents(given('premium'))
  const netIncome = money('netIncome')
  const carryingTax = carryingTaxIn(scenario)
  const impact = financialImpact({
    premium,
    policyYield: given('policyYield'),
    alternativeYield: given('alternativeYield'),
    policyTax: given('policyTax'),
    alternativeTax: given('alternativeTax'),
    carryingTax,
    loadFraction: given('loadFraction'),
    policyDrift: given('policyDrift'),
    alternativeDrift: given('alternativeDrift'),
    horizonYears: given('horizonYears'),
    bank:
      netIncome === null
        ? null
        : {
            netIncome,
            averageAssets: money('averageAssets'),
            equity: money('equity'),
            shares: numbers.shares,
            priceEarnings: numbers.priceEarnings,
            taxRate: given('taxRate'),
          },
  })
  const [capitalBase, tier1, riskWeightedAssets] = [money('capitalBase'), money('tier1'), money('riskWeightedAssets')]
  const effect = purchaseEffect({
    premium,
    carrierCode: scenario.carrierCode,
    carrierName: scenario.carrierName || 'The new carrier',
    held: Object.fromEntries(scenario.held.map((held) => [held.carrierCode, cents(held.cashSurrenderValue)])),
    ...(scenario.lacking === null ? {} : { lacking: scenario.lacking }),
    capital: { base: capitalBase, tier1, basis: scenario.basis },
    limits: { perCarrier: given('perCarrierLimit'), aggregate: given('aggregateLimit') },
    riskWeighted:
      riskWeightedAssets === null
        ? null
        : { assets: riskWeightedAssets, soldWeight: given('soldWeight'), boughtWeight: given('boughtWeight') },
    loadFraction: given('loadFraction'),
  })
  const replaced = restructured(scenario, given, money)
  const unknown = [
    netIncome === null && 'Without the bank’s net income its earnings per share, returns and effective tax rate are not computed.',
    capitalBase === null && 'Without the bank’s capital no limit is tested: nothing here says that the purchase is within one.',
    riskWeightedAssets === null && 'Without risk-weighted assets the capital ratio is not computed.',
    scenario.carrierCode === '' && 'No carrier is chosen: the limit for one carrier is tested as if the bank held nothing with it.',
  ].filter((sentence) => sentence !== false)
  return {
    tiles: tilesOf(impact, effect, given('loadFraction') > 0),
    tables: [
      yearOne(scenario, impact, given, carryingTax),
      yields(given, carryingTax, impact),
      ...(impact.bank && netIncome !== null ? [ratios(impact, netIncome, scenario)] : []),
      horizon(impact, given, carryingTax),
      sensitivity(given, carryingTax),
      balanceSheet(scenario, money, effect),
      concentrations(scenario, effect),
      ...(effect.tier1Ratio && tier1 !== null && riskWeightedAssets !== null
        ? [capital(scenario, effect.tier1Ratio, tier1, riskWeightedAssets, given)]
        : []),
      ...(replaced ? [replaced.table] : []),
      inputs(scenario),
    ],
    years: impact.years,
    approvals: effect.approvals,
    alerts: [...(impact.spread < 0 ? [LOSS] : []), ...unknown],
    warnings: [...impact.warnings, ...(replaced?.warnings ?? [])],
    disclosures: DISCLOSURES,
  }
}

/** @returns null for what is no explained figure of the view */
export function explainImpact(view: ImpactView, address: FigureAddress): Explanation | null {
  const table = view.tables.find(({ id }) => id === address.table)
  const figure = table && figureOfTable(table, address)
  return figure ? explain(figure, IMPACT_FORMULAS) : null
}

function tilesOf(
  { difference, spread, breakEvenAlternativeYield, bank, years }: FinancialImpact,
  { aggregate }: PurchaseEffect,
  hasLoad: boolean,
): ImpactTile[] {
  const signed = (amount: Cents) => `${amount > 0 ? '+' : ''}${formatMoney(amount)}`
  const last = years.at(-1)
  return [
    {
      key: 'difference',
      label: 'After tax, year one',
      text: signed(difference),
      detail: `${spread < 0 ? '' : '+'}${(spread * 10_000).toFixed(1)} basis points${hasLoad ? ' before the load' : ''}`,
      tone: difference < 0 ? 'bad' : 'good',
    },
    {
      key: 'breakEven',
      label: 'Break-even yield of the alternative',
      text: formatPercent(breakEvenAlternativeYield, 3),
      detail: null,
      tone: 'plain',
    },
    {
      key: 'perShare',
      label: 'Earnings per share',
      text: bank?.earningsPerShare ? dollars4(bank.earningsPerShare.after) : '-',
      detail: bank?.earningsPerShare ? `from ${dollars4(bank.earningsPerShare.before)}` : 'net income or shares are not known',
      tone: 'plain',
    },
    {
      key: 'cumulative',
      label: last ? `Cumulative, ${counted(last.year, 'year')}` : 'Cumulative',
      text: last ? signed(last.cumulativeAdvantage) : '-',
      detail: null,
      tone: last && last.cumulativeAdvantage < 0 ? 'bad' : 'good',
    },
    {
      key: 'aggregate',
      label: 'Of capital, after the purchase',
      text: aggregate.after.ratio === null ? '-' : formatPercent(aggregate.after.ratio),
      detail: standingOf(aggregate.after),
      tone: LIMIT_TONES[aggregate.after.status],
    },
  ]
}
const LIMIT_TONES = { within: 'plain', near: 'warn', over: 'bad', unknown: 'plain' } as const
/** "Near the limit of 25.00%, headroom $188,693.02" */
function standingOf({ status, limit, headroom, lacking }: LimitTest): string {
  const words = STATUS_WORDS[status]
  if (headroom === null || status === 'unknown') return words
  const room =
    status === 'over'
      ? ` by ${lacking === undefined ? '' : 'at least '}${formatMoney(cents(-headroom))}`
      : `, headroom ${formatMoney(headroom)}`
  return `${words} of ${formatPercent(limit)}${room}`
}
const dollars4 = (dollars: number): string => `$${dollars.toFixed(4)}`
