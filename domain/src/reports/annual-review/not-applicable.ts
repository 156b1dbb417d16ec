/** Blocks of a review that have nothing to tell of its year: no agreement, no claim, no capital. A section keeps what is its only content, as its heading was asked for. */
import { isApplicable, type NotApplicable, notApplicable } from '../not-applicable.ts'
import type { ReviewBlock, ReviewSectionView } from './view.ts'

/** As a report's line at the end says it, by the block's id. */
const REASONS: Readonly<Record<string, string>> = {
  'carrier-financials': 'no statements of these carriers are on file',
  claims: 'none paid',
  'concentration-trend': 'no capital on file',
  ended: 'none',
  exceptions: 'none on record',
  hedges: 'none on file',
  illustrations: 'none on file',
  items: 'none',
  left: 'nobody',
  'seven-pay': 'no policy is in its 7-pay period',
  'split-dollar': 'no agreement on file',
}
const OTHERWISE = 'nothing on file'

/** The blocks that every medium draws. */
export function blocksShown({ blocks }: Pick<ReviewSectionView, 'blocks'>): ReviewBlock[] {
  const shown = blocks.filter((block) => !isEmpty(block))
  return shown.length > 0 ? shown : blocks
}

/** Those that none draws, in one line. */
export function blocksLeftOut(sections: readonly Pick<ReviewSectionView, 'blocks'>[]): NotApplicable | null {
  const left = sections.flatMap((section) => {
    const shown = blocksShown(section)
    return section.blocks.filter((block) => !shown.includes(block))
  })
  return notApplicable(
    'year',
    left.map((block) => ({ title: titleOf(block), reason: REASONS[block.id] ?? OTHERWISE })),
  )
}

function isEmpty(block: ReviewBlock): boolean {
  if (block.kind === 'table') return !isApplicable(block.table)
  return block.kind === 'chart' && (block.chart.kind === 'carriers' ? block.chart.shares : block.chart.years).length === 0
}

function titleOf(block: ReviewBlock): string {
  if (block.kind === 'table') return block.table.title
  return block.kind === 'chart' ? block.title : ''
}
