/** Statuses of an import, with word and tone. */
import type { OnboardingImport } from '@corridor/contract/onboarding.ts'
import { ONBOARDING_STATUS_WORDS } from '@corridor/contract/words.ts'
import type { StatusTable } from '../../ui/states/StatusBadge.tsx'

export const ONBOARDING_STATUS: StatusTable<OnboardingImport['status']> = {
  WAITING: { label: ONBOARDING_STATUS_WORDS.WAITING, tone: 'quiet', sign: 'waiting' },
  CHECKING: { label: ONBOARDING_STATUS_WORDS.CHECKING, tone: 'busy', sign: 'checking' },
  CHECKED: { label: ONBOARDING_STATUS_WORDS.CHECKED, tone: 'note', sign: 'ready' },
  WRITING: { label: ONBOARDING_STATUS_WORDS.WRITING, tone: 'busy' },
  DONE: { label: ONBOARDING_STATUS_WORDS.DONE, tone: 'good' },
  FAILED: { label: ONBOARDING_STATUS_WORDS.FAILED, tone: 'bad' },
  UNDOING: { label: ONBOARDING_STATUS_WORDS.UNDOING, tone: 'busy', sign: 'again' },
  UNDONE: { label: ONBOARDING_STATUS_WORDS.UNDONE, tone: 'quiet', sign: 'takenBack' },
}

/** A job has it in hand: the page asks again. */
export const isWorking = ({ status }: Pick<OnboardingImport, 'status'>): boolean =>
  status === 'CHECKING' || status === 'WRITING' || status === 'UNDOING'
export const REFRESH_MS = 1_000
