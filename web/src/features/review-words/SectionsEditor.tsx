/** The sections of a review, switched and put in order by dragging, by keys and by buttons alike; what was done is said, and can be taken back. */

import { moveSection, switchSection } from '@corridor/domain/reports/annual-review/narrative.ts'
import {
  REVIEW_SECTION_CODES,
  type ReviewConfiguration,
  type ReviewFrame,
  type ReviewSectionCode,
  reviewSectionTitle,
} from '@corridor/domain/reports/annual-review/outline.ts'
import { IconArrowDown, IconArrowUp, IconGripVertical } from '@tabler/icons-react'
import { type KeyboardEvent, useRef } from 'react'
import ordering from '../../ui/ordering/ordering.module.css'
import { Tool, UndoTools } from '../../ui/ordering/Tool.tsx'
import { useRowDrag } from '../../ui/ordering/use-row-drag.ts'
import { takeStepKey, useSteps } from '../../ui/ordering/use-steps.ts'
import css from './review-words.module.css'

interface SectionsEditorProps {
  frame: ReviewFrame
  configuration: ReviewConfiguration
  /** Without it the order is only read. */
  onChange?: (configuration: ReviewConfiguration) => void
  error?: string | undefined
}

export function SectionsEditor({ frame, configuration, onChange, error }: SectionsEditorProps) {
  const list = useRef<HTMLUListElement>(null)
  const steps = useSteps(
    configuration,
    (state) => JSON.stringify(state),
    (state) => onChange?.(state),
  )
  const { sections } = configuration
  const nameOf = (code: ReviewSectionCode) => reviewSectionTitle(code, frame)

  const move = (code: ReviewSectionCode, to: number) => {
    const next = moveSection(configuration, code, to)
    const at = next.sections.findIndex((section) => section.code === code)
    steps.step(next, `${nameOf(code)} moved: ${at + 1} of ${sections.length}.`)
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(`[data-section="${code}"] input`)?.focus())
  }
  const turn = (code: ReviewSectionCode, on: boolean) => {
    steps.step(switchSection(configuration, code, on), `${nameOf(code)} ${on ? 'is in the review' : 'is left out'}.`)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const code = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-section]')?.dataset.section : undefined
    const at = sections.findIndex((section) => section.code === code)
    const moved = sections[at]
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (event.altKey && by !== undefined && moved) move(moved.code, at + by)
    else if (!takeStepKey(event, steps)) return
    event.preventDefault()
  }

  return (
    <div className={css.editor}>
      {onChange ? (
        <div className={css.tools} role="toolbar" aria-label="Changes to the order">
          <p>Drag a section, or move it with its arrows; on the keyboard, Alt with an arrow key. A section left out keeps its place.</p>
          <UndoTools steps={steps} />
        </div>
      ) : null}
      <ul
        ref={list}
        className={`${ordering.rows} ${css.sections}`}
        aria-label="Sections of the review"
        onKeyDown={onChange ? onKeyDown : undefined}
      >
        {sections.map(({ code, on }, index) =>
          onChange ? (
            <DraggableSection
              key={code}
              code={code}
              index={index}
              count={sections.length}
              name={nameOf(code)}
              on={on}
              onMove={move}
              onTurn={turn}
            />
          ) : (
            <li key={code} className={ordering.row} data-off={!on || undefined}>
              <span className={css.sectionName}>{nameOf(code)}</span>
              {on ? null : <span className={css.leftOut}>Left out</span>}
            </li>
          ),
        )}
      </ul>
      {error ? <p className={ordering.error}>{error}</p> : null}
      <p className="visually-hidden" role="status">
        {steps.said}
      </p>
    </div>
  )
}

interface DraggableSectionProps {
  code: ReviewSectionCode
  index: number
  count: number
  name: string
  on: boolean
  onMove: (code: ReviewSectionCode, to: number) => void
  onTurn: (code: ReviewSectionCode, on: boolean) => void
}

function DraggableSection({ code, index, count, name, on, onMove, onTurn }: DraggableSectionProps) {
  const element = useRef<HTMLLIElement>(null)
  const row = { id: REVIEW_SECTION_CODES.indexOf(code) + 1, level: 0, parentId: 0, index, mayHold: false }
  const { landing, dragging } = useRowDrag(element, row, {
    refuses: () => false,
    onDrop: (id, { index: to }) => {
      const moved = REVIEW_SECTION_CODES[id - 1]
      if (moved) onMove(moved, to)
    },
  })
  return (
    <li
      ref={element}
      className={ordering.row}
      data-section={code}
      data-off={!on || undefined}
      data-landing={landing ?? undefined}
      data-dragging={dragging || undefined}
    >
      <IconGripVertical className={ordering.grip} size={16} stroke={1.6} aria-hidden />
      <label className={css.sectionName}>
        <input type="checkbox" checked={on} onChange={(event) => onTurn(code, event.currentTarget.checked)} />
        <span>{name}</span>
      </label>
      {on ? null : <span className={css.leftOut}>Left out</span>}
      <Tool label={`Move ${name} up`} title="Move up" disabled={index === 0} onPress={() => onMove(code, index - 1)} icon={IconArrowUp} />
      <Tool
        label={`Move ${name} down`}
        title="Move down"
        disabled={index === count - 1}
        onPress={() => onMove(code, index + 1)}
        icon={IconArrowDown}
      />
    </li>
  )
}
