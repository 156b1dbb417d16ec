/** Section 7 of an annual review: each carrier's ratings and five years of them, watch entries, minimums of the board, its own figures. */

import { AGENCY_NAMES, RATING_AGENCIES } from '../../../carriers/ratings.ts'
import type { ReviewRating } from '../../../carriers/watch-list.ts'
import { ratingsInForce, type WatchEntry, watchEntries } from '../../../carriers/watch-list.ts'
import { counted } from '../../../primitives/counted.ts'
import { MISSING, sumCents } from '../../../primitives/money.ts'
import { column, findingsBlock, findingsOf, tableBlock, wordFor } from '../blocks.ts'
import type { ReviewFigures } from '../figures.ts'
import type { ReviewCarrier } from '../snapshot.ts'
import type { ReviewBlock, ReviewFinding } from '../view.ts'
import { heldBy } from './holdings.ts'

const finding = findingsOf('CARRIER_CREDIT')

/** Carriers that still hold a policy, the largest first. */
export function carriersHeld({ snapshot, holdings }: ReviewFigures): ReviewCarrier[] {
  const value = (code: string) => sumCents(heldBy(holdings, code).map(({ policy }) => policy.cashSurrenderValue))
  return snapshot.carriers
    .filter(({ code }) => heldBy(holdings, code).length > 0)
    .toSorted((a, b) => value(b.code) - value(a.code) || (a.shortName < b.shortName ? -1 : 1))
}

export const watchOf = ({ snapshot }: ReviewFigures, carrier: ReviewCarrier): WatchEntry[] =>
  watchEntries(carrier.ratings, snapshot.board, snapshot.asset.period)

const SEVERE: ReadonlySet<WatchEntry['rule']> = new Set(['BELOW_MINIMUM', 'UNRATED'])

export function carrierFindings(figures: ReviewFigures): ReviewFinding[] {
  return carriersHeld(figures).map((carrier) => {
    const entries = watchOf(figures, carrier)
    const exit = carrier.activeInMarket ? [] : ['The carrier no longer sells this kind of insurance.']
    const status = entries.some(({ rule }) => SEVERE.has(rule)) ? 'bad' : entries.length + exit.length > 0 ? 'watch' : 'good'
    return finding(
      `carrier-credit-${carrier.code}`,
      carrier.shortName,
      status,
      status === 'good'
        ? 'No watch entry: ratings are current, stable or better, and at or above the board’s minimums.'
        : [...entries.map(({ sentence }) => sentence), ...exit].join(' '),
    )
  })
}

const OUTLOOKS: Readonly<Record<string, string>> = { POSITIVE: '↑', STABLE: '', NEGATIVE: '↓', DEVELOPING: '↕' }
const OUTLOOK_WORDS: Readonly<Record<string, string>> = {
  POSITIVE: 'Positive',
  STABLE: 'Stable',
  NEGATIVE: 'Negative',
  DEVELOPING: 'Developing',
}
const ACTIONS: Readonly<Record<string, string>> = {
  AFFIRMED: 'Affirmed',
  UPGRADED: 'Upgraded',
  DOWNGRADED: 'Downgraded',
  WITHDRAWN: 'Withdrawn',
}
const COMPANY_TYPES: Readonly<Record<string, string>> = { STOCK: 'Stock', MUTUAL: 'Mutual', MUTUAL_HOLDING: 'Mutual holding' }

/** "A+, negative" */
const ratingText = (rating: ReviewRating | undefined): string | null =>
  rating === undefined
    ? null
    : `${rating.rating}${rating.outlook && OUTLOOKS[rating.outlook] ? `, ${wordFor(OUTLOOK_WORDS, rating.outlook).toLowerCase()}` : ''}${rating.watch ? ', under review' : ''}`

export function carrierSection(figures: ReviewFigures): ReviewBlock[] {
  const { snapshot } = figures
  const carriers = carriersHeld(figures)
  const { board } = snapshot
  const agencies = [...RATING_AGENCIES, 'COMDEX'] as const
  const minimum = (agency: (typeof agencies)[number]): string | null =>
    agency === 'COMDEX' ? (board?.minComdex?.toString() ?? null) : (board?.minimums[agency] ?? null)
  const rows = carriers.map((carrier) => {
    const now = ratingsInForce(carrier.ratings, snapshot.asset.period)
    return {
      id: carrier.code,
      carrier: carrier.shortName,
      kind: [COMPANY_TYPES[carrier.companyType ?? ''], carrier.domicileState].filter(Boolean).join(', ') || null,
      ...Object.fromEntries(agencies.map((agency) => [agency, ratingText(now.get(agency))])),
      watch: watchOf(figures, carrier).length === 0 ? 'No' : 'Yes',
    }
  })
  return [
    ...findingsBlock('carrier-tests', 'Watch entries', carrierFindings(figures)),
    tableBlock(
      'ratings',
      'Ratings in force',
      [
        column('carrier', 'Carrier', 'text', { width: 18, group: 'key' }),
        column('kind', 'Company', 'text', { width: 12 }),
        ...agencies.map((agency) => column(agency, AGENCY_NAMES[agency], 'text', { width: agency === 'COMDEX' ? 7 : 11 })),
        column('watch', 'Watch', 'text', { width: 6 }),
      ],
      board && agencies.some((agency) => minimum(agency) !== null)
        ? [
            ...rows,
            {
              id: 'minimum',
              carrier: 'Minimum of the board',
              kind: null,
              ...Object.fromEntries(agencies.map((agency) => [agency, minimum(agency)])),
              watch: null,
            },
          ]
        : rows,
      {
        note: 'Ratings are opinions of the agencies on each company’s strength; outlooks other than stable are named. A review rests on an analysis of the institution’s own as well.',
      },
    ),
    history(figures, carriers),
    financials(carriers),
  ]
}

/** An agency that reviews a rating says so in place of a stable outlook. */
function outlookText({ outlook, watch }: ReviewRating): string {
  const word = outlook ? wordFor(OUTLOOK_WORDS, outlook) : MISSING
  if (!watch) return word
  return outlook && outlook !== 'STABLE' ? `${word}, under review` : 'Under review'
}

/** Changes of five years: each rating that differs from the one before it, and what stood first. */
function history(_figures: ReviewFigures, carriers: readonly ReviewCarrier[]): ReviewBlock {
  const rows = carriers.flatMap((carrier) =>
    [...RATING_AGENCIES, 'COMDEX' as const].flatMap((agency) => {
      const own = carrier.ratings.filter((rating) => rating.agency === agency)
      return own.flatMap((rating, index) => {
        const before = own[index - 1]
        if (
          before &&
          before.rating === rating.rating &&
          before.outlook === rating.outlook &&
          before.watch === rating.watch &&
          rating.action !== 'WITHDRAWN'
        )
          return []
        if (!before && own.length > 1 && agency === 'COMDEX') return []
        return [
          {
            id: `${carrier.code}-${agency}-${rating.effectiveDate}`,
            carrier: carrier.shortName,
            agency: AGENCY_NAMES[agency],
            date: rating.effectiveDate,
            was: before?.rating ?? null,
            rating: rating.rating,
            outlook: outlookText(rating),
            action: rating.action ? wordFor(ACTIONS, rating.action) : MISSING,
          },
        ]
      })
    }),
  )
  return tableBlock(
    'rating-history',
    'Ratings of five years',
    [
      column('carrier', 'Carrier', 'text', { width: 20, group: 'key' }),
      column('agency', 'Agency', 'text', { width: 10 }),
      column('date', 'Effective', 'date'),
      column('was', 'Before', 'text', { width: 8 }),
      column('rating', 'Rating', 'text', { width: 8 }),
      column('outlook', 'Outlook', 'text', { width: 11 }),
      column('action', 'Action', 'text', { width: 11 }),
    ],
    rows,
    { note: 'The first rating, and every change of a rating or an outlook; ratings not listed were affirmed.' },
  )
}

function financials(carriers: readonly ReviewCarrier[]): ReviewBlock {
  const rows = carriers.flatMap((carrier) =>
    carrier.financials.slice(-YEARS_SHOWN).map((year) => ({
      id: `${carrier.code}-${year.year}`,
      carrier: carrier.shortName,
      year: String(year.year),
      assets: year.assets,
      surplus: year.surplus,
      ratio: year.assets > 0 ? year.surplus / year.assets : null,
      capital: year.riskBasedCapitalRatio,
      source: year.source,
    })),
  )
  return tableBlock(
    'carrier-financials',
    'The carriers’ own figures',
    [
      column('carrier', 'Carrier', 'text', { width: 20, group: 'key' }),
      column('year', 'Year', 'text', { width: 6 }),
      column('assets', 'Admitted assets', 'money', { total: 'none', width: 20, formula: 'statement' }),
      column('surplus', 'Capital and surplus', 'money', { total: 'none', width: 18, formula: 'statement' }),
      column('ratio', 'Surplus ratio', 'percent', { formula: 'surplusRatio' }),
      column('capital', 'Risk-based capital', 'percent', { width: 10, formula: 'statement' }),
      column('source', 'Source', 'text', { width: 22 }),
    ],
    rows,
    { note: rows.length === 0 ? `No statements of these ${counted(carriers.length, 'carrier')} are on file.` : null },
  )
}
const YEARS_SHOWN = 3
