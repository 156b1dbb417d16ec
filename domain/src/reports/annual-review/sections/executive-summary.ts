/** Section 1 of an annual review: a sentence on each subject, the scorecard beside last year and limits, the actions asked of the board. */

import {
  CAPITAL_BASIS_NAMES,
  capitalBase,
  concentration,
  DEFAULT_LIMITS,
  type LimitTest,
  STATUS_OF_LIMIT,
} from '../../../calculations/concentration.ts'
import { AGENCY_NAMES, RATING_AGENCIES, ratingOrdinal } from '../../../carriers/ratings.ts'
import { ratingsInForce } from '../../../carriers/watch-list.ts'
import { type Cents, formatPercent } from '../../../primitives/money.ts'
import { formatLongDate, type PlainDate } from '../../../primitives/period.ts'
import { worstOf } from '../blocks.ts'
import { saysWhatIsSigned } from '../completeness.ts'
import { aggregateOf, largestOf, measuredOf } from '../entity-limits.ts'
import type { ReviewFigures, ReviewYear } from '../figures.ts'
import { firstFullYear, shownYears, wholeValueOf } from '../gaps.ts'
import type { ReviewFinding, ReviewSummary, ScorecardRow } from '../view.ts'
import { carrierFindings, carriersHeld } from './carriers.ts'
import { complianceFindings, consentShare } from './compliance.ts'
import { limitFindings } from './concentration.ts'
import { historyOf } from './holdings.ts'
import { claimFindings } from './mortality.ts'
import { peerComparisons, placeStatus } from './peers.ts'
import { performanceFindings } from './performance.ts'
import { illustrationFindings } from './performance-illustrations.ts'
import { activeShare, employedSentence, populationFindings } from './population.ts'
import { costRecoveryFinding } from './program.ts'

interface Concluded {
  certification: string[]
  isSigned: boolean
  /** A rating of a risk is at odds with its own tests. */
  isContradicted: boolean
  notMade: ReviewFinding | null
}

export function summaryOf(figures: ReviewFigures, { certification, isSigned, isContradicted, notMade }: Concluded): ReviewSummary {
  return {
    conclusions: [...conclusionsOf(figures), ...(notMade ? [notMade] : [])],
    scorecard: scorecardOf(figures),
    scorecardNote: firstFullYear(figures.years),
    history: historyOf(figures),
    actions: [
      ...actionsOf(figures),
      ...(isContradicted ? ['Reconsider the ratings of risk that their own tests contradict, or record why they stand.'] : []),
      ...(isSigned ? [] : ['Complete and sign management’s assessment of each risk.']),
    ],
    certification,
    meeting: meetingOf(figures),
  }
}

/** A meeting that is yet to come has considered nothing. */
function meetingOf({ snapshot }: ReviewFigures): string {
  const { boardMeetingOn } = snapshot.texts
  if (boardMeetingOn === null) return `Date of the board’s meeting: ${'_'.repeat(20)}`
  const isAhead = saysWhatIsSigned(snapshot) && boardMeetingOn > snapshot.asset.preparedOn
  return `${isAhead ? 'To be considered' : 'Considered'} by the board at its meeting of ${formatLongDate(boardMeetingOn)}.`
}

/** One sentence a subject, with the worst of its tests. */
function conclusionsOf(figures: ReviewFigures): ReviewFinding[] {
  const subject = (id: string, label: string, findings: ReviewFinding[], good: string): ReviewFinding[] => {
    const [first] = findings
    if (!first) return []
    const status = worstOf(findings.map((one) => one.status))
    const worst = findings.filter((one) => one.status === status)
    // Away from its table a test of one carrier has to name it.
    const said = worst.map(({ label: name, sentence }) =>
      (worst.length > 1 || id === 'carriers') && !sentence.startsWith(name) ? `${name}: ${sentence}` : sentence,
    )
    return [
      {
        id: `conclusion-${id}`,
        label,
        status,
        sentence: status === 'good' ? good : [...said.slice(0, 2), ...(said.length > 2 ? [`${said.length - 2} more.`] : [])].join(' '),
        section: first.section,
      },
    ]
  }
  return [
    ...subject('limits', 'Limits', limitFindings(figures), limitFindings(figures)[0]?.sentence ?? ''),
    ...subject(
      'carriers',
      'Carriers',
      carrierFindings(figures),
      'No carrier is on watch: ratings are current and at or above the board’s minimums.',
    ),
    ...subject(
      'performance',
      'Performance',
      [...performanceFindings(figures), ...illustrationFindings(figures)],
      performanceFindings(figures).find(({ id }) => id === 'yield')?.sentence ?? '',
    ),
    ...subject('cost-recovery', 'Cost recovery', [costRecoveryFinding(figures)], costRecoveryFinding(figures).sentence),
    ...subject(
      'people',
      'People insured',
      populationFindings(figures),
      [...new Set([employedSentence(figures), ...populationFindings(figures).map(({ sentence }) => sentence)])].join(' '),
    ),
    ...subject('claims', 'Claims', claimFindings(figures), claimFindings(figures)[0]?.sentence ?? ''),
    ...subject('compliance', 'Compliance', complianceFindings(figures), 'Consents, Form 8925 and the board’s approvals are complete.'),
  ]
}

function scorecardOf(figures: ReviewFigures): ScorecardRow[] {
  const { year, lastYear, people, snapshot, frame } = figures
  const row = (
    id: string,
    metric: string,
    kind: ScorecardRow['kind'],
    thisYear: ScorecardRow['thisYear'],
    before: ScorecardRow['lastYear'],
    limit = '',
    status: ScorecardRow['status'] = null,
  ): ScorecardRow => ({ id, metric, kind, thisYear, lastYear: before, limit, status })
  const before = lastYear && shownYears([lastYear]).length > 0 ? lastYear : null
  const consents = consentShare(people)
  return [
    row('value', 'Cash surrender value', 'money', year.cashSurrenderValue, wholeValueOf(before)),
    row('income', 'Income for the year', 'money', year.income, before?.income ?? null),
    row('yield', 'Net yield', 'percent', year.netYield, before?.netYield ?? null),
    row('equivalent', 'Tax-equivalent yield', 'percent', year.taxEquivalentYield, before?.taxEquivalentYield ?? null),
    ...concentrationRows(figures, before),
    row(
      'rating',
      'Lowest AM Best rating held',
      'text',
      lowestRating(figures, snapshot.asset.period),
      lowestRating(figures, year.from),
      minimumText(figures),
      ratingStatus(figures),
    ),
    row(
      'active',
      'Insured people still employed',
      'percent',
      activeShare(people, snapshot.asset.period),
      // Whoever's policies ended since is not among these people: a share without them would be that of the others.
      snapshot.ended.some(({ endedOn }) => endedOn > year.from && endedOn <= snapshot.asset.period)
        ? null
        : activeShare(
            people.filter(({ holdings }) => holdings.some(({ policy }) => policy.issueDate <= year.from)),
            year.from,
          ),
    ),
    row(
      'consents',
      'Valid consents, of those required',
      'percent',
      consents,
      null,
      '100.00%',
      consents === null ? null : consents === 1 ? 'good' : 'bad',
    ),
    row('deaths', 'Deaths', 'count', year.deaths, lastYear?.deaths ?? null),
    row('proceeds', 'Death benefits received', 'money', year.proceeds, lastYear?.proceeds ?? null),
    ...(frame === 'COLI' ? [] : peerRow(figures)),
  ]
}

function peerRow(figures: ReviewFigures): ScorecardRow[] {
  const [tier1] = peerComparisons(figures) ?? []
  const place = tier1?.percentile ?? null
  return [
    {
      id: 'peers',
      metric: 'Percentile among peers, % of Tier 1',
      kind: 'count',
      thisYear: place === null ? null : Math.round(place * 100),
      lastYear: null,
      limit: place === null ? 'Not imported' : `Median ${formatPercent(tier1?.quartiles?.median ?? null)} of Tier 1`,
      status: tier1 && place !== null && placeStatus(tier1, figures.snapshot) === 'watch' ? 'watch' : null,
    },
  ]
}

function concentrationRows(figures: ReviewFigures, before: ReviewYear | null): ScorecardRow[] {
  const { snapshot, year, frame } = figures
  const largest = (one: ReviewYear | null): Cents | null =>
    one && one.missing === 0 ? ([...one.carriers.values()].toSorted((a, b) => b - a)[0] ?? null) : null
  if (frame === 'COLI') {
    const share = (one: ReviewYear | null) => {
      const most = largest(one)
      const whole = wholeValueOf(one)
      return most !== null && whole !== null ? most / whole : null
    }
    return [
      {
        id: 'largest',
        metric: 'Largest carrier, % of program',
        kind: 'percent',
        thisYear: share(year),
        lastYear: share(before),
        limit: '',
        status: null,
      },
    ]
  }
  const { perCarrier, aggregate, basis } = snapshot.asset.limits ?? DEFAULT_LIMITS
  const then = before?.capital ? capitalBase(before.capital, basis) : null
  const line = (id: string, metric: string, test: LimitTest | undefined, was: Cents | null, limit: number): ScorecardRow => ({
    id,
    metric: `${metric}, % of ${CAPITAL_BASIS_NAMES[basis]}`,
    kind: 'percent',
    thisYear: test?.ratio ?? null,
    lastYear: was === null || then === null ? null : concentration(was, then),
    limit: formatPercent(limit),
    status: STATUS_OF_LIMIT[test?.status ?? 'unknown'],
  })
  const lastYear = measuredOf(figures, before)
  return [
    line('aggregate', 'All carriers', aggregateOf(figures), lastYear.all, aggregate),
    line('largest', 'Largest carrier', largestOf(figures), lastYear.largest, perCarrier),
  ]
}

/** The carriers held now, on the scale of AM Best, which rates nearly all of them. */
function lowestRating(figures: ReviewFigures, on: PlainDate): string | null {
  const rated = carriersHeld(figures).flatMap(({ ratings }) => {
    const held = ratingsInForce(ratings, on).get('AM_BEST')
    const ordinal = held ? ratingOrdinal('AM_BEST', held.rating) : null
    return held && ordinal !== null ? [{ rating: held.rating, ordinal }] : []
  })
  return rated.toSorted((a, b) => b.ordinal - a.ordinal)[0]?.rating ?? null
}

/** Against the board's minimum on the same scale; null where there is none, or nothing is rated. */
function ratingStatus(figures: ReviewFigures): ScorecardRow['status'] {
  const [held, least] = [lowestRating(figures, figures.snapshot.asset.period), figures.snapshot.board?.minimums.AM_BEST].map((rating) =>
    rating ? ratingOrdinal('AM_BEST', rating) : null,
  )
  if (figures.snapshot.asset.edition === undefined) return null
  if (held === null || held === undefined || least === null || least === undefined) return null
  return held <= least ? 'good' : 'bad'
}

function minimumText({ snapshot }: ReviewFigures): string {
  const agency = RATING_AGENCIES.find((one) => one === 'AM_BEST' && snapshot.board?.minimums[one])
  return agency ? `${AGENCY_NAMES[agency]} ${snapshot.board?.minimums[agency]}` : ''
}

/** Actions asked of the board: of each test that is not met, or on watch, the one thing that settles it. */
function actionsOf(figures: ReviewFigures): string[] {
  const bad = [
    ...limitFindings(figures),
    ...carrierFindings(figures),
    ...complianceFindings(figures),
    ...populationFindings(figures),
    costRecoveryFinding(figures),
  ].filter(({ status }) => status === 'bad' || status === 'watch')
  const asked = new Set<string>()
  for (const { id, status } of bad) {
    if (id === 'aggregate' || id === 'largest-carrier' || (id.startsWith('carrier-credit') === false && id.startsWith('carrier-')))
      asked.add(
        status === 'bad'
          ? 'Decide on holdings above a limit: approve them with an analysis that justifies it, or set a plan to come back within it.'
          : 'Take no further policies near a limit without a new look at concentration.',
      )
    else if (id.startsWith('carrier-credit-'))
      asked.add('Review the carriers on watch, and record the institution’s own conclusion on each.')
    else if (id === 'consents')
      asked.add('Locate or cure the missing and defective consents, and take counsel’s advice on the policies concerned.')
    else if (id === 'form-8925')
      asked.add(
        figures.snapshot.form8925?.releasedOn
          ? 'Settle the consents that line 4b of Form 8925 counts before the form is filed with the year’s tax return.'
          : 'Have Form 8925 prepared and filed with the year’s tax return.',
      )
    else if (id === 'board-policy' || id === 'board-review')
      asked.add('Approve the policy on life insurance and review the program at least once a year.')
    else if (id === 'multiples') asked.add('Review the death benefits above the board’s multiple of salary.')
    else if (id === 'cost-recovery')
      asked.add('Compare the program’s income with the benefit expense that it is to recover before buying more.')
    else if (id === 'purchases') asked.add('Confirm that the pre-purchase analysis of the year’s purchases is on file.')
  }
  return [...asked]
}
