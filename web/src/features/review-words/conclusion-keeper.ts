/** Keeps management's conclusions while they are typed (kernel/autosave.ts): what could not be sent stays on the page and in this browser. */
import type { StoredConclusion } from '@corridor/contract/review-words.ts'
import { isReviewRiskCode, type ReviewRiskCode } from '@corridor/domain/reports/annual-review/outline.ts'
import { type Autosave, createAutosave, type Kept, type Unsent } from '../../kernel/autosave.ts'
import type { Waiting } from '../../kernel/waiting.ts'

type Conclusion = Pick<StoredConclusion, 'risk' | 'conclusion'>
export type KeptConclusion = Kept<Conclusion>
export type ConclusionKeeper = Autosave<ReviewRiskCode, Conclusion>
export type SaveConclusion = (conclusion: Conclusion & { version: number }, leaving: boolean) => Promise<StoredConclusion>

export const createConclusionKeeper = (
  save: SaveConclusion,
  stored: readonly StoredConclusion[],
  waiting: Waiting<Unsent<Conclusion>>,
): ConclusionKeeper =>
  createAutosave({
    keyOf: ({ risk }) => risk,
    same: (one, other) => one.conclusion === other.conclusion,
    save: ({ risk, conclusion }, version, { leaving }) => save({ risk, conclusion, version }, leaving),
    stored,
    waiting,
    judge: ({ status }) => (status >= 400 && status < 500 && status !== 401 ? 'refused' : 'try again'),
    isStored: (value): value is StoredConclusion => isConclusion(value) && 'version' in value,
  })

export const isUnsentConclusion = (entry: unknown): entry is Unsent<Conclusion> =>
  typeof entry === 'object' && entry !== null && 'version' in entry && 'value' in entry && isConclusion(entry.value)
const isConclusion = (value: unknown): value is Conclusion =>
  typeof value === 'object' &&
  value !== null &&
  'risk' in value &&
  isReviewRiskCode(value.risk) &&
  'conclusion' in value &&
  typeof value.conclusion === 'string'
