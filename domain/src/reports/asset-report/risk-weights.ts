/** Risk-weighted assets of a bank's policies in Schedule RC-R, Part II (12 CFR 3.51 to 3.53): values by account at their weights, separate accounts by the funds on file. */

import { WEIGHT_RULES } from '../../calculations/risk-weight.ts'
import { aboveGuidelines, FUND_APPROACHES, type WeighedFund, type WeighedProgram } from '../../policies/separate-account-funds.ts'
import type { AccountType } from '../../primitives/insurance-terms.ts'
import { type Cents, formatMoney, formatPercent, sumCents } from '../../primitives/money.ts'
import { formatDate } from '../../primitives/period.ts'
import { type ViewTable } from '../table.ts'
import { column } from './columns.ts'
import { ACCOUNT_TYPE_NAMES } from './tables.ts'
import type { CallReportView, FundBehind } from './view.ts'

/** Above the table, one line. */
const LEAD = 'Schedule RC-R Part II. Separate accounts without look-through; a documented one may weigh less.'
const LEAD_WITH_FUNDS =
  'Schedule RC-R Part II. Separate accounts by the funds on file: their assets at the fund’s weight, what the wrap owes at its provider’s.'
/** Among the report's notes. */
const NOTE = `Risk weights: general and hybrid accounts weigh 100% as unsecured claims on the insurer. No statement of a separate account’s fund is on file, so separate accounts weigh 100% too (simple modified look-through); a documented look-through may weigh less, at least 20% (${WEIGHT_RULES}). Separate accounts stand in RC-R Part II item 8.a. A bank under the community bank leverage ratio reports none of it.`
const NOTE_WITH_FUNDS = `Risk weights: general and hybrid accounts weigh 100% as unsecured claims on the insurer. Separate accounts look through to their funds as the institution elected, at least 20%; what a stable value wrap owes weighs as its provider does (${WEIGHT_RULES}). They stand in RC-R Part II item 8.a. A bank under the community bank leverage ratio reports none of it.`
const REST_WITHOUT = 'Separate accounts whose fund is not on file weigh 100% (simple modified look-through)'

const ACCOUNTS = ['GENERAL', 'SEPARATE', 'HYBRID'] as const

/** Accounts without a policy are left out. */
export function riskWeightView(
  values: Readonly<Record<AccountType, Cents>>,
  weighed: WeighedProgram,
): NonNullable<CallReportView['riskWeights']> {
  const assetsOf = { GENERAL: weighed.general, SEPARATE: weighed.separate, HYBRID: weighed.hybrid }
  const held = ACCOUNTS.filter((account) => values[account] > 0)
  const total = sumCents(held.map((account) => values[account]))
  const { funds, withoutFund } = weighed
  const rest = withoutFund > 0 ? ` ${REST_WITHOUT}: ${formatMoney(withoutFund)}.` : ''
  return {
    table: {
      id: 'risk-weights',
      title: 'Risk-weighted assets',
      columns: [
        column('account', 'Account', 'text', { width: 30, group: 'key' }),
        column('value', 'Carrying value', 'money', { formula: 'accountTypes' }),
        column('weight', 'Risk weight', 'percent', { total: 'computed', formula: 'riskWeight' }),
        column('assets', 'Weighted assets', 'money', { formula: 'riskWeighted' }),
      ],
      rows: held.map((account) => ({
        id: account.toLowerCase(),
        cells: {
          account: ACCOUNT_TYPE_NAMES[account],
          value: values[account],
          weight: assetsOf[account] / values[account],
          assets: assetsOf[account],
        },
        ...(account === 'SEPARATE' && funds.length > 0 ? { formulas: { weight: 'weightOfAssets' as const } } : {}),
      })),
      total:
        total > 0
          ? {
              id: 'risk-weights-total',
              cells: { account: 'Total', value: total, weight: weighed.total / total, assets: weighed.total },
              formulas: { weight: 'weightOfAssets' },
            }
          : null,
    },
    note: funds.length > 0 ? `${LEAD_WITH_FUNDS}${rest}` : LEAD,
    ...(funds.length > 0 ? { funds: fundTable(funds), behind: funds.map(behindOf) } : {}),
  }
}

const rowOf = ({ fund }: WeighedFund): string => `fund-${fund.fundId}`
const behindOf = (weighed: WeighedFund): FundBehind => ({
  row: rowOf(weighed),
  classes: weighed.fund.classes.map(({ name, share, weight, most }) => ({ name, share, weight, most })),
  policyIds: weighed.policyIds,
})

/** One line a fund: what of the carrying value its assets are worth and what the wrap owes, each with its weight. */
export function fundTable(funds: readonly WeighedFund[]): ViewTable {
  const sum = (pick: (one: WeighedFund) => Cents) => sumCents(funds.map(pick))
  const value = sum(({ carryingValue }) => carryingValue)
  return {
    id: 'separate-account-funds',
    title: 'Separate accounts by fund',
    columns: [
      column('fund', 'Fund', 'text', { width: 26, group: 'key' }),
      column('asOf', 'Stated as of', 'date', { group: 'key' }),
      column('approach', 'Approach', 'text', { width: 20 }),
      column('value', 'Carrying value', 'money', { formula: 'accountTypes' }),
      column('market', 'Fund’s assets', 'money', { formula: 'marketPart' }),
      column('weight', 'Fund weight', 'percent', { formula: 'fundWeight' }),
      column('wrap', 'Wrap’s part', 'money', { formula: 'wrapPart' }),
      column('wrapWeight', 'Wrap weight', 'percent', { formula: 'wrapWeight' }),
      column('assets', 'Weighted assets', 'money', { formula: 'fundWeighted' }),
    ],
    rows: funds.map(({ fund, carryingValue, marketPart, wrapPart, weight, wrapWeight, assets }) => ({
      id: `fund-${fund.fundId}`,
      cells: {
        fund: fundName(fund),
        asOf: fund.asOf,
        approach: FUND_APPROACHES[fund.approach],
        value: carryingValue,
        market: marketPart,
        weight,
        wrap: wrapPart,
        wrapWeight: fund.wrap === null ? null : wrapWeight,
        assets,
      },
      basis: { marketValue: fund.marketValue, bookValue: fund.bookValue, shortfallWeight: wrapWeight },
      ...(wrapPart === 0 ? { formulas: { market: 'marketWhole' as const } } : {}),
    })),
    total: {
      id: 'separate-account-funds-total',
      cells: {
        fund: 'Total',
        value,
        market: sum(({ marketPart }) => marketPart),
        wrap: sum(({ wrapPart }) => wrapPart),
        assets: sum(({ assets }) => assets),
      },
    },
  }
}

const fundName = ({ name, policyNumber }: WeighedFund['fund']): string => (policyNumber === null ? name : `${name}, policy ${policyNumber}`)

/** Notes on the weights: the rule, and each fund's statement, wrap and breaches of its guidelines. */
export function riskWeightNotes({ funds, withoutFund }: WeighedProgram): string[] {
  if (funds.length === 0) return [NOTE]
  return [
    `${NOTE_WITH_FUNDS}${withoutFund > 0 ? ` ${REST_WITHOUT}.` : ''}`,
    ...funds.map(
      ({ fund }) =>
        `${fundName(fund)}, as of ${formatDate(fund.asOf)} (${sourceOf(fund)}): market value ${formatMoney(fund.marketValue)} against book value ${formatMoney(fund.bookValue)}; ${wrapWords(fund)}. ${classWords(fund)}`,
    ),
  ]
}

export const sourceOf = ({ source, documentDate }: WeighedFund['fund']): string =>
  documentDate === null ? source : `${source}, ${formatDate(documentDate)}`

export const wrapWords = ({ wrap }: WeighedFund['fund']): string =>
  wrap === null
    ? 'no stable value wrap'
    : [
        `wrapped by ${wrap.provider}${wrap.rating === null ? '' : ` (${wrap.rating})`}`,
        wrap.endsOn === null ? 'without an end' : `until ${formatDate(wrap.endsOn)}`,
        ...(wrap.feeRate === null ? [] : [`for ${formatPercent(wrap.feeRate)} a year`]),
      ].join(', ')

function classWords(fund: WeighedFund['fund']): string {
  const held = fund.classes.map(({ name, share, weight }) => `${name} ${formatPercent(share)} at ${formatPercent(weight)}`).join('; ')
  const above = aboveGuidelines(fund).map(({ name, share, most }) => `${name} ${formatPercent(share)} against ${formatPercent(most)}`)
  return `Holdings: ${held}.${above.length > 0 ? ` Above its guidelines: ${above.join('; ')}.` : ''}`
}
