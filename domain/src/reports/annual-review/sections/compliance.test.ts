import { expect, test } from 'vitest'
import { consentCountWords } from '../../../policies/consent-counts.ts'
import { plainDate } from '../../../primitives/period.ts'
import { reviewExample } from '../../../test/review-example.ts'
import { findingOf } from '../../../test/review-parts.ts'
import { buildAnnualReview } from '../build.ts'
import type { AnnualReviewSnapshot } from '../snapshot.ts'

const told = (form8925: AnnualReviewSnapshot['form8925']) => {
  const { status, sentence } = findingOf(buildAnnualReview(reviewExample({ form8925 })), 'form-8925') ?? {}
  return [status, sentence]
}

test('a released Form 8925 is met only where its line 4b counts nobody', () => {
  const form = { insuredEmployees: 5, withoutConsent: 0, releasedOn: plainDate('2026-01-20') }
  expect(told(form)).toEqual(['good', 'Form 8925 for the year was released to the institution on 01/20/2026.'])
  expect(told({ ...form, withoutConsent: 1 })).toEqual([
    'watch',
    'Form 8925 for the year was released to the institution on 01/20/2026. Its line 4b counts 1 employee without a valid consent.',
  ])
  expect(told({ ...form, releasedOn: null, withoutConsent: 2 })).toEqual([
    'watch',
    'Form 8925 for the year has been prepared and is not released yet. Its line 4b counts 2 employees without a valid consent.',
  ])
  const actions = (form8925: AnnualReviewSnapshot['form8925']) =>
    JSON.stringify(buildAnnualReview(reviewExample({ form8925 })).summary).match(/[^"]*Form 8925[^"]*tax return\./g)
  expect(actions(form)).toBeNull()
  expect(actions({ ...form, withoutConsent: 1 })).toEqual([
    'Settle the consents that line 4b of Form 8925 counts before the form is filed with the year’s tax return.',
  ])
  expect(actions({ ...form, releasedOn: null })).toEqual(['Have Form 8925 prepared and filed with the year’s tax return.'])
  expect(told(null)).toEqual(['watch', 'Form 8925 for the year has not been prepared on this portal.'])
})

test('the count of consents says whom it counts and by which test, beside that of Form 8925', () => {
  const view = buildAnnualReview(reviewExample())
  const blocks = view.sections.flatMap((section) => section.blocks)
  expect(blocks.find(({ id }) => id === 'consents')).toMatchObject({ note: consentCountWords('ANNUAL_REVIEW') })
  expect(findingOf(view, 'consents')?.sentence).toMatch(/^\d+ of the \d+ people who must consent, former employees included, ha/)
})
