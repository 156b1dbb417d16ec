import { expect, test } from 'vitest'
import { consentsToMend } from './consent-mending.ts'

test('what a paper mends is told by deficiency, with its people; the most urgent comes first', () =>
  expect(consentsToMend([['NO_DOCUMENT'], ['MISSING'], ['INCOMPLETE'], ['LATE', 'NO_DOCUMENT']])).toBe(
    '4 people without a valid consent: 1 without a signed one on file (send it if it was signed before issue), 1 with an incomplete notice (send all pages of it), 2 whose signed document is not on file (send a copy).',
  ))

test('those whom no paper helps are told beside the others, so that the numbers add up to those of the form', () =>
  expect(consentsToMend([['MISSING'], ['UNDER_DISCLOSED'], ['INCOMPLETE', 'NO_DOCUMENT'], ['LATE'], []])).toBe(
    '4 people without a valid consent: 1 without a signed one on file (send it if it was signed before issue), 1 with an incomplete notice (send all pages of it), 2 with a deficiency that no document sent now corrects (ask counsel about Notice 2009-48).',
  ))

test('where no paper helps anybody, counsel is still to be asked', () =>
  expect(consentsToMend([['EARLY', 'LEFT']])).toBe(
    '1 person without a valid consent: 1 with a deficiency that no document sent now corrects (ask counsel about Notice 2009-48).',
  ))

test('valid consents are nothing to do', () => expect(consentsToMend([[], []])).toBeNull())
