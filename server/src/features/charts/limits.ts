/** The limits of the released holdings with what a projection of them needs: the same tests that the report of the month prints. */
import type { limitsChart } from '@corridor/contract/dashboard.ts'
import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import { growthOfYear } from '@corridor/domain/calculations/limit-outlook.ts'
import { sumCents } from '@corridor/domain/primitives/money.ts'
import { buildAssetReport } from '@corridor/domain/reports/asset-report/build.ts'
import { figuresOf, holdingsOf } from '@corridor/domain/reports/asset-report/holdings.ts'
import { limitsShown } from '@corridor/domain/reports/asset-report/view.ts'
import type { Holdings } from '../../reporting/holdings/current.ts'

export function limitsOf({ snapshot }: Holdings): ReplyOf<typeof limitsChart> {
  const view = buildAssetReport({ ...snapshot, kind: 'AssetSummaryReport' })
  const total = sumCents(snapshot.policies.map(({ cashSurrenderValue }) => cashSurrenderValue))
  const yields = new Map(
    [...Map.groupBy(holdingsOf(snapshot), ({ policy }) => policy.carrierCode)].map(([code, held]) => [
      code,
      figuresOf(held, snapshot, total).netYield,
    ]),
  )
  const ofAll = growthOfYear(snapshot.trend, snapshot.period)
  return {
    asOf: snapshot.period,
    capitalAsOf: snapshot.capital?.asOf ?? null,
    lines: limitsShown(view).map((test) => {
      // A report made before all holdings were read shows a part, and no part is stated to be within a limit.
      const isPart = snapshot.entity === undefined && test.status !== 'over'
      return {
        key: test.key,
        label: test.label,
        cashSurrenderValueCents: test.cashSurrenderValue,
        limit: test.limit,
        basis: test.basis,
        capitalCents: test.capital,
        ratio: test.ratio,
        headroomCents: isPart ? null : test.headroom,
        status: isPart ? 'unknown' : test.status,
        lacking: isPart ? 'the report was made before all holdings of the legal entity were read' : (test.lacking ?? null),
        growth: test.key === 'aggregate' ? ofAll : (yields.get(test.key) ?? null),
      }
    }),
  }
}
