/** Draws the tables of a report's view: the same columns, rows and texts as its PDF and spreadsheet. */

import { EMPTY_LIST } from '@corridor/domain/primitives/money.ts'
import type { DetailTable } from '@corridor/domain/reports/asset-report/view.ts'
import { isExplained } from '@corridor/domain/reports/explanation/address.ts'
import { type Column, textOfCell, type ViewRow, type ViewTable } from '@corridor/domain/reports/table.ts'
import { Fragment, type ReactNode } from 'react'
import { ExplainedFigure, firstFigure, moveBetweenFigures } from '../ui/explanation/Explain.tsx'
import css from './ViewTables.module.css'

/** Columns from which on a table is set a size smaller. */
const MANY = 7
/** Characters from which on a text may take several lines. */
const WORDY = 18
/** And from which on it is sentences, which a phone scrolls to rather than breaking them at every word. */
const SENTENCES = 60
const isWordy = ({ kind, width }: Column) => (kind !== 'text' || width < WORDY ? undefined : width < SENTENCES ? 'words' : 'sentences')

interface FlatTableProps {
  table: ViewTable
  /** Replaces the text of a cell, e.g. by a link. */
  cell?: (row: ViewRow, column: Column, text: string) => ReactNode
}

export function FlatTable({ table, cell }: FlatTableProps) {
  if (table.rows.length === 0) return <p className={css.empty}>{EMPTY_LIST}</p>
  const entry = firstFigure(table.columns, table.rows)
  return (
    // A wide table scrolls, and the keyboard must reach it.
    <section className={css.scroll} tabIndex={0} aria-label={`${table.title}, table`}>
      <table className={css.table} data-flat data-dense={table.columns.length > MANY || undefined} onKeyDown={moveBetweenFigures}>
        <caption className="visually-hidden">{table.title}</caption>
        <Head columns={table.columns} />
        <tbody>
          {table.rows.map((row) => (
            <Row key={row.id} table={table.id} entry={entry} row={row} columns={table.columns} cell={cell} />
          ))}
        </tbody>
        {table.total ? (
          <tfoot>
            <Row table={table.id} row={table.total} columns={table.columns} isTotal />
          </tfoot>
        ) : null}
      </table>
    </section>
  )
}

interface GroupedTableProps {
  table: DetailTable
  /** Only this carrier's groups; null shows all, with the grand total. */
  carrierCode: string | null
  cell?: (row: ViewRow, column: Column, text: string) => ReactNode
}

/** Carrier, product, policies: subtotals under each, the grand total last. */
export function GroupedTable({ table, carrierCode, cell }: GroupedTableProps) {
  const carriers = table.carriers.filter((carrier) => carrierCode === null || carrier.carrierCode === carrierCode)
  if (carriers.length === 0) return <p className={css.empty}>{EMPTY_LIST}</p>
  const span = table.columns.length
  const entry = firstFigure(
    table.columns,
    carriers.flatMap(({ products }) => products.flatMap(({ rows }) => rows)),
  )
  return (
    // A wide table scrolls, and the keyboard must reach it.
    <section className={css.scroll} tabIndex={0} aria-label={`${table.title}, table`}>
      <table className={css.table} data-dense onKeyDown={moveBetweenFigures}>
        <caption className="visually-hidden">{table.title}</caption>
        <Head columns={table.columns} />
        {carriers.map((carrier) => (
          <Fragment key={carrier.carrierCode}>
            {carrier.products.map((product, index) => (
              <tbody key={product.productName}>
                {index === 0 ? (
                  <tr className={css.group}>
                    <th colSpan={span} scope="rowgroup">
                      {carrier.carrierName}
                    </th>
                  </tr>
                ) : null}
                <tr className={css.product}>
                  <th colSpan={span} scope="rowgroup">
                    {product.productName}, {product.accountTypeName.toLowerCase()}
                  </th>
                </tr>
                {product.rows.map((row) => (
                  <Row key={row.id} table={table.id} entry={entry} row={row} columns={table.columns} cell={cell} removed={row.removed} />
                ))}
                {carrier.products.length > 1 ? (
                  <Row table={table.id} row={product.subtotal} columns={table.columns} tone="subtotal" isTotal />
                ) : null}
              </tbody>
            ))}
            <tbody>
              <Row table={table.id} row={carrier.subtotal} columns={table.columns} tone="subtotal" isTotal />
            </tbody>
          </Fragment>
        ))}
        {carrierCode === null ? (
          <tfoot>
            <Row table={table.id} row={table.total} columns={table.columns} isTotal />
          </tfoot>
        ) : null}
      </table>
    </section>
  )
}

const Head = ({ columns }: { columns: readonly Column[] }) => (
  <thead>
    <tr>
      {columns.map((column) => (
        <th key={column.key} scope="col" data-align={column.align} data-wordy={isWordy(column)}>
          {column.label}
        </th>
      ))}
    </tr>
  </thead>
)

interface RowProps {
  table: string
  /** The table's first figure. */
  entry?: string | null
  row: ViewRow
  columns: readonly Column[]
  cell?: FlatTableProps['cell']
  tone?: 'subtotal'
  removed?: boolean
  /** A total or subtotal: its sums are those of the lines above it. */
  isTotal?: boolean
}

function Row({ table, entry = null, row, columns, cell, tone, removed, isTotal = false }: RowProps) {
  const text = (column: Column) => {
    const value = row.cells[column.key]
    // Totals and subtotals leave the columns that are not totalled empty instead of printing a missing value.
    if (value === undefined || value === '') return ''
    return textOfCell(row, column)
  }
  return (
    <tr data-tone={tone} data-removed={removed || undefined}>
      {columns.map((column, index) => {
        const content = cell?.(row, column, text(column)) ?? (
          <Figure
            table={table}
            isEntry={entry === `${row.id} ${column.key}`}
            row={row}
            column={column}
            text={text(column)}
            isTotal={isTotal}
          />
        )
        return index === 0 ? (
          <th key={column.key} scope="row" data-align={column.align} data-kind={column.kind} data-wordy={isWordy(column)}>
            {content}
          </th>
        ) : (
          <td key={column.key} data-align={column.align} data-kind={column.kind} data-wordy={isWordy(column)}>
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
