/** Illustrated values, as sold, against values and earnings now, in section 5 of an annual review. */

import { additionsOf, flowsBetween, increase, netYield, weightedBegin } from '../../../calculations/yields.ts'
import {
  betweenYears,
  illustratedAt,
  illustratedGrowthAt,
  type ReviewIllustration,
  YIELD_SHORTFALL,
} from '../../../policies/illustrations.ts'
import { counted } from '../../../primitives/counted.ts'
import { type Cents, cents, sumCents } from '../../../primitives/money.ts'
import { daysBetween, daysInYear, yearOf } from '../../../primitives/period.ts'
import type { ViewRow } from '../../table.ts'
import { column, findingsOf, listed, tableBlock } from '../blocks.ts'
import type { ReviewFigures, ReviewHolding } from '../figures.ts'
import type { ReviewBlock, ReviewFinding } from '../view.ts'

const finding = findingsOf('PERFORMANCE')

interface Illustrated {
  holding: ReviewHolding
  illustration: ReviewIllustration
  illustrated: Cents | null
  illustratedYield: number | null
  earned: number | null
}

interface Earned {
  /** The twelve months up to the date: increase over the average invested value. */
  earned: number | null
  increase: Cents
  atWork: number
  days: number
  daysInYear: number
}

/** Null without a value at the beginning of the year. */
function earnedOf({ snapshot, year }: ReviewFigures, { policy, more }: ReviewHolding): Earned | null {
  const begin = more.values.find(({ date }) => date === year.from)?.cashSurrenderValue
  if (begin === undefined || policy.issueDate > year.from) return null
  const between = { from: year.from, to: snapshot.asset.period }
  const flows = flowsBetween(more.flows, between.from, between.to)
  const gained = increase(begin, policy.cashSurrenderValue, flows)
  const atWork = weightedBegin(begin, flows, between.from, between.to)
  return {
    earned: netYield(gained, atWork, between),
    increase: gained,
    atWork,
    days: daysBetween(between.from, between.to),
    daysInYear: daysInYear(yearOf(between.to)),
  }
}

/** Inputs of illustrated values and of the policies' own yields, by policy; formulas only where they are worked out and not taken over. */
export function illustrationBasis(figures: ReviewFigures): Map<string, Required<Pick<ViewRow, 'basis' | 'formulas'>>> {
  const { period } = figures.snapshot.asset
  return new Map(
    figures.holdings.flatMap((holding) => {
      const { policy, more } = holding
      if (!more.illustration) return []
      const between = betweenYears(policy.issueDate, more.illustration.values, period)
      const year = earnedOf(figures, holding)
      const basis = {
        ...(between ? { lower: between.from.value, upper: between.to.value, passed: between.passed, yearDays: between.days } : {}),
        ...(year ? { increase: year.increase, atWork: year.atWork, days: year.days, daysInYear: year.daysInYear } : {}),
      }
      const formulas = {
        ...(between ? { illustrated: 'illustratedBetween' as const } : {}),
        ...(between && more.illustration.yield === null ? { illustratedYield: 'illustratedGrowth' as const } : {}),
        ...(year ? { earned: 'policyYieldOfYear' as const } : {}),
      }
      return [[String(policy.policyId), { basis, formulas }] as const]
    }),
  )
}

function illustratedOf(figures: ReviewFigures): Illustrated[] {
  const { period } = figures.snapshot.asset
  return figures.holdings.flatMap((holding) => {
    const { policy, more } = holding
    const { illustration } = more
    if (!illustration) return []
    // Growth that includes premiums is no yield.
    const isPaidUp = additionsOf(flowsBetween(more.flows, figures.year.from, period)) === 0
    return [
      {
        holding,
        illustration,
        illustrated: illustratedAt(policy.issueDate, illustration.values, period),
        illustratedYield: illustration.yield ?? (isPaidUp ? illustratedGrowthAt(policy.issueDate, illustration.values, period) : null),
        earned: earnedOf(figures, holding)?.earned ?? null,
      },
    ]
  })
}

const isShort = ({ earned, illustratedYield }: Illustrated): boolean =>
  earned !== null && illustratedYield !== null && illustratedYield - earned > YIELD_SHORTFALL

/** Nothing where no illustration is on file. A yield 50 basis points below is information, not a fault. */
export function illustrationFindings(figures: ReviewFigures): ReviewFinding[] {
  const told = illustratedOf(figures)
  if (told.length === 0) return []
  const tested = told.filter(({ earned, illustratedYield }) => earned !== null && illustratedYield !== null)
  const short = tested.filter(isShort)
  return [
    finding(
      'illustrations',
      'Against the illustrations',
      tested.length === 0 ? 'unknown' : short.length === 0 ? 'good' : 'watch',
      tested.length === 0
        ? `${counted(told.length, 'policy', 'policies')} with an illustration on file; neither its yield nor the year’s is known.`
        : short.length === 0
          ? `${counted(tested.length, 'policy', 'policies')} with an illustrated yield: none earned over 50 basis points less in the year.`
          : `${short.length} of ${counted(tested.length, 'policy', 'policies')} with an illustrated yield earned over 50 basis points less in the year: ${listed(short.map(({ holding }) => holding.policy.policyNumber))}.`,
    ),
  ]
}

export function illustrationBlocks(figures: ReviewFigures): ReviewBlock[] {
  const told = illustratedOf(figures)
  if (told.length === 0) return []
  const compared = told.filter(({ illustrated }) => illustrated !== null)
  const [illustrated, actual] = [
    sumCents(compared.map((one) => one.illustrated ?? cents(0))),
    sumCents(compared.map(({ holding }) => holding.policy.cashSurrenderValue)),
  ]
  return [
    tableBlock(
      'illustrations',
      'Illustrated and actual',
      [
        column('policy', 'Policy', 'text', { width: 14, group: 'key' }),
        column('illustratedOn', 'Illustrated on', 'date'),
        column('illustrated', 'Illustrated value', 'money', { total: 'computed', formula: 'illustratedValue' }),
        column('actual', 'Actual value', 'money', { total: 'computed', formula: 'posted' }),
        column('difference', 'Actual less illustrated', 'money', { total: 'computed', formula: 'overIllustrated' }),
        column('illustratedYield', 'Illustrated yield', 'percent', { formula: 'illustratedYield' }),
        column('earned', 'Net yield, year', 'percent', { formula: 'policyYield' }),
        column('points', 'Difference, bps', 'decimal', { formula: 'yieldApart' }),
      ],
      told.map((one) => ({
        id: String(one.holding.policy.policyId),
        policy: one.holding.policy.policyNumber,
        illustratedOn: one.illustration.illustratedOn,
        illustrated: one.illustrated,
        actual: one.holding.policy.cashSurrenderValue,
        difference: one.illustrated === null ? null : cents(one.holding.policy.cashSurrenderValue - one.illustrated),
        illustratedYield: one.illustratedYield,
        earned: one.earned,
        points: one.earned === null || one.illustratedYield === null ? null : (one.earned - one.illustratedYield) * 10_000,
      })),
      {
        total:
          compared.length > 0
            ? {
                policy: compared.length === told.length ? 'Total' : `Total of ${compared.length}`,
                illustrated,
                actual,
                difference: cents(actual - illustrated),
              }
            : null,
        note: 'Cash surrender values. Between two policy years’ ends the illustrated value lies on a straight line. Where no yield was illustrated, it is the growth of the illustrated value in the policy year that runs, of policies without premiums in the year.',
      },
    ),
  ]
}
