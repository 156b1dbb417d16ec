import { expect, test } from 'vitest'
import {
  GENERATED_REPORT_STATUSES,
  type GeneratedReportState,
  isWithdrawn,
  openActions,
  REVIEW_ASSESSMENT_STATUSES,
  reviewAssessmentCan,
} from './statuses.ts'

const fresh: GeneratedReportState = { status: 'Ready', currentVersion: 1, releasedVersion: null, withdrawn: false, failureCode: null }

test.each([
  ['Scheduled', ['delete']],
  ['Generating', []],
  ['Ready', ['release', 'regenerate', 'delete']],
  ['Refreshing', []],
  ['Failed', ['regenerate', 'delete']],
] as const)('a %s report that nobody saw allows %j', (status, actions) => expect(openActions({ ...fresh, status })).toEqual(actions))

test('a report that failed for missing values can be made preliminary', () =>
  expect(openActions({ ...fresh, status: 'Failed', failureCode: 'missing_values' })).toContain('makePreliminary'))

test('a released report is not released again, nor deleted, but withdrawn', () =>
  expect(openActions({ ...fresh, releasedVersion: 1 })).toEqual(['withdraw', 'regenerate']))

test('a new version of a released report can be released', () =>
  expect(openActions({ ...fresh, currentVersion: 2, releasedVersion: 1 })).toEqual(['release', 'withdraw', 'regenerate']))

test('a withdrawn report can be released again but never deleted', () =>
  expect(openActions({ ...fresh, releasedVersion: 1, withdrawn: true })).toEqual(['release', 'regenerate']))

test('a version that was withdrawn stays so until another is made', () =>
  expect(
    [
      { ...fresh, releasedVersion: 1, withdrawn: true },
      { ...fresh, currentVersion: 2, releasedVersion: 1, withdrawn: true },
      { ...fresh, releasedVersion: 1 },
    ].map(isWithdrawn),
  ).toEqual([true, false, false]))

test.each(GENERATED_REPORT_STATUSES)('what institutions see can be withdrawn while %s', (status) =>
  expect(openActions({ ...fresh, status, releasedVersion: 1 })).toContain('withdraw'),
)

test('an assessment that is open is answered and signed, and given back once it is signed', () => {
  expect(
    Object.entries(reviewAssessmentCan).map(([action, from]) => [action, from.map((status) => REVIEW_ASSESSMENT_STATUSES[status])]),
  ).toEqual([
    ['answer', ['Open']],
    ['sign', ['Open']],
    ['reopen', ['Signed']],
  ])
})
