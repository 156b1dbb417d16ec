/** The dashboard's charts as rows: what their files hold is what the page shows. */
import type { boliChart, carrierSummaryChart, creditChart } from '@corridor/contract/charts.ts'
import type { carrierShares, creditRatings, limitHeadroom, limitsChart, valueByMonth } from '@corridor/contract/dashboard.ts'
import type { Endpoint, ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import { limitOutlook } from '@corridor/domain/calculations/limit-outlook.ts'
import { cents } from '@corridor/domain/primitives/money.ts'
import { plainDate } from '@corridor/domain/primitives/period.ts'

type Rows<E extends Endpoint> = ReplyOf<E> extends { records: infer Records } ? Records : never

/** @param count of months of change, newest first; the month end before them comes along, as on the page */
export function monthRows({ months }: ReplyOf<typeof boliChart>, count = months.length): Rows<typeof valueByMonth> {
  return months
    .slice(-(count + 1))
    .toReversed()
    .map(({ period, generalCents, hybridCents, separateCents, cashSurrenderValueCents, policies, missing }) => ({
      monthEnd: period,
      generalAccountCents: generalCents,
      hybridAccountCents: hybridCents,
      separateAccountCents: separateCents,
      cashSurrenderValueCents,
      policies,
      policiesWithoutValue: missing,
    }))
}

export const carrierRows = ({ carriers }: ReplyOf<typeof carrierSummaryChart>): Rows<typeof carrierShares> =>
  carriers.map(({ name, policies, cashSurrenderValueCents, shareOfTotal, shareOfTier1, netYield }) => ({
    carrier: name,
    policies,
    cashSurrenderValueCents,
    shareOfHoldings: shareOfTotal,
    shareOfTier1Capital: shareOfTier1,
    netYield,
  }))

export const ratingRows = ({ carriers }: ReplyOf<typeof creditChart>): Rows<typeof creditRatings> =>
  carriers.map(({ name, amBest, sp, moodys, fitch, comdex, outlook, watch, policies, netYield, cashSurrenderValueCents }) => ({
    carrier: name,
    amBest,
    standardAndPoors: sp,
    moodys,
    fitch,
    comdex,
    outlook,
    onWatch: watch,
    policies,
    netYield,
    cashSurrenderValueCents,
  }))

export function limitRows({ asOf, lines }: ReplyOf<typeof limitsChart>, plannedGrowth: number): Rows<typeof limitHeadroom> {
  if (asOf === null) return []
  return lines.map(({ key, label, cashSurrenderValueCents, capitalCents, ratio, limit, basis, headroomCents, status, lacking, growth }) => {
    const outlook = limitOutlook(
      {
        cashSurrenderValue: cents(cashSurrenderValueCents),
        limit,
        capital: capitalCents === null ? null : cents(capitalCents),
        basis,
        ...(lacking === null ? {} : { lacking }),
      },
      { growth, capitalGrowth: plannedGrowth, from: plainDate(asOf) },
    )
    return {
      measured: key === 'aggregate' ? 'All carriers' : label,
      status,
      cashSurrenderValueCents,
      capitalCents,
      shareOfCapital: ratio,
      limitFraction: limit,
      headroomCents,
      growthRate: growth,
      plannedCapitalGrowthRate: plannedGrowth,
      projectedBreach: outlook.breachOn,
      projection: outlook.sentence,
    }
  })
}
