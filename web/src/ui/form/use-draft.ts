/** The draft of one open form: offered when the person comes back, written while they type, forgotten when it is saved. */
import { discardDraft, listDrafts, saveDraft } from '@corridor/contract/drafts.ts'
import { useEffect, useState } from 'react'
import { call } from '../../kernel/call.ts'
import { useObservable } from '../../kernel/observable.ts'
import { createDraftKeeper, type DraftContent, type DraftKeeper, type DraftState } from './draft-keeper.ts'

export interface OfferedDraft {
  content: DraftContent
  savedAt: string
  /** Written in this very page: taken up again without asking. */
  own: boolean
}

export interface Draft {
  keeper: DraftKeeper
  state: DraftState
  offer: OfferedDraft | null
  /** The offer was taken up (its text is in the form again) or is not wanted. */
  answer: (keep: boolean) => void
}

/** Which drafts this page wrote, by key: coming back to a form within the page goes on where it was. */
const written = new Map<string, Set<string>>()
/** Forms of this page that just closed and are still sending their last characters. */
const closing = new Map<string, Promise<unknown>>()

/** @param key names form and record: "users.17", "users.new"; null keeps nothing */
export function useDraft(key: string | null): Draft {
  const [mine] = useState(() => {
    const writer = crypto.randomUUID()
    const keeper = createDraftKeeper({
      save: async (content, version, keepalive) => {
        if (key === null) throw new Error('This form keeps no draft.')
        written.set(key, (written.get(key) ?? new Set()).add(writer))
        return (await call(saveDraft, { key, writer, version, content }, { keepalive })).savedAt
      },
      discard: () => (key === null ? Promise.resolve() : call(discardDraft, { key, writer }).then(() => undefined)),
    })
    return { keeper }
  })
  const [offers, setOffers] = useState<readonly (OfferedDraft & { writer: string })[]>([])

  useEffect(() => {
    if (key === null) return
    let here = true
    const ask = (closing.get(key) ?? Promise.resolve()).then(() => call(listDrafts, { key }))
    ask.then(
      ({ records }) => {
        if (here) setOffers(records.map((draft) => ({ ...draft, own: written.get(key)?.has(draft.writer) ?? false })))
      },
      // Without an answer there is nothing to offer; what is on the server stays there.
      () => undefined,
    )
    return () => {
      here = false
    }
  }, [key])

  useEffect(() => {
    const { keeper } = mine
    const leave = () => keeper.leave()
    const hidden = () => document.visibilityState === 'hidden' && void keeper.flush()
    addEventListener('pagehide', leave)
    document.addEventListener('visibilitychange', hidden)
    return () => {
      removeEventListener('pagehide', leave)
      document.removeEventListener('visibilitychange', hidden)
      const last = keeper.flush().finally(keeper.stop)
      if (key !== null) closing.set(key, last)
    }
  }, [mine, key])

  const [first] = offers
  const answer = (keep: boolean) => {
    if (!first || key === null) return
    setOffers(offers.slice(1))
    const forget = () => call(discardDraft, { key, writer: first.writer }).catch(() => undefined)
    // Taken up, it is written anew by this form first: at no moment is there no draft.
    if (keep) void mine.keeper.flush().then((safe) => (safe ? forget() : undefined))
    else void forget()
  }
  return { keeper: mine.keeper, state: useObservable(mine.keeper.state), offer: first ?? null, answer }
}
