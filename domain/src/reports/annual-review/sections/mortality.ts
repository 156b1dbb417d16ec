/** Section 6 of an annual review: deaths expected and seen, what they paid and how fast, and the ages of those insured. */

import { AGE_BANDS } from '../../../calculations/lives-by-age.ts'
import { counted } from '../../../primitives/counted.ts'
import { type Cents, cents, formatDecimal, formatMoney, sumCents } from '../../../primitives/money.ts'
import { daysBetween } from '../../../primitives/period.ts'
import { column, figure, findingsBlock, findingsOf, tableBlock } from '../blocks.ts'
import { type ReviewFigures, releasedBy } from '../figures.ts'
import { shownYears } from '../gaps.ts'
import type { ReviewEndedPolicy } from '../snapshot.ts'
import type { ReviewBlock, ReviewFinding } from '../view.ts'

const finding = findingsOf('MORTALITY')

/** The history begins with the book. */

/** Deaths of five years beyond twice the expected, or none where three were, are worth a question; chance alone moves small numbers. */
export function mortalityFindings({ years: all }: ReviewFigures): ReviewFinding[] {
  const years = shownYears(all)
  const expected = years.reduce((sum, year) => sum + year.expectedDeaths, 0)
  const deaths = years.reduce((sum, year) => sum + year.deaths, 0)
  const seen = `${counted(deaths, 'death')} in ${counted(years.length, 'year')} where the table expects ${formatDecimal(expected)}`
  if (expected < 1) return [finding('mortality', 'Mortality', 'unknown', `${seen}: too few to draw conclusions about mortality.`)]
  const unusual = deaths > expected * 2 && deaths - expected > 3
  return [finding('mortality', 'Mortality', unusual ? 'watch' : 'good', `${seen}.`)]
}

export function claimFindings({ snapshot, holdings }: ReviewFigures): ReviewFinding[] {
  const pending = holdings.filter(({ policy }) => policy.flags.pendingClaim)
  const late = pending.filter(
    ({ insured }) => insured.dateOfDeath !== null && daysBetween(insured.dateOfDeath, snapshot.asset.period) > LATE_CLAIM,
  )
  if (pending.length === 0) return [finding('claims', 'Claims', 'good', 'No death claim was pending at the date of this review.')]
  const sum = formatMoney(sumCents(pending.map(({ policy }) => policy.deathBenefit)))
  return [
    finding(
      'claims',
      'Claims',
      late.length > 0 ? 'watch' : 'good',
      `${counted(pending.length, 'claim')} for ${sum} ${pending.length === 1 ? 'was' : 'were'} pending${late.length > 0 ? `, ${late.length} of them for more than ${LATE_CLAIM} days after the death` : ''}.`,
    ),
  ]
}
const LATE_CLAIM = 90

export function mortalitySection(figures: ReviewFigures): ReviewBlock[] {
  const { year, snapshot } = figures
  const years = shownYears(figures.years)
  const paid = snapshot.ended
    .filter(({ status }) => status === 'DEATH_PAID')
    .toSorted((a, b) => (a.endedOn === b.endedOn ? a.policyId - b.policyId : a.endedOn < b.endedOn ? -1 : 1))
  return [
    {
      kind: 'figures',
      id: 'mortality',
      figures: [
        figure('deaths', 'Deaths in the year', 'count', year.deaths),
        figure('expected', 'Deaths expected by the table', 'decimal', year.expectedDeaths),
        figure('proceeds', 'Death benefits received', 'money', year.proceeds),
        figure('gain', 'Gain over value released', 'money', year.deathGain),
        figure('points', 'Cost of insurance, bps', 'decimal', year.costBasisPoints),
      ],
    },
    ...findingsBlock('mortality-tests', 'Mortality and claims', [...mortalityFindings(figures), ...claimFindings(figures)]),
    tableBlock(
      'deaths',
      'Deaths and proceeds by year',
      [
        column('year', 'Year to', 'date', { group: 'key' }),
        column('lives', 'People insured at start of year', 'count', { width: 12, formula: 'lives' }),
        column('expected', 'Deaths expected', 'decimal', { total: 'computed', formula: 'expectedDeaths' }),
        column('deaths', 'Deaths', 'count', { total: 'sum', formula: 'deaths' }),
        column('expectedProceeds', 'Proceeds expected', 'money', { formula: 'expectedProceeds' }),
        column('proceeds', 'Proceeds received', 'money', { formula: 'proceeds' }),
        column('gain', 'Gain', 'money', { formula: 'deathGain' }),
      ],
      years.map((one) => ({
        id: one.to,
        year: one.to,
        lives: one.lives,
        expected: one.expectedDeaths,
        deaths: one.deaths,
        expectedProceeds: one.expectedProceeds,
        proceeds: one.proceeds,
        gain: one.deathGain,
      })),
      {
        total: {
          year: 'Total',
          expected: years.reduce((sum, one) => sum + one.expectedDeaths, 0),
          deaths: years.reduce((sum, one) => sum + one.deaths, 0),
          expectedProceeds: sumCents(years.map(({ expectedProceeds }) => expectedProceeds)),
          proceeds: sumCents(years.map(({ proceeds }) => proceeds)),
          gain: sumCents(years.map(({ deathGain }) => deathGain)),
        },
        note: 'Expected deaths are computed from a curve fitted to the 2017 Loaded CSO mortality tables, by age and sex; those tables include a margin of safety, so insured groups usually see fewer deaths. Proceeds are the institution’s share; expected ones leave out policies without a value at the year’s beginning.',
      },
    ),
    tableBlock(
      'claims',
      'Claims paid',
      [
        column('insured', 'Insured', 'text', { width: 20, group: 'key' }),
        column('policy', 'Policy', 'text', { width: 13, group: 'key' }),
        column('carrier', 'Carrier', 'text', { width: 14 }),
        column('died', 'Died', 'date'),
        column('paid', 'Paid', 'date'),
        column('days', 'Days to payment', 'count', { width: 9, formula: 'claimDays' }),
        column('proceeds', 'Institution’s share', 'money', { formula: 'proceeds' }),
        column('released', 'Value released', 'money', { formula: 'releasedValue' }),
        column('gain', 'Gain', 'money', { formula: 'deathGain' }),
      ],
      paid.map((policy) => claimRow(policy, figures)),
      {
        total: {
          insured: 'Total',
          proceeds: sumCents(paid.map(({ institutionShare }) => institutionShare ?? cents(0))),
          released: sumCents(paid.map(releasedBy)),
          gain: cents(sumCents(paid.map(({ institutionShare }) => institutionShare ?? cents(0))) - sumCents(paid.map(releasedBy))),
        },
      },
    ),
    ages(figures),
  ]
}

function claimRow(policy: ReviewEndedPolicy, { snapshot }: ReviewFigures) {
  const died = snapshot.insureds.find(({ insuredId }) => insuredId === policy.insuredId)?.dateOfDeath ?? null
  const released = releasedBy(policy)
  return {
    id: String(policy.policyId),
    insured: policy.insuredName,
    policy: policy.policyNumber,
    carrier: snapshot.carriers.find(({ code }) => code === policy.carrierCode)?.shortName ?? policy.carrierCode,
    died,
    paid: policy.endedOn,
    days: died === null || died > policy.endedOn ? null : daysBetween(died, policy.endedOn),
    proceeds: policy.institutionShare,
    released,
    gain: policy.institutionShare === null ? null : cents(policy.institutionShare - released),
  }
}

function ages({ people }: ReviewFigures): ReviewBlock {
  const rows = [
    ...AGE_BANDS.map(([band, from, below]) => ({
      band: String(band),
      held: people.filter(({ insured: { age } }) => age !== null && age >= from && age < below),
    })),
    { band: 'Not known', held: people.filter(({ insured }) => insured.age === null) },
  ].filter(({ band, held }) => band !== 'Not known' || held.length > 0)
  const benefit = (held: typeof people): Cents => sumCents(held.map(({ deathBenefit }) => deathBenefit))
  return tableBlock(
    'ages',
    'Ages of those insured',
    [
      column('band', 'Age', 'text', { width: 20, group: 'key' }),
      column('people', 'People', 'count', { total: 'sum', formula: 'ofPeople' }),
      column('share', '% of people', 'percent', { total: 'computed', formula: 'shareOfPeople' }),
      column('benefit', 'Death benefit', 'money', { formula: 'benefitOfPeople' }),
    ],
    rows.map(({ band, held }) => ({
      id: band,
      band,
      people: held.length,
      share: people.length > 0 ? held.length / people.length : null,
      benefit: benefit(held),
    })),
    { total: { band: 'Total', people: people.length, share: people.length > 0 ? 1 : null, benefit: benefit(people) } },
  )
}
