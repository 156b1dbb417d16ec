/** The parts of the dashboard put in an order of one's own, by dragging, by keys and by buttons alike; each shown or hidden. */
import { IconArrowDown, IconArrowUp, IconEye, IconEyeOff } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { Button } from '../../ui/fields/Button.tsx'
import { Checkbox } from '../../ui/fields/Field.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { focusRow, TreeEditing, type TreeTool } from '../../ui/ordering/TreeEditing.tsx'
import { TreeRow } from '../../ui/ordering/TreeRow.tsx'
import { useSteps } from '../../ui/ordering/use-steps.ts'
import { type Arrangement, inOrder, STANDARD, type useArrangement } from './arrangement.ts'
import css from './ClientDashboardPage.module.css'
import { PARTS, type Part } from './parts.tsx'

interface ArrangingProps {
  parts: readonly Part[]
  own: ReturnType<typeof useArrangement>
  onDone: () => void
}

const numberOf = (part: Part) => PARTS.indexOf(part) + 1

export function Arranging({ parts, own, onDone }: ArrangingProps) {
  const [now, setNow] = useState<Arrangement>({ order: own.order, hidden: own.hidden })
  const [chosen, setChosen] = useState(1)
  const list = useRef<HTMLDivElement>(null)
  const steps = useSteps(now, (state) => JSON.stringify(state), setNow)
  const ordered = inOrder(parts, now.order)
  const current = ordered.find((part) => numberOf(part) === chosen) ?? ordered[0]
  const at = current ? ordered.indexOf(current) : -1
  const isHidden = (part: Part | undefined) => part !== undefined && now.hidden.includes(part.code)

  const moveTo = (part: Part | undefined, index: number, did: string) => {
    if (!part || index < 0 || index >= ordered.length) return
    const others = ordered.filter((each) => each !== part)
    const order = others.toSpliced(index, 0, part).map(({ code }) => code)
    steps.step({ ...now, order }, `${part.title} ${did}: ${index + 1} of ${ordered.length}.`)
    setChosen(numberOf(part))
    focusRow(list, numberOf(part))
  }
  const toggle = (part: Part | undefined) => {
    if (!part) return
    const hidden = isHidden(part) ? now.hidden.filter((code) => code !== part.code) : [...now.hidden, part.code]
    steps.step({ ...now, hidden }, `${part.title} is ${isHidden(part) ? 'shown' : 'hidden'}.`)
  }
  const tools: TreeTool[] = [
    { label: 'Move up', keyName: 'ArrowUp', disabled: at <= 0, onPress: () => moveTo(current, at - 1, 'moved up'), icon: IconArrowUp },
    {
      label: 'Move down',
      keyName: 'ArrowDown',
      disabled: at < 0 || at === ordered.length - 1,
      onPress: () => moveTo(current, at + 1, 'moved down'),
      icon: IconArrowDown,
    },
    {
      label: isHidden(current) ? 'Show' : 'Hide',
      keyName: 'Delete',
      onPress: () => toggle(current),
      icon: isHidden(current) ? IconEye : IconEyeOff,
    },
  ]
  const keep = async (arrangement: Arrangement) => {
    if (await own.keep(arrangement)) onDone()
  }
  return (
    <Panel
      title="Arrange your dashboard"
      note="For you alone, on every device"
      actions={
        <>
          <Button variant="subtle" onClick={onDone}>
            Cancel
          </Button>
          <Button variant="default" loading={own.keeping} onClick={() => void keep(STANDARD)}>
            Standard order
          </Button>
          <Button loading={own.keeping} onClick={() => void keep(now)}>
            Save
          </Button>
        </>
      }
    >
      <TreeEditing
        label="Parts of the dashboard"
        list={list}
        ids={ordered.map(numberOf)}
        chosen={current ? numberOf(current) : undefined}
        onChoose={setChosen}
        steps={steps}
        error={undefined}
        editing={{
          tools,
          add: null,
          hint: 'Drag a part, or select it and use the buttons. Keyboard: arrow keys select, Alt with an arrow key moves, Delete hides or shows, Ctrl+Z undoes.',
        }}
        rows={ordered.map((part, index) => (
          <TreeRow
            key={part.code}
            id={numberOf(part)}
            parentId={0}
            level={1}
            index={index}
            siblings={ordered.length}
            mayHold={false}
            name={part.title}
            unnamed=""
            chosen={part === current}
            fault={undefined}
            onChoose={() => setChosen(numberOf(part))}
            note={isHidden(part) ? <span className={css.hidden}>Hidden</span> : null}
            drag={{
              refuses: () => false,
              onDrop: (moved, { index: to }) =>
                moveTo(
                  ordered.find((each) => numberOf(each) === moved),
                  to,
                  'moved',
                ),
            }}
          />
        ))}
      >
        {current ? (
          <div className={css.about}>
            <h3>{current.title}</h3>
            <p>{current.about}</p>
            <Checkbox label="Shown on my dashboard" checked={!isHidden(current)} onChange={() => toggle(current)} />
          </div>
        ) : null}
      </TreeEditing>
    </Panel>
  )
}
