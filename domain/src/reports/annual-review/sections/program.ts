/** Section 2 of an annual review: what the program is for, which plans it stands behind, whether it recovers costs, when it was bought. */

import { costRecovery } from '../../../calculations/cost-recovery.ts'
import { combinedRateOf } from '../../../calculations/tax-equivalent-yield.ts'
import { PLAN_TYPES } from '../../../policies/register.ts'
import { counted } from '../../../primitives/counted.ts'
import { type Cents, formatDecimal, formatMoney, sumCents } from '../../../primitives/money.ts'
import { formatDate, yearOf } from '../../../primitives/period.ts'
import { column, figure, findingsBlock, findingsOf, statusOf, tableBlock, wordFor } from '../blocks.ts'
import type { ReviewFigures, ReviewHolding } from '../figures.ts'
import type { ReviewBlock, ReviewFinding } from '../view.ts'
import { liabilityBlocks, liabilityFindings } from './program-liability.ts'

const finding = findingsOf('PROGRAM')

/** Kind of the questionnaire's row that states the year's cost of funds beside the benefit expenses. */
const COST_OF_FUNDS = 'FUNDS'
const benefitsStated = ({ answers }: ReviewFigures['snapshot']) =>
  answers?.benefitExpense.filter(({ kind }) => kind !== COST_OF_FUNDS) ?? []

/** The year's cost of funds on the insurance, where the questionnaire stated it. */
export function costOfFundsOf({ snapshot: { answers } }: ReviewFigures): Cents | null {
  const stated = answers?.benefitExpense.filter(({ kind }) => kind === COST_OF_FUNDS) ?? []
  return stated.length > 0 ? sumCents(stated.map(({ amount }) => amount)) : null
}

/** A year's expense of the plans on file; null where none has one. */
function plannedExpenseOf({ plans }: ReviewFigures['snapshot']): Cents | null {
  const planned = plans.flatMap(({ benefitExpense }) => benefitExpense ?? [])
  return planned.length > 0 ? sumCents(planned) : null
}

/** The year's benefit expense: as the questionnaire stated it, else as the plans on file have it; null when neither says. */
export function benefitExpenseOf({ snapshot }: ReviewFigures): { amount: Cents; source: string } | null {
  const stated = benefitsStated(snapshot)
  if (stated.length > 0 && snapshot.answers)
    return {
      amount: sumCents(stated.map(({ amount }) => amount)),
      source: `the questionnaire returned ${formatDate(snapshot.answers.returnedOn)}`,
    }
  const planned = plannedExpenseOf(snapshot)
  return planned === null ? null : { amount: planned, source: 'the plans on this portal' }
}

export function costRecoveryFinding(figures: ReviewFigures): ReviewFinding {
  const expense = benefitExpenseOf(figures)
  const { income } = figures.year
  const funds = costOfFundsOf(figures)
  const { coverage, isMet } = costRecovery(expense?.amount ?? null, income, funds ?? undefined)
  const planned = benefitsStated(figures.snapshot).length > 0 ? plannedExpenseOf(figures.snapshot) : null
  const isMetByPlans = costRecovery(planned, income, funds ?? undefined).isMet
  // A test that one expense on file passes and the other does not is not settled.
  const status = statusOf(isMet && isMetByPlans !== false, 'watch')
  const other =
    planned === null || isMetByPlans === null || planned === expense?.amount
      ? ''
      : ` On the expense of the plans on this portal, ${formatMoney(planned)} a year, the test ${isMetByPlans === isMet ? (isMet ? 'is met too' : 'is not met either') : `${isMetByPlans ? 'is' : 'is not'} met: settle which expense the insurance is to recover`}.`
  const say = (sentence: string) => finding('cost-recovery', 'Cost recovery', status, `${sentence}${other}`)
  if (expense === null) return say('No benefit expense is on file for the year, so the cost-recovery test cannot be made.')
  if (income === null) return say('The year’s income is not known, so the cost-recovery test cannot be made.')
  const recovered = `benefit expense of ${formatMoney(expense.amount)} (${expense.source})${funds === null ? '' : ` and cost of funds of ${formatMoney(funds)}`}`
  const held = `Income of ${formatMoney(income)} against ${recovered}`
  if (!isMet) return say(`${held}: the income is above ${funds === null ? 'the expense that it is' : 'what it is'} to recover.`)
  return say(`${held}: ${coverage === null ? 'no income to be covered' : `expense covers income ${formatDecimal(coverage)} times`}.`)
}

export function programSection(figures: ReviewFigures): ReviewBlock[] {
  const { snapshot, holdings, frame } = figures
  const [expense, funds, stated] = [benefitExpenseOf(figures), costOfFundsOf(figures), benefitsStated(snapshot)]
  const byPlan = Map.groupBy(holdings, ({ more }) => more.planId)
  const value = (held: readonly ReviewHolding[]) => sumCents(held.map(({ policy }) => policy.cashSurrenderValue))
  const plans = tableBlock(
    'plans',
    'Plans',
    [
      column('plan', 'Plan', 'text', { width: 20, group: 'key' }),
      column('type', 'Kind', 'text', { width: 18 }),
      column('purpose', 'Business purpose', 'text', { width: 30 }),
      column('since', 'Effective', 'date'),
      column('rabbiTrust', 'Rabbi trust', 'text', { width: 6 }),
      column('policies', 'Policies', 'count', { total: 'sum', formula: 'ofPolicies' }),
      column('value', 'Cash surrender value', 'money', { formula: 'ofPolicies' }),
      column('expense', 'Expense of the plans on this portal', 'money', { formula: 'planExpense' }),
    ],
    snapshot.plans.map((plan) => ({
      id: String(plan.planId),
      plan: plan.name,
      type: wordFor(PLAN_TYPES, plan.type),
      purpose: plan.purpose,
      since: plan.effectiveDate,
      rabbiTrust: plan.rabbiTrust ? 'Yes' : 'No',
      policies: byPlan.get(plan.planId)?.length ?? 0,
      value: value(byPlan.get(plan.planId) ?? []),
      expense: plan.benefitExpense,
    })),
    {
      total: {
        plan: 'Total',
        policies: holdings.length,
        value: value(holdings),
        expense: sumCents(snapshot.plans.flatMap(({ benefitExpense }) => benefitExpense ?? [])),
      },
      note: 'The expense is that of a year, as the plans are kept on this portal; the cost-recovery test takes the institution’s whole benefit expense where it has stated it.',
    },
  )
  return [
    {
      kind: 'figures',
      id: 'recovery',
      figures: [
        figure('expense', 'Benefit expense for the year', 'money', expense?.amount ?? null, expense ? `From ${expense.source}` : null),
        ...(funds === null ? [] : [figure('funds', 'Cost of funds for the year', 'money', funds, 'As the questionnaire states it')]),
        figure('income', 'Income for the year', 'money', figures.year.income),
        figure('coverage', 'Expense to income, times', 'decimal', costRecovery(expense?.amount ?? null, figures.year.income).coverage),
        ...(frame === 'COLI' ? [afterTaxShare(figures)] : []),
      ],
    },
    ...findingsBlock('program-tests', frame === 'COLI' ? 'Funding' : 'Cost recovery', [
      costRecoveryFinding(figures),
      ...(frame === 'COLI' ? coliFunding(figures) : []),
    ]),
    plans,
    ...liabilityBlocks(figures),
    ...(stated.length > 0
      ? [
          tableBlock(
            'benefit-expense',
            'Benefit expense as stated',
            [
              column('kind', 'Kind', 'text', { width: 40, group: 'key' }),
              column('amount', 'Annual expense', 'money', { formula: 'answered' }),
            ],
            stated.map(({ kind, amount }) => ({ kind: wordFor(EXPENSE_KINDS, kind), amount })),
            { total: { kind: 'Total', amount: sumCents(stated.map(({ amount }) => amount)) } },
          ),
        ]
      : []),
    purchases(figures),
  ]
}

const EXPENSE_KINDS = { HEALTH: 'Health', PENSION: '401(k) and pension', SERP: 'Supplemental retirement', OTHER: 'Other' }

/** Hedges of deferred balances are sized by the cost of a benefit after tax: 1 - t. */
const afterTaxShare = ({ snapshot }: ReviewFigures) =>
  figure('after-tax', 'After-tax cost of $1 of benefit', 'percent', snapshot.asset.tax ? 1 - combinedRateOf(snapshot.asset.tax) : null)

function coliFunding(figures: ReviewFigures): ReviewFinding[] {
  const deferred = figures.snapshot.plans.filter(({ type }) => type === 'NQDC_COLI' || type === 'DEFERRED_COMP')
  const trusts = deferred.filter(({ rabbiTrust }) => rabbiTrust).length
  return [
    ...liabilityFindings(figures),
    finding(
      'rabbi-trust',
      'Rabbi trusts',
      deferred.length === 0 ? 'unknown' : trusts === deferred.length ? 'good' : 'watch',
      deferred.length === 0
        ? 'No plan of deferred compensation is on file.'
        : `${trusts} of ${counted(deferred.length, 'plan')} of deferred compensation ${deferred.length === 1 ? 'is' : 'are'} held in a rabbi trust.`,
    ),
  ]
}

/** When the program was bought: policies still in force, by year of issue. */
function purchases({ holdings }: ReviewFigures): ReviewBlock {
  const years = [...Map.groupBy(holdings, ({ policy }) => yearOf(policy.issueDate))].sort(([a], [b]) => a - b)
  return tableBlock(
    'purchases',
    'Purchases by year of issue, policies still in force',
    [
      column('year', 'Year', 'text', { width: 8, group: 'key' }),
      column('policies', 'Policies', 'count', { total: 'sum', formula: 'ofPolicies' }),
      column('premium', 'Cost basis', 'money', { formula: 'ofPolicies' }),
      column('value', 'Cash surrender value', 'money', { formula: 'ofPolicies' }),
      column('exchanged', 'From 1035 exchanges', 'count', { total: 'sum', width: 10, formula: 'ofPolicies' }),
      column('acquired', 'By acquisition', 'count', { total: 'sum', width: 10, formula: 'ofPolicies' }),
    ],
    years.map(([year, held]) => ({
      id: String(year),
      year: String(year),
      policies: held.length,
      premium: sumCents(held.map(({ policy }) => policy.costBasis)),
      value: sumCents(held.map(({ policy }) => policy.cashSurrenderValue)),
      exchanged: held.filter(({ more }) => more.section1035 !== null).length,
      acquired: held.filter(({ more }) => more.isAcquired).length,
    })),
    {
      total: {
        year: 'Total',
        policies: holdings.length,
        premium: sumCents(holdings.map(({ policy }) => policy.costBasis)),
        value: sumCents(holdings.map(({ policy }) => policy.cashSurrenderValue)),
        exchanged: holdings.filter(({ more }) => more.section1035 !== null).length,
        acquired: holdings.filter(({ more }) => more.isAcquired).length,
      },
    },
  )
}
