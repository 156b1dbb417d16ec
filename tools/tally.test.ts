import { expect, test } from 'vitest'
import { browserTally, sum, summaryLine, unitTally } from './tally.mjs'

const file = (status: string, assertionResults: { status: string; fullName: string }[], message = '') => ({
  name: '/r/server/a.test.ts',
  status,
  message,
  assertionResults,
})
const unit = (passed: number, testResults: unknown[], pending = 0) => ({
  numPassedTests: passed,
  numPendingTests: pending,
  numTodoTests: 0,
  testResults,
})

test('passed, failed and skipped tests are counted and failures named', () => {
  const report = unit(
    1,
    [
      file('failed', [
        { status: 'passed', fullName: 'adds' },
        { status: 'failed', fullName: 'money rounds' },
      ]),
    ],
    2,
  )
  expect(unitTally(report, 1, '/r')).toEqual({ passed: 1, failed: 1, skipped: 2, failures: ['server/a.test.ts: money rounds'] })
})

test('a file that cannot be loaded is a failure', () => {
  expect(unitTally(unit(0, [file('failed', [], 'SyntaxError: oops\n at x')]), 1, '/r').failures).toEqual([
    'server/a.test.ts: SyntaxError: oops',
  ])
})

test('a run that ends badly without a failed test is a failure', () => {
  expect(unitTally(unit(3, [file('passed', [])]), 1, '/r')).toMatchObject({ passed: 3, failed: 1 })
  expect(unitTally(undefined, 137, '/r')).toMatchObject({ passed: 0, failed: 1 })
  expect(browserTally(undefined, 1)).toMatchObject({ failed: 1 })
})

test('browser stories count by their outcome; one that needed a repeat failed', () => {
  const spec = (title: string, status: string) => ({ title, tests: [{ status }] })
  const report = {
    errors: [],
    suites: [
      {
        title: 'story.spec.ts',
        specs: [spec('signs in', 'expected')],
        suites: [{ title: 'client', specs: [spec('downloads', 'unexpected'), spec('prints', 'flaky'), spec('later', 'skipped')] }],
      },
    ],
  }
  expect(browserTally(report, 1)).toEqual({
    passed: 1,
    failed: 2,
    skipped: 1,
    failures: ['story.spec.ts > client > downloads', 'story.spec.ts > client > prints (passed only when repeated)'],
  })
})

test('the last line sums both runs', () => {
  const [one, two] = [
    { passed: 4, failed: 0, skipped: 0, failures: [] },
    { passed: 2, failed: 1, skipped: 3, failures: ['x'] },
  ]
  expect(summaryLine(sum([one]))).toBe('4 passed, 0 failed')
  expect(summaryLine(sum([one, two]))).toBe('6 passed, 1 failed, 3 skipped')
})
