/** Items that were open when a report was released, as its paper names them. They are kept with the release, as the audits stood then. */
import { counted } from '../primitives/counted.ts'
import { type Cents, cents, formatMoney, formatPercent, sumCents } from '../primitives/money.ts'
import { sentence } from '../primitives/sentence.ts'

export interface OpenItem {
  /** Title of the audit's rule; of what is no rule's, such as a missing file, all of it in words. */
  title: string
  policyId: number | null
  /** "policy AH717094 (Ashford)"; null where the title says it all. */
  subject: string | null
  /** The two figures that the rule compared, posted less expected in `difference`; null where it compared no amounts. */
  amounts: { sides: { name: string; amount: Cents }[]; difference: Cents } | null
  /** The two rates of a rule that compared rates, as fractions; absent where it compared none. */
  rates?: { name: string; rate: number }[]
}

/** The box at the head of a report that was released over open items. */
export interface ReleasedOver {
  /** "Released with 2 open items" */
  title: string
  items: { text: string; difference: Cents | null }[]
  /** "Reason for the release: the carrier confirmed both values." */
  reason: string
}

/** Items told one by one; a "1 more" takes the room of the item. */
const NAMED = 10

export const releasedTitle = (openItems: number): string => `Released with ${counted(openItems, 'open item')}`
export const releasedReason = (reason: string): string => `Reason for the release: ${sentence(reason)}`

export function releasedOver(items: readonly OpenItem[], openItems: number, reason: string): ReleasedOver {
  const named = items.length > NAMED + 1 ? items.slice(0, NAMED) : items
  const more = items.length - named.length
  return {
    title: releasedTitle(openItems),
    items: [
      ...named.map((item) => ({ text: itemText(item), difference: item.amounts?.difference ?? null })),
      ...(more > 0 ? [{ text: `${counted(more, 'more open item')}.`, difference: null }] : []),
    ],
    reason: releasedReason(reason),
  }
}

function itemText({ title, subject, amounts, rates = [] }: OpenItem): string {
  const figures = [
    ...(amounts ? [...amounts.sides, { name: 'difference', amount: amounts.difference }] : []).map(
      ({ name, amount }) => `${name} ${formatMoney(amount)}`,
    ),
    ...rates.map(({ name, rate }) => `${name} ${formatPercent(rate)}`),
  ]
  return `${[title, subject].filter((part) => part !== null).join(', ')}${figures.length > 0 ? `: ${figures.join(', ')}` : ''}.`
}

/** The same without a policy, for the summary: "Cash surrender value differs from what is posted (2, net difference -$18,000.00)" */
export const itemsInBrief = (items: readonly OpenItem[]): string =>
  [...Map.groupBy(items, ({ title }) => title)]
    .map(([title, same]) => {
      const differences = same.flatMap(({ amounts }) => amounts?.difference ?? [])
      const said = [
        ...(same.length > 1 ? [String(same.length)] : []),
        ...(differences.length === same.length
          ? [`${same.length > 1 ? 'net ' : ''}difference ${formatMoney(cents(sumCents(differences)))}`]
          : []),
      ]
      return said.length === 0 ? title : `${title} (${said.join(', ')})`
    })
    .join('; ')
