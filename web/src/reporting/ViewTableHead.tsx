/** The header of a report's table; in a list of policies, each heading sorts. */
import type { Column } from '@corridor/domain/reports/table.ts'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import css from './ViewTableHead.module.css'
import { isWordy } from './ViewTableRow.tsx'

export interface Sort {
  key: string
  isDown: boolean
}
export interface HeadOrder {
  sort?: Sort
  onSort?: (sort: Sort) => void
}

export const Head = ({ columns, sort, onSort }: { columns: readonly Column[] } & HeadOrder) => (
  <thead role="rowgroup">
    <tr role="row">
      {columns.map((column) => {
        const direction = sort?.key !== column.key ? undefined : sort.isDown ? 'descending' : 'ascending'
        return (
          <th key={column.key} scope="col" role="columnheader" data-align={column.align} data-wordy={isWordy(column)} aria-sort={direction}>
            {onSort ? <SortButton column={column} direction={direction} onSort={onSort} /> : column.label}
          </th>
        )
      })}
    </tr>
  </thead>
)

/** A first press on a number asks for the greatest, on a word for A to Z; as in lists. Twelve columns leave no room for an arrow in each. */
function SortButton({
  column,
  direction,
  onSort,
}: { column: Column; direction: 'ascending' | 'descending' | undefined } & Required<Pick<HeadOrder, 'onSort'>>) {
  const Icon = direction === 'ascending' ? IconChevronUp : IconChevronDown
  const isDown = direction ? direction === 'ascending' : column.align === 'right'
  return (
    <button type="button" className={css.sort} data-on={direction} onClick={() => onSort({ key: column.key, isDown })}>
      {column.label}
      {direction ? <Icon size={13} aria-hidden data-no-print /> : null}
    </button>
  )
}
