/** Figures and their differences as the page of changes writes them: differences always with their sign, of rates in basis points. */

import type { ComparisonReply } from '@corridor/contract/report-changes.ts'
import { counted } from '@corridor/domain/primitives/counted.ts'
import { formatPercent, MISSING } from '@corridor/domain/primitives/money.ts'
import { formatDate, plainDate } from '@corridor/domain/primitives/period.ts'
import type { CellKind } from '@corridor/domain/reports/table.ts'
import { formatCell } from '@corridor/domain/reports/table.ts'

type Kind = Extract<CellKind, 'money' | 'count' | 'percent'>

/** A rate with as many decimals as its difference in basis points has: of shorter ones the eye makes another difference. */
export const amountText = (kind: Kind, amount: number | null): string =>
  kind === 'percent' ? formatPercent(amount, RATE_DECIMALS) : formatCell(kind, amount)
const RATE_DECIMALS = 4

/** "+1,234.50", "-3", "+12.34 bps"; nothing has no sign. */
export function differenceText(kind: Kind, amount: number | null): string {
  if (amount === null) return MISSING
  const text = kind === 'percent' ? `${points.format(Math.abs(amount) * 10_000)} bps` : formatCell(kind, Math.abs(amount))
  return `${/[1-9]/.test(text) ? (amount < 0 ? '-' : '+') : ''}${text}`
}

/** A rate's ends, difference and causes as they are shown, so that they foot: what rounding leaves over goes to the largest part. */
export function footed(measure: Measure): Measure {
  const { kind, from, to, causes, unexplained } = measure
  if (kind !== 'percent' || from === null || to === null) return measure
  const shown = (amount: number) => Math.round(amount * 100 * 10 ** RATE_DECIMALS)
  const fraction = (amount: number) => amount / (100 * 10 ** RATE_DECIMALS)
  const difference = shown(to) - shown(from)
  const parts = [...causes.map(({ amount }) => shown(amount)), shown(unexplained)]
  const largest = parts.reduce((at, part, index) => (Math.abs(part) > Math.abs(parts[at] ?? 0) ? index : at), 0)
  const left = difference - parts.reduce((sum, part) => sum + part, 0)
  const footing = parts.map((part, index) => fraction(index === largest ? part + left : part))
  return {
    ...measure,
    from: fraction(shown(from)),
    to: fraction(shown(to)),
    difference: fraction(difference),
    causes: causes.map((cause, index) => ({ ...cause, amount: footing[index] ?? 0 })),
    unexplained: footing.at(-1) ?? 0,
  }
}

const points = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** Names of what a figure is explained by, and of the list that does so. */
const SUBJECTS = {
  policy: { noun: 'policy', list: 'Policies', unchanged: 'unchanged policies' },
  carrier: { noun: 'carrier', list: 'Carriers', unchanged: 'unchanged carriers' },
} as const

type Measure = ComparisonReply['measures'][number]

/** The noun for the rows: policies or carriers. The policies of other portals are one row together, so a list with that row counts rows. */
export function subjectOf({ by, causes }: Pick<Measure, 'by' | 'causes'>) {
  const subject = SUBJECTS[by ?? 'policy']
  return causes.some(({ key }) => key === 'otherPortals') ? { ...subject, noun: 'row', list: 'Policies and other portals' } : subject
}

/** " 3 policies." after the words of a cause; nothing where it is not counted, and nothing of policies in other portals, which are one row here. */
export const touchedText = ({ by }: Pick<Measure, 'by'>, { key, lines }: Measure['causes'][number]): string =>
  lines === null || key === 'otherPortals' ? '' : ` ${counted(lines, SUBJECTS[by ?? 'policy'].noun)}.`

/** A side is called by its version, or by its day where two periods are compared. */
export const sideName =
  ({ between }: ComparisonReply) =>
  ({ version, period }: ComparisonReply['from']): string =>
    between === 'versions' ? `Version ${version}` : formatDate(plainDate(period))
