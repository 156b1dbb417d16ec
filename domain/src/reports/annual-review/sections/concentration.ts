/** Section 4 of an annual review: what is held with each carrier and in all, of both bases of capital, against every limit, with trend and projection. */

import {
  CAPITAL_BASIS_NAMES,
  capitalBase,
  concentration,
  DEFAULT_LIMITS,
  type LimitTest,
  limitTest,
  ownValueOf,
  projectedBreach,
  STATUS_OF_LIMIT,
} from '../../../calculations/concentration.ts'
import { compoundGrowth } from '../../../calculations/yields.ts'
import { counted } from '../../../primitives/counted.ts'
import type { CapitalBasis } from '../../../primitives/insurance-terms.ts'
import { type Cents, cents, formatMoney, formatPercent, sumCents } from '../../../primitives/money.ts'
import { formatDate, formatLongDate } from '../../../primitives/period.ts'
import { capitalSource, column, figure, findingsBlock, findingsOf, tableBlock, trendBlock } from '../blocks.ts'
import { aggregateOf, isPartOfMore, largestOf, measuredOf, partsTable } from '../entity-limits.ts'
import type { ReviewFigures } from '../figures.ts'
import { gapsOf, partialYears, shownYears } from '../gaps.ts'
import type { ReviewCapital } from '../snapshot.ts'
import type { ReviewBlock, ReviewFinding } from '../view.ts'
import { limitTable } from './concentration-limits.ts'
import { statedCapitalFinding } from './stated-capital.ts'

const finding = findingsOf('CONCENTRATION')

/** All carriers and each of them against the board's own limits, or the guideline where it set none. */
export function limitFindings({ asset, frame, snapshot }: ReviewFigures): ReviewFinding[] {
  if (frame === 'COLI') return []
  const [aggregate, largest] = [aggregateOf({ asset }), largestOf({ asset })]
  const carriers = asset.limitTests.filter(({ key }) => key !== 'aggregate')
  const whose = snapshot.asset.limits ? 'the board’s limits' : 'the guideline, since the board’s limits are not on file'
  const test = (id: string, label: string, tested: LimitTest | undefined) =>
    tested
      ? [finding(id, label, STATUS_OF_LIMIT[tested.status], `${tested.sentence}${id === 'aggregate' ? ` Measured on ${whose}.` : ''}`)]
      : []
  return [
    ...test('aggregate', 'All carriers', aggregate),
    ...test('largest-carrier', 'Largest carrier', largest),
    ...carriers
      .filter((one) => one !== largest && (one.status === 'over' || one.status === 'near'))
      .flatMap((one) => test(`carrier-${one.key}`, one.label, one)),
  ]
}

export function concentrationSection(figures: ReviewFigures): ReviewBlock[] {
  const { asset, snapshot, frame } = figures
  const herfindahl = asset.totals.herfindahl
  if (frame === 'COLI') return programShares(figures)
  const { capital } = snapshot.asset
  const [tier1, withAllowance] = (['TIER1', 'TIER1_PLUS_ACL'] as const).map((basis) => (capital ? capitalBase(capital, basis) : null))
  const aggregate = aggregateOf(figures)
  const isPart = aggregate?.parts !== undefined
  const over = (value: Cents, base: Cents | null | undefined) => (base ? concentration(value, base) : null)
  return [
    {
      kind: 'figures',
      id: 'capital',
      figures: [
        figure(
          'tier1',
          'Tier 1 capital',
          'money',
          tier1 ?? null,
          capital ? `${formatDate(capital.asOf)}, ${capitalSource(capital.source)}` : null,
        ),
        figure('allowance', 'Allowance for credit losses', 'money', capital?.allowance ?? null),
        figure('of-tier1', 'Program, % of Tier 1', 'percent', over(asset.totals.cashSurrenderValue, tier1)),
        figure('of-both', '% of Tier 1 and allowance', 'percent', over(asset.totals.cashSurrenderValue, withAllowance)),
        ...(aggregate?.parts
          ? [
              figure('all-of-tier1', 'All holdings, % of Tier 1', 'percent', over(aggregate.cashSurrenderValue, tier1)),
              figure('all-of-both', '% of Tier 1 and allowance', 'percent', over(aggregate.cashSurrenderValue, withAllowance)),
            ]
          : []),
        figure('herfindahl', 'Herfindahl index', 'count', herfindahl === null ? null : Math.round(herfindahl)),
      ],
    },
    ...findingsBlock('limits', 'Limits', [
      ...limitFindings(figures),
      ...statedCapitalFinding(figures),
      ...elsewhereFinding(figures),
      ...breachFinding(figures),
    ]),
    ...partsTable(figures, tier1, withAllowance),
    tableBlock(
      'concentration',
      'By carrier, on both bases of capital',
      [
        column('carrier', 'Carrier', 'text', { width: 20, group: 'key' }),
        column('value', isPart ? 'These policies' : 'Cash surrender value', 'money', { formula: 'ofPolicies' }),
        ...(isPart
          ? [
              column('elsewhere', 'Elsewhere', 'money', { formula: 'heldElsewhere' }),
              column('all', 'In all', 'money', { formula: 'hereAndElsewhere' }),
            ]
          : []),
        column('ofTier1', '% of Tier 1', 'percent', { total: 'computed', formula: 'shareOfTier1' }),
        column('ofBoth', '% of Tier 1 and allowance', 'percent', { total: 'computed', width: 12, formula: 'shareOfBoth' }),
        column('limit', 'Limit', 'percent', { total: 'computed', formula: 'limit' }),
        column('headroom', 'Headroom', 'money', { total: 'computed', formula: 'headroom' }),
        column('room', 'Headroom on Tier 1 and allowance', 'money', { total: 'computed', width: 16, formula: 'roomOnBoth' }),
      ],
      asset.limitTests
        .filter(({ key }) => key !== 'aggregate')
        .map((test) => ({ id: test.key, carrier: test.label, ...lineOf(test, tier1, withAllowance) })),
      {
        total: aggregate ? { carrier: 'All carriers', ...lineOf(aggregate, tier1, withAllowance) } : null,
        note: `Headroom is the limit times its base of capital, less the cash surrender value held${isPart ? ' in all' : ''}; below zero it is the amount over the limit.`,
      },
    ),
    limitTable(figures),
    ...trendOf(figures),
  ]
}

function lineOf(test: LimitTest, tier1: Cents | null | undefined, withAllowance: Cents | null | undefined) {
  const of = (base: Cents | null | undefined) => (base ? concentration(test.cashSurrenderValue, base) : null)
  const on = (basis: CapitalBasis, base: Cents | null | undefined) => limitTest({ ...test, basis, capital: base ?? null }).headroom
  const value = ownValueOf(test)
  return {
    value,
    ...(test.parts ? { elsewhere: cents(test.cashSurrenderValue - value), all: test.cashSurrenderValue } : {}),
    ofTier1: of(tier1),
    ofBoth: of(withAllowance),
    limit: test.limit,
    headroom: test.headroom,
    room: on('TIER1_PLUS_ACL', withAllowance),
  }
}

function trendOf(figures: ReviewFigures): ReviewBlock[] {
  const { years, snapshot } = figures
  const isPart = isPartOfMore(figures)
  const { aggregate, basis } = snapshot.asset.limits ?? DEFAULT_LIMITS
  const rows = shownYears(years)
  // A share of capital is told of all holdings alone.
  const ratio = (value: Cents | null, capital: ReviewCapital | null, on: CapitalBasis) => {
    const base = capital ? capitalBase(capital, on) : null
    return base && value !== null ? concentration(value, base) : null
  }
  const charted = rows.flatMap((year) => {
    const { to, capital } = year
    const [base, value] = [capital && capitalBase(capital, basis), measuredOf(figures, year).all]
    return base && value !== null ? [{ period: to, ratio: concentration(value, base), cashSurrenderValue: value, capital: base }] : []
  })
  return [
    ...trendBlock(
      'concentration-trend',
      `${isPart ? 'All holdings' : 'Program'}, of ${CAPITAL_BASIS_NAMES[basis]}, by fiscal year`,
      `Share of capital at ${counted(charted.length, 'year end')}, against the limit of ${formatPercent(aggregate)}.`,
      { kind: 'concentration', years: charted, limit: aggregate, basis: CAPITAL_BASIS_NAMES[basis] },
    ),
    tableBlock(
      'concentration-years',
      'Trend',
      [
        column('year', 'Year to', 'date', { group: 'key' }),
        column('asOf', 'Capital as of', 'date'),
        column('tier1', 'Tier 1', 'money', { total: 'none', formula: 'capitalStated' }),
        column('allowance', 'Allowance', 'money', { total: 'none', formula: 'capitalStated' }),
        column('value', isPart ? 'This program' : 'Cash surrender value', 'money', { total: 'none', formula: 'yearEndValue' }),
        ...(isPart
          ? [
              column('elsewhere', 'Elsewhere', 'money', { total: 'none', formula: 'heldElsewhere' }),
              column('all', 'In all', 'money', { total: 'none', formula: 'hereAndElsewhere' }),
            ]
          : []),
        column('ofTier1', '% of Tier 1', 'percent', { formula: 'shareOfTier1' }),
        column('ofBoth', '% of Tier 1 and allowance', 'percent', { width: 12, formula: 'shareOfBoth' }),
      ],
      rows.map((year) => {
        const { to, capital, cashSurrenderValue } = year
        const { all, elsewhere } = measuredOf(figures, year)
        return {
          id: to,
          year: to,
          asOf: capital?.asOf ?? null,
          tier1: capital?.tier1 ?? null,
          allowance: capital?.allowance ?? null,
          value: cashSurrenderValue,
          ...(isPart ? { elsewhere, all } : {}),
          ofTier1: ratio(all, capital, 'TIER1'),
          ofBoth: ratio(all, capital, 'TIER1_PLUS_ACL'),
        }
      }),
      {
        partial: partialYears(rows),
        note: [isPart && snapshot.asset.entity?.stated ? VENDORS_NOW : '', gapsOf(years).trim()].filter(Boolean).join(' ') || null,
      },
    ),
  ]
}

/** When the aggregate would pass its limit if value grew at the year's yield and capital as it has. */
function breachFinding({ asset, years, year, snapshot }: ReviewFigures): ReviewFinding[] {
  const { aggregate, basis } = snapshot.asset.limits ?? DEFAULT_LIMITS
  const base = snapshot.asset.capital ? capitalBase(snapshot.asset.capital, basis) : null
  const say = (status: ReviewFinding['status'], sentence: string) => [finding('projected-breach', 'Projection', status, sentence)]
  const held = aggregateOf({ asset })
  const value = held?.cashSurrenderValue ?? cents(0)
  if (base === null || year.netYield === null || value <= 0)
    return say('unknown', 'Without capital and the year’s yield no projection can be made.')
  if (held?.lacking) return say('unknown', `No projection can be made of a part of what is held: ${held.lacking}.`)
  const known = years.flatMap(({ capital }) => (capital ? [capital] : []))
  const [first, last] = [known[0], known.at(-1)]
  const [before, after] = [first && capitalBase(first, basis), last && capitalBase(last, basis)]
  const apart = first && last ? Number(last.yearEnd.slice(0, 4)) - Number(first.yearEnd.slice(0, 4)) : 0
  const growth = before && after && apart > 0 && first?.asOf !== last?.asOf ? compoundGrowth(before, after, apart) : 0
  const breach = projectedBreach({
    cashSurrenderValue: value,
    growth: year.netYield,
    capital: base,
    capitalGrowth: growth,
    limit: aggregate,
    from: snapshot.asset.period,
  })
  const terms = `value growing at the year’s ${formatPercent(year.netYield)} and capital at ${formatPercent(growth)} a year`
  if (breach === null) return say('good', `With ${terms}, the limit of ${formatPercent(aggregate)} is not passed.`)
  if (breach === snapshot.asset.period) return say('bad', `The limit of ${formatPercent(aggregate)} is already exceeded.`)
  const soon = breach <= addYears(snapshot.asset.period)
  return say(soon ? 'watch' : 'good', `With ${terms}, the limit of ${formatPercent(aggregate)} is passed on ${formatLongDate(breach)}.`)
}
const VENDORS_NOW = 'Policies with other vendors are known as last stated: years before leave them out.'
const addYears = (date: string): string => `${Number(date.slice(0, 4)) + 2}${date.slice(4)}`

/** Policies with other vendors, as the questionnaire stated them: in reviews of before they were measured with the others. */
function elsewhereFinding({ asset, snapshot }: ReviewFigures): ReviewFinding[] {
  const elsewhere = snapshot.answers?.elsewhere ?? []
  if (elsewhere.length === 0 || snapshot.asset.entity) return []
  const { aggregate, basis } = snapshot.asset.limits ?? DEFAULT_LIMITS
  const value = cents(asset.totals.cashSurrenderValue + sumCents(elsewhere.map(({ cashSurrenderValue }) => cashSurrenderValue)))
  const tested = limitTest({
    key: 'elsewhere',
    label: 'With policies of other vendors',
    cashSurrenderValue: value,
    limit: aggregate,
    basis,
    capital: snapshot.asset.capital ? capitalBase(snapshot.asset.capital, basis) : null,
  })
  return [
    finding(
      'elsewhere',
      'With other vendors',
      STATUS_OF_LIMIT[tested.status],
      `${tested.sentence} ${formatMoney(value)} in all as stated.`,
    ),
  ]
}

/** A corporation has no capital base: each carrier's part of the program. */
function programShares({ asset }: ReviewFigures): ReviewBlock[] {
  const total = asset.totals.cashSurrenderValue
  // Limits take in what is held elsewhere; parts of the program are of its own policies.
  const carriers = asset.limitTests
    .filter(({ key }) => key !== 'aggregate')
    .map(({ key, label, ...test }) => ({ key, label, value: ownValueOf(test), isElsewhere: test.parts !== undefined }))
    .filter(({ value, isElsewhere }) => value > 0 || !isElsewhere)
    .toSorted((a, b) => b.value - a.value || (a.label < b.label ? -1 : 1))
  const { herfindahl } = asset.totals
  return [
    {
      kind: 'figures',
      id: 'shares',
      figures: [
        figure('carriers', 'Carriers', 'count', carriers.length),
        figure('largest', 'Largest carrier, % of program', 'percent', total > 0 ? (carriers[0]?.value ?? 0) / total : null),
        figure('herfindahl', 'Herfindahl index', 'count', herfindahl === null ? null : Math.round(herfindahl)),
      ],
    },
    tableBlock(
      'concentration',
      'By carrier, % of program',
      [
        column('carrier', 'Carrier', 'text', { width: 30, group: 'key' }),
        column('value', 'Cash surrender value', 'money', { formula: 'ofPolicies' }),
        column('share', '% of program', 'percent', { total: 'computed', formula: 'shareOfTotal' }),
      ],
      carriers.map(({ key, label, value }) => ({
        id: key,
        carrier: label,
        value,
        share: total > 0 ? value / total : null,
      })),
      { total: { carrier: 'Total', value: total, share: total > 0 ? 1 : null } },
    ),
  ]
}
