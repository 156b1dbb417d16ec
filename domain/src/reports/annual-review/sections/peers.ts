/** Section 12 of an annual review: the bank beside its peers, and where those come from. */

import { comparePeers, PEER_MEASURES, type PeerComparison } from '../../../calculations/peers.ts'
import { counted } from '../../../primitives/counted.ts'
import { formatDecimal, formatPercent } from '../../../primitives/money.ts'
import { formatLongDate } from '../../../primitives/period.ts'
import { column, findingsBlock, findingsOf, tableBlock, textBlock } from '../blocks.ts'
import type { ReviewFigures } from '../figures.ts'
import type { ReviewBlock, ReviewFinding } from '../view.ts'
import { countsFacts } from './facts.ts'

const peerFinding = findingsOf('PEERS')

/** The bank among its peers, by each measure; null without peers. */
export function peerComparisons({ snapshot }: ReviewFigures): PeerComparison[] | null {
  const { peers } = snapshot
  if (!peers || peers.group.length === 0) return null
  return (['tier1', 'totalCapital', 'totalAssets'] as const).map((measure) => comparePeers(peers.own, peers.group, measure))
}

export function peerSection(figures: ReviewFigures): ReviewBlock[] {
  const { peers } = figures.snapshot
  const comparisons = peerComparisons(figures)
  if (!peers || !comparisons)
    return findingsBlock('peers-missing', 'Peers', [
      peerFinding(
        'peers',
        'Peers',
        'unknown',
        'Not imported: no Call Reports of a date near the year end are on file, or the bank’s total assets are not known.',
      ),
    ])
  const where = peers.stateCode === null ? 'the country' : peers.stateCode
  const whose =
    peers.source === 'INVENTED'
      ? 'These peers are fictional banks of this demonstration and do not represent any real bank.'
      : 'Taken from the public Call Reports of the FFIEC.'
  const places = comparisons.flatMap((one) => placeOf(one, figures.snapshot))
  const apart = countsFacts(figures.snapshot) ? places : places.filter(({ status }) => status === 'watch')
  const facts = places.filter((place) => !apart.includes(place)).map(({ label, sentence }) => `${label}: ${sentence}`)
  return [
    ...findingsBlock('peers', 'Place among peers', apart),
    ...textBlock('peer-places', facts, apart.length === 0 ? 'Place among peers' : 'Place among peers, other measures'),
    tableBlock(
      'peer-comparison',
      `Peers at ${formatLongDate(peers.reportDate)}`,
      [
        column('measure', 'Measure', 'text', { width: 34, group: 'key' }),
        column('own', 'This bank', 'percent', { formula: 'peerRatio' }),
        column('mean', 'Mean', 'percent', { formula: 'peerStatistic' }),
        column('median', 'Median', 'percent', { formula: 'peerStatistic' }),
        column('first', 'Lower quarter', 'percent', { formula: 'peerStatistic' }),
        column('third', 'Upper quarter', 'percent', { formula: 'peerStatistic' }),
        column('group', 'Group as a whole', 'percent', { width: 10, formula: 'peerStatistic' }),
        column('deviation', 'Standard deviation', 'percent', { width: 10, formula: 'peerStatistic' }),
        column('distance', 'z-score', 'decimal', { formula: 'zScore' }),
        column('percentile', 'Percentile', 'count', { formula: 'peerPlace' }),
        column('rank', 'Rank', 'count', { formula: 'peerPlace' }),
        column('peers', 'Peers', 'count', { formula: 'peerPlace' }),
      ],
      comparisons.map((one) => ({
        id: one.measure,
        measure: PEER_MEASURES[one.measure].label,
        own: one.own,
        mean: one.mean,
        median: one.quartiles?.median ?? null,
        first: one.quartiles?.first ?? null,
        third: one.quartiles?.third ?? null,
        group: one.ofGroup,
        deviation: one.standardDeviation,
        distance: one.zScore,
        percentile: one.percentile === null ? null : Math.round(one.percentile * 100),
        rank: one.rank,
        peers: one.peers,
      })),
      {
        note: `${counted(peers.group.length, 'bank')} with total assets of ${peers.sizeGroup} in ${where}, of ${counted(peers.banks, 'bank')} that filed for ${formatLongDate(peers.reportDate)}. ${whose} This bank’s own figures are those of this review. A z-score is the distance from the mean in standard deviations.`,
      },
    ),
  ]
}

/** Two standard deviations above one's peers, or a place among the highest tenth of them, is worth a question; below them nothing. */
const FAR = 2
const HIGH = 0.9
const POINT_TO_REVIEW =
  'A place among the highest tenth of the peers, or more than two standard deviations above their mean, is a point to review.'

/** Reviews made before look at the distance alone. */
export const placeStatus = ({ zScore, percentile }: PeerComparison, { asset }: ReviewFigures['snapshot']): ReviewFinding['status'] =>
  (zScore !== null && zScore > FAR) || ((asset.edition ?? 1) >= 5 && (percentile ?? 0) >= HIGH) ? 'watch' : 'good'

function placeOf(comparison: PeerComparison, snapshot: ReviewFigures['snapshot']): ReviewFinding[] {
  const { measure, own, percentile, zScore, peers } = comparison
  if (own === null || percentile === null) return []
  // No rounding makes a bank the highest that is not.
  const share = Math.min(99, Math.max(1, Math.round(percentile * 100)))
  const all = peers === 1 ? 'its one peer' : `all ${peers} peers`
  const place =
    percentile === 1 ? `higher than ${all}` : percentile === 0 ? `lower than ${all}` : `above ${share}% of ${counted(peers, 'peer')}`
  const status = placeStatus(comparison, snapshot)
  const why = status === 'watch' && !countsFacts(snapshot) ? ` ${POINT_TO_REVIEW}` : ''
  return [
    peerFinding(
      `peer-${measure}`,
      PEER_MEASURES[measure].label,
      status,
      `${formatPercent(own)}, ${place}${zScore === null ? '' : `, ${formatDecimal(Math.abs(zScore))} standard deviations ${zScore < 0 ? 'below' : 'above'} their mean`}.${why}`,
    ),
  ]
}
