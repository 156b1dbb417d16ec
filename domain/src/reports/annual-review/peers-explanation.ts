/** A bank among its peers with the numbers: each peer's filed sums, and what mean, quarters, deviation, percentile and rank are made of. */

import { PEER_MEASURES, type PeerMeasure } from '../../calculations/peers.ts'
import type { ExplanationLine, Figure } from '../explanation/explanation.ts'
import { money, plain, precise } from '../explanation/line.ts'
import type { Basis } from '../table.ts'
import type { Asked, FigureParts } from './explained-figure.ts'
import type { PeerLine } from './view.ts'

interface Placed {
  name: string
  insurance: number
  base: number
  ratio: number
}
const isMeasure = (row: string): row is PeerMeasure => row in PEER_MEASURES

/** Peers that file the measure, the lowest ratio first. */
function placedPeers(group: readonly PeerLine[], measure: PeerMeasure): Placed[] {
  return group
    .flatMap(([name, insurance, tier1, totalCapital, totalAssets]): Placed[] => {
      const base = { tier1, totalCapital, totalAssets }[measure]
      return base !== null && base > 0 ? [{ name, insurance, base, ratio: insurance / base }] : []
    })
    .toSorted((a, b) => a.ratio - b.ratio || (a.name < b.name ? -1 : a.name > b.name ? 1 : 0))
}
const sumOf = (peers: readonly Placed[], of: (peer: Placed) => number): number => peers.reduce((sum, peer) => sum + of(peer), 0)
const ofTwo = ({ insurance, base }: Placed): string => `${money(insurance)} ÷ ${money(base)}`
const ratioLine = (peer: Placed, place: number): ExplanationLine =>
  plain(`${place + 1}. ${peer.name}`, ofTwo(peer), precise(peer.ratio), peer.ratio)

const QUARTERS: Readonly<Record<string, number>> = { first: 0.25, median: 0.5, third: 0.75 }

export function peerStatistic({ workings, address }: Asked): FigureParts {
  const { row, column } = address
  if (!workings.peers || !isMeasure(row)) return {}
  const peers = placedPeers(workings.peers.group, row)
  const known = peers.length
  const ratios = sumOf(peers, ({ ratio }) => ratio)
  const lines = peers.map(ratioLine)
  const of = (formula: Figure['formula'], basis: Basis, more: FigureParts = {}): FigureParts => ({
    formula,
    from: [basis],
    lines,
    linesKind: 'percent',
    ...more,
  })
  const quarter = QUARTERS[column]
  if (quarter !== undefined) {
    const place = (known - 1) * quarter
    const passed = Math.floor(place)
    const at = (index: number) => peers[index]?.ratio ?? 0
    return of('peerQuartile', { known, quarter, passed, low: at(passed), high: at(Math.ceil(place)) })
  }
  if (column === 'group')
    return of('peerGroup', { insurance: sumOf(peers, ({ insurance }) => insurance), base: sumOf(peers, ({ base }) => base) })
  if (column === 'deviation') {
    const mean = ratios / known
    return of(
      'peerDeviation',
      { known, squares: sumOf(peers, ({ ratio }) => (ratio - mean) ** 2), ratios, mean },
      {
        lines: peers.map((peer, place) =>
          plain(
            `${place + 1}. ${peer.name}`,
            `(${precise(peer.ratio)} − ${precise(mean)})²`,
            precise((peer.ratio - mean) ** 2),
            (peer.ratio - mean) ** 2,
          ),
        ),
      },
    )
  }
  return of('peerMean', { ratios, known })
}

/** Where the bank stands: percentile, rank, and how many peers there are. */
export function peerPlace({ workings, address }: Asked): FigureParts {
  const isScore = address.table === 'scorecard'
  const row = isScore ? 'tier1' : address.row
  if (!workings.peers || !isMeasure(row)) return {}
  const { own: bank, group } = workings.peers
  const peers = placedPeers(group, row)
  const [own] = placedPeers([bank], row)
  const lines = peers.map(ratioLine)
  const known = peers.length
  if (address.column === 'peers')
    return { formula: 'peersKnown', from: [{ banks: group.length, without: group.length - known }], lines, linesKind: 'percent' }
  if (!own) return {}
  const below = peers.filter(({ ratio }) => ratio < own.ratio).length
  const above = peers.filter(({ ratio }) => ratio > own.ratio).length
  return {
    ...(address.column === 'rank'
      ? { formula: 'peerRank' as const, from: [{ above }] }
      : { formula: 'peerPercentile' as const, from: [{ below, equal: known - below - above, known }] }),
    lines,
    linesKind: 'percent',
    note: `This bank: ${ofTwo(own)} = ${precise(own.ratio)}. The peers stand from the lowest ratio to the highest.`,
  }
}
