import { expect, test } from 'vitest'
import { browserTally, filesToRepeat, repeatedTally, sum, summaryLine, unitTally } from './tally.mjs'

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
  expect(unitTally(report, 1, '/r')).toEqual({
    passed: 1,
    failed: 1,
    skipped: 2,
    failures: ['server/a.test.ts: money rounds'],
    unsteady: [],
  })
})

test('a file that cannot be loaded is a failure', () => {
  expect(unitTally(unit(0, [file('failed', [], 'SyntaxError: oops\n at x')]), 1, '/r').failures).toEqual([
    'server/a.test.ts: SyntaxError: oops',
  ])
})

test('a failed file run once more counts by the repeat; what only that let pass is named, what failed again is a failure', () => {
  const tested = (status: string, ...outcomes: string[]) =>
    file(
      status,
      outcomes.map((outcome) => {
        const [fullName = '', result = ''] = outcome.split(' ')
        return { fullName, status: result }
      }),
    )
  const other = { ...tested('passed', 'other passed'), name: '/r/server/b.test.ts' }
  const first = unit(2, [tested('failed', 'adds passed', 'rounds failed', 'sums failed'), other])
  expect(filesToRepeat(first)).toEqual(['/r/server/a.test.ts'])
  const repeat = unit(2, [tested('failed', 'adds passed', 'rounds passed', 'sums failed')])
  expect(repeatedTally(first, repeat, 1, '/r')).toEqual({
    passed: 3,
    failed: 1,
    skipped: 0,
    failures: ['server/a.test.ts: sums'],
    unsteady: ['server/a.test.ts: rounds'],
  })
  expect(repeatedTally(first, undefined, 137, '/r')).toMatchObject({ passed: 2, failed: 2, unsteady: [] })
  const all = unit(
    0,
    ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => ({ ...tested('failed', 'x failed'), name })),
  )
  expect([filesToRepeat(all), filesToRepeat(undefined)]).toEqual([[], []])
})

test('a run that ends badly without a failed test is a failure', () => {
  expect(unitTally(unit(3, [file('passed', [])]), 1, '/r')).toMatchObject({ passed: 3, failed: 1 })
  expect(unitTally(undefined, 137, '/r')).toMatchObject({ passed: 0, failed: 1 })
  expect(browserTally(undefined, 1)).toMatchObject({ failed: 1 })
})

test('browser stories count by their outcome; one that needed a repeat is named', () => {
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
    passed: 2,
    failed: 1,
    skipped: 1,
    failures: ['story.spec.ts > client > downloads'],
    unsteady: ['story.spec.ts > client > prints'],
  })
})

test('the last line sums both runs', () => {
  const [one, two] = [
    { passed: 4, failed: 0, skipped: 0, failures: [], unsteady: [] },
    { passed: 2, failed: 1, skipped: 3, failures: ['x'], unsteady: [] },
  ]
  expect(summaryLine(sum([one]))).toBe('4 passed, 0 failed')
  expect(summaryLine(sum([one, two]))).toBe('6 passed, 1 failed, 3 skipped')
})
