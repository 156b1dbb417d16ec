/** The note of a report that is not complete: on screen, on paper, and in files. */
import type { Release } from './heading.ts'

export interface ReleaseNote {
  title: string
  lines: string[]
}

/** @param missing sentences that say what is not complete; null where everything is */
export function releaseNote(missing: readonly string[] | null, { standing, reason }: Release): ReleaseNote | null {
  if (missing === null || missing.length === 0) return null
  if (standing === 'draft')
    return { title: 'Not complete', lines: [...missing, 'It can be released only with a reason, which is then printed here.'] }
  return reason === null
    ? { title: 'Not complete', lines: [...missing] }
    : { title: 'Released before it was complete', lines: [...missing, `Reason for the release: ${reason}`] }
}
