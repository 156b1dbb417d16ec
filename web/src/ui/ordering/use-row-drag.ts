/** A row of the editor that can be dragged, and dropped on above, below or into; the same moves have keys and buttons (WCAG 2.5.7). */

import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine'
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { attachInstruction, extractInstruction, type Instruction } from '@atlaskit/pragmatic-drag-and-drop-hitbox/tree-item'
import type { Place } from '@corridor/domain/client-menu/editing.ts'
import { type RefObject, useEffect, useEffectEvent, useState } from 'react'

export const INDENT = 26
type Drop = 'above' | 'below' | 'into'

export interface DragRow {
  id: number
  level: number
  parentId: number
  index: number
  mayHold: boolean
}

/**
 * @param refuses whether that item cannot be dropped here in that way
 * @param onDrop where it goes, among the parent's items with the dragged one left out
 * @returns how the dragged item would land, while it is over this row
 */
export function useRowDrag(
  element: RefObject<HTMLElement | null>,
  row: DragRow,
  { refuses, onDrop }: { refuses: (id: number, parentId: number) => boolean; onDrop: (id: number, place: Place) => void },
): { landing: Drop | null; dragging: boolean } {
  const [landing, setLanding] = useState<Drop | null>(null)
  const [dragging, setDragging] = useState(false)
  const { id, level } = row
  const dataFor = useEffectEvent((input: Parameters<typeof attachInstruction>[1]['input'], target: Element, source: number) =>
    attachInstruction(
      { id },
      {
        input,
        element: target,
        currentLevel: level,
        indentPerLevel: INDENT,
        mode: 'standard',
        block: [
          ...(row.mayHold && !refuses(source, id) ? [] : ['make-child' as const]),
          ...(refuses(source, row.parentId) ? ['reorder-above' as const, 'reorder-below' as const] : []),
        ],
      },
    ),
  )
  const own = useEffectEvent(() => ({ id, parentId: row.parentId, index: row.index }))
  const land = useEffectEvent((source: Record<string | symbol, unknown>, drop: Drop) => {
    const place =
      drop === 'into'
        ? { parentId: id, index: Number.MAX_SAFE_INTEGER }
        : { parentId: row.parentId, index: row.index + (drop === 'below' ? 1 : 0) }
    onDrop(idOf(source), before(source, place) ? { ...place, index: place.index - 1 } : place)
  })
  useEffect(() => {
    const target = element.current
    if (!target) return
    return combine(
      draggable({
        element: target,
        getInitialData: () => own(),
        onDragStart: () => setDragging(true),
        onDrop: () => setDragging(false),
      }),
      dropTargetForElements({
        element: target,
        canDrop: ({ source }) => idOf(source.data) !== id,
        getData: ({ input, element: over, source }) => dataFor(input, over, idOf(source.data)),
        onDrag: ({ self }) => setLanding(dropOf(extractInstruction(self.data))),
        onDragLeave: () => setLanding(null),
        onDrop: ({ self, source }) => {
          setLanding(null)
          const drop = dropOf(extractInstruction(self.data))
          if (drop) land(source.data, drop)
        },
      }),
    )
  }, [element, id])
  return { landing, dragging }
}

// A row counts all of its neighbors; its place counts those that stay.
const before = (source: Record<string | symbol, unknown>, { parentId, index }: Place): boolean =>
  source.parentId === parentId && typeof source.index === 'number' && source.index < index
const idOf = (data: Record<string | symbol, unknown>): number => (typeof data.id === 'number' ? data.id : 0)
const DROPS: Partial<Record<Instruction['type'], Drop>> = { 'reorder-above': 'above', 'reorder-below': 'below', 'make-child': 'into' }
const dropOf = (instruction: Instruction | null): Drop | null => (instruction ? (DROPS[instruction.type] ?? null) : null)
