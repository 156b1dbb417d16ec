/** Tests that a review could not make: its summary counts and names them, its certification leaves them out, and its stamp tells of a questionnaire without answers. */
import { counted } from '../../primitives/counted.ts'
import type { AnnualReviewSnapshot } from './snapshot.ts'
import type { ReviewFinding } from './view.ts'

export interface TestsNotMade {
  /** For the summary: how many of all, and for want of what; null where every test was made. */
  conclusion: ReviewFinding | null
  /** Left out of the certification; empty where every test was made. */
  certification: string[]
  /** Tests that wait for the institution's answers. */
  unanswered: number
}

/** Reviews made before say nothing of them. */
const NOTHING: TestsNotMade = { conclusion: null, certification: [], unanswered: 0 }

export function testsNotMade(findings: readonly ReviewFinding[], { asset, answers }: AnnualReviewSnapshot): TestsNotMade {
  const open = findings.filter(({ status }) => status === 'unknown')
  if ((asset.edition ?? 1) < 6 || open.length === 0) return NOTHING
  const [unanswered, lacking] = [open.filter(({ awaits }) => awaits), open.filter(({ awaits }) => !awaits)]
  const count = `${open.length} of ${counted(findings.length, 'test')}`
  const sentence = [
    `${count} ${open.length === 1 ? 'was' : 'were'} not made.`,
    ...(unanswered.length === 0
      ? []
      : [
          `${answers ? 'The institution’s questionnaire leaves these unanswered' : 'The institution’s questionnaire for the year has not been returned, which leaves these open'}: ${named(unanswered)}.`,
        ]),
    ...(lacking.length === 0 ? [] : [`Too little is on file for: ${named(lacking)}.`]),
  ].join(' ')
  return {
    conclusion: { id: 'conclusion-not-made', label: 'Tests not made', status: 'unknown', sentence, section: 'EXECUTIVE_SUMMARY' },
    certification: [
      `This certification does not cover the ${open.length} of ${counted(findings.length, 'test')} that ${open.length === 1 ? 'was' : 'were'} not made: ${named(open)}.`,
    ],
    unanswered: unanswered.length,
  }
}

/** Labels have commas of their own. */
const named = (findings: readonly ReviewFinding[]): string => findings.map(({ label }) => label).join('; ')
