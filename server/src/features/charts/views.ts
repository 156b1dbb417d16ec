/** The charts of an institution's holdings, each from one snapshot: by carrier, over time, and the carriers' ratings. */
import type { boliChart, carrierSummaryChart, creditChart } from '@corridor/contract/charts.ts'
import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import type { Session } from '@corridor/contract/session.ts'
import { allows, permission } from '@corridor/domain/access/access.ts'
import { cents, sumCents } from '@corridor/domain/primitives/money.ts'
import { buildAssetReport } from '@corridor/domain/reports/asset-report/build.ts'
import { figuresOf, holdingsOf } from '@corridor/domain/reports/asset-report/holdings.ts'
import { REPORT_FAMILIES } from '@corridor/domain/reports/families.ts'
import type { Trx } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/http/scope.ts'
import { type Holdings, readHoldings, readsHoldings } from '../../reporting/holdings/current.ts'
import { selectRatings } from '../../reporting/holdings/snapshot-queries.ts'
import { chosenInstitution } from '../../shared/institutions/chosen.ts'
import { type ByAccountType, selectByAccountType } from './by-account-type.ts'

const NOTHING: ByAccountType = { GENERAL: cents(0), HYBRID: cents(0), SEPARATE: cents(0) }

export interface Shown {
  institutionId: number
  holdings: Holdings
}

/** @throws AppError not_found for an institution outside the scope */
export async function holdingsFor(trx: Trx, scope: Scope, session: Session, clientId: number | undefined): Promise<Shown | null> {
  const institutionId = await chosenInstitution(trx, scope, session, clientId)
  // Holdings are what the asset reports tell: who may not read those sees none here.
  if (institutionId === 0 || !readsHoldings(session)) return null
  const holdings = await readHoldings(trx, scope, institutionId)
  return holdings ? { institutionId, holdings } : null
}

export function carrierSummaryOf(holdings: Holdings): ReplyOf<typeof carrierSummaryChart> {
  const { snapshot } = holdings
  const measured = buildAssetReport({ ...snapshot, kind: 'AssetSummaryReport' }).limitTests
  return {
    asOf: snapshot.period,
    capitalAsOf: snapshot.capital?.asOf ?? null,
    carriers: carriersOf(holdings),
    measured: measured.map(({ key, label, cashSurrenderValue, parts = [], lacking = null }) => ({
      key,
      label,
      cashSurrenderValueCents: cashSurrenderValue,
      parts: parts.map((part) => ({ label: part.label, cashSurrenderValueCents: part.cashSurrenderValue })),
      lacking,
    })),
  }
}

export async function boliOf(trx: Trx, scope: Scope, session: Session, shown: Shown): Promise<ReplyOf<typeof boliChart>> {
  const { snapshot, knownAt, report } = shown.holdings
  const view = buildAssetReport({ ...snapshot, kind: 'AssetSummaryReport' })
  const { totals } = view
  const aggregate = view.limitTests.find(({ key }) => key === 'aggregate')
  const first = snapshot.trend[0]?.period ?? snapshot.period
  const types = await selectByAccountType(trx, scope, shown.institutionId, first, snapshot.period, knownAt)
  return {
    asOf: snapshot.period,
    report: report && allows(session, permission(REPORT_FAMILIES[report.reportType].permission, 1)) ? report : null,
    highlights: {
      cashSurrenderValueCents: totals.cashSurrenderValue,
      // A part of the increase is not the institution's.
      monthlyIncreaseCents: view.carriers.total?.partial?.includes('increase') ? null : totals.increase,
      yearToDateIncreaseCents: view.carriers.total?.partial?.includes('ytdIncrease') ? null : totals.ytdIncrease,
      yearToDateSince: view.highlights.find(({ key }) => key === 'ytdIncrease')?.detail ?? null,
      netYield: totals.netYield,
      taxEquivalentYield: totals.taxEquivalentYield,
      deathBenefitCents: totals.deathBenefit,
      policies: totals.policies,
      insureds: totals.insureds,
      carriers: new Set(snapshot.policies.map(({ carrierCode }) => carrierCode)).size,
      shareOfTier1: totals.shareOfTier1,
      allOfTier1: aggregate?.parts && snapshot.capital ? aggregate.cashSurrenderValue / snapshot.capital.tier1 : null,
      aggregateLimit: aggregate?.limit ?? null,
      // A report made before all holdings were read shows a part, and no part is stated to be within a limit.
      limitStatus: aggregate && (snapshot.entity || aggregate.status === 'over') ? aggregate.status : 'unknown',
    },
    months: view.trend.months.map(({ period, cashSurrenderValue, increase, netYield, policies = null, missing = 0, event }) => {
      const byType = cashSurrenderValue === null ? null : (types.get(period) ?? NOTHING)
      return {
        period,
        cashSurrenderValueCents: cashSurrenderValue,
        generalCents: byType?.GENERAL ?? null,
        hybridCents: byType?.HYBRID ?? null,
        separateCents: byType?.SEPARATE ?? null,
        increaseCents: increase,
        netYield,
        policies,
        missing,
        ...(event ? { event } : {}),
      }
    }),
  }
}

export async function creditOf(trx: Trx, holdings: Holdings): Promise<ReplyOf<typeof creditChart>> {
  const { snapshot } = holdings
  const watched = new Set(
    (
      await selectRatings(
        trx,
        snapshot.carriers.map(({ code }) => code),
        snapshot.period,
      )
    )
      .filter(({ watch }) => watch)
      .map(({ carrierCode }) => carrierCode),
  )
  const ratings = new Map(snapshot.carriers.map((carrier) => [carrier.code, carrier.ratings]))
  return {
    asOf: snapshot.period,
    carriers: carriersOf(holdings).map(({ carrierCode, name, policies, netYield, cashSurrenderValueCents }) => {
      const of = ratings.get(carrierCode)
      return {
        carrierCode,
        name,
        amBest: of?.amBest ?? null,
        sp: of?.sp ?? null,
        moodys: of?.moodys ?? null,
        fitch: of?.fitch ?? null,
        comdex: of?.comdex ?? null,
        outlook: of?.outlook ?? null,
        watch: watched.has(carrierCode),
        policies,
        netYield,
        cashSurrenderValueCents,
      }
    }),
  }
}

function carriersOf({ snapshot }: Holdings) {
  const all = holdingsOf(snapshot)
  const total = sumCents(snapshot.policies.map(({ cashSurrenderValue }) => cashSurrenderValue))
  const names = new Map(snapshot.carriers.map(({ code, shortName }) => [code, shortName]))
  return [...Map.groupBy(all, ({ policy }) => policy.carrierCode)]
    .map(([carrierCode, held]) => {
      const figures = figuresOf(held, snapshot, total)
      const inForce = held.flatMap((holding) => (holding.inForce ? [holding.inForce] : []))
      return {
        carrierCode,
        name: names.get(carrierCode) ?? carrierCode,
        accountTypes: [...new Set(inForce.map(({ accountType }) => accountType))].sort(),
        policies: inForce.length,
        cashSurrenderValueCents: figures.cashSurrenderValue,
        shareOfTotal: figures.shareOfTotal ?? 0,
        shareOfTier1: figures.shareOfTier1,
        netYield: figures.netYield,
      }
    })
    .filter(({ policies }) => policies > 0)
    .sort((a, b) => b.cashSurrenderValueCents - a.cashSurrenderValueCents || (a.carrierCode < b.carrierCode ? -1 : 1))
}
