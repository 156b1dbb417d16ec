/** Section 9 of an annual review: who is insured, who still works here, death benefits beside salaries, and what changed in the year. */

import { EMPLOYMENT_STATUSES, employmentStatusAt, INSURED_ROLES, isEmployedAt, roleAt } from '../../../policies/register.ts'
import { counted } from '../../../primitives/counted.ts'
import { formatPercent, sumCents } from '../../../primitives/money.ts'
import type { PlainDate } from '../../../primitives/period.ts'
import { column, figure, findingsBlock, findingsOf, listed, tableBlock, wordFor } from '../blocks.ts'
import type { ReviewFigures, ReviewPerson } from '../figures.ts'
import type { ReviewBlock, ReviewFigure, ReviewFinding } from '../view.ts'
import { countsFacts } from './facts.ts'

const finding = findingsOf('POPULATION')

/** An employee, officer or director at a date, as Form 8925 and the asset report count it. */
export const isActiveAt = ({ insured }: ReviewPerson, on: PlainDate): boolean => isEmployedAt(insured, on)

/** Active people of all insured; null when nobody is. */
export const activeShare = (people: readonly ReviewPerson[], on: PlainDate): number | null =>
  people.length === 0 ? null : people.filter((person) => isActiveAt(person, on)).length / people.length

/** A finer multiple would give the salary away; a further zero would pretend to be one. */
const MULTIPLE_DIGITS = 1

/** Death benefit over salary of those employed whose salary is known, the highest first. */
export function multiplesOf(people: readonly ReviewPerson[], on: PlainDate): { person: ReviewPerson; multiple: number }[] {
  return people
    .flatMap((person) => {
      const salary = person.insured.annualCompensation
      return salary !== null && salary > 0 && isActiveAt(person, on)
        ? [{ person, multiple: Math.round((person.deathBenefit / salary) * 10) / 10 }]
        : []
    })
    .sort((a, b) => b.multiple - a.multiple || (a.person.insured.name < b.person.insured.name ? -1 : 1))
}

export const highestMultiple = (id: string, multiples: ReturnType<typeof multiplesOf>): ReviewFigure => ({
  ...figure(id, 'Highest death benefit, times salary', 'decimal', multiples[0]?.multiple ?? null),
  digits: MULTIPLE_DIGITS,
})

/** "76.36% of 55 people insured are still employed." */
export function employedSentence({ people, snapshot }: ReviewFigures): string {
  const active = activeShare(people, snapshot.asset.period)
  return active === null
    ? 'No one is insured.'
    : `${formatPercent(active)} of ${counted(people.length, 'person', 'people')} insured ${people.length === 1 ? 'is' : 'are'} still employed.`
}

export function populationFindings(figures: ReviewFigures): ReviewFinding[] {
  const { people, snapshot } = figures
  const on = snapshot.asset.period
  const multiples = multiplesOf(people, on)
  const limit = snapshot.board?.maxSalaryMultiple ?? null
  const above = limit === null ? [] : multiples.filter(({ multiple }) => multiple > limit)
  return [
    ...(countsFacts(snapshot)
      ? [finding('active', 'Still employed', people.length === 0 ? 'unknown' : 'good', employedSentence(figures))]
      : []),
    finding(
      'multiples',
      'Death benefit and salary',
      limit === null || multiples.length === 0 ? 'unknown' : above.length > 0 ? 'bad' : 'good',
      multiples.length === 0
        ? 'No salary is on file, so death benefits cannot be compared with salaries.'
        : limit === null
          ? `The highest death benefit is ${multiples[0]?.multiple.toFixed(MULTIPLE_DIGITS)} times salary; the board has set no limit.`
          : above.length > 0
            ? `${counted(above.length, 'person', 'people')} ${above.length === 1 ? 'is' : 'are'} insured for more than the board’s ${limit} times salary: ${listed(above.map(({ person }) => person.insured.name))}.`
            : `The highest death benefit is ${multiples[0]?.multiple.toFixed(MULTIPLE_DIGITS)} times salary, within the board’s ${limit}.`,
    ),
  ]
}

const BANDS = [
  ['Up to 2 times', 0, 2],
  ['2 to 4 times', 2, 4],
  ['4 to 6 times', 4, 6],
  ['6 to 10 times', 6, 10],
  ['More than 10 times', 10, Number.POSITIVE_INFINITY],
] as const
const HIGHEST = 10

export function populationSection(figures: ReviewFigures): ReviewBlock[] {
  const { people, snapshot, year } = figures
  const on = snapshot.asset.period
  const multiples = multiplesOf(people, on)
  const unknown = people.filter((person) => isActiveAt(person, on)).length - multiples.length
  const limit = snapshot.board?.maxSalaryMultiple ?? null
  const byStatus = Map.groupBy(people, ({ insured }) => employmentStatusAt(insured, on))
  const benefit = (some: readonly ReviewPerson[]) => sumCents(some.map(({ deathBenefit }) => deathBenefit))
  const share = (some: readonly ReviewPerson[]) => (people.length > 0 ? some.length / people.length : null)
  const left = people.filter((person) => isActiveAt(person, year.from) && !isActiveAt(person, on))
  return [
    {
      kind: 'figures',
      id: 'population',
      figures: [
        figure('people', 'People insured', 'count', people.length),
        figure('active', 'Still employed', 'percent', activeShare(people, on)),
        highestMultiple('highest', multiples),
        figure('left', 'Left or died in the year, still insured', 'count', left.length),
      ],
    },
    ...findingsBlock('population-tests', 'Population', populationFindings(figures)),
    tableBlock(
      'statuses',
      'Employment at the date of this review',
      [
        column('status', 'Status', 'text', { width: 24, group: 'key' }),
        column('people', 'People', 'count', { total: 'sum', formula: 'ofPeople' }),
        column('share', '% of people', 'percent', { total: 'computed', formula: 'shareOfPeople' }),
        column('policies', 'Policies', 'count', { total: 'sum', formula: 'policiesOfPeople' }),
        column('benefit', 'Death benefit', 'money', { formula: 'benefitOfPeople' }),
      ],
      Object.keys(EMPLOYMENT_STATUSES).flatMap((status) => {
        const some = byStatus.get(status) ?? []
        return some.length === 0
          ? []
          : [
              {
                id: status,
                status: wordFor(EMPLOYMENT_STATUSES, status),
                people: some.length,
                share: share(some),
                policies: some.reduce((sum, { holdings }) => sum + holdings.length, 0),
                benefit: benefit(some),
              },
            ]
      }),
      {
        total: {
          status: 'Total',
          people: people.length,
          share: share(people),
          policies: figures.holdings.length,
          benefit: benefit(people),
        },
        note: 'Still employed are those who had neither left nor died by this date; former employees and former directors are not, whatever their status.',
      },
    ),
    tableBlock(
      'multiples',
      'Death benefit and salary of those employed',
      [
        column('band', 'Death benefit over salary', 'text', { width: 30, group: 'key' }),
        column('people', 'People', 'count', { total: 'sum', formula: 'ofPeople' }),
        column('benefit', 'Death benefit', 'money', { formula: 'benefitOfPeople' }),
      ],
      BANDS.map(([band, from, to]) => {
        const some = multiples.filter(({ multiple }) => multiple > from && multiple <= to).map(({ person }) => person)
        return { id: band, band, people: some.length, benefit: benefit(some) }
      }),
      {
        total: { band: 'Total', people: multiples.length, benefit: benefit(multiples.map(({ person }) => person)) },
        note: `${unknown > 0 ? `${counted(unknown, 'person', 'people')} employed without a salary on file ${unknown === 1 ? 'is' : 'are'} left out. ` : ''}Multiples are rounded to one decimal.`,
      },
    ),
    tableBlock(
      'highest-multiples',
      'Highest multiples of salary',
      [
        column('insured', 'Insured', 'text', { width: 26, group: 'key' }),
        column('role', 'Role', 'text', { width: 14 }),
        column('policies', 'Policies', 'count', { formula: 'policiesOfPeople' }),
        column('multiple', 'Times salary', 'decimal', { formula: 'multiple', digits: MULTIPLE_DIGITS }),
        column('within', 'Within the limit', 'text', { width: 14 }),
      ],
      multiples
        .filter(({ multiple }, index) => index < HIGHEST || (limit !== null && multiple > limit))
        .map(({ person, multiple }) => ({
          id: String(person.insured.insuredId),
          insured: person.insured.name,
          role: wordFor(INSURED_ROLES, roleAt(person.insured, on)),
          policies: person.holdings.length,
          multiple,
          within: limit === null ? null : multiple <= limit ? 'Yes' : 'No',
        })),
      { note: limit === null ? 'The board has set no limit.' : `The board’s limit is ${limit} times salary.` },
    ),
    tableBlock(
      'left',
      'Left or died in the year, still insured',
      [
        column('insured', 'Insured', 'text', { width: 26, group: 'key' }),
        column('status', 'Status', 'text', { width: 16 }),
        column('since', 'Since', 'date'),
        column('policies', 'Policies', 'count', { total: 'sum', formula: 'policiesOfPeople' }),
        column('benefit', 'Death benefit', 'money', { formula: 'benefitOfPeople' }),
      ],
      left.map((person) => ({
        id: String(person.insured.insuredId),
        insured: person.insured.name,
        status: wordFor(EMPLOYMENT_STATUSES, employmentStatusAt(person.insured, on)),
        since: person.insured.dateOfDeath ?? person.insured.statusDate,
        policies: person.holdings.length,
        benefit: person.deathBenefit,
      })),
      {
        total: { insured: 'Total', policies: left.reduce((sum, { holdings }) => sum + holdings.length, 0), benefit: benefit(left) },
        note: 'Coverage continues when employment ends, as consents provide.',
      },
    ),
  ]
}
