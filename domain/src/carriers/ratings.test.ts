/** The published rating scales of AM Best, S&P, Moody's and Fitch. */
import { expect, test } from 'vitest'
import { meetsMinimumRating, RATING_AGENCIES, RATING_SCALES, ratingOrdinal, ratingProblem, ratingWord } from './ratings.ts'

test.each([
  ['AM_BEST', 'A+', 2, 'Superior'],
  ['SP', 'A+', 5, 'Strong'],
  ['AM_BEST', 'B+', 6, 'Good'],
  ['AM_BEST', 'D', 13, 'Poor'],
  ['SP', 'BBB-', 10, 'Good'],
  ['SP', 'BB+', 11, 'Marginal'],
  ['SP', 'CC', 20, 'Extremely weak'],
  ['SP', 'SD', 21, 'Selective default'],
  ['MOODYS', 'Aa3', 4, 'Excellent'],
  ['MOODYS', 'Baa1', 8, 'Adequate'],
  ['MOODYS', 'C', 21, 'Lowest'],
  ['FITCH', 'BB+', 11, 'Moderately weak'],
  ['FITCH', 'C', 19, 'Very weak'],
  ['AM_BEST', 'NR', null, 'Not rated'],
  ['AM_BEST', 'E', null, 'Under regulatory supervision'],
  ['SP', 'a+', null, null],
] as const)('%s %s', (agency, rating, ordinal, word) => {
  expect(ratingOrdinal(agency, rating)).toBe(ordinal)
  expect(ratingWord(agency, rating)).toBe(word)
})
test('the scales have the lengths of the agencies’ own, each place once', () => {
  expect(RATING_AGENCIES.map((agency) => RATING_SCALES[agency].length)).toEqual([13, 21, 21, 19])
  for (const agency of RATING_AGENCIES) expect(new Set(RATING_SCALES[agency]).size).toBe(RATING_SCALES[agency].length)
})
test('a minimum is met within one agency only', () => {
  expect(meetsMinimumRating('SP', 'A+', 'A')).toBe(true)
  expect(meetsMinimumRating('MOODYS', 'Baa1', 'A3')).toBe(false)
  expect(meetsMinimumRating('FITCH', 'NR', 'A-')).toBeNull()
})

test.each([
  ['AM_BEST', 'A+', undefined],
  ['AM_BEST', 'NR', undefined],
  ['AM_BEST', 'AA', 'AM Best does not give “AA”: its ratings go from A++ to D, or E, F, S, NR'],
  ['MOODYS', 'A+', 'Moody’s does not give “A+”: its ratings go from Aaa to C, or NR, WR'],
  ['COMDEX', '100', undefined],
  ['COMDEX', '0', 'A Comdex is a whole number from 1 to 100'],
  ['COMDEX', '92.5', 'A Comdex is a whole number from 1 to 100'],
] as const)('as a rating by %s, %s: %s', (agency, rating, problem) => expect(ratingProblem(agency, rating)).toBe(problem))
