import { expect, test } from 'vitest'
import { ANSWERS } from '../../test/review-example.ts'
import { bareReview, REVIEWS_OF_EVERY_KIND, toldReview } from '../../test/reviews-of-every-kind.ts'
import { buildAnnualReview } from './build.ts'
import { blocksLeftOut, blocksShown } from './not-applicable.ts'

test('each table or chart of a review is drawn or named in the line at the end, and none in both', () => {
  for (const snapshot of Object.values(REVIEWS_OF_EVERY_KIND)) {
    const { sections, notApplicable } = buildAnnualReview(snapshot)
    for (const section of sections) {
      const shown = blocksShown(section)
      for (const block of section.blocks)
        if (block.kind === 'table' && block.table.rows.length === 0)
          expect([shown.includes(block), notApplicable?.text.includes(`${block.table.title}: `)]).toEqual([false, true])
        else if (block.kind === 'table')
          expect([shown.includes(block), notApplicable?.text.includes(`${block.table.title}: `) ?? false]).toEqual([true, false])
    }
  }
})

test('a review that has nothing to leave out has no such line; a section keeps its only table, though empty', () => {
  const view = buildAnnualReview(toldReview)
  const items = view.sections.find(({ code }) => code === 'OPEN_ITEMS')?.blocks.filter(({ id }) => id === 'items') ?? []
  expect(items).toHaveLength(1)
  expect(blocksShown({ blocks: items })).toEqual(items)
  expect(blocksLeftOut([{ blocks: items }])).toBeNull()
  expect(buildAnnualReview(bareReview).notApplicable?.text).not.toContain('undefined')
})

test('items that staff recorded are told apart from what the institution stated, returned or not', () => {
  for (const answers of [null, ANSWERS])
    expect(buildAnnualReview({ ...bareReview, answers, texts: { ...bareReview.texts, items: [] } }).notApplicable?.text).toContain(
      'Items recorded in the portal: none.',
    )
})
