/** The menu's tree, changed by dragging, by keys and by buttons alike; what was done is said, and can be taken back. */

import {
  addItem,
  changeItem,
  type Direction,
  duplicateItem,
  moveItem,
  type Place,
  placeAfter,
  removeItem,
  rowsOf,
  whyNot,
} from '@corridor/domain/client-menu/editing.ts'
import { ITEM_TYPE_WORDS, ITEM_TYPES, MENU_ITEMS_MOST, type MenuItem, mayHold } from '@corridor/domain/client-menu/items.ts'
import type { MenuFault } from '@corridor/domain/client-menu/validation.ts'
import { IconArrowDown, IconArrowLeft, IconArrowRight, IconArrowUp, IconCopy, IconTrash } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { MENU_ICONS } from '../../shared/menu/menu-icons.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { SelectField } from '../../ui/fields/Field.tsx'
import { focusRow, TreeEditing, type TreeTool } from '../../ui/ordering/TreeEditing.tsx'
import { TreeRow } from '../../ui/ordering/TreeRow.tsx'
import { useSteps } from '../../ui/ordering/use-steps.ts'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import type { MenuChoices } from './choices.ts'
import { ItemFields } from './ItemFields.tsx'
import css from './menu-editor.module.css'

interface TreeEditorProps {
  items: readonly MenuItem[]
  choices: MenuChoices
  faults: readonly MenuFault[]
  error?: string | undefined
  /** Without it the tree is only read. */
  onChange?: (items: readonly MenuItem[]) => void
}

const MOVES: readonly { direction: Direction; keyName: string; label: string; did: string; icon: typeof IconArrowUp }[] = [
  { direction: 'up', keyName: 'ArrowUp', label: 'Move up', did: 'moved up', icon: IconArrowUp },
  { direction: 'down', keyName: 'ArrowDown', label: 'Move down', did: 'moved down', icon: IconArrowDown },
  { direction: 'out', keyName: 'ArrowLeft', label: 'Move out', did: 'moved out', icon: IconArrowLeft },
  { direction: 'in', keyName: 'ArrowRight', label: 'Move in', did: 'moved in', icon: IconArrowRight },
]
const KINDS = Object.values(ITEM_TYPES).map((type) => ({ value: String(type), label: ITEM_TYPE_WORDS[type].name }))

export function TreeEditor({ items, choices, faults, error, onChange }: TreeEditorProps) {
  const [chosen, setChosen] = useState<number | null>(null)
  const [kind, setKind] = useState(String(ITEM_TYPES.reports))
  const list = useRef<HTMLDivElement>(null)
  const steps = useSteps(
    items,
    (state) => JSON.stringify(state),
    (state) => onChange?.(state),
  )
  const rows = rowsOf(items)
  const current = rows.find(({ item }) => item.Id === chosen) ?? rows[0]
  const id = current?.item.Id
  const nameOf = (itemId: number) => items.find(({ Id }) => Id === itemId)?.data.Label || 'Item without a name'

  const take = (next: readonly MenuItem[], words: string, focus?: number) => {
    steps.step(next, words)
    if (focus !== undefined) {
      setChosen(focus)
      focusRow(list, focus)
    }
  }
  const moveTo = (itemId: number, place: Place, did: string) => {
    const next = moveItem(items, itemId, place)
    const row = rowsOf(next).find(({ item }) => item.Id === itemId)
    const within = row && row.item.ParentId !== 0 ? ` in ${nameOf(row.item.ParentId)}` : ''
    take(next, `${nameOf(itemId)} ${did}: ${(row?.index ?? 0) + 1} of ${row?.siblings ?? 1}${within}, level ${row?.level ?? 1}.`, itemId)
  }
  const move = (direction: Direction, did: string) => {
    if (id === undefined) return
    const place = placeAfter(items, id, direction)
    if (place) moveTo(id, place, did)
    else steps.say(`${nameOf(id)} cannot be ${did.replace('moved', 'moved any further')}.`)
  }
  const add = () => {
    const type = Object.values(ITEM_TYPES).find((each) => String(each) === kind) ?? ITEM_TYPES.reports
    const added = addItem(items, type, id)
    take(added.items, `${ITEM_TYPE_WORDS[type].name} added. Give it a name.`, undefined)
    setChosen(added.id)
    requestAnimationFrame(() => document.querySelector<HTMLElement>('[data-item-name] input')?.focus())
  }
  const remove = () => {
    if (id === undefined) return
    const inside = items.length - removeItem(items, id).length - 1
    const at = rows.findIndex(({ item }) => item.Id === id)
    const next = rows[at - 1]?.item.Id ?? rows.find(({ item }) => removeItem(items, id).some(({ Id }) => Id === item.Id))?.item.Id
    take(removeItem(items, id), `${nameOf(id)} removed${inside > 0 ? `, with ${inside} in it` : ''}. Undo brings it back.`, next)
  }
  const duplicate = () => {
    if (id === undefined) return
    const copied = duplicateItem(items, id)
    take(copied.items, `${nameOf(id)} duplicated.`, copied.id)
  }
  const tools: TreeTool[] = [
    ...MOVES.map(({ direction, did, ...tool }) => ({
      ...tool,
      disabled: id === undefined || !placeAfter(items, id, direction),
      onPress: () => move(direction, did),
    })),
    { label: 'Duplicate', disabled: id === undefined || items.length >= MENU_ITEMS_MOST, onPress: duplicate, icon: IconCopy },
    { label: 'Remove', keyName: 'Delete', disabled: id === undefined, onPress: remove, icon: IconTrash },
  ]
  const drag = {
    refuses: (moved: number, parentId: number) => whyNot(items, moved, parentId) !== undefined,
    onDrop: (moved: number, place: Place) => moveTo(moved, place, 'moved'),
  }

  return (
    <TreeEditing
      label="Items of the menu"
      list={list}
      ids={rows.map(({ item }) => item.Id)}
      chosen={id}
      onChoose={setChosen}
      steps={steps}
      empty={<EmptyState title="No items yet" why="Add a group or reports to begin with." />}
      error={error}
      editing={
        onChange && {
          tools,
          add: (
            <>
              <SelectField label="Kind of the new item" hideLabel value={kind} options={KINDS} onChange={setKind} />
              <Button variant="default" disabled={items.length >= MENU_ITEMS_MOST} onClick={add}>
                Add {id === undefined ? 'item' : 'after the selected item'}
              </Button>
            </>
          ),
          hint: 'Drag an item, or select it and use the buttons. Keyboard: arrow keys select, Alt with an arrow key moves, Delete removes, Ctrl+Z undoes.',
        }
      }
      rows={rows.map(({ item, ...row }) => (
        <TreeRow
          key={item.Id}
          {...row}
          id={item.Id}
          parentId={item.ParentId}
          mayHold={mayHold(item.ItemType)}
          name={item.data.Label}
          unnamed="Unnamed"
          chosen={item.Id === id}
          fault={faults.find((fault) => fault.id === item.Id)?.message}
          onChoose={() => setChosen(item.Id)}
          icon={<ItemIcon item={item} />}
          note={
            <span className={css.kind}>
              {ITEM_TYPE_WORDS[item.ItemType].name}
              {item.ReportCode ? <b>{item.ReportCode}</b> : null}
            </span>
          }
          drag={onChange && drag}
        />
      ))}
    >
      {current ? (
        <ItemFields
          key={current.item.Id}
          item={current.item}
          choices={choices}
          faults={faults.filter((fault) => fault.id === current.item.Id)}
          {...(onChange
            ? { onChange: (change: Parameters<typeof changeItem>[2]) => steps.step(changeItem(items, current.item.Id, change)) }
            : {})}
        />
      ) : null}
    </TreeEditing>
  )
}

function ItemIcon({ item }: { item: MenuItem }) {
  const Icon = MENU_ICONS[item.data.IconType]
  return <Icon size={18} stroke={1.6} aria-hidden />
}
