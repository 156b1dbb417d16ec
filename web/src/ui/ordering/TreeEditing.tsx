/** The frame of an editor whose rows are a tree: buttons and the keys that do the same, the rows, what adds some, what was done last. */
import type { KeyboardEvent, ReactNode, RefObject } from 'react'
import css from './ordering.module.css'
import { Tool, type ToolProps, UndoTools } from './Tool.tsx'
import { type TakenSteps, takeStepKey } from './use-steps.ts'

export interface TreeTool extends ToolProps {
  /** Does the same on the keyboard: an arrow together with Alt, Delete alone. */
  keyName?: string
}

interface TreeEditingProps {
  label: string
  /** Ref of the element that holds the rows: `focusRow` finds them in it. */
  list: RefObject<HTMLDivElement | null>
  /** Ids of the rows, from top to bottom. */
  ids: readonly number[]
  chosen: number | undefined
  onChoose: (id: number) => void
  steps: TakenSteps
  /** Many rows scroll, and stand closer. */
  long?: boolean
  rows: ReactNode
  /** In place of rows where there is none. */
  empty?: ReactNode
  error: string | undefined
  /** Without it the rows are only read. */
  editing: { tools: readonly TreeTool[]; add: ReactNode; hint: string } | undefined
  /** The fields of the chosen row. */
  children: ReactNode
}

export function TreeEditing({ label, list, ids, chosen, onChoose, steps, long, rows, empty, error, editing, children }: TreeEditingProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    const at = chosen === undefined ? -1 : ids.indexOf(chosen)
    const to = { ArrowUp: ids[at - 1], ArrowDown: ids[at + 1], Home: ids[0], End: ids.at(-1) }[event.key]
    const tool = editing?.tools.find(({ keyName }) => keyName === event.key)
    if (tool && (event.altKey || event.key === 'Delete')) tool.onPress()
    else if (!event.altKey && !event.ctrlKey && !event.metaKey && to !== undefined) {
      onChoose(to)
      focusRow(list, to)
    } else if (!editing || !takeStepKey(event, steps)) return
    event.preventDefault()
  }
  return (
    <div className={css.editor} data-long={long || undefined}>
      <div className={css.side}>
        {editing ? (
          <div className={css.tools} role="toolbar" aria-label={label}>
            {editing.tools.map(({ keyName: _keyName, ...tool }) => (
              <Tool key={tool.label} {...tool} />
            ))}
            <span className={css.gap} />
            <UndoTools steps={steps} />
          </div>
        ) : null}
        {ids.length === 0 && empty ? (
          empty
        ) : (
          <div ref={list} role="tree" aria-label={label} className={css.rows} onKeyDown={onKeyDown}>
            {rows}
          </div>
        )}
        {editing ? <div className={css.add}>{editing.add}</div> : null}
        {error ? <p className={css.error}>{error}</p> : null}
        {editing ? <p className={css.hint}>{editing.hint}</p> : null}
        <p className="visually-hidden" role="status">
          {steps.said}
        </p>
      </div>
      {children}
    </div>
  )
}

/** Once the row is drawn where it now stands. */
export const focusRow = (list: RefObject<HTMLElement | null>, id: number) =>
  requestAnimationFrame(() => list.current?.querySelector<HTMLElement>(`[data-row="${id}"]`)?.focus())
