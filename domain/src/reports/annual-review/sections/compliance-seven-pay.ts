/** The 7-pay test of the policies in section 10 of an annual review: which are in their seven years, how far from the limit, and which the register marks otherwise. */

import { SEVEN_PAY_RESULTS, SEVEN_YEARS, type SevenPayStanding, sevenPayStanding } from '../../../policies/seven-pay-test.ts'
import { counted } from '../../../primitives/counted.ts'
import { addMonthEnds, formatDate } from '../../../primitives/period.ts'
import type { Basis } from '../../table.ts'
import { column, findingsOf, listed, tableBlock } from '../blocks.ts'
import type { ReviewFigures, ReviewHolding } from '../figures.ts'
import type { ReviewBlock, ReviewFinding } from '../view.ts'

const finding = findingsOf('COMPLIANCE')
const MONTHS_OF_A_YEAR = 12

interface Tested {
  holding: ReviewHolding
  standing: SevenPayStanding
}

const testedOf = ({ holdings, snapshot }: ReviewFigures): Tested[] =>
  holdings.map((holding) => {
    const { policy, more } = holding
    const { periods = [], reportedBasis = null, isInitialAssumed = false } = more.sevenPay ?? {}
    const flows = isInitialAssumed ? more.flows.slice(1) : more.flows
    const isExchanged = more.section1035 !== null || flows.some(({ type }) => type === 'EXCHANGE_IN')
    return {
      holding,
      standing: sevenPayStanding(
        { issueDate: policy.issueDate, isModifiedEndowment: more.modifiedEndowment, isExchanged, reportedBasis, flows },
        periods,
        snapshot.asset.period,
      ),
    }
  })

/** Those in their seven years, and those that failed or that the register marks otherwise, also after. */
const isShown = ({ standing }: Tested): boolean =>
  standing.contractYear !== null || standing.result === 'EXCEEDED' || standing.contradiction !== null

const byNumber = (a: Tested, b: Tested): number => (a.holding.policy.policyNumber < b.holding.policy.policyNumber ? -1 : 1)

const numbers = (some: readonly Tested[]): string => listed(some.toSorted(byNumber).map(({ holding }) => holding.policy.policyNumber))

/** Shown to banks only where a 7-pay premium is stated: their policies are modified endowment contracts by design. Nothing in reviews made before they were kept. */
export function sevenPayFindings(figures: ReviewFigures): ReviewFinding[] {
  const { holdings, snapshot, frame } = figures
  if (holdings.every(({ more }) => more.sevenPay === undefined)) return []
  const all = testedOf(figures)
  const stated = all.filter(({ standing }) => standing.result !== 'NOT_STATED')
  const say = (status: ReviewFinding['status'], sentences: readonly string[]) => [
    finding('seven-pay', '7-pay test', status, sentences.join(' ')),
  ]
  if (stated.length === 0)
    return frame === 'COLI'
      ? say('unknown', [
          'No 7-pay premium is on file, so the 7-pay test (IRC 7702A) is not made. It is entered in the register, under 7-pay tests.',
        ])
      : []
  const of = (result: SevenPayStanding['result']) => stated.filter(({ standing }) => standing.result === result)
  const [exceeded, missing, atLimit] = [of('EXCEEDED'), of('UNKNOWN'), of('AT_LIMIT')]
  const unmarked = exceeded.filter(({ standing }) => standing.contradiction === 'UNMARKED')
  const marked = stated.filter(({ standing }) => standing.contradiction === 'MARKED')
  const running = [...of('WITHIN'), ...atLimit]
  const sevenYearsAgo = addMonthEnds(snapshot.asset.period, -SEVEN_YEARS * MONTHS_OF_A_YEAR)
  const untold = all.filter(
    ({ standing, holding: { policy, more } }) =>
      standing.result === 'NOT_STATED' && !more.modifiedEndowment && policy.issueDate > sevenYearsAgo,
  )
  const policies = (some: readonly Tested[]) => counted(some.length, 'policy', 'policies')
  const status =
    unmarked.length > 0
      ? 'bad'
      : exceeded.length + marked.length > 0
        ? 'watch'
        : missing.length + untold.length === 0
          ? 'good'
          : running.length > 0
            ? 'watch'
            : 'unknown'
  return say(status, [
    ...(exceeded.length > 0
      ? [
          `${exceeded.length} of ${policies(stated)} with a 7-pay premium on file ${exceeded.length === 1 ? 'was' : 'were'} paid more than the limit: ${numbers(exceeded)}.`,
        ]
      : running.length > 0
        ? [`${policies(running)} in the seven years with a 7-pay premium on file: none was paid more than its limit.`]
        : missing.length > 0
          ? []
          : ['No policy with a 7-pay premium on file is in its seven years any more.']),
    ...(unmarked.length > 0 ? [`The register does not mark as modified endowment contracts: ${numbers(unmarked)}.`] : []),
    ...(marked.length > 0 ? [`Marked as modified endowment contracts, though the test on file is not failed: ${numbers(marked)}.`] : []),
    ...(atLimit.length > 0 ? [`At the limit until the next contract year: ${numbers(atLimit)}.`] : []),
    ...(missing.length > 0 ? [`Premiums are missing in the register, and the carrier’s sum is not on file: ${numbers(missing)}.`] : []),
    ...(untold.length > 0 ? [`Issued within seven years, without a 7-pay premium on file: ${policies(untold)}.`] : []),
  ])
}

const resultOf = ({ result, exceededOn, contradiction }: SevenPayStanding): string =>
  [
    result === 'EXCEEDED' ? `${SEVEN_PAY_RESULTS.EXCEEDED} on ${formatDate(exceededOn)}` : SEVEN_PAY_RESULTS[result],
    ...(contradiction === null ? [] : [contradiction === 'UNMARKED' ? 'not marked a MEC' : 'marked a MEC']),
  ].join(', ')

/** Nothing where no 7-pay premium is on file, or all of them are past their seven years: the finding says so. */
export function sevenPayBlocks(figures: ReviewFigures): ReviewBlock[] {
  const tested = testedOf(figures)
  if (!tested.some(isShown)) return []
  return [
    tableBlock(
      'seven-pay',
      'Policies in their 7-pay period',
      [
        column('policy', 'Policy', 'text', { width: 14, group: 'key' }),
        column('startsOn', 'Period began', 'date'),
        column('year', 'Contract year', 'count', { formula: 'contractYear' }),
        column('premium', '7-pay premium', 'money', { formula: 'sevenPayPremium' }),
        column('limit', 'Limit so far', 'money', { formula: 'sevenPayLimit' }),
        column('paid', 'Paid so far', 'money', { formula: 'sevenPayPaid' }),
        column('headroom', 'Headroom', 'money', { formula: 'sevenPayRoom' }),
        column('result', 'Result', 'text', { width: 24 }),
      ],
      tested
        .filter(isShown)
        .toSorted(byNumber)
        .map(({ holding, standing }) => ({
          id: String(holding.policy.policyId),
          policy: holding.policy.policyNumber,
          startsOn: standing.period?.startsOn ?? null,
          // Past the seven years a policy stands as at their end.
          year: standing.premiumsDue,
          premium: standing.period?.annualPremium ?? null,
          limit: standing.limit,
          paid: standing.paid,
          headroom: standing.headroom,
          result: resultOf(standing),
        })),
      {
        note: 'IRC 7702A(b): what was paid in the first seven contract years may at no time exceed the 7-pay premiums due by then, of which one is due on the first day of each year; a material change begins a new period. Premiums are as the carriers state them. Paid are premiums less refunds and withdrawals, taken as untaxed up to what was paid; loans and exchanges do not count. Premiums paid back come off on the day they were; that those of a contract year’s first 60 days count for the year before is told by the carrier’s sum only.',
      },
    ),
  ]
}

/** The parts of a policy's amount paid, by the policy's id. */
export function sevenPayBasis(figures: ReviewFigures): ReadonlyMap<string, Basis> {
  return new Map(
    testedOf(figures).map(({ holding, standing: { parts } }) => [
      String(holding.policy.policyId),
      parts === null ? {} : { statedPaid: parts.stated, premiumsPaid: parts.premiums, untaxedTaken: parts.withdrawals },
    ]),
  )
}
