import { expect, test } from 'vitest'
import { consentsToMend } from './consent-mending.ts'

test('what a paper mends is told by deficiency, with its people; the most urgent comes first', () =>
  expect(consentsToMend([['NO_DOCUMENT'], ['MISSING'], ['INCOMPLETE', 'NO_DOCUMENT'], ['LATE', 'NO_DOCUMENT']])).toEqual({
    people: 4,
    sentences: [
      '1 person without a signed consent on file: send it if it was signed before issue.',
      '1 person with an incomplete notice: send all pages of it.',
      '3 people whose signed document is not on file: send a copy.',
    ],
  }))

test('what no paper mends is nothing to do', () =>
  expect(consentsToMend([['LATE'], ['EARLY', 'LEFT'], ['UNDER_DISCLOSED'], []])).toEqual({ people: 0, sentences: [] }))
