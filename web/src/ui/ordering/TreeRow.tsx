/** One row of an edited tree: its name, what is wrong with it, and where a dragged one would land. */
import { IconAlertTriangle, IconGripVertical } from '@tabler/icons-react'
import { type ReactNode, type RefObject, useRef } from 'react'
import css from './ordering.module.css'
import { INDENT, useRowDrag } from './use-row-drag.ts'

type Drag = Parameters<typeof useRowDrag>[2]
interface TreeRowProps {
  id: number
  /** Depth of the row it stands in; 0 at the top. */
  parentId: number
  /** From 1. */
  level: number
  index: number
  siblings: number
  mayHold: boolean
  name: string
  /** The text in place of an empty name. */
  unnamed: string
  /** A heading of the rows in it. */
  heading?: boolean
  chosen: boolean
  fault: string | undefined
  onChoose: () => void
  icon?: ReactNode
  note?: ReactNode
  /** Without it the row stays where it is. */
  drag: Drag | undefined
}

export const TreeRow = ({ drag, ...row }: TreeRowProps) => (drag ? <DraggableRow {...row} drag={drag} /> : <Row {...row} />)

function DraggableRow({ drag, ...row }: Omit<TreeRowProps, 'drag'> & { drag: Drag }) {
  const element = useRef<HTMLDivElement>(null)
  const { landing, dragging } = useRowDrag(element, { ...row, level: row.level - 1 }, drag)
  return <Row {...row} element={element} landing={landing} dragging={dragging} />
}

interface DrawnRowProps extends Omit<TreeRowProps, 'drag'> {
  element?: RefObject<HTMLDivElement | null>
  landing?: string | null
  dragging?: boolean
}

function Row({ element, landing = null, dragging = false, ...row }: DrawnRowProps) {
  const { id, level, index, siblings, name, unnamed, heading, chosen, fault, onChoose, icon, note } = row
  return (
    <div
      ref={element}
      role="treeitem"
      aria-level={level}
      aria-posinset={index + 1}
      aria-setsize={siblings}
      aria-selected={chosen}
      tabIndex={chosen ? 0 : -1}
      data-row={id}
      data-heading={heading || undefined}
      data-landing={landing ?? undefined}
      data-dragging={dragging || undefined}
      className={css.row}
      style={{ paddingLeft: 6 + (level - 1) * INDENT }}
      onClick={onChoose}
      onFocus={onChoose}
    >
      {element ? <IconGripVertical className={css.grip} size={16} stroke={1.6} aria-hidden /> : null}
      {icon}
      <span className={css.name} data-unnamed={name === '' || undefined}>
        {name || unnamed}
      </span>
      {fault ? (
        <span className={css.fault} title={fault}>
          <IconAlertTriangle size={16} stroke={1.8} aria-hidden />
          <span className="visually-hidden">{fault}</span>
        </span>
      ) : null}
      {note}
    </div>
  )
}
