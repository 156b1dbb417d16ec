/** Findings that a whole column may have at once are held back: said by line where they are few, in one sentence where most rows have them. */
import type { RuleCode } from '@corridor/domain/data-feeds/rules.ts'
import type { CheckedFinding } from './batch.ts'

/** From here on, of at least half of the rows, one sentence says more than the lines. */
const MANY = 5
/** And from here on whatever the share. */
const TOO_MANY = 50

interface Held {
  findings: CheckedFinding[]
  count: number
}

export interface Oddities {
  /** @param kind what makes findings of one column the same: the same for all of a rule, unless they mean different things */
  hold: (finding: CheckedFinding, kind?: string) => void
  /** @param rows of the file @param say a line in words */
  release: (rows: number, add: (finding: CheckedFinding) => void, say: (line: number) => string) => void
}

export function holdOddities(): Oddities {
  const held = new Map<string, Held>()
  return {
    hold: (finding, kind = '') => {
      const { ruleCode, columnName, severity, institutionId, period } = finding
      const key = [ruleCode, severity, columnName, institutionId, period, kind].join('\u001f')
      const same = held.get(key)
      if (!same) held.set(key, { findings: [finding], count: 1 })
      else if (++same.count <= TOO_MANY) same.findings.push(finding)
    },
    release: (rows, add, say) => {
      for (const { findings, count } of held.values()) {
        const [first] = findings
        if (!first) continue
        if (count < MANY || (count < TOO_MANY && count < rows / 2)) for (const finding of findings) add(finding)
        else
          add({
            ...first,
            line: null,
            value: null,
            policyId: null,
            message: `${count.toLocaleString('en-US')} rows, the first in ${first.line === null ? 'the file' : say(first.line)}: ${first.message}`,
          })
      }
    },
  }
}

/** Rules that a column written in another way breaks in every row. */
export const isHeldBack = (ruleCode: RuleCode): boolean => ruleCode === 'RATE' || ruleCode === 'SIGN' || ruleCode === 'SIZE'
