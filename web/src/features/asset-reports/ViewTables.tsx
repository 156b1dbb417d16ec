/** Draws the tables of a report's view: the same columns, rows and texts as its PDF and spreadsheet. */
import type { DetailTable, ViewTable } from '@corridor/domain/asset-report-view.ts'
import { type Column, formatCell, type ViewRow } from '@corridor/domain/cells.ts'
import { EMPTY_LIST } from '@corridor/domain/money.ts'
import { Fragment, type ReactNode } from 'react'
import css from './ViewTables.module.css'

interface FlatTableProps {
  table: ViewTable
  /** Replaces the text of a cell, e.g. by a link. */
  cell?: (row: ViewRow, column: Column, text: string) => ReactNode
}

export function FlatTable({ table, cell }: FlatTableProps) {
  if (table.rows.length === 0) return <p className={css.empty}>{EMPTY_LIST}</p>
  return (
    // A wide table scrolls, and the keyboard must reach it.
    <section className={css.scroll} tabIndex={0} aria-label={`${table.title}, table`}>
      <table className={css.table}>
        <caption className="visually-hidden">{table.title}</caption>
        <Head columns={table.columns} />
        <tbody>
          {table.rows.map((row) => (
            <Row key={row.id} row={row} columns={table.columns} cell={cell} />
          ))}
        </tbody>
        {table.total ? (
          <tfoot>
            <Row row={table.total} columns={table.columns} />
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
  return (
    // A wide table scrolls, and the keyboard must reach it.
    <section className={css.scroll} tabIndex={0} aria-label={`${table.title}, table`}>
      <table className={css.table} data-dense>
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
                  <Row key={row.id} row={row} columns={table.columns} cell={cell} removed={row.removed} />
                ))}
                {carrier.products.length > 1 ? <Row row={product.subtotal} columns={table.columns} tone="subtotal" /> : null}
              </tbody>
            ))}
            <tbody>
              <Row row={carrier.subtotal} columns={table.columns} tone="subtotal" />
            </tbody>
          </Fragment>
        ))}
        {carrierCode === null ? (
          <tfoot>
            <Row row={table.total} columns={table.columns} />
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
        <th key={column.key} scope="col" data-align={column.align}>
          {column.label}
        </th>
      ))}
    </tr>
  </thead>
)

interface RowProps {
  row: ViewRow
  columns: readonly Column[]
  cell?: FlatTableProps['cell']
  tone?: 'subtotal'
  removed?: boolean
}

function Row({ row, columns, cell, tone, removed }: RowProps) {
  const text = (column: Column) => {
    const value = row.cells[column.key]
    // Totals and subtotals leave the columns that are not totalled empty instead of printing a missing value.
    if (value === undefined || value === '') return ''
    return formatCell(column.kind, value)
  }
  return (
    <tr data-tone={tone} data-removed={removed || undefined}>
      {columns.map((column, index) => {
        const content = cell?.(row, column, text(column)) ?? text(column)
        return index === 0 ? (
          <th key={column.key} scope="row" data-align={column.align} data-kind={column.kind}>
            {content}
          </th>
        ) : (
          <td key={column.key} data-align={column.align} data-kind={column.kind}>
            {content}
          </td>
        )
      })}
    </tr>
  )
}
