/**
 * Draws the tables of a report's view: the same columns, rows and texts as its PDF and spreadsheet. A wide table is read by sets of columns; its header
 * and the names of its lines stay in sight; on a phone its lines are cards with the leading figure first.
 */

import { EMPTY_LIST } from '@corridor/domain/primitives/money.ts'
import type { DetailRow, DetailTable } from '@corridor/domain/reports/asset-report/view.ts'
import { phoneFigure, WIDE } from '@corridor/domain/reports/column-sets.ts'
import { type Column, column, type ViewRow, type ViewTable } from '@corridor/domain/reports/table.ts'
import { Fragment, type ReactNode, useRef, useState } from 'react'
import { firstFigure, moveBetweenFigures } from '../ui/explanation/Explain.tsx'
import { useOverflowing } from '../ui/list/use-overflowing.ts'
import { TableTools } from './TableTools.tsx'
import { type TableChoices, useTableChoices } from './use-table-choices.ts'
import cards from './ViewTableCards.module.css'
import { Head, type HeadOrder, type Sort } from './ViewTableHead.tsx'
import { type DrawCell, ViewTableRow } from './ViewTableRow.tsx'
import css from './ViewTables.module.css'

interface FlatTableProps {
  table: ViewTable
  /** Replaces the text of a cell, e.g. by a link. */
  cell?: DrawCell
  /** The id of each line, where links of the page lead to it. */
  idOf?: (row: string) => string
}

export function FlatTable({ table, cell, idOf }: FlatTableProps) {
  const choices = useTableChoices(table.id, table.columns)
  if (table.rows.length === 0) return <p className={css.empty}>{EMPTY_LIST}</p>
  const { columns } = choices
  const entry = firstFigure(columns, table.rows)
  return (
    <>
      <TableTools title={table.title} choices={choices} />
      <TableFrame title={table.title} choices={choices} isFlat>
        <tbody role="rowgroup">
          {table.rows.map((row) => (
            <ViewTableRow key={row.id} id={idOf?.(row.id)} table={table.id} entry={entry} row={row} columns={columns} cell={cell} />
          ))}
        </tbody>
        {table.total ? (
          <tfoot role="rowgroup">
            <ViewTableRow table={table.id} row={table.total} columns={columns} isTotal />
          </tfoot>
        ) : null}
      </TableFrame>
    </>
  )
}

interface GroupedTableProps {
  table: DetailTable
  /** Only this carrier's groups; null shows all, with the grand total. */
  carrierCode: string | null
  cell?: DrawCell
}

/** Carrier, product, policies: subtotals under each, the grand total last. Or all policies as one list, by name or as its headers are pressed. */
export function GroupedTable({ table, carrierCode, cell }: GroupedTableProps) {
  const choices = useTableChoices(table.id, table.columns)
  const [sort, setSort] = useState<Sort>({ key: BY_NAME, isDown: false })
  const carriers = table.carriers.filter((carrier) => carrierCode === null || carrier.carrierCode === carrierCode)
  if (carriers.length === 0) return <p className={css.empty}>{EMPTY_LIST}</p>
  const isList = !choices.isGrouped
  const columns = isList && carrierCode === null ? withCarrier(choices.columns) : choices.columns
  const span = columns.length
  const policies = carriers.flatMap(({ carrierName, products }) =>
    products.flatMap(({ rows }) => rows.map((row) => ({ ...row, cells: { ...row.cells, [CARRIER.key]: carrierName } }))),
  )
  const ordered = isList ? sorted(policies, sort) : policies
  const entry = firstFigure(columns, ordered)
  const policy = (row: DetailRow) => (
    <ViewTableRow key={row.id} table={table.id} entry={entry} row={row} columns={columns} cell={cell} removed={row.removed} />
  )
  const subtotal = (row: ViewRow) => <ViewTableRow table={table.id} row={row} columns={columns} tone="subtotal" isTotal />
  return (
    <>
      <TableTools title={table.title} choices={choices} canGroup />
      <TableFrame title={table.title} choices={{ ...choices, columns }} {...(isList ? { sort, onSort: setSort } : {})}>
        {choices.isGrouped ? (
          carriers.map((carrier) => (
            <Fragment key={carrier.carrierCode}>
              {carrier.products.map((product, index) => (
                <tbody key={product.productName} role="rowgroup">
                  {index === 0 ? <GroupName tone="group" span={span} name={carrier.carrierName} /> : null}
                  <GroupName tone="product" span={span} name={`${product.productName}, ${product.accountTypeName.toLowerCase()}`} />
                  {product.rows.map(policy)}
                  {carrier.products.length > 1 ? subtotal(product.subtotal) : null}
                </tbody>
              ))}
              <tbody role="rowgroup">{subtotal(carrier.subtotal)}</tbody>
            </Fragment>
          ))
        ) : (
          <tbody role="rowgroup">
            {ordered.map(policy)}
            {carriers.length === 1 && carriers[0] && carrierCode !== null ? subtotal(carriers[0].subtotal) : null}
          </tbody>
        )}
        {carrierCode === null ? (
          <tfoot role="rowgroup">
            <ViewTableRow table={table.id} row={table.total} columns={columns} isTotal />
          </tfoot>
        ) : null}
      </TableFrame>
    </>
  )
}

/** Which carrier a policy is with, where no group says it. */
const CARRIER = column('carrier', 'Carrier', 'text', { group: 'key' })
const withCarrier = (columns: readonly Column[]): Column[] =>
  columns.flatMap((each) => (each.key === SECOND_NAME ? [each, CARRIER] : [each]))

const BY_NAME = 'insured'

/** By a column and then by name; lines without a value come last either way. */
function sorted(rows: readonly DetailRow[], { key, isDown }: Sort): DetailRow[] {
  const words = (row: DetailRow, ...keys: string[]) => keys.map((each) => row.cells[each] ?? '').join('\n')
  const named = rows.toSorted((one, other) => words(one, BY_NAME, SECOND_NAME).localeCompare(words(other, BY_NAME, SECOND_NAME), 'en-US'))
  return named.toSorted((one, other) => {
    const [a, b] = [one.cells[key] ?? null, other.cells[key] ?? null]
    if (a === null || b === null) return Number(a === null) - Number(b === null)
    const order = typeof a === 'number' && typeof b === 'number' ? a - b : String(a).localeCompare(String(b), 'en-US')
    return isDown ? -order : order
  })
}

/** The name stays in sight while the columns scroll. */
const GroupName = ({ tone, span, name }: { tone: 'group' | 'product'; span: number; name: string }) => (
  <tr className={css[tone]} data-tone={tone} role="row">
    <th colSpan={span} scope="rowgroup" role="rowheader">
      <span>{name}</span>
    </th>
  </tr>
)

/** Columns from which on a phone shows cards. */
const CARDS = 5

function TableFrame({
  title,
  choices: { columns, density },
  isFlat = false,
  children,
  ...order
}: {
  title: string
  choices: Pick<TableChoices, 'columns' | 'density'>
  isFlat?: boolean
  children: ReactNode
} & HeadOrder) {
  const frame = useRef<HTMLElement>(null)
  const overflowing = useOverflowing(frame, columns.length)
  const isWide = columns.length >= WIDE
  return (
    // A wide table scrolls, and the keyboard must reach it.
    <section
      className={`${css.frame} ${cards.frame}`}
      ref={frame}
      tabIndex={0}
      aria-label={`${title}, table`}
      data-overflowing={overflowing || undefined}
    >
      {/* Explicit roles: as cards on phones the cells are laid out as blocks, which would take the table's meaning away. */}
      <table
        className={`${css.table} ${cards.cards}`}
        role="table"
        data-flat={isFlat || undefined}
        data-dense={!isFlat || isWide || undefined}
        data-cards={columns.length >= CARDS || undefined}
        data-folded={(isWide && phoneFigure(columns) !== undefined) || undefined}
        data-pinned={(isWide && columns[1]?.key === SECOND_NAME) || undefined}
        data-density={density}
        onKeyDown={moveBetweenFigures}
      >
        <caption className="visually-hidden">{title}</caption>
        <Head columns={columns} {...order} />
        {children}
      </table>
    </section>
  )
}

/** The column beside the first that names a line as well. */
const SECOND_NAME = 'policyNumber'
