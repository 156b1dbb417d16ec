/** Which deficiencies of consents an employer can still mend with a paper, and which no paper mends after issue (26 U.S.C. 101(j)(4)). */
import { counted } from '../primitives/counted.ts'
import type { ConsentFlaw } from './consents.ts'

/** Advice by deficiency, the most urgent first. */
const MENDED_BY: Partial<Record<ConsentFlaw, string>> = {
  MISSING: 'without a signed one on file (send it if it was signed before issue)',
  INCOMPLETE: 'with an incomplete notice (send all pages of it)',
  NO_DOCUMENT: 'whose signed document is not on file (send a copy)',
}
/**
 * A consent that was late, given over a year before issue, given after employment or for less than was insured stays so: whether an inadvertent
 * failure can still be corrected is a question for counsel (Notice 2009-48, Q&A-13).
 */
const BEYOND_PAPER = 'with a deficiency that no document sent now corrects (ask counsel about Notice 2009-48)'

/**
 * One sentence for the people of one policyholder, each counted once by the most urgent advice, so that the parts add up to the whole.
 * @param flaws the deficiencies of each insured person; a person without any counts for nothing
 * @returns null when nobody's consent has a deficiency
 */
export function consentsToMend(flaws: readonly (readonly ConsentFlaw[])[]): string | null {
  const concerned = flaws.filter((theirs) => theirs.length > 0)
  const advice = Map.groupBy(
    concerned,
    (theirs) => Object.entries(MENDED_BY).find(([flaw]) => theirs.some((each) => each === flaw))?.[1] ?? BEYOND_PAPER,
  )
  const parts = [...Object.values(MENDED_BY), BEYOND_PAPER].flatMap((words) => {
    const people = advice.get(words)?.length ?? 0
    return people > 0 ? [`${people} ${words}`] : []
  })
  return parts.length === 0 ? null : `${counted(concerned.length, 'person', 'people')} without a valid consent: ${parts.join(', ')}.`
}
