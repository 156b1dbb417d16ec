/** The order in which policies are printed, the same on every machine and in every year. */
import type { Holding } from './holdings.ts'
import type { SnapshotCarrier } from './snapshot.ts'

/** Policies in print order: carrier name, product, insured's last name, policy number. */
export function sortHoldings(holdings: readonly Holding[], carriers: ReadonlyMap<string, SnapshotCarrier>): Holding[] {
  const key = ({ policy }: Holding) => [
    carriers.get(policy.carrierCode)?.shortName ?? policy.carrierCode,
    policy.carrierCode,
    policy.productName,
    policy.accountType,
    policy.insuredName,
    policy.policyNumber,
  ]
  return holdings
    .map((holding) => ({ holding, keys: key(holding).map(collated) }))
    .sort((one, other) => compareKeys(one.keys, other.keys) || one.holding.policy.policyId - other.holding.policy.policyId)
    .map(({ holding }) => holding)
}

/** Neighbors with the same key, in the order they come. */
export function groupBy<Item>(items: readonly Item[], key: (item: Item) => string): [string, [Item, ...Item[]]][] {
  const groups = new Map<string, [Item, ...Item[]]>()
  for (const item of items) {
    const group = groups.get(key(item))
    if (group) group.push(item)
    else groups.set(key(item), [item])
  }
  return [...groups]
}

// Code-unit order of letters without accents and case: the same on every machine and in every year, unlike a locale's.
const collated = (text: string) =>
  text
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toUpperCase()
function compareKeys(one: readonly string[], other: readonly string[]): number {
  for (let index = 0; index < one.length; index++) {
    const [a = '', b = ''] = [one[index], other[index]]
    if (a !== b) return a < b ? -1 : 1
  }
  return 0
}
