/** How a bank's place among its peers comes about in annual reviews. Part of the one table of the family. */
import { count, type FormulaTable, money, rate } from '../explanation/formula.ts'

const TAKEN = { text: null } as const
const PEERS = 'Call Reports of the peers, as imported: RC-F 5.a to 5.c, RC 12, RC-R Part I.'

export const PEER_FORMULAS = {
  peerRatio: {
    name: 'Life insurance over the measure',
    text: 'lifeInsurance / peerBase',
    inputs: { lifeInsurance: money('life insurance assets'), peerBase: money('the measure') },
    source: PEERS,
  },
  peerStatistic: {
    ...TAKEN,
    name: 'Of the peers',
    words: 'Of the same ratio of every peer; of the group as a whole, its sums over each other.',
    source: PEERS,
  },
  peerPlace: {
    ...TAKEN,
    name: 'Place among the peers',
    words: 'Peers counted, and how many of them hold less; ties count half.',
    source: PEERS,
  },
  peerMean: {
    name: 'Mean of the peers’ ratios',
    text: 'ratios / known',
    inputs: { ratios: rate('sum of the peers’ ratios'), known: count('peers') },
    source: PEERS,
    note: 'Each peer counts once, whatever its size.',
  },
  peerQuartile: {
    name: 'Ratio at a place among the peers',
    text: 'low + (high - low) * ((known - 1) * quarter - passed)',
    inputs: {
      low: rate('ratio of the peer before the place'),
      high: rate('ratio of the peer after it'),
      known: count('peers'),
      quarter: rate('share of the way'),
      passed: count('whole steps to the peer before'),
    },
    source: PEERS,
    note: 'The peers stand from the lowest ratio to the highest; between two of them the place lies on a straight line, as spreadsheets have it (QUARTILE.INC).',
  },
  peerGroup: {
    name: 'The group as a whole',
    text: 'insurance / base',
    inputs: { insurance: money('life insurance of all peers'), base: money('the measure of all peers') },
    source: PEERS,
  },
  peerDeviation: {
    name: 'Standard deviation of the peers’ ratios',
    text: 'sqrt(squares / (known - 1))',
    inputs: { squares: rate('sum of squared distances from the mean'), known: count('peers') },
    source: PEERS,
    note: 'Of a sample. Squared distances are written as percentages too: 10% squared is 1%.',
  },
  peersKnown: {
    name: 'Peers compared',
    text: 'banks - without',
    inputs: { banks: count('banks of the group'), without: count('of them without the measure on file') },
    source: PEERS,
  },
  peerRank: {
    name: 'Rank from the highest',
    text: 'above + 1',
    inputs: { above: count('peers with a higher ratio') },
    source: PEERS,
  },
  peerPercentile: {
    name: 'Percentile',
    text: 'round((below + equal / 2) / known * 100)',
    inputs: { below: count('peers that hold less'), equal: count('that hold as much'), known: count('peers') },
    source: PEERS,
  },
  zScore: {
    name: 'Distance from the mean',
    text: '(own - mean) / deviation',
    inputs: { own: rate('this bank'), mean: rate('mean of the peers'), deviation: rate('standard deviation') },
    source: PEERS,
  },
} satisfies FormulaTable
