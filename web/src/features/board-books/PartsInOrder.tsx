/** The parts of a new board book in their order: moved by their arrows or Alt with an arrow key, and taken out; what was done is said, and the keyboard keeps its place. */
import type { BookFile } from '@corridor/contract/board-books.ts'
import { IconArrowDown, IconArrowUp, IconX } from '@tabler/icons-react'
import { type KeyboardEvent, type RefObject, useState } from 'react'
import { Tool } from '../../ui/ordering/Tool.tsx'
import css from './board-books.module.css'
import { aboutOf, isPaper, keyOf } from './book-files.ts'

interface PartsInOrderProps {
  /** The list takes the focus where the button that had it is gone. */
  list: RefObject<HTMLOListElement | null>
  parts: readonly BookFile[]
  onChange: (parts: readonly BookFile[]) => void
}

export function PartsInOrder({ list, parts, onChange }: PartsInOrderProps) {
  const [said, say] = useState('')
  const move = (at: number, by: number) => {
    const [one, other] = [parts[at], parts[at + by]]
    if (!one || !other) return
    onChange(parts.with(at, other).with(at + by, one))
    say(`${one.title} moved: ${at + by + 1} of ${parts.length}.`)
  }
  const remove = (at: number) => {
    const neighbor = list.current?.children[at + 1] ?? list.current?.children[at - 1]
    const button = neighbor?.querySelector<HTMLButtonElement>('button:last-of-type')
    onChange(parts.toSpliced(at, 1))
    say(`${parts[at]?.title} removed.`)
    ;(button ?? list.current)?.focus()
  }
  const onKeyDown = (at: number) => (event: KeyboardEvent) => {
    const by = { ArrowUp: -1, ArrowDown: 1 }[event.key]
    if (!event.altKey || by === undefined) return
    event.preventDefault()
    move(at, by)
  }
  return (
    <>
      {parts.length > 1 ? <p className={css.hint}>Move a part with its arrows; on the keyboard, Alt with an arrow key.</p> : null}
      <ol ref={list} tabIndex={-1} className={css.files} aria-label="Parts in their order">
        {parts.map((file, at) => (
          <li key={keyOf(file)} onKeyDown={onKeyDown(at)}>
            <span className={css.words}>
              <span>
                {at + 1}. {file.title}
              </span>
              <small>{isPaper(file) ? aboutOf(file) : 'Not a PDF: named on the page of sources, not included'}</small>
            </span>
            <Tool label={`Move ${file.title} up`} disabled={at === 0} onPress={() => move(at, -1)} icon={IconArrowUp} />
            <Tool label={`Move ${file.title} down`} disabled={at === parts.length - 1} onPress={() => move(at, 1)} icon={IconArrowDown} />
            <Tool label={`Remove ${file.title}`} onPress={() => remove(at)} icon={IconX} />
          </li>
        ))}
      </ol>
      <p className="visually-hidden" role="status">
        {said}
      </p>
    </>
  )
}
