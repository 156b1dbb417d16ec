/**
 * Keeps what is typed on the server while it is typed. Knows nothing of React: it is told the content, saves it a moment after typing stops
 * (and during long typing every second and a half), one request at a time, and goes on trying until the server has the last character.
 */
import { type Observable, observable } from '../../kernel/observable.ts'

export const PAUSE_MS = 500
export const LONGEST_MS = 1_500
const RETRY_MS = 3_000

export type DraftState = { kind: 'nothing' } | { kind: 'unsaved' } | { kind: 'failing' } | { kind: 'kept'; at: string }
export type DraftContent = Record<string, unknown>

export interface DraftKeeper {
  state: Observable<DraftState>
  /** The typed value now; null when it is the stored one anyway. */
  note: (content: DraftContent | null) => void
  /** Sends what the server does not have yet, at once. True when it has all of it. */
  flush: () => Promise<boolean>
  /** Whether characters would be lost if the page went now. */
  pending: () => boolean
  /** The page is going: one last call that outlives it. */
  leave: () => void
  stop: () => void
}

export interface DraftStore {
  save: (content: DraftContent, version: number, keepalive: boolean) => Promise<string>
  discard: () => Promise<void>
}

export function createDraftKeeper(store: DraftStore): DraftKeeper {
  const state = observable<DraftState>({ kind: 'nothing' })
  let version = 0
  /** The server's version of it: null is no draft. */
  let kept: string | null = null
  let wanted: string | null = null
  let running: Promise<void> | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let waitingSince: number | undefined
  let stopped = false

  const pending = () => wanted !== kept
  const plan = (ms: number) => {
    clearTimeout(timer)
    if (!stopped) timer = setTimeout(() => void send(), ms)
  }

  async function send(): Promise<void> {
    clearTimeout(timer)
    if (running) return running
    if (!pending()) return
    waitingSince = undefined
    running = attempt(wanted).finally(() => {
      running = null
    })
    await running
    // Text typed while this was under way follows at once; for a form that was left, leave() has sent it, and a later word could undo a newer form's.
    if (!stopped && pending() && state.get().kind !== 'failing') await send()
  }

  async function attempt(content: string | null): Promise<void> {
    try {
      if (content === null) {
        await store.discard()
        kept = null
        state.set(pending() ? { kind: 'unsaved' } : { kind: 'nothing' })
        return
      }
      const at = await store.save(JSON.parse(content), ++version, false)
      kept = content
      state.set(pending() ? { kind: 'unsaved' } : { kind: 'kept', at })
    } catch {
      state.set({ kind: 'failing' })
      plan(RETRY_MS)
    }
  }

  return {
    state,
    pending,
    note: (content) => {
      const text = content === null ? null : JSON.stringify(content)
      if (text === wanted) return
      wanted = text
      if (!pending()) return clearTimeout(timer)
      if (state.get().kind !== 'failing') state.set({ kind: 'unsaved' })
      waitingSince ??= Date.now()
      plan(Math.max(0, Math.min(PAUSE_MS, waitingSince + LONGEST_MS - Date.now())))
    },
    flush: async () => {
      // A call that was under way may have begun before the last character.
      if (running) await running
      await send()
      return !pending()
    },
    leave: () => {
      if (pending() && wanted !== null) void store.save(JSON.parse(wanted), ++version, true).catch(() => undefined)
    },
    stop: () => {
      stopped = true
      clearTimeout(timer)
    },
  }
}
