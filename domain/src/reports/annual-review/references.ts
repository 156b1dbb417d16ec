/** A test prints in full once, in the section that it belongs to: a risk that rests on it gives its status and names that section. */
import type { ReviewBlock, ReviewFinding, ReviewSectionView } from './view.ts'

/** A test whose own section is switched off stays in full beside the risk. */
export function withReferences(sections: readonly ReviewSectionView[]): ReviewSectionView[] {
  const where = new Map(
    sections.flatMap(({ number, title, blocks }) =>
      blocks.flatMap((block) =>
        block.kind === 'findings' ? block.findings.map(({ id }) => [id, `See section ${number}, ${title}.`] as const) : [],
      ),
    ),
  )
  const referring = (block: ReviewBlock): ReviewBlock => {
    if (block.kind !== 'risk') return block
    const findings = block.risk.findings.map((finding): ReviewFinding => {
      const sentence = where.get(finding.id)
      return sentence === undefined ? finding : { ...finding, sentence, isReference: true }
    })
    return { ...block, risk: { ...block.risk, findings } }
  }
  return sections.map((section) => ({ ...section, blocks: section.blocks.map(referring) }))
}
