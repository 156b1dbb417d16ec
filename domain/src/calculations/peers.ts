/**
 * How a bank's life insurance stands beside its peers': from public Call Reports, or for a demonstration from invented ones.
 * Ratios are fractions. What a group holds as a whole is computed from summed dollars; mean and deviation only describe how its banks are spread.
 */
import { type Cents, sumCents, usd } from '../primitives/money.ts'

export interface PeerBank {
  idRssd: number
  name: string
  stateCode: string
  totalAssets: Cents
  /** General, separate and hybrid account together (Schedule RC-F item 5). */
  lifeInsurance: Cents
  tier1: Cents
  /** Total risk-based capital; banks under the community bank leverage ratio do not file it. */
  totalCapital: Cents | null
}

/** By total assets: from the first amount, below the second; null is without end. */
export interface SizeGroup {
  name: string
  from: Cents
  below: Cents | null
}
const group = (name: string, from: number, below: number | null): SizeGroup => ({
  name,
  from: usd(from * 1e6),
  below: below === null ? null : usd(below * 1e6),
})
/** The bands in which the industry's figures are published. */
export const SIZE_GROUPS: readonly SizeGroup[] = [
  group('below $100 million', 0, 100),
  group('$100 to $249 million', 100, 250),
  group('$250 to $499 million', 250, 500),
  group('$500 to $749 million', 500, 750),
  group('$750 to $999 million', 750, 1_000),
  group('$1 to $5 billion', 1_000, 5_000),
  group('$5 to $10 billion', 5_000, 10_000),
  group('$10 billion and more', 10_000, null),
]

/** @throws RangeError for assets below 0 */
export function sizeGroupOf(totalAssets: Cents): SizeGroup {
  const found = SIZE_GROUPS.find(({ from, below }) => totalAssets >= from && (below === null || totalAssets < below))
  if (!found) throw new RangeError(`total assets of ${totalAssets}`)
  return found
}

/** Fewer peers than this say little of a bank's place among them. */
export const LEAST_PEERS = 10

export interface PeerGroup {
  size: SizeGroup
  /** The state whose banks alone are in it; null when it had too few and the whole country's are. */
  stateCode: string | null
  /** Without the bank itself. */
  banks: PeerBank[]
}

/**
 * The banks of the same size group, of the same state where it has enough of them.
 * @param all of one reporting date; the bank itself is left out by its RSSD number, and banks without capital are
 * @param least peers that a state must have
 */
export function peerGroupOf(
  bank: Pick<PeerBank, 'idRssd' | 'totalAssets' | 'stateCode'>,
  all: readonly PeerBank[],
  { holdersOnly = false, least = LEAST_PEERS }: { holdersOnly?: boolean; least?: number } = {},
): PeerGroup {
  const size = sizeGroupOf(bank.totalAssets)
  const banks = all.filter(
    (peer) =>
      peer.idRssd !== bank.idRssd && peer.tier1 > 0 && sizeGroupOf(peer.totalAssets) === size && (!holdersOnly || peer.lifeInsurance > 0),
  )
  const near = banks.filter(({ stateCode }) => stateCode === bank.stateCode)
  return near.length >= least ? { size, stateCode: bank.stateCode, banks: near } : { size, stateCode: null, banks }
}

export const PEER_MEASURES = {
  tier1: { label: 'Life insurance, of Tier 1 capital', base: ({ tier1 }: PeerBank): Cents | null => tier1 },
  totalCapital: { label: 'Life insurance, of total risk-based capital', base: ({ totalCapital }: PeerBank): Cents | null => totalCapital },
  totalAssets: { label: 'Life insurance, of total assets', base: ({ totalAssets }: PeerBank): Cents | null => totalAssets },
} as const
export type PeerMeasure = keyof typeof PEER_MEASURES

/** Life insurance over the measure's base; null where that is not filed, or not above 0. */
export function peerRatio(bank: PeerBank, measure: PeerMeasure): number | null {
  const base = PEER_MEASURES[measure].base(bank)
  return base !== null && base > 0 ? bank.lifeInsurance / base : null
}

export interface PeerComparison {
  measure: PeerMeasure
  own: number | null
  /** Peers whose ratio is known. */
  peers: number
  /** Σ life insurance / Σ base of the peers: what the group holds as a whole. */
  ofGroup: number | null
  /** The ratios' middle and quarters, as spreadsheets interpolate them. */
  quartiles: { first: number; median: number; third: number } | null
  /** The peers' ratios, each bank counting once whatever its size: used for the distance in standard deviations, not for the holdings of the group. */
  mean: number | null
  /** Standard deviation of a sample; null below two peers. */
  standardDeviation: number | null
  /** (own - mean) / standard deviation; null when the peers are all alike. */
  zScore: number | null
  /** Peers below the bank, and half of those equal to it, of all: 0 to 1. */
  percentile: number | null
  /** From the highest ratio, 1 the highest, among the bank and its peers; equals share the better place. */
  rank: number | null
}

/** One measure of a bank beside its peers; figures are null where there are no peers, or the bank's own ratio is not known. */
export function comparePeers(bank: PeerBank, peers: readonly PeerBank[], measure: PeerMeasure): PeerComparison {
  const known = peers.flatMap((peer) => {
    const ratio = peerRatio(peer, measure)
    return ratio === null ? [] : [{ peer, ratio }]
  })
  const ratios = known.map(({ ratio }) => ratio).toSorted((one, other) => one - other)
  const own = peerRatio(bank, measure)
  const mean = ratios.length === 0 ? null : ratios.reduce((sum, ratio) => sum + ratio, 0) / ratios.length
  const deviation = mean === null ? null : deviationOf(ratios, mean)
  const below = own === null ? 0 : ratios.filter((ratio) => ratio < own).length
  const above = own === null ? 0 : ratios.filter((ratio) => ratio > own).length
  const placed = own !== null && ratios.length > 0
  return {
    measure,
    own,
    peers: ratios.length,
    ofGroup: ratioOfSums(
      known.map(({ peer }) => peer),
      measure,
    ),
    quartiles: ratios.length === 0 ? null : { first: quantile(ratios, 0.25), median: quantile(ratios, 0.5), third: quantile(ratios, 0.75) },
    mean,
    standardDeviation: deviation,
    zScore: own !== null && mean !== null && deviation !== null && deviation > 0 ? (own - mean) / deviation : null,
    percentile: placed ? (below + (ratios.length - below - above) / 2) / ratios.length : null,
    rank: placed ? above + 1 : null,
  }
}

function ratioOfSums(peers: readonly PeerBank[], measure: PeerMeasure): number | null {
  const base = sumCents(peers.flatMap((peer) => PEER_MEASURES[measure].base(peer) ?? []))
  return base > 0 ? sumCents(peers.map(({ lifeInsurance }) => lifeInsurance)) / base : null
}

function deviationOf(ratios: readonly number[], mean: number): number | null {
  if (ratios.length < 2) return null
  return Math.sqrt(ratios.reduce((sum, ratio) => sum + (ratio - mean) ** 2, 0) / (ratios.length - 1))
}

/**
 * A quantile by linear interpolation, as QUARTILE.INC of spreadsheets.
 * @param sorted ascending, at least one @param share 0 to 1
 * @throws RangeError for an empty list or a share outside that
 */
export function quantile(sorted: readonly number[], share: number): number {
  if (sorted.length === 0 || !(share >= 0 && share <= 1)) throw new RangeError(`quantile ${share} of ${sorted.length} values`)
  const place = (sorted.length - 1) * share
  const [low, high] = [sorted[Math.floor(place)] ?? 0, sorted[Math.ceil(place)] ?? 0]
  return low + (high - low) * (place - Math.floor(place))
}
