/** How each figure of a Form 8925 report comes about: the form's lines, the reconciliation, the schedule. From the view alone. */

import type { FigureAddress } from '../explanation/address.ts'
import { type Explanation, type ExplanationLine, explain, type Figure, figureOfTable, lineOf } from '../explanation/explanation.ts'
import { FORM_8925_FORMULAS } from './formulas.ts'
import { SCOPE_REASONS, type ScopeReason } from './rules.ts'
import type { Form8925View, ScheduleRow } from './view.ts'

/** @returns null for what stands nowhere on the page or is no number */
export function explainForm8925Figure(view: Form8925View, address: FigureAddress): Explanation | null {
  const figure = form8925FigureAt(view, address)
  return figure && explain(figure, FORM_8925_FORMULAS)
}

export function form8925FigureAt(view: Form8925View, address: FigureAddress): Figure | null {
  const { table, row: id } = address
  if (table === 'form') {
    const line = view.form.find((each) => each.line === id)
    if (!line) return null
    return {
      title: `Line ${line.line}`,
      kind: line.kind,
      value: line.value,
      formula: line.formula,
      from: [line.basis],
      ...formLines(view, line.line),
    }
  }
  if (table === view.schedule.id) {
    const figure = figureOfTable(view.schedule, address)
    const row = view.schedule.rows.find((each) => each.id === id)
    return figure && { ...figure, policyId: row?.policyId ?? null }
  }
  if (table !== view.reconciliation.id) return null
  const figure = figureOfTable(view.reconciliation, address)
  // A step takes its contracts by the reason that the schedule gives them.
  return (
    figure && {
      ...figure,
      formula: 'step',
      lines:
        address.column === 'deathBenefit'
          ? scheduleLines(view, takenBy(id), 'deathBenefit')
          : countLines(view, takenBy(id), address.column === 'policies' ? 'policies' : id === 'IN_FORCE' ? 'furtherInForce' : 'further'),
    }
  )
}

/** Line 3 sums contracts; lines 4a and 4b name the people whose consent is not valid, each once. */
function formLines(view: Form8925View, line: string): Pick<Figure, 'lines' | 'linesKind'> {
  if (line === '3') return { lines: scheduleLines(view, () => true, 'line3') }
  if (line !== '4a' && line !== '4b') return {}
  const without = view.schedule.rows.filter(({ counts, cells }) => counts && cells.consent === 'No')
  const people = Map.groupBy(
    without.filter(({ elsewhere }) => !elsewhere),
    ({ personId }) => personId,
  )
  const others = without.flatMap((row) => (row.elsewhere ? countLine(row, row.elsewhere.furtherWithout) : []))
  const lines = [...people.values()].flatMap(([row]): ExplanationLine[] =>
    row
      ? [{ label: String(row.cells.insured ?? ''), detail: String(row.cells.consentReason ?? ''), text: '1', value: 1, address: null }]
      : [],
  )
  return lines.length + others.length === 0 ? {} : { lines: [...lines, ...others], linesKind: 'count' }
}

function takenBy(step: string): (reason: string) => boolean {
  const inForce = (reason: string) => IN_FORCE_REASONS.includes(reason)
  return step === 'IN_FORCE' ? inForce : (reason) => isReason(step) && reason === SCOPE_REASONS[step]
}
const isReason = (key: string): key is ScopeReason => key in SCOPE_REASONS
/** Contracts that are not in force say how they ended in place of a reason. */
const IN_FORCE_REASONS: readonly string[] = Object.entries(SCOPE_REASONS).flatMap(([key, text]) =>
  key === 'NOT_IN_FORCE' || key === 'ISSUED_AFTER' ? [] : [text],
)

/** Each contract, or each person once. */
function countLines(
  { schedule }: Form8925View,
  taken: (reason: string) => boolean,
  key: 'policies' | 'further' | 'furtherInForce',
): ExplanationLine[] {
  const rows = schedule.rows.filter((row) => taken(String(row.cells.reason ?? '')))
  const own = rows.filter(({ elsewhere }) => !elsewhere)
  const counted = key === 'policies' ? own : [...new Map(own.map((row) => [row.personId, row])).values()]
  return [
    ...counted.map(({ cells }) => ({
      label: String(cells.insured ?? ''),
      detail: key === 'policies' ? String(cells.policyNumber ?? '') : null,
      text: '1',
      value: 1,
      address: null,
    })),
    ...rows.flatMap((row) => (row.elsewhere ? countLine(row, row.elsewhere[key]) : [])),
  ]
}

/** Contracts that another portal keeps: their number, or the number of people they add to those above. */
const countLine = ({ cells }: ScheduleRow, count: number): ExplanationLine[] =>
  count === 0 ? [] : [{ label: String(cells.insured ?? ''), detail: null, text: String(count), value: count, address: null }]

function scheduleLines({ schedule }: Form8925View, taken: (reason: string) => boolean, key: 'line3' | 'deathBenefit'): ExplanationLine[] {
  const column = schedule.columns.find((each) => each.key === key)
  const rows = schedule.rows.filter((row) => taken(String(row.cells.reason ?? '')))
  return column ? rows.flatMap((row) => lineOf(schedule.id, row, column, schedule.columns)) : []
}
