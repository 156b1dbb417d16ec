/** Figures and their differences as the page of changes writes them: differences always with their sign, of rates in basis points. */

import type { ComparisonReply } from '@corridor/contract/report-changes.ts'
import { MISSING } from '@corridor/domain/primitives/money.ts'
import { formatDate, plainDate } from '@corridor/domain/primitives/period.ts'
import type { CellKind } from '@corridor/domain/reports/table.ts'
import { formatCell } from '@corridor/domain/reports/table.ts'

type Kind = Extract<CellKind, 'money' | 'count' | 'percent'>

export const amountText = (kind: Kind, amount: number | null): string => formatCell(kind, amount)

/** "+1,234.50", "−3", "+12.34 bps"; nothing has no sign. */
export function differenceText(kind: Kind, amount: number | null): string {
  if (amount === null) return MISSING
  const text = kind === 'percent' ? `${points.format(Math.abs(amount) * 10_000)} bps` : formatCell(kind, Math.abs(amount))
  return `${/[1-9]/.test(text) ? (amount < 0 ? '−' : '+') : ''}${text}`
}

const points = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

/** A side is called by its version, or by its day where two periods are compared. */
export const sideName =
  ({ between }: ComparisonReply) =>
  ({ version, period }: ComparisonReply['from']): string =>
    between === 'versions' ? `Version ${version}` : formatDate(plainDate(period))
