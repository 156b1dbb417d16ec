/**
 * Keeps answers while they are typed. Each goes to the server a moment after typing stops, one call at a time; without a connection it waits in this
 * browser and is sent once when there is one again. Knows nothing of React.
 */
import type { StoredAnswer } from '@corridor/contract/questionnaire-content.ts'
import type { Answer } from '@corridor/domain/questionnaires/answers.ts'
import { sameValue } from '@corridor/domain/questionnaires/prefilled-answers.ts'
import { ApiError } from '../../kernel/api-error.ts'
import { type Observable, observable } from '../../kernel/observable.ts'

export const PAUSE_MS = 600
const RETRY_MS = 3_000

/** State of a question, and its progress. */
export interface KeptAnswer extends Answer {
  /** Version of the server's copy that typing began from; 0 while there is none. */
  version: number
  savedBy: string | null
  savedAt: string | null
  state: 'saved' | 'waiting' | 'conflict' | 'refused'
  /** The status of a refusal. */
  problem?: string
  /** A colleague's save meanwhile. */
  theirs?: StoredAnswer
}
export type KeeperState = 'idle' | 'saving' | 'offline' | 'closed'

/** Subject of an unfinished call: repeated word for word, under its own key, until somebody answers. */
interface Flight {
  value: Answer['value']
  note: string
  version: number
  key: string
}
/** In the browser's storage until the server has it. */
export interface Waiting {
  question: string
  row: string
  value: Answer['value']
  note: string
  version: number
  flight: Flight | null
}
export const isWaiting = (entry: unknown): entry is Waiting =>
  typeof entry === 'object' && entry !== null && 'question' in entry && 'row' in entry && 'value' in entry && 'version' in entry
export interface AnswerStore {
  /** @throws ApiError */
  save: (answer: Answer & { version: number }, key: string) => Promise<StoredAnswer>
  remember: (waiting: readonly Waiting[]) => void
  recall: () => Waiting[]
}

export interface AnswerKeeper {
  answers: Observable<ReadonlyMap<string, KeptAnswer>>
  state: Observable<KeeperState>
  put: (answer: Answer) => void
  /** Sends what waits, at once. True when the server has all of it. */
  flush: () => Promise<boolean>
  /** A colleague's save stays, or is overwritten. */
  settle: (key: string, whose: 'mine' | 'theirs') => void
  /** The server's answers read anew; what was typed here stays. */
  refresh: (stored: readonly StoredAnswer[]) => void
  stop: () => void
}

export const keyOf = ({ question, row }: { question: string; row: string }): string => (row === '' ? question : `${question}/${row}`)

export function createAnswerKeeper(store: AnswerStore, stored: readonly StoredAnswer[]): AnswerKeeper {
  const answers = observable<ReadonlyMap<string, KeptAnswer>>(
    new Map(stored.map((answer) => [keyOf(answer), { ...answer, state: 'saved' }])),
  )
  const state = observable<KeeperState>('idle')
  const waiting = new Map<string, Waiting>()
  let running: Promise<void> | null = null
  let timer: ReturnType<typeof setTimeout> | undefined
  let stopped = false

  const change = (key: string, answer: KeptAnswer) => answers.set(new Map(answers.get()).set(key, answer))
  const keep = () => {
    if (!stopped) store.remember([...waiting.values()])
  }
  const plan = (milliseconds: number) => {
    clearTimeout(timer)
    if (!stopped) timer = setTimeout(() => void send(), milliseconds)
  }
  const isStuck = (key: string) => ['conflict', 'refused'].includes(answers.get().get(key)?.state ?? 'saved')

  for (const entry of store.recall()) {
    const key = keyOf(entry)
    const known = answers.get().get(key)
    waiting.set(key, entry)
    change(key, { ...entry, savedBy: known?.savedBy ?? null, savedAt: known?.savedAt ?? null, state: 'waiting' })
  }
  if (waiting.size > 0) plan(0)

  function put(answer: Answer): void {
    const key = keyOf(answer)
    const known = answers.get().get(key)
    const before = waiting.get(key)
    if (!before && known?.state === 'saved' && known.note === answer.note && sameValue(known.value, answer.value)) return
    waiting.set(key, { ...answer, version: before?.version ?? known?.version ?? 0, flight: before?.flight ?? null })
    change(key, {
      ...answer,
      version: known?.version ?? 0,
      savedBy: known?.savedBy ?? null,
      savedAt: known?.savedAt ?? null,
      state: 'waiting',
    })
    keep()
    if (state.get() !== 'offline') plan(PAUSE_MS)
  }

  async function send(): Promise<void> {
    clearTimeout(timer)
    if (running) return running
    running = sendAll().finally(() => {
      running = null
    })
    return running
  }

  async function sendAll(): Promise<void> {
    for (;;) {
      const next = [...waiting].find(([key]) => !isStuck(key))
      if (!next || stopped || state.get() === 'closed') break
      const [key, entry] = next
      if (state.get() !== 'offline') state.set('saving')
      if ((await attempt(key, entry)) === 'no answer') {
        state.set('offline')
        plan(RETRY_MS)
        return
      }
    }
    if (state.get() !== 'closed') state.set('idle')
  }

  async function attempt(key: string, entry: Waiting): Promise<'answered' | 'no answer'> {
    const flight = entry.flight ?? { value: entry.value, note: entry.note, version: entry.version, key: crypto.randomUUID() }
    entry.flight = flight
    keep()
    const { question, row } = entry
    try {
      const saved = await store.save({ question, row, value: flight.value, note: flight.note, version: flight.version }, flight.key)
      if (state.get() === 'offline') state.set('saving')
      landed(key, flight, saved)
    } catch (cause) {
      if (!(cause instanceof ApiError) || cause.status === 0 || cause.status === 503 || cause.status === 401) return 'no answer'
      refused(key, cause)
    }
    keep()
    return 'answered'
  }

  function landed(key: string, flight: Flight, saved: StoredAnswer): void {
    // Typed on while the call was under way: that goes next, from the version that is there now.
    const now = waiting.get(key)
    if (now && (now.note !== flight.note || !sameValue(now.value, flight.value))) {
      waiting.set(key, { ...now, version: saved.version, flight: null })
      change(key, { ...now, version: saved.version, savedBy: saved.savedBy, savedAt: saved.savedAt, state: 'waiting' })
    } else {
      waiting.delete(key)
      change(key, { ...saved, state: 'saved' })
    }
  }

  function refused(key: string, error: ApiError): void {
    const now = waiting.get(key)
    const known = answers.get().get(key)
    if (!now || !known) return
    waiting.set(key, { ...now, flight: null })
    if (error.code === 'wrong_status') {
      state.set('closed')
      return
    }
    const current = error.status === 409 && isStored(error.meta.current) ? error.meta.current : undefined
    change(key, current ? { ...known, state: 'conflict', theirs: current } : { ...known, state: 'refused', problem: error.message })
  }

  return {
    answers,
    state,
    put,
    flush: async () => {
      if (running) await running
      await send()
      return waiting.size === 0
    },
    settle: (key, whose) => {
      const mine = answers.get().get(key)
      const entry = waiting.get(key)
      if (!mine?.theirs || !entry) return
      if (whose === 'theirs') {
        waiting.delete(key)
        change(key, { ...mine.theirs, state: 'saved' })
      } else {
        const { theirs, ...rest } = mine
        waiting.set(key, { ...entry, version: theirs.version, flight: null })
        change(key, { ...rest, version: theirs.version, state: 'waiting' })
        plan(0)
      }
      keep()
    },
    refresh: (fresh) => {
      const next = new Map(answers.get())
      for (const answer of fresh) if (!waiting.has(keyOf(answer))) next.set(keyOf(answer), { ...answer, state: 'saved' })
      answers.set(next)
    },
    stop: () => {
      stopped = true
      clearTimeout(timer)
    },
  }
}

/** The server writes it into the answer as it stores it. */
const isStored = (value: unknown): value is StoredAnswer =>
  typeof value === 'object' && value !== null && 'version' in value && 'question' in value && 'value' in value
