// Counts what ran from the machine-readable results of vitest and Playwright. A run that broke off counts as a failure, never as silence.
import { relative } from 'node:path'

const NOTHING = { passed: 0, failed: 0, skipped: 0, failures: [] }

/** A run that could not happen. */
export const broken = (sentence) => ({ ...NOTHING, failed: 1, failures: [sentence] })

/** From vitest's JSON report; undefined when it wrote none. */
export function unitTally(report, exitCode, root) {
  if (!report) return broken(`vitest ended with code ${exitCode} and wrote no results`)
  const tally = { passed: report.numPassedTests, failed: 0, skipped: report.numPendingTests + report.numTodoTests, failures: [] }
  for (const file of report.testResults) {
    const failed = file.assertionResults.filter(({ status }) => status === 'failed')
    const name = relative(root, file.name)
    tally.failures.push(...failed.map(({ fullName }) => `${name}: ${fullName}`))
    // A file that could not be loaded, or whose beforeAll failed, holds no failed test of its own.
    if (file.status === 'failed' && failed.length === 0) tally.failures.push(`${name}: ${firstLine(file.message) || 'could not run'}`)
  }
  return finish(tally, exitCode, 'vitest')
}

/** From Playwright's JSON report; undefined when it wrote none. */
export function browserTally(report, exitCode) {
  if (!report) return broken(`Playwright ended with code ${exitCode} and wrote no results`)
  const tally = { ...NOTHING, failures: (report.errors ?? []).map(({ message }) => `e2e: ${firstLine(message)}`) }
  const visit = (suite, path) => {
    for (const spec of suite.specs ?? []) {
      for (const { status } of spec.tests) {
        if (status === 'expected') tally.passed++
        else if (status === 'skipped') tally.skipped++
        else tally.failures.push(`${[...path, spec.title].join(' > ')}${status === 'flaky' ? ' (passed only when repeated)' : ''}`)
      }
    }
    for (const inner of suite.suites ?? []) visit(inner, [...path, inner.title])
  }
  for (const suite of report.suites) visit(suite, [suite.title])
  return finish(tally, exitCode, 'Playwright')
}

export function sum(tallies) {
  return tallies.reduce(
    (total, { passed, failed, skipped, failures }) => ({
      passed: total.passed + passed,
      failed: total.failed + failed,
      skipped: total.skipped + skipped,
      failures: [...total.failures, ...failures],
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

// Escape codes colour a terminal, not a summary.
const firstLine = (text) =>
  (text ?? '')
    .replaceAll(new RegExp(`${String.fromCharCode(27)}\\[[0-9;]*m`, 'g'), '')
    .trim()
    .split('\n')[0] ?? ''
