/** A year's paper that was released over open items of the register: the box at its head, and the same as one paragraph. */
import type { PlainDate } from '../primitives/period.ts'
import type { Release } from './heading.ts'
import { itemLines, type ReleasedOver, releasedReason, releasedTitle } from './open-items.ts'

/**
 * Absent where nothing was open when it was released, and in releases made before it was kept.
 * @param how as its family prints them
 */
export function releasedOverYear(
  { openItems, items, reason, overrideReason, releasedBy }: Release,
  how: 'each' | 'in brief',
  yearEnd: PlainDate,
): { released?: ReleasedOver } {
  const given = overrideReason ?? reason
  if (!openItems || !items || given === null) return {}
  return {
    released: {
      title: releasedTitle(openItems, yearEnd),
      items: itemLines(items, how).map((text) => ({ text, difference: null })),
      reason: releasedReason(given, releasedBy),
    },
  }
}

export const releasedInWords = ({ title, items, reason }: ReleasedOver): string =>
  `${title}: ${items.map(({ text }) => text.replace(/\.$/, '')).join('; ')}. ${reason}`
