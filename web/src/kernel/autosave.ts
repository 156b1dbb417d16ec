/**
 * Keeps what is typed on the server while it is typed, by key: a value goes there a moment after typing stops, one call at a time, and is tried again until
 * somebody answers. A colleague's save meanwhile is shown and never written over unasked. Knows nothing of React.
 */
import { ApiError } from './api-error.ts'
import { type Observable, observable } from './observable.ts'
import type { Waiting } from './waiting.ts'

export const PAUSE_MS = 600
const RETRY_MS = 3_000

export type Stored<Value> = Value & {
  /** 0 while the server has none. */
  version: number
  savedBy: string | null
  savedAt: string | null
}
interface Standing<Value> {
  state: 'saved' | 'waiting' | 'conflict' | 'refused'
  /** The sentence of a refusal. */
  problem?: string
  /** A colleague's save meanwhile. */
  theirs?: Stored<Value>
}
export type Kept<Value> = Stored<Value> & Standing<Value>
/** `closed`: the server takes no more. */
export type AutosaveState = 'idle' | 'saving' | 'offline' | 'closed'
/** A value that the server does not have yet, the version that typing began from, and the call that nobody has answered. */
export interface Unsent<Value> {
  value: Value
  version: number
  flight: { value: Value; version: number; key: string } | null
}

interface AutosaveOptions<Key, Value> {
  keyOf: (value: Value) => Key
  same: (one: Value, other: Value) => boolean
  /** @throws ApiError */
  save: (value: Value, version: number, sending: { key: string; leaving: boolean }) => Promise<Stored<Value>>
  stored: readonly Stored<Value>[]
  /** In the browser until the server has it: over a closed tab. */
  waiting?: Waiting<Unsent<Value>>
  /** Typing without a pause is sent after so many milliseconds all the same. */
  longestMs?: number
  /** An unanswered call is repeated word for word under its own key, so that it counts once. */
  repeats?: boolean
  /** How an error's answer is meant; without it everything is tried again. */
  judge?: (error: ApiError) => 'try again' | 'refused' | 'closed'
  /** Tells the colleague's save that the server writes into a conflict's answer. */
  isStored?: (current: unknown) => current is Stored<Value>
}

export interface Autosave<Key, Value> {
  kept: Observable<ReadonlyMap<Key, Kept<Value>>>
  state: Observable<AutosaveState>
  put: (value: Value) => void
  /** Whether anything would be lost if the page went now. */
  pending: () => boolean
  /** Sends what waits, at once. True when the server has all of it. */
  flush: () => Promise<boolean>
  /** A colleague's save stays, or is overwritten. */
  settle: (key: Key, whose: 'mine' | 'theirs') => void
  /** The server's values read anew; what was typed here stays. */
  refresh: (stored: readonly Stored<Value>[]) => void
  /** The page is going: a last call for each value that outlives it. */
  leave: () => void
  stop: () => void
}

export function createAutosave<Key, Value extends object>(options: AutosaveOptions<Key, Value>): Autosave<Key, Value> {
  const { keyOf, same, save, stored, waiting: browser, longestMs = Number.POSITIVE_INFINITY, repeats = false } = options
  const server = new Map(stored.map((value) => [keyOf(value), value]))
  const kept = observable<ReadonlyMap<Key, Kept<Value>>>(new Map(stored.map((value) => [keyOf(value), { ...value, state: 'saved' }])))
  const state = observable<AutosaveState>('idle')
  const unsent = new Map<Key, Unsent<Value>>()
  let running: Promise<void> | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let waitingSince: number | undefined
  let stopped = false

  const show = (key: Key, value: Value, standing: Standing<Value> = { state: 'waiting' }) => {
    const { version = 0, savedBy = null, savedAt = null } = server.get(key) ?? {}
    kept.set(new Map(kept.get()).set(key, { ...value, version, savedBy, savedAt, ...standing }))
  }
  const remember = () => {
    if (!stopped) browser?.remember([...unsent.values()])
  }
  const plan = (milliseconds: number) => {
    clearTimeout(timer)
    if (!stopped) timer = setTimeout(() => void send(), milliseconds)
  }
  const isStuck = (key: Key) => ['conflict', 'refused'].includes(kept.get().get(key)?.state ?? 'saved')
  const land = (key: Key, value: Stored<Value>) => {
    server.set(key, value)
    unsent.delete(key)
    kept.set(new Map(kept.get()).set(key, { ...value, state: 'saved' }))
  }

  for (const entry of browser?.recall() ?? []) {
    const key = keyOf(entry.value)
    const copy = server.get(key)
    // The last call of a page that went may have arrived.
    if (copy && same(copy, entry.value)) continue
    unsent.set(key, entry)
    show(key, entry.value)
  }
  remember()
  if (unsent.size > 0) plan(0)

  async function send(): Promise<void> {
    clearTimeout(timer)
    waitingSince = undefined
    running ??= sendAll().finally(() => {
      running = null
    })
    return running
  }

  async function sendAll(): Promise<void> {
    for (;;) {
      const next = [...unsent].find(([key]) => !isStuck(key))
      if (!next || stopped || state.get() === 'closed') break
      if (state.get() === 'idle') state.set('saving')
      if (await attempt(...next)) continue
      state.set('offline')
      return plan(RETRY_MS)
    }
    if (state.get() !== 'closed') state.set('idle')
  }

  /** @returns whether somebody answered */
  async function attempt(key: Key, entry: Unsent<Value>, leaving = false): Promise<boolean> {
    const flight = (repeats ? entry.flight : null) ?? { value: entry.value, version: entry.version, key: crypto.randomUUID() }
    entry.flight = flight
    remember()
    try {
      const saved = await save(flight.value, flight.version, { key: flight.key, leaving })
      if (state.get() === 'offline') state.set('saving')
      const now = unsent.get(key)
      // A later call was faster.
      if (!now) return true
      // Typed on while the call was under way: that goes next, from the version that is there now.
      if (!same(now.value, flight.value)) {
        server.set(key, saved)
        unsent.set(key, { ...now, version: saved.version, flight: null })
        show(key, now.value)
      } else land(key, saved)
    } catch (cause) {
      const meaning = cause instanceof ApiError ? options.judge?.(cause) : undefined
      if (!(cause instanceof ApiError) || meaning === undefined || meaning === 'try again') return false
      if (meaning === 'closed') state.set('closed')
      else refuse(key, cause)
    }
    remember()
    return true
  }

  function refuse(key: Key, error: ApiError): void {
    const now = unsent.get(key)
    if (!now) return
    unsent.set(key, { ...now, flight: null })
    const theirs = error.status === 409 && options.isStored?.(error.meta.current) ? error.meta.current : undefined
    const problem = Object.values(error.fields).flat().join(' ') || error.message
    show(key, now.value, theirs ? { state: 'conflict', theirs } : { state: 'refused', problem })
  }

  return {
    kept,
    state,
    pending: () => unsent.size > 0,
    put: (value) => {
      const key = keyOf(value)
      const known = kept.get().get(key)
      const before = unsent.get(key)
      if (known?.state === 'saved' && same(known, value)) return
      unsent.set(key, { value, version: before?.version ?? known?.version ?? 0, flight: before?.flight ?? null })
      // A colleague’s text stays beside it until one of the two is chosen.
      show(key, value, known?.theirs ? { state: 'conflict', theirs: known.theirs } : undefined)
      remember()
      waitingSince ??= Date.now()
      plan(Math.max(0, Math.min(PAUSE_MS, waitingSince + longestMs - Date.now())))
    },
    flush: async () => {
      // A call that was under way may have begun before the last character.
      if (running) await running
      await send()
      return unsent.size === 0
    },
    settle: (key, whose) => {
      const mine = unsent.get(key)
      const theirs = kept.get().get(key)?.theirs
      if (!mine || !theirs) return
      if (whose === 'theirs') land(key, theirs)
      else {
        server.set(key, theirs)
        unsent.set(key, { ...mine, version: theirs.version, flight: null })
        show(key, mine.value)
        plan(0)
      }
      remember()
    },
    refresh: (fresh) => {
      for (const value of fresh)
        if (!unsent.has(keyOf(value)) && value.version >= (server.get(keyOf(value))?.version ?? 0)) land(keyOf(value), value)
    },
    leave: () => {
      clearTimeout(timer)
      for (const [key, entry] of unsent) if (!isStuck(key)) void attempt(key, entry, true)
    },
    stop: () => {
      stopped = true
      clearTimeout(timer)
    },
  }
}
