/** Figures of an annual review that the rows of another of its tables add up to: carriers, states, exceptions, agreements, benefit expense. */

import { type ExplanationLine, labelOf, lineOf } from '../explanation/explanation.ts'
import type { ViewRow } from '../table.ts'
import { type FigureParts, type Printed, tableOf } from './explained-figure.ts'

/** The rows of a table that are taken, by one of its columns, or each as one. Nothing where they do not come to the figure: it was made of something else. */
function ofTable(
  { view, figure }: Printed,
  table: string,
  column: string | null,
  taken: (row: ViewRow) => boolean = () => true,
): FigureParts {
  const printed = tableOf(view, table)
  const rows = printed?.rows.filter(taken) ?? []
  const summed = printed?.columns.find(({ key }) => key === column)
  const lines = rows.flatMap((row): ExplanationLine[] =>
    column === null
      ? [{ label: labelOf(row, printed?.columns ?? []), detail: null, text: '1', value: 1, address: null }]
      : summed
        ? lineOf(table, row, summed, printed?.columns ?? [])
        : [],
  )
  return lines.length > 0 && lines.reduce((sum, { value }) => sum + value, 0) === figure.value ? { lines } : {}
}

export const carriersHeld = (asked: Printed): FigureParts =>
  ofTable(asked, 'ratings', null, ({ id, cells }) => id !== 'minimum' && (asked.address.row !== 'watched' || cells.watch === 'Yes'))

export const statesOfIssue = (asked: Printed): FigureParts => ofTable(asked, 'issue-states', null, ({ id }) => id !== 'Not known')

/** Notes are no exceptions. */
export const audited = (asked: Printed): FigureParts =>
  asked.address.table === 'exceptions' ? {} : ofTable(asked, 'exceptions', asked.address.row, ({ id }) => !id.endsWith('-info'))

export const agreements = (asked: Printed): FigureParts =>
  asked.address.table === 'split-dollar' ? {} : ofTable(asked, 'split-dollar', 'agreements')

export const benefitExpense = (asked: Printed): FigureParts => {
  const stated = ofTable(asked, 'benefit-expense', 'amount')
  return stated.lines ? stated : ofTable(asked, 'plans', 'expense')
}

/** For the year under review the plans, which list their policies. */
export const planValueNow = (asked: Printed): FigureParts => ofTable(asked, 'plan-coverage', 'value')
