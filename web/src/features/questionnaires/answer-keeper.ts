/** Keeps answers while they are typed (kernel/autosave.ts): without a connection each waits in this browser and is sent once when there is one again. */
import type { StoredAnswer } from '@corridor/contract/questionnaire-content.ts'
import type { Answer } from '@corridor/domain/questionnaires/answers.ts'
import { sameValue } from '@corridor/domain/questionnaires/prefilled-answers.ts'
import { type Autosave, createAutosave, type Kept, type Unsent } from '../../kernel/autosave.ts'
import type { Waiting } from '../../kernel/waiting.ts'

/** State of a question, and its progress. */
export type KeptAnswer = Kept<Answer>
export type AnswerKeeper = Autosave<string, Answer>

export const isUnsentAnswer = (entry: unknown): entry is Unsent<Answer> =>
  typeof entry === 'object' && entry !== null && 'version' in entry && 'value' in entry && isAnswer(entry.value)
export interface AnswerStore extends Waiting<Unsent<Answer>> {
  /** @throws ApiError */
  save: (answer: Answer & { version: number }, key: string) => Promise<StoredAnswer>
}

export const keyOf = ({ question, row }: { question: string; row: string }): string => (row === '' ? question : `${question}/${row}`)

export const createAnswerKeeper = (store: AnswerStore, stored: readonly StoredAnswer[]): AnswerKeeper =>
  createAutosave({
    keyOf,
    same: (one, other) => one.note === other.note && sameValue(one.value, other.value),
    save: ({ question, row, value, note }, version, { key }) => store.save({ question, row, value, note, version }, key),
    stored,
    waiting: store,
    repeats: true,
    judge: ({ status, code }) => (code === 'wrong_status' ? 'closed' : [0, 401, 503].includes(status) ? 'try again' : 'refused'),
    isStored: (current): current is StoredAnswer => isAnswer(current) && 'version' in current,
  })

const isAnswer = (value: unknown): value is Answer =>
  typeof value === 'object' && value !== null && 'question' in value && 'row' in value && 'value' in value
