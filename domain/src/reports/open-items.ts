/** Items that were open when a report was released, as its paper names them. They are kept with the release, as the audits stood then. */
import { counted } from '../primitives/counted.ts'
import { type Cents, cents, formatCount, formatMoney, formatPercent, sumCents } from '../primitives/money.ts'
import { formatLongDate, formatMonth, type PlainDate } from '../primitives/period.ts'
import { sentence } from '../primitives/sentence.ts'

export interface OpenItem {
  /** Title of the audit's rule; of what is no rule's, such as a missing file, all of it in words. */
  title: string
  policyId: number | null
  /** "policy AH717094 (Ashford)", "policy TH-0270123 (Tamarack), posted at $37,003.92"; null where the title says it all. */
  subject: string | null
  /** The two figures that the rule compared, posted less expected in `difference`; null where it compared no amounts. */
  amounts: { sides: { name: string; amount: Cents }[]; difference: Cents } | null
  /** The two rates of a rule that compared rates, as fractions; absent where it compared none. */
  rates?: { name: string; rate: number }[]
  /** The two numbers of a rule that compared numbers of policies; absent where it compared none. */
  counts?: { name: string; count: number }[]
}

/** The person who released a version over open items, and the site's day on which it was. */
export interface ReleasedBy {
  /** First and last name as they were then; null where no person released it. */
  name: string | null
  on: PlainDate
}

/** The box at the head of a report that was released over open items. */
export interface ReleasedOver {
  /** "Released with 2 open items" */
  title: string
  items: { text: string; difference: Cents | null }[]
  /** "Released by Dana Cole on November 3, 2026. Reason: the carrier confirmed both values." */
  reason: string
}

/** Items told one by one; a "1 more" takes the room of the item. */
const NAMED = 10

/** @param month the month end that a year's paper is of, whose own open items are other ones */
export const releasedTitle = (openItems: number, month?: PlainDate): string =>
  `Released with ${counted(openItems, 'open item')}${month === undefined ? '' : ` of ${formatMonth(month)}`}`
/** For a release made before the person and the day were kept, the reason alone is known. */
export function releasedReason(reason: string, releasedBy?: ReleasedBy | null): string {
  if (!releasedBy) return `Reason for the release: ${sentence(reason)}`
  const { name, on } = releasedBy
  return `Released ${name === null ? '' : `by ${name} `}on ${formatLongDate(on)}. Reason: ${sentence(reason)}`
}

export const releasedOver = (
  items: readonly OpenItem[],
  openItems: number,
  reason: string,
  releasedBy?: ReleasedBy | null,
): ReleasedOver => ({
  title: releasedTitle(openItems),
  items: namedItems(items),
  reason: releasedReason(reason, releasedBy),
})

/** The items as the box names them. */
function namedItems(items: readonly OpenItem[]): ReleasedOver['items'] {
  const named = items.length > NAMED + 1 ? items.slice(0, NAMED) : items
  const more = items.length - named.length
  return [
    ...named.map((item) => ({ text: itemText(item), difference: item.amounts?.difference ?? null })),
    ...(more > 0 ? [{ text: `${counted(more, 'more open item')}.`, difference: null }] : []),
  ]
}

/** The items as a paper is going to name them, line by line. @param how as its family prints them */
export const itemLines = (items: readonly OpenItem[], how: 'each' | 'in brief'): string[] =>
  how === 'each' ? namedItems(items).map(({ text }) => text) : briefItems(items)

function itemText({ title, subject, amounts, rates = [], counts = [] }: OpenItem): string {
  const figures = [
    ...(amounts ? [...amounts.sides, { name: 'difference', amount: amounts.difference }] : []).map(
      ({ name, amount }) => `${name} ${formatMoney(amount)}`,
    ),
    ...rates.map(({ name, rate }) => `${name} ${formatPercent(rate)}`),
    ...counts.map(({ name, count }) => `${name} ${formatCount(count)}`),
  ]
  return `${[title, subject].filter((part) => part !== null).join(', ')}${figures.length > 0 ? `: ${figures.join(', ')}` : ''}.`
}

/** The same without a policy, for the summary: "Cash surrender value differs from what is posted (2, net difference -$18,000.00)" */
export const itemsInBrief = (items: readonly OpenItem[]): string => briefItems(items).join('; ')

const briefItems = (items: readonly OpenItem[]): string[] =>
  [...Map.groupBy(items, ({ title }) => title)].map(([title, same]) => {
    const differences = same.flatMap(({ amounts }) => amounts?.difference ?? [])
    const said = [
      ...(same.length > 1 ? [String(same.length)] : []),
      ...(differences.length === same.length
        ? [`${same.length > 1 ? 'net ' : ''}difference ${formatMoney(cents(sumCents(differences)))}`]
        : []),
    ]
    return said.length === 0 ? title : `${title} (${said.join(', ')})`
  })
