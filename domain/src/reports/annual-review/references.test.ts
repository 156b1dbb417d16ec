/** A test prints in full once; where a risk rests on it stands its status, and the section that prints it. */
import { expect, test } from 'vitest'
import { reviewExample } from '../../test/review-example.ts'
import { buildAnnualReview } from './build.ts'
import { shippedWording } from './default-narrative.ts'
import { type AnnualReviewView, findingsOfReview } from './view.ts'

const ofRisk = ({ sections }: AnnualReviewView, code: string) =>
  sections.flatMap(({ blocks }) =>
    blocks.flatMap((block) => (block.kind === 'risk' && block.risk.code === code ? block.risk.findings : [])),
  )

test('a risk refers to the section that prints a test in full, with the same status', () => {
  const view = buildAnnualReview(reviewExample())
  const full = new Map(findingsOfReview(view).map((finding) => [finding.id, finding]))
  const [consents] = ofRisk(view, 'TAX_INSURABLE_INTEREST')
  expect(consents).toMatchObject({ id: 'consents', status: full.get('consents')?.status, sentence: 'See section 10, Compliance.' })
  expect(full.get('consents')?.sentence).toMatch(/must consent/)
  for (const finding of [...ofRisk(view, 'COMPLIANCE'), ...ofRisk(view, 'CREDIT')]) {
    expect(finding.sentence, finding.label).toMatch(/^See section \d+, (Compliance|Concentration|Carrier credit)\.$/)
    expect(full.get(finding.id)?.sentence, finding.label).not.toMatch(/^See section/)
  }
})

test('a test whose own section is switched off stays in full beside the risk', () => {
  const { texts, ...example } = reviewExample()
  const sections = texts.configuration.sections.map((section) => (section.code === 'COMPLIANCE' ? { ...section, on: false } : section))
  const view = buildAnnualReview({ ...example, texts: { ...texts, configuration: { sections } } })
  expect(ofRisk(view, 'TAX_INSURABLE_INTEREST')[0]?.sentence).toMatch(/must consent/)
})

test('the text above the test of the limits leaves the headroom to it', () =>
  expect(shippedWording('BOLI').narratives.CONCENTRATION).not.toContain('headroom'))
