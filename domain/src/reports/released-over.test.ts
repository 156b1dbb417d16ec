import { expect, test } from 'vitest'
import { plainDate } from '../primitives/period.ts'
import { workedForm8925 } from '../test/form-8925-example.ts'
import { reviewExample } from '../test/review-example.ts'
import { annualReviewAs, buildAnnualReview } from './annual-review/build.ts'
import { buildForm8925, form8925As } from './form-8925/view.ts'
import type { Release } from './heading.ts'

const released: Release = {
  standing: 'released',
  reason: 'Due on Friday',
  openItems: 2,
  items: ['The file of Alpha is missing', 'The file of Bravo is missing'].map((title) => ({
    title,
    policyId: null,
    subject: null,
    amounts: null,
  })),
  releasedBy: { name: 'Dana Cole', on: plainDate('2026-11-03') },
}
const form = buildForm8925(workedForm8925())
const review = buildAnnualReview(reviewExample())

test('the box of a form counts what was open in the register, its stamp that and the open items of the form, which stand as they stood', () => {
  const read = form8925As(form, released)
  expect(read.released).toMatchObject({
    title: 'Released with 2 open items of December 2025',
    reason: 'Released by Dana Cole on November 3, 2026. Reason: Due on Friday.',
  })
  expect(read.header.stamp.text).toBe(`FINAL · ${form.openItems.length + 2} OPEN ITEMS`)
  expect([read.openItems, read.header.caution, read.controlTotals]).toEqual([form.openItems, form.header.caution, form.controlTotals])
})

test('what was open is left out of the certification, in the review as in its summary', () => {
  const said = JSON.stringify(annualReviewAs(review, released)).match(/[^"]*This certification does not cover what was open\./g)
  const words =
    'Released with 2 open items of December 2025: The file of Alpha is missing; The file of Bravo is missing. Released by Dana Cole on November 3, 2026. Reason: Due on Friday. This certification does not cover what was open.'
  expect(said).toEqual([words, words])
})

test('a form or review released before its open items were kept says nothing of them', () => {
  for (const release of [
    { ...released, openItems: null, items: null },
    { ...released, items: null },
    { ...released, reason: null },
  ]) {
    expect(form8925As(form, release)).not.toHaveProperty('released')
    expect(annualReviewAs(review, release)).not.toHaveProperty('released')
  }
})
