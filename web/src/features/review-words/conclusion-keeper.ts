/**
 * Keeps management's conclusions while they are typed: each goes to the server a moment after typing stops, one call a risk at a time. What could not be
 * sent stays on the page and in this browser, and is tried again. Knows nothing of React.
 */
import type { ReviewAssessment, StoredConclusion } from '@corridor/contract/review-words.ts'
import { isReviewRiskCode, type ReviewRiskCode } from '@corridor/domain/reports/annual-review/outline.ts'
import { ApiError } from '../../kernel/api-error.ts'
import { type Observable, observable } from '../../kernel/observable.ts'
import type { Waiting } from '../../kernel/waiting.ts'

export const PAUSE_MS = 700
const RETRY_MS = 4_000

export interface KeptConclusion {
  text: string
  /** Version of the server's copy that typing began from; 0 while there is none. */
  version: number
  state: 'saved' | 'typing' | 'saving' | 'offline' | 'conflict' | 'refused'
  savedBy: string | null
  /** The status of a refusal. */
  problem?: string
  /** A colleague's save meanwhile. */
  theirs?: string
}

/** In the browser's storage until the server has it. */
export interface WaitingConclusion {
  risk: ReviewRiskCode
  text: string
  version: number
}
export const isWaitingConclusion = (entry: unknown): entry is WaitingConclusion =>
  typeof entry === 'object' &&
  entry !== null &&
  'risk' in entry &&
  isReviewRiskCode(entry.risk) &&
  'text' in entry &&
  typeof entry.text === 'string' &&
  'version' in entry &&
  typeof entry.version === 'number'

export type SaveConclusion = (risk: ReviewRiskCode, conclusion: string, version: number, leaving: boolean) => Promise<StoredConclusion>

export interface ConclusionKeeper {
  kept: Observable<ReadonlyMap<ReviewRiskCode, KeptConclusion>>
  type: (risk: ReviewRiskCode, text: string) => void
  /** After a conflict: theirs, or ours over it. */
  settle: (risk: ReviewRiskCode, whose: 'mine' | 'theirs') => void
  /** Sends what waits, at once. True when the server has all of it. */
  flush: () => Promise<boolean>
  /** The server's conclusions read anew; what is being typed here stays. */
  refresh: (stored: ReviewAssessment['conclusions']) => void
  /** The page goes: what waits is sent along. */
  leave: () => void
}

export function createConclusionKeeper(
  save: SaveConclusion,
  stored: ReviewAssessment['conclusions'],
  { remember, recall }: Waiting<WaitingConclusion>,
): ConclusionKeeper {
  const kept = observable<ReadonlyMap<ReviewRiskCode, KeptConclusion>>(
    new Map(stored.map(({ risk, conclusion, version, savedBy }) => [risk, { text: conclusion, version, state: 'saved', savedBy }])),
  )
  const timers = new Map<ReviewRiskCode, ReturnType<typeof setTimeout>>()
  const running = new Map<ReviewRiskCode, Promise<void>>()
  const at = (risk: ReviewRiskCode): KeptConclusion => kept.get().get(risk) ?? { text: '', version: 0, state: 'saved', savedBy: null }
  const change = (risk: ReviewRiskCode, part: Partial<KeptConclusion>) => {
    kept.set(new Map(kept.get()).set(risk, { ...at(risk), ...part }))
    remember([...kept.get()].flatMap(([each, { text, version, state }]) => (state === 'saved' ? [] : [{ risk: each, text, version }])))
  }
  const plan = (risk: ReviewRiskCode, wait: number) => {
    clearTimeout(timers.get(risk))
    timers.set(
      risk,
      setTimeout(() => void send(risk), wait),
    )
  }
  const waits = (risk: ReviewRiskCode) => ['typing', 'offline', 'saving'].includes(at(risk).state)

  async function send(risk: ReviewRiskCode, leaving = false): Promise<void> {
    clearTimeout(timers.get(risk))
    await running.get(risk)
    const { text, version, state } = at(risk)
    if (state !== 'typing' && state !== 'offline') return
    change(risk, { state: 'saving' })
    const sent = save(risk, text, version, leaving).then(
      (saved) => {
        // Text typed while it was on its way goes next.
        const isNewer = at(risk).text !== text
        change(risk, { version: saved.version, savedBy: saved.savedBy, state: isNewer ? 'typing' : 'saved' })
        if (isNewer) plan(risk, PAUSE_MS)
      },
      (thrown: unknown) => {
        const error = thrown instanceof ApiError ? thrown : null
        if (error?.code === 'conflict') return change(risk, { state: 'conflict', ...theirsOf(error) })
        if (error && error.status >= 400 && error.status < 500 && error.status !== 401)
          return change(risk, { state: 'refused', problem: Object.values(error.fields).flat().join(' ') || error.message })
        change(risk, { state: 'offline' })
        plan(risk, RETRY_MS)
      },
    )
    running.set(
      risk,
      sent.finally(() => running.delete(risk)),
    )
    await sent
  }

  for (const { risk, text, version } of recall())
    if (text === at(risk).text) change(risk, {})
    else {
      change(risk, { text, version, state: 'typing' })
      plan(risk, 0)
    }

  return {
    kept,
    type: (risk, text) => {
      const { state } = at(risk)
      change(risk, { text, state: state === 'conflict' || state === 'saving' ? state : 'typing' })
      if (state !== 'conflict') plan(risk, PAUSE_MS)
    },
    settle: (risk, whose) => {
      const { theirs = '', text } = at(risk)
      change(risk, whose === 'theirs' ? { text: theirs, state: 'saved' } : { text, state: 'typing' })
      if (whose === 'mine') plan(risk, 0)
    },
    flush: async () => {
      for (const risk of kept.get().keys()) while (at(risk).state === 'typing' || running.has(risk)) await send(risk)
      return [...kept.get().keys()].every((risk) => at(risk).state === 'saved')
    },
    refresh: (stored) => {
      for (const { risk, conclusion, version, savedBy } of stored)
        if (at(risk).state === 'saved' && version > at(risk).version) change(risk, { text: conclusion, version, savedBy })
    },
    leave: () => {
      for (const risk of kept.get().keys()) if (waits(risk)) void send(risk, true)
      for (const timer of timers.values()) clearTimeout(timer)
    },
  }
}

/** The server's version now: writing over it begins from there. */
function theirsOf(error: ApiError): Pick<KeptConclusion, 'savedBy' | 'version'> & { theirs: string } {
  const current = error.meta.current
  const stored = typeof current === 'object' && current !== null ? current : {}
  return {
    theirs: 'conclusion' in stored && typeof stored.conclusion === 'string' ? stored.conclusion : '',
    version: 'version' in stored && typeof stored.version === 'number' ? stored.version : 0,
    savedBy: 'savedBy' in stored && typeof stored.savedBy === 'string' ? stored.savedBy : null,
  }
}
