/** docs/reference/formulas.md: worked numbers of one invented bank, the formulas of every report family, and the rules of carrier files, from the code itself. */

import { AUDIT_CHECKS, AUDIT_RULES, type AuditUnit, auditRuleCodes, checkOf, unitOf } from '@corridor/domain/auditing/rules.ts'
import { concentration, headroom, herfindahl } from '@corridor/domain/calculations/concentration.ts'
import { chargeBasisPoints } from '@corridor/domain/calculations/cost-of-insurance.ts'
import { internalRateOfReturn } from '@corridor/domain/calculations/internal-rate-of-return.ts'
import { lookThroughWeight, separateAccountRiskWeightedAssets } from '@corridor/domain/calculations/risk-weight.ts'
import { breakEvenYears, embeddedGain, imputedIncome, surrenderOfAll, table2001Rate } from '@corridor/domain/calculations/surrender.ts'
import { combinedTaxRate, taxEquivalentYieldOf } from '@corridor/domain/calculations/tax-equivalent-yield.ts'
import { increase, netYield, weightedBegin, weightedRate } from '@corridor/domain/calculations/yields.ts'
import { FEED_RULES, type FeedRule } from '@corridor/domain/data-feeds/rules.ts'
import { limitsOf } from '@corridor/domain/data-feeds/tolerances.ts'
import { IMPACT_FORMULAS } from '@corridor/domain/financial-impact/formulas.ts'
import { cents, formatMoney, formatPercent, sumCents, usd } from '@corridor/domain/primitives/money.ts'
import { daysBetween, plainDate } from '@corridor/domain/primitives/period.ts'
import { REVIEW_FORMULAS } from '@corridor/domain/reports/annual-review/formulas.ts'
import { ASSET_FORMULAS } from '@corridor/domain/reports/asset-report/formulas.ts'
import type { Formula, FormulaTable } from '@corridor/domain/reports/explanation/formula.ts'
import { written } from '@corridor/domain/reports/explanation/formula-text.ts'
import { SHARED_FORMULAS } from '@corridor/domain/reports/explanation/formulas.ts'
import { FORM_8925_FORMULAS } from '@corridor/domain/reports/form-8925/formulas.ts'
import { PERIOD, PRIOR, TAX, WORKED_POLICIES } from '@corridor/domain/test/first-example-bank.ts'

const INTERAGENCY = 'Interagency Statement of December 7, 2004 (OCC 2004-56, SR 04-19, FIL-127-2004)'
const TIER1 = usd(60_000_000)
const december = { from: PRIOR, to: PERIOD }

/** One line of the table of worked numbers; the result is computed here by the function named. */
interface Worked {
  figure: string
  numbers: string
  result: string
  by: string
  source: string
}

const precise = (fraction: number | null): string => (fraction === null ? '-' : `${(fraction * 100).toFixed(4)}%`)

/** First Example Bank at December 31, 2025, as domain/src/test/first-example-bank.ts has it. */
export function workedNumbers(): Worked[] {
  const first = WORKED_POLICIES[0]
  if (!first) throw new RangeError('the worked bank has no policy')
  const [begin, end, basis] = [first.balances.at(-1)?.cashSurrenderValue ?? cents(0), first.cashSurrenderValue, first.costBasis]
  const total = sumCents(WORKED_POLICIES.map((policy) => policy.cashSurrenderValue))
  const allBegin = sumCents(WORKED_POLICIES.map(({ balances }) => balances.at(-1)?.cashSurrenderValue ?? cents(0)))
  const allIncrease = increase(allBegin, total)
  const portfolio = netYield(allIncrease, allBegin, december)
  const premium = [{ date: plainDate('2025-12-16'), type: 'PREMIUM' as const, amount: usd(100_000) }]
  const coi = first.costOfInsurance ?? cents(0)
  const taxRate = combinedTaxRate(TAX)
  const surrendered = surrenderOfAll([{ cashSurrenderValue: end, costBasis: basis, isModifiedEndowment: true }], taxRate)
  const rate54 = table2001Rate(54)
  const weight = lookThroughWeight([
    { share: 0.8, weight: 0.2 },
    { share: 0.15, weight: 1 },
    { share: 0.05, weight: 0.2 },
  ])
  const fund = { carryingValue: usd(4_011_285.29), marketValue: usd(3_880_000), wrapWeight: 1 }
  const byCarrier = [...Map.groupBy(WORKED_POLICIES, ({ carrierCode }) => carrierCode).values()].map((policies) =>
    sumCents(policies.map((policy) => policy.cashSurrenderValue)),
  )
  return [
    {
      figure: 'Increase in cash surrender value',
      numbers: `A-1001: ${formatMoney(end)} − ${formatMoney(begin)}`,
      result: formatMoney(increase(begin, end)),
      by: 'increase',
      source: 'ASC 325-30',
    },
    {
      figure: 'Average invested value (Modified Dietz)',
      numbers: `${formatMoney(begin)} and a premium of ${formatMoney(usd(100_000))} on December 16, 2025`,
      result: formatMoney(cents(Math.round(weightedBegin(begin, premium, PRIOR, PERIOD)))),
      by: 'weightedBegin',
      source: 'convention of these reports',
    },
    {
      figure: 'Net yield of one policy',
      numbers: `A-1001: ${formatMoney(increase(begin, end))} ÷ ${formatMoney(begin)} × 365 ÷ 31`,
      result: precise(netYield(increase(begin, end), begin, december)),
      by: 'netYield',
      source: 'convention of these reports',
    },
    {
      figure: 'Net yield of the portfolio, from summed dollars',
      numbers: `${formatMoney(allIncrease)} ÷ ${formatMoney(allBegin)} × 365 ÷ 31`,
      result: precise(portfolio),
      by: 'netYield',
      source: 'convention of these reports',
    },
    {
      figure: 'Weighted gross crediting rate',
      numbers: 'five policies, by cash surrender value',
      result: precise(weightedRate(WORKED_POLICIES)),
      by: 'weightedRate',
      source: 'convention of these reports',
    },
    {
      figure: 'Combined tax rate',
      numbers: 'federal 21%, state 6%, federal tax not deductible: 6% + 21% × (1 − 6%)',
      result: precise(taxRate),
      by: 'combinedTaxRate',
      source: '26 U.S.C. 11(b), 164(a)(3)',
    },
    {
      figure: 'Tax-equivalent yield',
      numbers: `${precise(portfolio)} ÷ (1 − ${precise(taxRate)})`,
      result: precise(taxEquivalentYieldOf(portfolio, TAX)),
      by: 'taxEquivalentYieldOf',
      source: '26 U.S.C. 72(e): growth is not taxed as it accrues',
    },
    {
      figure: 'Concentration, aggregate',
      numbers: `${formatMoney(total)} ÷ Tier 1 capital of ${formatMoney(TIER1)}`,
      result: precise(concentration(total, TIER1)),
      by: 'concentration',
      source: INTERAGENCY,
    },
    {
      figure: 'Headroom below 25% of Tier 1 capital',
      numbers: `25% × ${formatMoney(TIER1)} − ${formatMoney(total)}`,
      result: formatMoney(headroom(0.25, TIER1, total)),
      by: 'headroom',
      source: INTERAGENCY,
    },
    {
      figure: 'Herfindahl index of carriers',
      numbers: 'sum of squared shares in percent, three carriers',
      result: String(Math.round(herfindahl(byCarrier) ?? 0)),
      by: 'herfindahl',
      source: 'convention of these reports',
    },
    {
      figure: 'Cost of insurance in basis points',
      numbers: `A-1001: ${formatMoney(coi)} × 365 ÷ 31 ÷ the average of beginning and end`,
      result: (chargeBasisPoints(coi, begin, end, december) ?? 0).toFixed(2),
      by: 'chargeBasisPoints',
      source: 'convention of these reports',
    },
    {
      figure: 'Internal rate of return since issue, at surrender',
      numbers: `A-1001: −${formatMoney(basis)} on June 15, 2016; ${formatMoney(end)} after ${daysBetween(first.issueDate, PERIOD).toLocaleString('en-US')} days`,
      result: precise(
        internalRateOfReturn([
          { date: first.issueDate, amount: -basis },
          { date: PERIOD, amount: end },
        ]),
      ),
      by: 'internalRateOfReturn',
      source: 'actual/365',
    },
    {
      figure: 'Embedded gain',
      numbers: `A-1001: ${formatMoney(end)} − cost basis ${formatMoney(basis)}`,
      result: formatMoney(embeddedGain(end, basis)),
      by: 'embeddedGain',
      source: '26 U.S.C. 72(e)',
    },
    {
      figure: 'Net proceeds of surrender',
      numbers: `tax ${formatMoney(surrendered.tax)}, penalty of 10% ${formatMoney(surrendered.penalty)}`,
      result: formatMoney(surrendered.netProceeds),
      by: 'surrenderOfAll',
      source: '26 U.S.C. 72(e), 72(v)',
    },
    {
      figure: 'Imputed income of a participant, age 54',
      numbers: `${rate54} per $1,000 × ${formatMoney(first.insuredShare)}`,
      result: formatMoney(imputedIncome(first.insuredShare, rate54)),
      by: 'imputedIncome',
      source: 'Notice 2002-8, Table 2001; Treas. Reg. 1.61-22',
    },
    {
      figure: 'Risk-weighted assets of a separate account, full look-through',
      numbers: `C-3001: ${formatMoney(fund.marketValue)} × ${precise(weight)}, the wrap’s part at 100%`,
      result: formatMoney(separateAccountRiskWeightedAssets(fund, weight)),
      by: 'separateAccountRiskWeightedAssets',
      source: '12 CFR 3.53 (217.53, 324.53)',
    },
    {
      figure: 'Years until a surrender and repurchase is earned back',
      numbers: '$3,000,000.00 at 2.60%, then $2,785,560.00 at 4.20%',
      result: (breakEvenYears({ before: usd(3_000_000), after: usd(2_785_560), oldRate: 0.026, newRate: 0.042 }) ?? 0).toFixed(2),
      by: 'breakEvenYears',
      source: 'convention of these reports',
    },
  ]
}

export function renderFormulasPage(): string {
  const shared = new Set<string>(Object.keys(ASSET_FORMULAS))
  return [
    '<!-- Made by `npm run generate` from the formulas and rules of domain/src; not edited by hand. -->',
    '# Formulas, rules and worked numbers',
    '',
    'Every figure of a report names one of the formulas below, and a property test works each one out from the inputs of the printed figure. Money is integer cents,',
    'rates are fractions, and percentages are never averaged: yields of totals come from summed dollars. Words of the field stand in [the glossary](../glossary.md).',
    '',
    '## Worked numbers',
    '',
    'First Example Bank, an invented bank at December 31, 2025, with Tier 1 capital of $60,000,000. The results are computed by the functions named, when this page is made.',
    '',
    table(
      ['figure', 'numbers', 'result', 'function', 'source'],
      workedNumbers().map((row) => [row.figure, row.numbers, row.result, `\`${row.by}\``, row.source]),
    ),
    ...family('Asset reports', ASSET_FORMULAS),
    ...family('Annual reviews, beyond those of asset reports', omit(REVIEW_FORMULAS, shared)),
    ...family('Form 8925', FORM_8925_FORMULAS),
    ...family('Financial impact', omit(IMPACT_FORMULAS, new Set<string>(Object.keys(SHARED_FORMULAS)))),
    ...family('Financial impact', omit(IMPACT_FORMULAS, new Set<string>(Object.keys(SHARED_FORMULAS)))),
    '## Rules of carrier files',
    '',
    'Checks of each row before it is posted, with the tolerance within which no issue is raised. An error keeps the file from being posted until it is settled.',
    '',
    table(
      ['rule', 'title', 'severity', 'tolerance', 'settled by'],
      Object.entries<FeedRule>(FEED_RULES).map(([code, rule]) => [
        code,
        rule.title,
        rule.severity,
        toleranceOf(rule),
        SETTLED[rule.settle],
      ]),
    ),
    '',
    '## Rules of the audits',
    '',
    'Asked of every posted month, with the same codes, tolerances and functions as above where the rule is one of a file. A site may set other tolerances for a rule, a',
    'carrier or a product. A rule that cannot be applied says so for each carrier; an open error keeps the month from release.',
    '',
    table(
      ['rule', 'audit', 'title', 'severity', 'tolerance', 'compares'],
      auditRuleCodes.map((code) => [
        code,
        AUDIT_CHECKS[checkOf(code)].title,
        AUDIT_RULES[code].title,
        AUDIT_RULES[code].severity,
        toleranceOf(AUDIT_RULES[code]),
        UNIT_WORDS[unitOf(code)],
      ]),
    ),
  ].join('\n')
}

const SETTLED: Readonly<Record<FeedRule['settle'], string>> = {
  accept: 'a reason, a correction, or rejecting the row',
  reject: 'a correction, a new file, or rejecting the row',
  derived: 'settling the issues it follows from',
}

const UNIT_WORDS: Readonly<Record<AuditUnit, string>> = {
  cents: 'dollars and cents',
  fraction: 'a rate or share',
  days: 'days',
  count: 'a number of policies',
  words: 'one word or number with another',
}

function toleranceOf(rule: object): string {
  const { absolute, total, relative, days, least, most, charged, rate, deviations, cohort } = Object.fromEntries<number | undefined>(
    limitsOf(rule),
  )
  const parts = [
    total !== undefined && `${formatMoney(cents(total))} for the client`,
    rate !== undefined && `${Math.round(rate * 10_000)} basis points`,
    deviations !== undefined && `${deviations} ${cohort === undefined ? 'standard' : 'median absolute'} deviations`,
    cohort !== undefined && `from ${cohort} policies on`,
    absolute !== undefined && formatMoney(cents(absolute)),
    relative !== undefined && formatPercent(relative),
    days !== undefined && `${days} days`,
    least !== undefined && most !== undefined && `${formatPercent(least)} to ${formatPercent(most)} a year`,
    charged !== undefined && `charges that ask for interest of ${formatPercent(charged)} a year`,
  ].filter((part) => part !== false)
  return parts.length > 0 ? parts.join('; ') : '-'
}

const omit = (formulas: FormulaTable, names: ReadonlySet<string>): FormulaTable =>
  Object.fromEntries(Object.entries(formulas).filter(([name]) => !names.has(name)))

function family(title: string, formulas: FormulaTable): string[] {
  const rows = Object.entries<Formula>(formulas).map(([name, formula]) => [`\`${name}\``, formula.name, inWords(formula), formula.source])
  return [`## ${title}`, '', table(['key', 'figure', 'formula', 'source'], rows)]
}

function inWords({ text, words, inputs, note }: Formula): string {
  const formula = text === null ? (words ?? '-') : written(text, (name) => inputs?.[name]?.label ?? name)
  return note === undefined ? formula : `${formula}. ${note}`
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line), ''].join('\n')
}
