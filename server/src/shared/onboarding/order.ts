/** A book, and the order to check it or bring it in: given by the Onboarding page, the command line, and pulls from another system. */
import type { OnboardingProblem } from '@corridor/domain/onboarding/read-row.ts'
import type { Db, Trx } from '../../platform/database/database.ts'
import type { Examining } from '../../platform/files/inspection.ts'
import type { Scope } from '../../platform/http/scope.ts'
import type { Keys } from '../../platform/security/keys.ts'
import type { BookPaper } from './papers.ts'
import type { BookPart } from './staging.ts'

export interface OnboardingBook {
  parts: readonly BookPart[]
  /** Errors that show before any row is read: sheets that are of no record type, columns that no type has. */
  problems: readonly OnboardingProblem[]
  /** Its reports and documents; another system has none. */
  papers?: readonly BookPaper[]
}

export interface OnboardingOrder {
  db: Db
  scope: Scope
  keys: Keys
  now: () => Date
  book: OnboardingBook
  /** The name of the folder, workbook or zip. */
  name: string
  purpose: 'CHECK' | 'IMPORT'
  /** Why differences from the firm's totals are accepted. */
  acceptedReason?: string | undefined
  /** An import that was asked for before, as a page does; else one is entered. */
  importId?: number
  told?: (step: string, rows?: number) => void
  /** Looks at the reports and documents of the book. */
  examining?: Examining
  noteLocks: NoteLocks
  signal?: AbortSignal
}

/** Tells whoever waits for a month that locks have moved, in the transaction that moved them: carriers' files say so among their findings. */
export type NoteLocks = (trx: Trx, scope: Scope) => Promise<void>

/** Tells how far a step is, and ends it where somebody canceled. */
export const followed =
  ({ told, signal }: OnboardingOrder, step: string) =>
  (done: number): void => {
    signal?.throwIfAborted()
    told?.(step, done)
  }
