import { expect, test } from 'vitest'
import { consentCountWords } from './consent-counts.ts'

test('questionnaire, annual review and Form 8925 each name the people they count, their day and their test, and point to the other two', () => {
  expect((['QUESTIONNAIRE', 'ANNUAL_REVIEW', 'FORM_8925'] as const).map(consentCountWords)).toEqual([
    'The annual questionnaire counts everyone insured on this portal when it was sent whose policies need a consent, former employees included, and asks only whether a signed one is on file, valid or not; the annual review and Form 8925 count other people or apply another test.',
    'The annual review counts everyone insured on this portal at the year’s end whose policies need a consent, former employees included, and asks whether it is valid (IRC 101(j)(4)); the annual questionnaire and Form 8925 count other people or apply another test.',
    'Line 4b of Form 8925 counts only the policyholder’s employees insured at the end of the tax year whose contracts need a consent, and asks whether it is valid (IRC 101(j)(4)); the annual questionnaire and the annual review count other people or apply another test.',
  ])
})
