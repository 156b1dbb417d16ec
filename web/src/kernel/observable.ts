/** A value that parts of the page watch. For what lives outside React: session, toasts, timers. */
import { useSyncExternalStore } from 'react'

export interface Observable<Value> {
  get: () => Value
  set: (value: Value) => void
  watch: (listener: () => void) => () => void
}

export function observable<Value>(initial: Value): Observable<Value> {
  let current = initial
  const listeners = new Set<() => void>()
  return {
    get: () => current,
    set: (value) => {
      if (Object.is(value, current)) return
      current = value
      for (const listener of [...listeners]) listener()
    },
    watch: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export const useObservable = <Value>(source: Observable<Value>): Value => useSyncExternalStore(source.watch, source.get, source.get)
