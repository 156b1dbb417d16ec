/** A line of a report's table; on a phone a card, whose further figures open. */
import { MISSING } from '@corridor/domain/primitives/money.ts'
import { phoneFigure, WIDE } from '@corridor/domain/reports/column-sets.ts'
import { isExplained } from '@corridor/domain/reports/explanation/address.ts'
import { type Column, textOfCell, type ViewRow } from '@corridor/domain/reports/table.ts'
import { IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { ExplainedFigure } from '../ui/explanation/Explain.tsx'
import css from './ViewTableCards.module.css'

/** Replaces the text of a cell; undefined leaves it. */
export type DrawCell = (row: ViewRow, column: Column, text: string) => ReactNode

/** Characters from which on a text may take several lines. */
const WORDY = 18
/** And from which on it is sentences, which a phone scrolls to rather than breaking them at every word. */
const SENTENCES = 60
export const isWordy = ({ kind, width }: Column) =>
  kind !== 'text' || width < WORDY ? undefined : width < SENTENCES ? 'words' : 'sentences'

interface ViewTableRowProps {
  table: string
  /** The table's first figure. */
  entry?: string | null
  row: ViewRow
  columns: readonly Column[]
  cell?: DrawCell | undefined
  tone?: 'subtotal'
  removed?: boolean
  /** Links of the page lead to it by this id. */
  id?: string | undefined
  /** A total or subtotal: its sums are those of the lines above it. */
  isTotal?: boolean
}

export function ViewTableRow({ table, entry = null, row, columns, cell, tone, removed, id, isTotal = false }: ViewTableRowProps) {
  const [isOpen, setOpen] = useState(false)
  const lead = phoneFigure(columns)
  const folds = lead !== undefined && columns.length >= WIDE
  const text = (column: Column) => {
    const value = row.cells[column.key]
    // Totals and subtotals leave the columns that are not totalled empty instead of printing a missing value.
    if (value === undefined || value === '') return ''
    return textOfCell(row, column)
  }
  const name = columns[0] ? text(columns[0]) : ''
  return (
    <tr role="row" id={id} data-tone={tone} data-removed={removed || undefined} data-open={isOpen || undefined}>
      {columns.map((column, index) => {
        const words = text(column)
        const content = cell?.(row, column, words) ?? (
          <Figure table={table} isEntry={entry === `${row.id} ${column.key}`} row={row} column={column} text={words} isTotal={isTotal} />
        )
        const look = { 'data-align': column.align, 'data-kind': column.kind, 'data-wordy': isWordy(column) }
        if (index === 0)
          return (
            <th key={column.key} scope="row" role="rowheader" {...look}>
              {content}
              {folds ? (
                <button
                  type="button"
                  className={css.unfold}
                  aria-expanded={isOpen}
                  aria-label={`Figures of ${name}`}
                  onClick={() => setOpen(!isOpen)}
                  data-no-print
                >
                  <IconChevronDown size={16} aria-hidden />
                </button>
              ) : null}
            </th>
          )
        const isLead = column.key === lead
        return (
          <td
            key={column.key}
            role="cell"
            {...look}
            data-label={column.label}
            data-lead={isLead || undefined}
            data-names={column.group === 'key' || undefined}
            data-empty={words === '' || (column.kind === 'text' && words === MISSING) || undefined}
          >
            {content}
          </td>
        )
      })}
    </tr>
  )
}

interface FigureProps {
  table: string
  isEntry: boolean
  row: ViewRow
  column: Column
  text: string
  isTotal: boolean
}

/** The text of a cell; a number whose formula is known opens it. */
function Figure({ table, isEntry, row, column, text, isTotal }: FigureProps) {
  if (!isExplained(column, row, isTotal)) return text
  return (
    <ExplainedFigure address={{ table, row: row.id, column: column.key }} name={`${text}, ${column.label}`} isInner={!isEntry}>
      {text}
    </ExplainedFigure>
  )
}
