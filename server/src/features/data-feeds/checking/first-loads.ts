/** Policies whose size nothing in the book tells are judged together: an institution's policies of one carrier and month, by averages and its Call Report. */
import type { FeedValues } from '@corridor/domain/data-feeds/row.ts'
import { FEED_RULES } from '@corridor/domain/data-feeds/rules.ts'
import { MEANINGS, oddAverages } from '@corridor/domain/data-feeds/sizes.ts'
import { formatMonth } from '@corridor/domain/primitives/period.ts'
import type { CheckedFinding } from './batch.ts'
import { type Directory, filedBy } from './directory.ts'
import type { Coverage } from './reconcile.ts'

interface Load {
  institutionId: number | null
  coverage: Coverage
  policies: number
  cashSurrenderValue: number
  deathBenefit: number
}

export interface FirstLoads {
  note: (coverage: Coverage, institutionId: number | null, values: FeedValues) => void
  release: (directory: Directory, add: (finding: CheckedFinding) => void) => void
}

export function gatherFirstLoads(): FirstLoads {
  const loads = new Map<string, Load>()
  return {
    note: (coverage, institutionId, { cashSurrenderValue, deathBenefit }) => {
      if (cashSurrenderValue === null || deathBenefit === null) return
      const key = `${coverage.carrierCode} ${coverage.book.period} ${institutionId}`
      const load = loads.get(key) ?? { institutionId, coverage, policies: 0, cashSurrenderValue: 0, deathBenefit: 0 }
      loads.set(key, load)
      load.policies++
      load.cashSurrenderValue += cashSurrenderValue
      load.deathBenefit += deathBenefit
    },
    release: (directory, add) => {
      for (const { institutionId, coverage, ...load } of loads.values()) {
        const { book, carrierName } = coverage
        const odd = oddAverages(load, book.typical, filedBy(directory, institutionId))
        if (odd)
          add({
            line: null,
            columnName: null,
            value: null,
            ruleCode: 'SIZE',
            severity: FEED_RULES.SIZE.severity,
            message: `${carrierName}, ${formatMonth(book.period)}, ${load.policies === 1 ? 'one policy' : `${load.policies.toLocaleString('en-US')} policies`} without an earlier value: ${odd.message}. ${sentence(MEANINGS[odd.meaning])} Accept if the amounts are right; otherwise ask the carrier for a file in dollars.`,
            institutionId,
            policyId: null,
            period: book.period,
          })
      }
    },
  }
}

const sentence = (words: string): string => `${words.slice(0, 1).toUpperCase()}${words.slice(1)}${words.endsWith('?') ? '' : '.'}`
