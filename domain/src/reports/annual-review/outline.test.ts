import { expect, test } from 'vitest'
import {
  defaultReviewConfiguration,
  defaultReviewTexts,
  fillReviewText,
  REVIEW_PLACEHOLDERS,
  REVIEW_RISK_CODES,
  REVIEW_RISKS,
  REVIEW_SECTION_CODES,
  REVIEW_SECTIONS,
  REVIEW_TEXT,
  type ReviewPlaceholderValues,
  reviewSectionTitle,
} from './outline.ts'

const blank = Object.fromEntries(Object.keys(REVIEW_PLACEHOLDERS).map((name) => [name, '-']))
const values: ReviewPlaceholderValues = { ...(blank as ReviewPlaceholderValues), legalName: 'First Example Bank', year: '2025' }

test('sections stand in the order of their numbers, each once; so do the eight risks', () => {
  expect(REVIEW_SECTION_CODES).toEqual(Object.keys(REVIEW_SECTIONS))
  expect(REVIEW_SECTION_CODES.map((code) => REVIEW_SECTIONS[code].number).join(' ')).toBe('0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 A')
  expect(REVIEW_RISK_CODES).toEqual(Object.keys(REVIEW_RISKS))
  expect(REVIEW_RISK_CODES).toHaveLength(8)
})

test('a corporation’s review leaves out what is for banks alone', () => {
  const off = defaultReviewConfiguration('COLI').sections.filter(({ on }) => !on)
  expect(off.map(({ code }) => code)).toEqual(['ACCOUNTING', 'PEERS'])
  expect(defaultReviewConfiguration('BOLI').sections.every(({ on }) => on)).toBe(true)
  expect(reviewSectionTitle('PROGRAM', 'COLI')).toBe('Program overview and funding')
  expect(reviewSectionTitle('HOLDINGS', 'COLI')).toBe('Holdings')
})

test('placeholders take the report’s figures; what is none is named', () => {
  expect(fillReviewText('{{legalName}} in {{ year }}, {nobody}', values)).toBe('First Example Bank in 2025, {nobody}')
  expect(REVIEW_TEXT.unknown('{{year}} {{nobody}} {{nobody}} {{toString}}')).toEqual(['nobody', 'toString'])
  for (const frame of ['BOLI', 'COLI'] as const)
    for (const text of Object.values(defaultReviewTexts(frame).narratives)) expect(REVIEW_TEXT.problem(text)).toBeUndefined()
  expect(defaultReviewTexts('BOLI').boardMeetingOn).toBeNull()
})
