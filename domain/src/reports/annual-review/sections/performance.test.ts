import { expect, test } from 'vitest'
import { reviewExample } from '../../../test/review-example.ts'
import { figuresOfReview } from '../figures.ts'
import { performanceFindings } from './performance.ts'

const figures = figuresOfReview(reviewExample())
const yieldTest = (now: number, before: number | null) =>
  performanceFindings({
    ...figures,
    year: { ...figures.year, netYield: now },
    lastYear: { ...figures.year, netYield: before },
  }).find(({ id }) => id === 'yield')

test.each([
  [0.0339, 0.035, 'good', 'The program earned 3.39% net after 3.50% the year before: no fall of more than 50 basis points.'],
  [0.0339, 0.04, 'watch', 'The program earned 3.39% net after 4.00% the year before: a fall of more than 50 basis points.'],
  [0.0339, null, 'unknown', 'The program earned 3.39% net; the net yield of the year before, which it is tested against, is not known.'],
  [-0.001, 0.04, 'bad', 'The program lost value: its net yield was -0.10%.'],
] as const)('a net yield of %s after %s is %s, and the sentence names the test', (now, before, status, sentence) =>
  expect(yieldTest(now, before)).toMatchObject({ status, sentence }),
)
