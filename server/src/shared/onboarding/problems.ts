/** The problems of an import, kept as they are found; of a book that is wrong throughout the first ten thousand, and how many there are. */
import type { OnboardingProblem } from '@corridor/domain/onboarding/read-row.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/http/scope.ts'

/** Kept and listed; more are counted only. */
const MOST_KEPT = 10_000

export interface Problems {
  add: (found: readonly OnboardingProblem[]) => Promise<void>
  /** Takes them while the connection is busy; `flush` keeps them. */
  hear: (found: readonly OnboardingProblem[]) => void
  flush: () => Promise<void>
  /** Those that a statement kept by itself. */
  kept: (more: number) => void
  count: () => number
}

export function keepProblems(trx: Trx, scope: Scope, importId: number): Problems {
  let count = 0
  const heard: OnboardingProblem[] = []
  const hear = (found: readonly OnboardingProblem[]) => {
    heard.push(...found.slice(0, Math.max(MOST_KEPT - count, 0)))
    count += found.length
  }
  const flush = async () => {
    const kept = heard.splice(0)
    if (kept.length === 0) return
    await sql`insert into onboarding_problem (import_id, site_id, record_type, source, column_name, value, problem)
      select ${importId}, ${scope.siteId}, p.* from unnest(${kept.map(({ recordType }) => recordType)}::text[], ${kept.map(({ source }) => source)}::text[],
        ${kept.map(({ column }) => column)}::text[], ${kept.map(({ value }) => value)}::text[], ${kept.map(({ problem }) => problem)}::text[]) as p (a, b, c, d, e)`.execute(
      trx,
    )
  }
  return {
    hear,
    flush,
    add: (found) => {
      hear(found)
      return flush()
    },
    kept: (more) => {
      count += more
    },
    count: () => count,
  }
}

/** A statement that gives the rows `s` with a problem: a column by its field, and the sentence. */
export interface SetCheck {
  type: string
  column: string | null
  /** An expression: the sentence. */
  problem: string
  where: string
  from?: string
}
