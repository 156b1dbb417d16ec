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

test('those whom no paper helps are told beside the others, so that the numbers add up to those of the form', () => {
  const { people, sentences } = consentsToMend([['MISSING'], ['UNDER_DISCLOSED'], ['LATE'], []])
  expect([people, sentences.at(-1)]).toEqual([
    1,
    '2 more people have a consent that cannot be corrected after issue: see the report, and ask counsel.',
  ])
  expect(consentsToMend([['MISSING'], ['LATE']]).sentences.at(-1)).toMatch(/^1 more person has a consent/)
})

test('what no paper mends is nothing to do', () =>
  expect(consentsToMend([['LATE'], ['EARLY', 'LEFT'], ['UNDER_DISCLOSED'], []])).toEqual({ people: 0, sentences: [] }))
