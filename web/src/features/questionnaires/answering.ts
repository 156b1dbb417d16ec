/** Parts that the answering page shares: the sheet, the keeper of what is typed, and what is left, counted as one types. */
import type { QuestionnaireSheet } from '@corridor/contract/questionnaire-sheet.ts'
import { saveQuestionnaireAnswer } from '@corridor/contract/questionnaire-sheet.ts'
import { plainDate } from '@corridor/domain/primitives/period.ts'
import { type Answer, type Left, progressOf, type SectionProgress } from '@corridor/domain/questionnaires/answers.ts'
import { useEffect, useMemo, useState } from 'react'
import type { AutosaveState } from '../../kernel/autosave.ts'
import { call } from '../../kernel/call.ts'
import { useObservable } from '../../kernel/observable.ts'
import { waitingOf } from '../../kernel/waiting.ts'
import { type AnswerKeeper, createAnswerKeeper, isUnsentAnswer, type KeptAnswer, keyOf } from './answer-keeper.ts'

export interface Answering {
  sheet: QuestionnaireSheet
  answers: ReadonlyMap<string, KeptAnswer>
  state: AutosaveState
  progress: SectionProgress[]
  /** Missing answers, by question. */
  left: ReadonlyMap<string, readonly Left[]>
  keeper: AnswerKeeper
}

/** One keeper a questionnaire and page; what waits in the browser is taken up and sent. */
export function useAnswering(sheet: QuestionnaireSheet, userId: number): Answering {
  const { id } = sheet.questionnaire
  const [keeper] = useState(() =>
    createAnswerKeeper(
      {
        ...waitingOf(userId, String(id), isUnsentAnswer, ({ value }) => keyOf(value)),
        save: (answer, idempotencyKey) => call(saveQuestionnaireAnswer, { id, ...answer }, { idempotencyKey }),
      },
      sheet.answers,
    ),
  )
  useEffect(() => keeper.refresh(sheet.answers), [keeper, sheet.answers])
  useEffect(() => {
    const again = () => void keeper.flush()
    const hidden = () => document.visibilityState === 'hidden' && void keeper.flush()
    window.addEventListener('online', again)
    document.addEventListener('visibilitychange', hidden)
    return () => {
      window.removeEventListener('online', again)
      document.removeEventListener('visibilitychange', hidden)
      // A call under way ends by itself; text it could not deliver stays in the browser for the next visit.
      void keeper.flush().finally(keeper.stop)
    }
  }, [keeper])
  const answers = useObservable(keeper.kept)
  const state = useObservable(keeper.state)
  const progress = useMemo(() => progressOf(sheet.content, [...answers.values()], contextOf(sheet)), [sheet, answers])
  const left = useMemo(
    () =>
      Map.groupBy(
        progress.flatMap((section) => section.left),
        ({ question }) => question,
      ),
    [progress],
  )
  return { sheet, answers, state, progress, left, keeper }
}

function contextOf({ today, book, lastYear, attachments }: QuestionnaireSheet) {
  const files = new Map<string, number>()
  for (const { question } of attachments) files.set(question, (files.get(question) ?? 0) + 1)
  return { today: plainDate(today), book, lastYear: lastYear?.answers ?? [], files }
}

/** The offers of a question, or of all, that nobody has answered yet. */
export const openOffers = ({ sheet, answers }: Answering, question?: string): Answer[] =>
  sheet.offers.filter((offer) => {
    if (question !== undefined && offer.question !== question) return false
    const key = offer.row === '' ? offer.question : `${offer.question}/${offer.row}`
    return (answers.get(key)?.version ?? 0) === 0 && answers.get(key) === undefined
  })
