/** Which deficiencies of consents an employer can still mend with a paper, and which no paper mends after issue (26 U.S.C. 101(j)(4)). */
import { counted } from '../primitives/counted.ts'
import type { ConsentFlaw } from './consents.ts'

/**
 * Advice by deficiency. A consent that was late, given over a year before issue, given after employment or for less than was insured stays
 * so: whether an inadvertent failure can still be corrected is a question for counsel (Notice 2009-48, Q&A-13).
 */
const MENDED_BY: Partial<Record<ConsentFlaw, (people: string) => string>> = {
  MISSING: (people) => `${people} without a signed consent on file: send it if it was signed before issue.`,
  INCOMPLETE: (people) => `${people} with an incomplete notice: send all pages of it.`,
  NO_DOCUMENT: (people) => `${people} whose signed document is not on file: send a copy.`,
}

/**
 * Advice for the people of one policyholder, the most urgent first.
 * @param flaws the deficiencies of each insured person; without any that can be mended the person counts for nothing
 * @returns `people` who can be helped, a sentence for each deficiency with the people it concerns, and one for those whom no paper helps
 */
export function consentsToMend(flaws: readonly (readonly ConsentFlaw[])[]): { people: number; sentences: string[] } {
  const codes = Object.keys(MENDED_BY)
  const theirs = flaws.map((of) => of.filter((flaw) => codes.includes(flaw)))
  const sentences = Object.entries(MENDED_BY).flatMap(([flaw, advice]) => {
    const people = theirs.filter((of) => of.some((each) => each === flaw)).length
    return people > 0 ? [advice(people === 1 ? '1 person' : `${people} people`)] : []
  })
  const people = theirs.filter((of) => of.length > 0).length
  const others = flaws.filter((of, index) => of.length > 0 && theirs[index]?.length === 0).length
  if (people > 0 && others > 0)
    sentences.push(
      `${counted(others, 'more person has', 'more people have')} a consent that cannot be corrected after issue: see the report, and ask counsel.`,
    )
  return { people, sentences }
}
