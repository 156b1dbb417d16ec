/** Up to where a person has seen an institution's released reports; a hint of this browser for "new since". */
import { remember, remembered } from './local-memory.ts'

/** The moment of the newest report at the last visit to the list; undefined on a first visit, when nothing is called new. */
export const seenBefore = (institutionId: number): string | undefined => remembered().reportsSeenAt?.[String(institutionId)]

export function markSeen(institutionId: number, newest: string): void {
  const before = seenBefore(institutionId)
  if (before !== undefined && before >= newest) return
  remember({ reportsSeenAt: { ...remembered().reportsSeenAt, [String(institutionId)]: newest } })
}
