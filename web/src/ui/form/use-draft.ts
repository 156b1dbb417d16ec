/** The draft of one open form: offered when the person comes back, written while they type, forgotten when it is saved. */
import { discardDraft, listDrafts, saveDraft } from '@corridor/contract/drafts.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import { call } from '../../kernel/call.ts'
import { useObservable } from '../../kernel/observable.ts'
import { createDraftKeeper, type DraftContent, type DraftKeeper, type DraftState } from './draft-keeper.ts'

interface KeptDraft {
  writer: string
  content: DraftContent
  savedAt: string
}

interface OfferedDraft extends KeptDraft {
  /** Puts the offered text into the form. */
  take: () => void
  discard: () => void
}

export interface Draft {
  keeper: DraftKeeper
  state: DraftState
  /** Drafts of other visits, the latest first: the person is asked of each. Two may be of two records, so that they are never joined unasked. */
  offers: readonly OfferedDraft[]
}

/** Which drafts this page wrote, by key: coming back to a form within the page goes on where it was. */
const written = new Map<string, Set<string>>()
/** Forms of this page that just closed and are still sending their last characters. */
const closing = new Map<string, Promise<unknown>>()

/**
 * @param key names form and record: "users.17", "users.new"; null keeps nothing
 * @param takeUp puts a draft's text into the form and notes it with the keeper
 */
export function useDraft(key: string | null, takeUp: (content: DraftContent, keeper: DraftKeeper) => void): Draft {
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
  const [offers, setOffers] = useState<readonly KeptDraft[]>([])

  /** Taken up, the text is written anew by this form before the old draft goes: at no moment is there none. */
  const take = (draft: KeptDraft) => {
    takeUp(draft.content, mine.keeper)
    void mine.keeper.flush().then((safe) => (safe && key !== null ? forget(key, draft.writer) : undefined))
  }
  const begin = useEffectEvent((records: readonly KeptDraft[]) => {
    const [newest, ...others] = records
    // Coming back within the same page (another tab of it, Back) goes on without a question.
    const own = newest !== undefined && key !== null && written.get(key)?.has(newest.writer) === true
    setOffers(own ? others : records)
    if (own) take(newest)
  })
  useEffect(() => {
    if (key === null) return
    let here = true
    const ask = (closing.get(key) ?? Promise.resolve()).then(() => call(listDrafts, { key }))
    ask.then(
      ({ records }) => {
        if (here) begin(records)
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

  const answered = ({ writer }: KeptDraft) => setOffers((standing) => standing.filter((each) => each.writer !== writer))
  return {
    keeper: mine.keeper,
    state: useObservable(mine.keeper.state),
    offers: offers.map((kept) => ({
      ...kept,
      take: () => {
        answered(kept)
        take(kept)
      },
      discard: () => {
        answered(kept)
        if (key !== null) void forget(key, kept.writer)
      },
    })),
  }
}

const forget = (key: string, writer: string) => call(discardDraft, { key, writer }).catch(() => undefined)
