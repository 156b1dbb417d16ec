/** The body of a long table: only the rows in sight are drawn. Loaded with the first long list. */
import { useVirtualizer } from '@tanstack/react-virtual'
import type { ReactNode, RefObject } from 'react'
import css from './DataTable.module.css'
import type { Density } from './use-table-memory.ts'

const ROW_HEIGHT: Record<Density, number> = { comfortable: 40, compact: 34 }

interface LongBodyProps {
  /** The scrolling box around the table. */
  box: RefObject<HTMLElement | null>
  count: number
  density: Density
  columns: number
  /** Draws a row; `measure` is its ref, for rows are taller as cards or with two lines. */
  row: (index: number, measure: (element: Element | null) => void) => ReactNode
}

export function LongBody({ box, count, density, columns, row }: LongBodyProps) {
  // The virtualizer answers from mutable state behind a stable object, which the compiler would memoize away.
  'use no memo'
  const virtualizer = useVirtualizer({ count, getScrollElement: () => box.current, estimateSize: () => ROW_HEIGHT[density], overscan: 12 })
  const items = virtualizer.getVirtualItems()
  return (
    <>
      <Gap height={items[0]?.start ?? 0} columns={columns} />
      {items.map((item) => row(item.index, virtualizer.measureElement))}
      <Gap height={Math.max(0, virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0))} columns={columns} />
    </>
  )
}

/** Holds the place of the rows not drawn. */
function Gap({ height, columns }: { height: number; columns: number }) {
  if (height === 0) return null
  return (
    <tr role="presentation" style={{ height }}>
      <td role="presentation" colSpan={columns} className={css.gap} />
    </tr>
  )
}
