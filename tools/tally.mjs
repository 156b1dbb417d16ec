// Counts what ran from the machine-readable results of vitest and Playwright. A run that broke off counts as a failure, never as silence.
import { relative } from 'node:path'

const NOTHING = { passed: 0, failed: 0, skipped: 0, failures: [], unsteady: [] }

/** A run that could not happen. */
export const broken = (sentence) => ({ ...NOTHING, failed: 1, failures: [sentence] })

/** From vitest's JSON report; undefined when it wrote none. */
export function unitTally(report, exitCode, root) {
  if (!report) return broken(`vitest ended with code ${exitCode} and wrote no results`)
  const tally = { ...NOTHING, passed: report.numPassedTests, skipped: report.numPendingTests + report.numTodoTests, failures: [] }
  for (const file of report.testResults) {
    const failed = file.assertionResults.filter(({ status }) => status === 'failed')
    const name = relative(root, file.name)
    tally.failures.push(...failed.map(({ fullName }) => `${name}: ${fullName}`))
    // A file that could not be loaded, or whose beforeAll failed, holds no failed test of its own.
    if (file.status === 'failed' && failed.length === 0) tally.failures.push(`${name}: ${firstLine(file.message) || 'could not run'}`)
  }
  return finish(tally, exitCode, 'vitest')
}

/** The files of a report that failed, when a repeat can tell more: a run that broke off, or broke in many places, is not repeated. */
export function filesToRepeat(report) {
  const failed = (report?.testResults ?? []).filter(({ status }) => status === 'failed')
  return failed.length <= MOST_REPEATED ? failed.map(({ name }) => name) : []
}
const MOST_REPEATED = 5

/** A run whose failed files were run once more: the repeat counts, and what it alone let pass is named. */
export function repeatedTally(first, repeat, exitCode, root) {
  const before = unitTally(first, 1, root)
  const after = unitTally(repeat, exitCode, root)
  if (!repeat) return before
  const repeated = new Set(filesToRepeat(first))
  const again = first.testResults.filter(({ name }) => repeated.has(name)).flatMap(({ assertionResults }) => assertionResults)
  const count = (...wanted) => again.filter(({ status }) => wanted.includes(status)).length
  return {
    passed: before.passed - count('passed') + after.passed,
    failed: after.failed,
    skipped: before.skipped - count('pending', 'skipped', 'todo') + after.skipped,
    failures: after.failures,
    unsteady: before.failures.filter((name) => !after.failures.includes(name)),
  }
}

/** From Playwright's JSON report; undefined when it wrote none. */
export function browserTally(report, exitCode) {
  if (!report) return broken(`Playwright ended with code ${exitCode} and wrote no results`)
  const tally = { ...NOTHING, failures: (report.errors ?? []).map(({ message }) => `e2e: ${firstLine(message)}`), unsteady: [] }
  const visit = (suite, path) => {
    for (const spec of suite.specs ?? []) {
      for (const { status } of spec.tests) {
        const name = [...path, spec.title].join(' > ')
        if (status === 'expected' || status === 'flaky') tally.passed++
        else if (status === 'skipped') tally.skipped++
        else tally.failures.push(name)
        if (status === 'flaky') tally.unsteady.push(name)
      }
    }
    for (const inner of suite.suites ?? []) visit(inner, [...path, inner.title])
  }
  for (const suite of report.suites) visit(suite, [suite.title])
  return finish(tally, exitCode, 'Playwright')
}

export function sum(tallies) {
  return tallies.reduce(
    (total, { passed, failed, skipped, failures, unsteady }) => ({
      passed: total.passed + passed,
      failed: total.failed + failed,
      skipped: total.skipped + skipped,
      failures: [...total.failures, ...failures],
      unsteady: [...total.unsteady, ...unsteady],
    }),
    NOTHING,
  )
}

export const summaryLine = ({ passed, failed, skipped }) => `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`

function finish(tally, exitCode, runner) {
  if (exitCode !== 0 && tally.failures.length === 0)
    tally.failures.push(`${runner} ended with code ${exitCode} although no test failed; its output says why`)
  return { ...tally, failed: tally.failures.length }
}

// Escape codes color a terminal, not a summary.
const firstLine = (text) =>
  (text ?? '')
    .replaceAll(new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g'), '')
    .trim()
    .split('\n')[0] ?? ''
