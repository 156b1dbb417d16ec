/** Fiscal years whose ends lack values: no sum of some policies passes for the program's, and no share of capital is told of it. */
import { expect, test } from 'vitest'
import { cents, formatMoney, sumCents, usd } from '../../primitives/money.ts'
import { plainDate } from '../../primitives/period.ts'
import { PERIOD, YEAR_START } from '../../test/first-example-bank.ts'
import { reviewExample } from '../../test/review-example.ts'
import { textOfCell } from '../table.ts'
import { buildAnnualReview } from './build.ts'
import { executiveSummaryOf } from './executive-summary.ts'
import type { AnnualReviewSnapshot, ReviewPolicy } from './snapshot.ts'
import type { AnnualReviewView } from './view.ts'

const at = (day: string, amount: number) => ({
  date: plainDate(day),
  cashSurrenderValue: usd(amount),
  deathBenefit: usd(2 * amount),
  institutionShare: usd(2 * amount),
})
/** Every policy has a value at 2021 and 2024; nobody at 2022; three of the five at 2023. */
const gapped = (policies: readonly ReviewPolicy[]): ReviewPolicy[] =>
  policies.map((policy, index) => ({
    ...policy,
    values: [at('2021-12-31', 1_000_000), ...(index < 3 ? [at('2023-12-31', 1_100_000)] : []), ...policy.values],
  }))
const review = (over: Partial<AnnualReviewSnapshot> = {}) => {
  const example = reviewExample()
  return buildAnnualReview({ ...example, policies: gapped(example.policies), ...over })
}
const tableOf = (view: AnnualReviewView, id: string) => {
  const block = view.sections.flatMap(({ blocks }) => blocks).find((each) => each.kind === 'table' && each.id === id)
  if (block?.kind !== 'table') throw new Error(`no table ${id}`)
  return block
}
const textsOf = (view: AnnualReviewView, id: string, year: string, ...keys: string[]) => {
  const { table } = tableOf(view, id)
  const row = table.rows.find((each) => each.id === year)
  return keys.map((key) => {
    const column = table.columns.find((each) => each.key === key)
    return row && column ? textOfCell(row, column) : undefined
  })
}

test('five years: a year end without values is "-", one of some policies is marked and counted, and neither tells income nor a yield', () => {
  const view = review()
  const { table, note } = tableOf(view, 'years')
  expect(table.rows.map(({ id }) => id)).toEqual(['2021-12-31', '2022-12-31', '2023-12-31', '2024-12-31', '2025-12-31'])
  expect(textsOf(view, 'years', '2021-12-31', 'value')).toEqual(['5,000,000.00'])
  expect(textsOf(view, 'years', '2022-12-31', 'value', 'income', 'yield')).toEqual(['-', '-', '-'])
  expect(textsOf(view, 'years', '2023-12-31', 'value', 'income', 'yield')).toEqual(['3,300,000.00*', '-', '-'])
  expect(textsOf(view, 'years', '2024-12-31', 'income')).toEqual(['-'])
  expect(note).toContain('Policies without a value at a year end: 12/31/2022 5 of 5; 12/31/2023 2 of 5.')
  expect(note).toContain('The total* leaves out the income of 2021, 2022, 2023 and 2024, which is not known.')
  expect(table.total && textOfCell(table.total, { key: 'income', kind: 'money' })).toBe('514,307.55*')
})

test('no share of capital is told of some of the policies, in the trend or in its chart', () => {
  const capital = reviewExample().capital
  const [first] = capital
  if (!first) throw new Error('an example without capital')
  const view = review({
    capital: [
      ...['2021-12-31', '2022-12-31', '2023-12-31'].map((day) => ({ ...first, yearEnd: plainDate(day), asOf: plainDate(day) })),
      ...capital,
    ],
  })
  expect(textsOf(view, 'concentration-years', '2023-12-31', 'value', 'ofTier1', 'ofBoth')).toEqual(['3,300,000.00*', '-', '-'])
  const chart = view.sections
    .flatMap(({ blocks }) => blocks)
    .find((block) => block.kind === 'chart' && block.chart.kind === 'concentration')
  const years = chart?.kind === 'chart' && chart.chart.kind === 'concentration' ? chart.chart.years.map(({ period }) => period) : []
  expect(years).toEqual(['2021-12-31', YEAR_START, PERIOD])
})

test('the executive summary says which years lack values', () => {
  const summary = executiveSummaryOf(review())
  expect(summary.years.map(({ cashSurrenderValue }) => cashSurrenderValue)).toEqual([
    '$5,000,000.00',
    '-',
    '$3,300,000.00*',
    '$14,168,237.26',
    '$14,682,544.81',
  ])
  expect(summary.historyNote).toContain('12/31/2022 5; 12/31/2023 2')
})

test('where a policy has no value at the year’s beginning the year’s income is not known, and the carrier’s part of it is marked', () => {
  const example = reviewExample()
  const lacking = example.asset.policies.find(({ policyNumber }) => policyNumber === 'A-1001')
  const others = example.asset.policies.filter((policy) => policy !== lacking)
  const [own, ...rest] = example.policies
  if (!lacking || !own) throw new Error('an example without a policy')
  const view = buildAnnualReview({
    ...example,
    asset: { ...example.asset, policies: [{ ...lacking, balances: lacking.balances.slice(1) }, ...others] },
    policies: [{ ...own, values: [] }, ...rest],
  })
  expect(view.controlTotals.income).toBeNull()
  expect(view.summary.scorecard.find(({ id }) => id === 'income')?.thisYear).toBeNull()
  const { table, note } = tableOf(view, 'carriers')
  const known = sumCents(
    others
      .filter(({ carrierCode }) => carrierCode === lacking.carrierCode)
      .map(({ balances }) => balances[0]?.cashSurrenderValue ?? usd(0)),
  )
  const row = table.rows.find(({ id }) => id === lacking.carrierCode)
  expect(row && textOfCell(row, { key: 'begin', kind: 'money' })).toBe(`${formatMoney(known).slice(1)}*`)
  expect(note).toContain('A sum marked * leaves out policies without a value a year earlier.')
  expect(textsOf(view, 'performance', lacking.carrierCode, 'net', 'charges')).toEqual(['-', '-'])
})

test('years are drawn once, and not at all where they are two: the table beside them says the difference', () => {
  const drawn = ({ sections }: AnnualReviewView) =>
    sections.flatMap(({ blocks }) =>
      blocks.flatMap((block) => (block.kind === 'chart' && block.chart.kind === 'history' ? [block.id] : [])),
    )
  const { texts } = reviewExample()
  const sections = texts.configuration.sections.map((one) => (one.code === 'EXECUTIVE_SUMMARY' ? { ...one, on: false } : one))
  const alone = { ...texts, configuration: { sections } }
  expect([review(), review({ texts: alone }), buildAnnualReview(reviewExample({ texts: alone }))].map(drawn)).toEqual([
    ['summary-history'],
    ['history'],
    [],
  ])
})

test('a year in which a policy began without a premium on file tells no income; with the premium it does', () => {
  const example = reviewExample()
  const fifth = example.asset.policies.at(-1)?.policyId
  const policies = example.asset.policies.map((policy) =>
    policy.policyId === fifth ? { ...policy, issueDate: plainDate('2024-05-01') } : policy,
  )
  const began = (...flows: ReviewPolicy['flows']) =>
    buildAnnualReview({
      ...example,
      asset: { ...example.asset, policies },
      policies: example.policies.map((policy) =>
        policy.policyId === fifth ? { ...policy, flows } : { ...policy, values: [at('2023-12-31', 1_000_000), ...policy.values] },
      ),
    })
  const premium = { date: plainDate('2024-05-01'), type: 'PREMIUM' as const, amount: usd(1_000_000) }
  const income = usd(14_168_237.26) - usd(5_000_000)
  expect(textsOf(began(premium), 'years', YEAR_START, 'income')).toEqual([formatMoney(cents(income)).replace('$', '')])
  expect(textsOf(began(), 'years', YEAR_START, 'income')).toEqual(['-'])
})
