/** Steps of editing that are said and can be taken back and forth, as long as nobody else changes what they were made on. */
import { type KeyboardEvent, useState } from 'react'

const STEPS_MOST = 100

/** Facts of its steps that the buttons and keys of an editor need. */
export interface TakenSteps {
  /** The last step: for a person who does not see it. */
  said: string
  say: (words: string) => void
  undo: (() => void) | undefined
  redo: (() => void) | undefined
}
export interface Steps<State> extends TakenSteps {
  step: (next: State, did?: string) => void
}

/** Ctrl+Z, and with Shift back again. @returns whether it was one of them */
export function takeStepKey(event: KeyboardEvent, { undo, redo }: TakenSteps): boolean {
  if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z') return false
  ;(event.shiftKey ? redo : undo)?.()
  return true
}

/** @param now what stands there  @param key equal for equal states  @param apply puts a state there */
export function useSteps<State>(now: State, key: (state: State) => string, apply: (state: State) => void): Steps<State> {
  const [past, setPast] = useState<readonly State[]>([])
  const [future, setFuture] = useState<readonly State[]>([])
  const [expected, setExpected] = useState(key(now))
  const [said, say] = useState('')
  // A merge, a draft taken up or changes discarded are no steps: what was before them is over.
  if (key(now) !== expected) {
    setExpected(key(now))
    setPast([])
    setFuture([])
  }
  const go = (to: State, did: string | undefined) => {
    setExpected(key(to))
    apply(to)
    if (did !== undefined) say(did)
  }
  const last = past.at(-1)
  const next = future[0]
  return {
    said,
    say,
    step: (to, did) => {
      if (key(to) === key(now)) {
        if (did !== undefined) say(did)
        return
      }
      setPast([...past, now].slice(-STEPS_MOST))
      setFuture([])
      go(to, did)
    },
    undo:
      last === undefined
        ? undefined
        : () => {
            setPast(past.slice(0, -1))
            setFuture([now, ...future])
            go(last, 'Undone.')
          },
    redo:
      next === undefined
        ? undefined
        : () => {
            setPast([...past, now])
            setFuture(future.slice(1))
            go(next, 'Done again.')
          },
  }
}
