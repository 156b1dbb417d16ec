/** Long lists draw only the rows in sight. */
import { useVirtualizer } from '@tanstack/react-virtual'
import type { RefObject } from 'react'
import type { Density } from './use-table-memory.ts'

const LONG = 150
const ROW_HEIGHT: Record<Density, number> = { comfortable: 46, compact: 34 }

interface VirtualRows {
  on: boolean
  indexes: number[]
  /** Pixels of rows not drawn above and below. */
  before: number
  after: number
}

export function useVirtualRows(box: RefObject<HTMLElement | null>, count: number, density: Density): VirtualRows {
  // The virtualizer answers from mutable state behind a stable object, which the compiler would memoize away.
  'use no memo'
  const on = count > LONG
  const virtualizer = useVirtualizer({
    count,
    enabled: on,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_HEIGHT[density],
    overscan: 12,
  })
  if (!on) return { on, indexes: Array.from({ length: count }, (_, index) => index), before: 0, after: 0 }
  const items = virtualizer.getVirtualItems()
  return {
    on,
    indexes: items.map((item) => item.index),
    before: items[0]?.start ?? 0,
    after: Math.max(0, virtualizer.getTotalSize() - (items.at(-1)?.end ?? 0)),
  }
}
