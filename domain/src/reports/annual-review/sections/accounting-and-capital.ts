/** Section 11 of an annual review: how the policies are accounted for, where the Call Report takes them, what they weigh, what ending them would cost. */

import { CODES_OF, callReport, separateAccountExposure } from '../../../calculations/call-report.ts'
import { WEIGHT_RULES } from '../../../calculations/risk-weight.ts'
import { type SurrenderOfAll, surrenderOfAll } from '../../../calculations/surrender.ts'
import { combinedRateOf } from '../../../calculations/tax-equivalent-yield.ts'
import { FUND_APPROACHES, type WeighedProgram, weighedProgram } from '../../../policies/separate-account-funds.ts'
import { type Cents, cents, formatMoney, formatPercent, sumCents } from '../../../primitives/money.ts'
import { isQuarterEnd } from '../../../primitives/period.ts'
import { type CallReportIncome, callReportIncome } from '../../asset-report/call-report-income.ts'
import { ACCRUING } from '../../asset-report/claims.ts'
import { holdingsOf } from '../../asset-report/holdings.ts'
import { fundTable, sourceOf, wrapWords } from '../../asset-report/risk-weights.ts'
import { ACCOUNT_TYPE_NAMES } from '../../asset-report/tables.ts'
import { column, figure, findingsBlock, findingsOf, tableBlock, textBlock } from '../blocks.ts'
import type { ReviewFigures, ReviewHolding } from '../figures.ts'
import type { ReviewBlock, ReviewFinding } from '../view.ts'

const finding = findingsOf('ACCOUNTING')
const ACCOUNTS = ['GENERAL', 'SEPARATE', 'HYBRID'] as const

const valueOf = (holdings: readonly ReviewHolding[]): Cents => sumCents(holdings.map(({ policy }) => policy.cashSurrenderValue))

/** Risk-weighted assets of the program: separate accounts by the funds on file, without one at 100 %. */
export const riskWeightedAssets = ({ holdings, snapshot }: Pick<ReviewFigures, 'holdings' | 'snapshot'>): WeighedProgram =>
  weighedProgram(
    holdings.map(({ policy }) => policy),
    snapshot.asset.funds,
  )

/** Tax and penalty of surrendering the whole program; null without tax rates. */
export function programSurrender({ holdings, snapshot }: ReviewFigures): (SurrenderOfAll & { charges: Cents }) | null {
  const { tax } = snapshot.asset
  if (!tax) return null
  const policies = holdings.map(({ policy, more }) => ({
    cashSurrenderValue: policy.cashSurrenderValue,
    costBasis: policy.costBasis,
    isModifiedEndowment: more.modifiedEndowment,
  }))
  return {
    ...surrenderOfAll(policies, combinedRateOf(tax)),
    charges: sumCents(holdings.map(({ more }) => more.surrenderCharge ?? cents(0))),
  }
}

/** The Call Report's income at the year's end, which is that of the fiscal year only where the two are the same. */
export const reviewIncome = ({ snapshot, asset }: ReviewFigures): CallReportIncome =>
  isQuarterEnd(snapshot.asset.period)
    ? callReportIncome(snapshot.asset, asset.totals, holdingsOf(snapshot.asset))
    : {
        income: null,
        note: `RI-E 1.b is not shown: the Call Report is filed as of calendar quarter ends, and the fiscal year ends between two of them.`,
        basis: null,
      }

export function accountingSection(figures: ReviewFigures): ReviewBlock[] {
  const { snapshot, holdings } = figures
  const weighed = riskWeightedAssets(figures)
  const separateValue = valueOf(holdings.filter(({ policy }) => policy.accountType === 'SEPARATE'))
  const year = reviewIncome(figures)
  const filed = callReport(
    {
      GENERAL: valueOf(holdings.filter(({ policy }) => policy.accountType === 'GENERAL')),
      SEPARATE: separateValue,
      HYBRID: valueOf(holdings.filter(({ policy }) => policy.accountType === 'HYBRID')),
    },
    year.income,
  )
  const surrender = programSurrender(figures)
  return [
    ...textBlock('treatment', TREATMENT, 'Treatment'),
    tableBlock(
      'call-report',
      'Where the Call Report takes it',
      [
        column('item', 'Item', 'text', { width: 10, group: 'key' }),
        column('code', 'Code', 'text', { width: 7 }),
        column('label', 'Description', 'text', { width: 50 }),
        column('amount', 'US dollars', 'money', { total: 'none', formula: 'ofPolicies' }),
        column('thousands', '$ thousands', 'count', { width: 11, formula: 'thousands' }),
      ],
      [
        ...filed.lines,
        filed.total,
        ...(filed.income ? [filed.income] : []),
        ...(weighed.funds.length > 0 && !snapshot.institution.isCommunityBankLeverageRatio
          ? separateAccountExposure({ value: separateValue, assets: weighed.separate })
          : []),
      ].map(({ item, code, label, amount, thousands }) => ({
        id: item.replace(/\W+/g, '-').toLowerCase(),
        item,
        code,
        label,
        amount,
        thousands,
      })),
      {
        note: [filed.roundingNote, year.note, CODES_OF].filter(Boolean).join(' '),
      },
    ),
    ...(snapshot.institution.isCommunityBankLeverageRatio
      ? findingsBlock('risk-weight', 'Risk weights', [communityBank()])
      : [
          tableBlock(
            'risk-weights',
            'Risk-weighted assets',
            [
              column('account', 'Account', 'text', { width: 24, group: 'key' }),
              column('value', 'Carrying value', 'money', { formula: 'ofPolicies' }),
              column('weight', 'Weight', 'percent', { total: 'computed', formula: 'riskWeight' }),
              column('assets', 'Risk-weighted assets', 'money', { formula: 'riskWeighted' }),
            ],
            ACCOUNTS.flatMap((account) => {
              const value = valueOf(holdings.filter(({ policy }) => policy.accountType === account))
              if (value === 0) return []
              const assets = { GENERAL: weighed.general, HYBRID: weighed.hybrid, SEPARATE: weighed.separate }[account]
              return [{ id: account, account: ACCOUNT_TYPE_NAMES[account], value, weight: assets / value, assets }]
            }),
            {
              total: {
                account: 'Total',
                value: valueOf(holdings),
                weight: valueOf(holdings) > 0 ? weighed.total / valueOf(holdings) : null,
                assets: weighed.total,
              },
              note: weighed.funds.length > 0 ? BY_FUNDS : WITHOUT_FUNDS,
            },
          ),
          ...fundBlocks(weighed),
        ]),
    {
      kind: 'figures',
      id: 'surrender',
      figures: [
        figure('gain', 'Gain over cost basis', 'money', surrender?.gain ?? null, surrender && gainNote(surrender)),
        figure('tax', 'Tax if surrendered', 'money', surrender?.tax ?? null, rateNote(figures)),
        figure('penalty', 'Penalty tax on MECs', 'money', surrender?.penalty ?? null, surrender && penaltyNote(surrender)),
        figure('net', 'Net proceeds of surrender', 'money', surrender?.netProceeds ?? null),
        figure('cost', 'Cost of surrender, % of value', 'percent', surrender?.costFraction ?? null),
      ],
    },
  ]
}

const WITHOUT_FUNDS = `General and hybrid accounts weigh 100% as unsecured claims on the insurer. No statement of a separate account’s fund is on file for the date, so separate accounts weigh 100% too; a documented look-through may weigh less, at least 20% (${WEIGHT_RULES}).`
const BY_FUNDS = `General and hybrid accounts weigh 100% as unsecured claims on the insurer. Separate accounts look through to the funds below, at least 20%; what a stable value wrap owes weighs as its provider does, and an account without a fund on file weighs 100% (${WEIGHT_RULES}).`

/** Each fund with what it weighs, and what it holds. */
function fundBlocks({ funds }: WeighedProgram): ReviewBlock[] {
  if (funds.length === 0) return []
  const { id, title, columns, rows, total } = fundTable(funds)
  return [
    tableBlock(
      id,
      title,
      columns.map((each) => (each.key === 'value' ? column(each.key, each.label, each.kind, { ...each, formula: 'ofPolicies' }) : each)),
      rows.map((row) => ({ id: row.id, ...row.cells })),
      { total: total?.cells ?? null, note: funds.map(({ fund }) => `${fund.name}: ${sourceOf(fund)}; ${wrapWords(fund)}.`).join(' ') },
    ),
    tableBlock(
      'fund-classes',
      'Fund holdings',
      [
        column('fund', 'Fund', 'text', { width: 26, group: 'key' }),
        column('name', 'Asset class', 'text', { width: 28, group: 'key' }),
        column('share', 'Share', 'percent', { formula: 'fundClass' }),
        column('most', 'Maximum allowed', 'percent', { formula: 'fundClass' }),
        column('weight', 'Risk weight', 'percent', { formula: 'fundClass' }),
      ],
      funds.flatMap(({ fund }) =>
        fund.classes.map(({ name, share, most, weight }, index) => ({
          id: `fund-${fund.fundId}-${index + 1}`,
          fund: fund.name,
          name,
          share,
          most,
          weight,
        })),
      ),
      {
        note: `The shares are of market value. ${funds.map(({ fund }) => `${fund.name}: ${FUND_APPROACHES[fund.approach].toLowerCase()}`).join('; ')}.`,
      },
    ),
  ]
}

const gainNote = ({ loss }: SurrenderOfAll): string =>
  loss === 0
    ? 'Untaxed while the policies are held'
    : `Of policies worth more than they cost; ${formatMoney(loss)} that others are worth less is no deduction`
const penaltyNote = ({ gain, endowmentGain }: SurrenderOfAll): string =>
  `10% of ${endowmentGain === gain ? 'the gain' : `their gain of ${formatMoney(endowmentGain)}`}`
const rateNote = ({ asset }: ReviewFigures): string | null =>
  asset.totals.combinedTaxRate === null ? null : `At the combined rate of ${formatPercent(asset.totals.combinedTaxRate)}`

const communityBank = (): ReviewFinding =>
  finding(
    'leverage-ratio',
    'Risk weights',
    'good',
    'The institution has elected the community bank leverage ratio: it does not weigh its assets by risk, and the policies count with their whole carrying value.',
  )

const TREATMENT = [
  `Policies are carried at the amount that could be realized (ASC 325-30): cash surrender value as the carriers report it, less surrender charges that it does not yet reflect. Waivers for surrendering all policies together are not counted. The change of the value in a period, beyond premiums and withdrawals, is other noninterest income; the suggested entries take up a death claim in the month in which it is paid: the death benefit above the value released is income then. Until that month the policy stays at its cash surrender value; ${ACCRUING}.`,
  'Agreements that give insured people a benefit after employment need a liability of their own (ASC 715-60, EITF 06-4 and 06-10). Those liabilities are kept by the institution’s accountants and are not on this portal.',
]
