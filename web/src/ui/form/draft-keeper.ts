/** Keeps what is typed into a form as a draft on the server while it is typed (kernel/autosave.ts). */
import { createAutosave } from '../../kernel/autosave.ts'
import { type Observable, observable } from '../../kernel/observable.ts'

export const LONGEST_MS = 1_500

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

interface Content {
  text: string | null
}
const NO_DRAFT = { text: null, version: 0, savedBy: null, savedAt: null }

export function createDraftKeeper(store: DraftStore): DraftKeeper {
  const state = observable<DraftState>({ kind: 'nothing' })
  let version = 0
  const autosave = createAutosave<null, Content>({
    keyOf: () => null,
    same: (one, other) => one.text === other.text,
    stored: [NO_DRAFT],
    longestMs: LONGEST_MS,
    save: async ({ text }, _version, { leaving }) => {
      if (text === null) {
        if (!leaving) await store.discard()
        return NO_DRAFT
      }
      return { ...NO_DRAFT, text, savedAt: await store.save(JSON.parse(text), ++version, leaving) }
    },
  })
  const tell = () => {
    const kept = autosave.kept.get().get(null)
    state.set(
      autosave.state.get() === 'offline'
        ? { kind: 'failing' }
        : kept?.state !== 'saved'
          ? { kind: 'unsaved' }
          : kept.savedAt === null
            ? { kind: 'nothing' }
            : { kind: 'kept', at: kept.savedAt },
    )
  }
  autosave.kept.watch(tell)
  autosave.state.watch(tell)
  return { ...autosave, state, note: (content) => autosave.put({ text: content === null ? null : JSON.stringify(content) }) }
}
