/** Gathers findings into batches, and counts instead of listing what is too much to read. */
import { FEED_RULES, type RuleCode, type Severity } from '@corridor/domain/data-feeds/rules.ts'
import type { CheckedFinding } from './batch.ts'

/** More findings than a person can read are counted, not listed: the first of each rule are. */
const LISTED_PER_RULE = 5_000

export function collectFindings(handOver: (findings: CheckedFinding[]) => Promise<void>) {
  const counts = new Map<RuleCode, number>()
  let waiting: CheckedFinding[] = []
  const add = (finding: CheckedFinding) => {
    const count = (counts.get(finding.ruleCode) ?? 0) + 1
    counts.set(finding.ruleCode, count)
    if (count <= LISTED_PER_RULE) waiting.push(finding)
  }
  const flush = async () => {
    if (waiting.length === 0) return
    const batch = waiting
    waiting = []
    await handOver(batch)
  }
  const file = (ruleCode: RuleCode, columnName: string | null, message: string, severity: Severity = FEED_RULES[ruleCode].severity) =>
    add({
      line: null,
      columnName,
      value: null,
      ruleCode,
      severity,
      message,
      institutionId: null,
      policyId: null,
    })
  const end = async () => {
    for (const [code, count] of counts)
      if (count > LISTED_PER_RULE)
        waiting.push({
          line: null,
          columnName: null,
          value: null,
          ruleCode: 'FILE',
          severity: FEED_RULES[code].severity,
          institutionId: null,
          policyId: null,
          message: `${(count - LISTED_PER_RULE).toLocaleString('en-US')} more lines have the finding “${FEED_RULES[code].title}” (${code}). So many point to the columns or the file: correct that first.`,
        })
    await flush()
  }
  return { add, file, flush, end }
}
