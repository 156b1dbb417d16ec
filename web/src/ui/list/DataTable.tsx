/**
 * The table of every list: sticky header, order in the address bar, selection, columns to choose, density, totals, cards on phones.
 * Rows come ordered and paged from the server; the table only asks for another order.
 */
import { counted } from '@corridor/domain/primitives/counted.ts'
import { MISSING } from '@corridor/domain/primitives/money.ts'
import { IconChevronDown, IconChevronUp, IconSelector } from '@tabler/icons-react'
import { lazy, type ReactNode, Suspense, useRef } from 'react'
import { Checkbox } from '../fields/Field.tsx'
import { useReturn } from '../layout/use-return.ts'
import css from './DataTable.module.css'
import type { Column, Selection, SortState, TotalsRow } from './data-table-types.ts'
import { TableTools } from './TableTools.tsx'
import { useOverflowing } from './use-overflowing.ts'
import { type TableMemory, useTableMemory } from './use-table-memory.ts'

export type { Column, Selection, SortState, TotalsRow } from './data-table-types.ts'

/** From here on only the rows in sight are drawn. */
const LONG = 150
const FIRST_ROWS = 30
const LongBody = lazy(() => import('./LongBody.tsx').then((file) => ({ default: file.LongBody })))

interface DataTableProps<Row> {
  /** Name of the rows, for screen readers and for remembering hidden columns: "Reports of the batch". */
  label: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  idOf: (row: Row) => number
  /** Label of a checkbox: "Select {nameOf}". */
  nameOf?: (row: Row) => string
  /** All rows of the filter, not of this page. Undefined hides the count. */
  totalRecords?: number
  /** "report" gives "12 reports". */
  noun?: string
  sort?: SortState
  onSort?: (sort: SortState) => void
  selection?: Selection
  canSelect?: (row: Row) => boolean
  totals?: TotalsRow
  /** Instead of an empty table. */
  empty?: ReactNode
  /** Above the table, left: search and filters. */
  filters?: ReactNode
  /** Above the table, right: export and the like. */
  tools?: ReactNode
  /** Shown while rows are selected, in place of the filters. */
  selectionActions?: ReactNode
  /** Which columns show, when the page needs to know as well (use-list.ts). */
  memory?: TableMemory
  /** Hides column picker and density; for small tables inside panels. */
  plain?: boolean
  /** Marks a row: 'attention' draws the eye. */
  toneOf?: (row: Row) => 'attention' | undefined
}

export function DataTable<Row>(props: DataTableProps<Row>) {
  const {
    label,
    columns,
    rows,
    idOf,
    nameOf,
    sort,
    onSort,
    selection,
    canSelect = () => true,
    totals,
    empty,
    toneOf,
    plain = false,
  } = props
  const own = useTableMemory(label, columns)
  const memory = props.memory ?? own
  const wrap = useRef<HTMLDivElement>(null)
  const overflowing = useOverflowing(wrap, columns.length)
  const remember = useReturn(label, wrap, rows)
  const shown = columns.filter((column) => memory.isShown(column.key))
  const long = rows.length > LONG
  const selectable = selection ? rows.filter(canSelect) : []
  const chosenHere = selectable.filter((row) => selection?.ids.has(idOf(row))).length
  const isChoosing = Boolean(selection && selection.ids.size > 0 && props.selectionActions)
  const span = shown.length + (selection ? 1 : 0)
  const toggle = (those: readonly Row[], on: boolean) => {
    const ids = new Set(selection?.ids)
    for (const row of those) {
      if (on) ids.add(idOf(row))
      else ids.delete(idOf(row))
    }
    selection?.onChange(ids)
  }

  const drawRow = (index: number, measure?: (element: Element | null) => void) => {
    const row = rows[index]
    if (row === undefined) return null
    const id = idOf(row)
    return (
      <tr
        key={id}
        ref={measure ?? null}
        data-index={measure ? index : undefined}
        role="row"
        data-row={id}
        data-tone={toneOf?.(row)}
        data-selected={selection?.ids.has(id) || undefined}
        aria-rowindex={long ? index + 2 : undefined}
      >
        {selection ? (
          <td role="cell" className={css.pick}>
            <Checkbox
              label={`Select ${nameOf?.(row) ?? `row ${index + 1}`}`}
              hideLabel
              checked={selection.ids.has(id)}
              disabled={!canSelect(row)}
              onChange={(on) => toggle([row], on)}
            />
          </td>
        ) : null}
        {shown.map((column, position) =>
          position === 0 ? (
            <th key={column.key} scope="row" role="rowheader" className={css.first} style={widthOf(column)} {...linesOf(column)}>
              {wrapped(column, column.cell(row))}
            </th>
          ) : (
            <Cell key={column.key} column={column} row={row} />
          ),
        )}
      </tr>
    )
  }

  return (
    <div className={css.list}>
      {plain && !props.filters && !props.tools ? null : (
        <TableTools
          isChoosing={isChoosing}
          filters={isChoosing ? props.selectionActions : props.filters}
          tools={props.tools}
          count={countText(props.totalRecords, props.noun)}
          columns={plain ? [] : columns}
          memory={memory}
        />
      )}
      {rows.length === 0 && empty ? (
        empty
      ) : (
        <div
          className={css.wrap}
          ref={wrap}
          onClickCapture={remember}
          data-overflowing={overflowing || undefined}
          data-virtual={long || undefined}
          {...(overflowing || long ? { role: 'region', 'aria-label': `${label}, scrolled`, tabIndex: 0 } : {})}
        >
          {/* Explicit roles: as cards on phones the cells are laid out as blocks, which would take the table's meaning away. */}
          <table
            className={css.table}
            data-density={memory.density}
            role="table"
            aria-label={label}
            aria-rowcount={long ? rows.length + 1 : undefined}
          >
            <thead role="rowgroup">
              <tr role="row">
                {selection ? (
                  <th scope="col" role="columnheader" className={css.pick}>
                    <Checkbox
                      label="Select all rows of this page"
                      hideLabel
                      checked={selectable.length > 0 && chosenHere === selectable.length}
                      indeterminate={chosenHere > 0 && chosenHere < selectable.length}
                      disabled={selectable.length === 0}
                      onChange={(on) => toggle(selectable, on)}
                    />
                  </th>
                ) : null}
                {shown.map((column) => (
                  <HeaderCell key={column.key} column={column} sort={sort} onSort={onSort} />
                ))}
              </tr>
            </thead>
            <tbody role="rowgroup">
              {long ? (
                <Suspense fallback={rows.slice(0, FIRST_ROWS).map((_row, index) => drawRow(index))}>
                  <LongBody box={wrap} count={rows.length} density={memory.density} columns={span} row={drawRow} />
                </Suspense>
              ) : (
                rows.map((_row, index) => drawRow(index))
              )}
            </tbody>
            {totals && rows.length > 0 ? (
              <tfoot role="rowgroup">
                <tr role="row">
                  {selection ? <td role="cell" className={css.pick} /> : null}
                  {shown.map((column, position) =>
                    position === 0 ? (
                      <th key={column.key} scope="row" role="rowheader" className={css.first}>
                        {totals.label}
                      </th>
                    ) : (
                      <td
                        key={column.key}
                        role="cell"
                        data-label={column.header}
                        {...linesOf(column)}
                        data-empty={totals.cells[column.key] === undefined || undefined}
                      >
                        {totals.cells[column.key]}
                      </td>
                    ),
                  )}
                </tr>
              </tfoot>
            ) : null}
          </table>
        </div>
      )}
    </div>
  )
}

function Cell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  const content = column.cell(row)
  return (
    <td
      role="cell"
      data-label={column.unlabeled ? undefined : column.header}
      {...linesOf(column)}
      data-empty={content === MISSING || undefined}
      data-sentence={(typeof content === 'string' && isSentence(content)) || undefined}
    >
      {wrapped(column, content)}
    </td>
  )
}

/** How a cell of the column breaks: figures take no more room than they need. */
const linesOf = <Row,>({ numeric, oneLine, wideOnly, isControl }: Column<Row>) => ({
  'data-numeric': numeric || undefined,
  'data-one-line': oneLine || undefined,
  'data-wide-only': wideOnly || undefined,
  'data-no-print': isControl || undefined,
})
const wrapped = <Row,>({ isName }: Column<Row>, content: ReactNode) =>
  isName || typeof content === 'object' ? <div className={isName ? css.name : css.whole}>{content}</div> : content
const widthOf = <Row,>({ width }: Column<Row>) => (width === undefined ? {} : { minWidth: width })

/** On a phone's card a sentence follows its heading and takes as many lines as it needs; everything shorter ends at the card's edge. */
const isSentence = (text: string) => text.length > 40 && text.includes(' ')

/** A longer heading takes several lines, so that its column need not be as wide; the room that the column asks for is kept. */
const takesLines = (header: string): boolean => header.length > 24

function HeaderCell<Row>({
  column,
  sort,
  onSort,
}: {
  column: Column<Row>
  sort: SortState | undefined
  onSort: ((sort: SortState) => void) | undefined
}) {
  const direction = sort?.by === column.key ? (sort.desc ? 'descending' : 'ascending') : undefined
  const Icon = direction === 'ascending' ? IconChevronUp : direction === 'descending' ? IconChevronDown : IconSelector
  const style = column.width === undefined ? {} : { width: column.width, ...(takesLines(column.header) ? { minWidth: column.width } : {}) }
  return (
    <th
      scope="col"
      role="columnheader"
      data-numeric={column.numeric || undefined}
      data-no-print={column.isControl || undefined}
      data-long={takesLines(column.header) || undefined}
      aria-sort={direction}
      style={style}
      title={column.help}
    >
      {column.sortable && onSort ? (
        // A first press on a number asks for the greatest, on a word for A to Z.
        <button
          type="button"
          className={css.sort}
          data-on={direction ? true : undefined}
          onClick={() => onSort({ by: column.key, desc: direction ? !sort?.desc : column.numeric === true })}
        >
          {column.header}
          <Icon size={14} aria-hidden />
        </button>
      ) : (
        column.header
      )}
    </th>
  )
}

/** Nothing of what begins with a number is a word: "0 7-pay premiums" reads as another one. */
const countText = (total: number | undefined, noun = 'row'): string =>
  total === undefined ? '' : counted(total, noun).replace(/^0 (?=\d)/, 'No ')
