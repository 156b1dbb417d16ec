/** The totals a carrier prints below the rows, to be compared with what the rows add up to (rule V13). */
import { isUnreadable, readMoney } from '@corridor/domain/data-feeds/cell-values.ts'
import type { FoundHeader } from './header.ts'

export interface ControlTotals {
  line: number
  rows: number | null
  cashSurrenderValueCents: number | null
  deathBenefitCents: number | null
}

const LABEL =
  /^\s*(grand |report |file |carrier |control |overall )?((sub)?total(s)?\b|sum\b|count\b|record(s)?\b|number of\b|policies\b|end of (file|report)\b|\*{2,})/i
const COUNTED =
  /\b(\d[\d,]*)\s*(policies|records|rows|contracts|certificates)\b|\b(policies|records?|rows|contracts|certificates|count)\b\D{0,15}?(?![\d,]*\.\d)(\d[\d,]*)/i

/**
 * Whether a line is a total rather than a policy: its policy number is missing or reads like a label.
 * A line with a policy number is never one, whatever else it says.
 */
export function isTotalLine(cells: readonly string[], policyColumn: number | undefined): boolean {
  const policy = policyColumn === undefined ? '' : (cells[policyColumn] ?? '').trim()
  if (policy !== '') return LABEL.test(policy)
  const filled = cells.filter((cell) => cell.trim() !== '')
  if (filled.some((cell) => LABEL.test(cell))) return true
  // Bare numbers under their columns: a total without a label.
  return filled.length > 0 && filled.every((cell) => isNumber(cell))
}

/** Reads a total line: the figures under their columns, or beside a label of their own. */
export function readTotals(line: number, cells: readonly string[], header: FoundHeader): ControlTotals {
  const under = (wanted: string) => {
    for (const [column, field] of header.fields) if (field === wanted) return moneyOf(cells[column] ?? '')
    return null
  }
  const text = cells.filter((cell) => cell.trim() !== '').join(' ')
  const counted = COUNTED.exec(text)
  const rows = counted?.[1] ?? counted?.[4]
  const lone = cells.filter(isNumber)
  const beside = (label: RegExp) => (lone.length === 1 && label.test(text) ? moneyOf(lone[0] ?? '') : null)
  // "Records, 5": the only number is the count itself, whatever column it stands in.
  const isCount = rows !== undefined && lone.every((cell) => moneyOf(cell) === Number(rows.replaceAll(',', '')) * 100)
  return {
    line,
    rows: rows === undefined ? null : Number(rows.replaceAll(',', '')),
    cashSurrenderValueCents: isCount
      ? null
      : (beside(/\bCSV\b|surrender/i) ?? (beside(/\bDB\b|death/i) === null ? under('cashSurrenderValue') : null)),
    deathBenefitCents: isCount ? null : (beside(/\bDB\b|death/i) ?? (beside(/\bCSV\b|surrender/i) === null ? under('deathBenefit') : null)),
  }
}

/** A later line completes or, being the grand total, replaces an earlier one. */
export const mergeTotals = (earlier: ControlTotals | null, later: ControlTotals): ControlTotals => ({
  line: later.line,
  rows: later.rows ?? earlier?.rows ?? null,
  cashSurrenderValueCents: later.cashSurrenderValueCents ?? earlier?.cashSurrenderValueCents ?? null,
  deathBenefitCents: later.deathBenefitCents ?? earlier?.deathBenefitCents ?? null,
})

function moneyOf(cell: string): number | null {
  const amount = readMoney(cell)
  return isUnreadable(amount) ? null : amount
}
const isNumber = (cell: string): boolean => {
  const amount = cell.trim() === '' ? null : readMoney(cell)
  return amount !== null && !isUnreadable(amount)
}
