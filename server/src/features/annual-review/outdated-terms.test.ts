/** A correction of an institution's terms marks the reviews whose sections print what was corrected, and no other; made again, or corrected back, they are not. */
import { annualReviews } from '@corridor/contract/annual-reviews.ts'
import { capitalFigures, policyLimitTerms, taxProfiles } from '@corridor/contract/institution-terms.ts'
import { getReviewSettings, saveReviewSettings } from '@corridor/contract/review-words.ts'
import { plainDate } from '@corridor/domain/primitives/period.ts'
import { switchSection } from '@corridor/domain/reports/annual-review/narrative.ts'
import type { ReviewSectionCode } from '@corridor/domain/reports/annual-review/outline.ts'
import { beforeAll, expect, test } from 'vitest'
import { signedInAs } from '../../test/builders.ts'
import { useServer } from '../../test/call.ts'
import { buildReportWorld, type ReportWorld } from '../../test/report-world.ts'

const server = useServer()
const PERIOD = plainDate('2025-12-31')
const made: { world?: ReportWorld; bankers: string } = { bankers: '' }
const here = () => {
  if (!made.world) throw new Error('the world exists from beforeAll on')
  return made.world
}
const bank = () => here().institutionIds[0] ?? 0

const CAPITAL = {
  tier1CapitalCents: 6_000_000_000,
  allowanceForCreditLossesCents: 540_000_000,
  tier2CapitalCents: 600_000_000,
  totalRiskBasedCapitalCents: 7_000_000_000,
  totalAssetsCents: 65_000_000_000,
  source: 'CALL_REPORT' as const,
}
const LIMITS = {
  perCarrierLimitFraction: 0.2,
  aggregateLimitFraction: 0.3,
  capitalBasis: 'TIER1' as const,
  minAmBest: 'A-' as const,
  minSp: null,
  minMoodys: null,
  minFitch: null,
  minComdex: null,
  maxDeathBenefitMultipleOfSalary: 20,
  boardApprovalDate: '2025-02-18',
  nextReviewDate: '2026-02-17',
}
const TAX = {
  federalRate: 0.21,
  stateRate: 0.05,
  stateCode: 'OH',
  usesStateRow: false,
  federalDeductibleFraction: 0,
  boliStateTreatment: 'EXCLUDED' as const,
  combinedRateOverride: null,
  source: 'Tax return 2024',
}

beforeAll(async () => {
  const world = await buildReportWorld(server, { institutions: 2, policiesEach: 2, months: 14, period: PERIOD })
  await server.ownerDb
    .updateTable('membership')
    .set({ reportTypeCodes: ['MBR', 'ABR'] })
    .execute()
  Object.assign(made, { world, bankers: await signedInAs(server.ownerDb, 'b', { siteId: world.siteId, permissions: { INSTITUTIONS: 2 } }) })
  const id = bank()
  for (const table of ['institutionFinancials', 'institutionPolicyLimits', 'institutionTaxProfile'] as const)
    await server.ownerDb.deleteFrom(table).where('institutionId', '=', id).execute()
  for (const effectiveOn of ['2023-12-31', '2024-12-31', '2025-09-30'])
    await server.callAs(made.bankers, capitalFigures.endpoints.add, { id, effectiveOn, ...CAPITAL })
  await server.callAs(made.bankers, policyLimitTerms.endpoints.add, { id, effectiveOn: '2025-03-01', ...LIMITS })
  await server.callAs(made.bankers, taxProfiles.endpoints.add, { id, effectiveOn: '2025-01-01', ...TAX })
  await world.make(await world.startDirectly({ reportType: 'AnnualBoliReview' }))
})

/** Whether each bank's review is marked: of the one whose terms are corrected, and of the other. */
const marked = async () => {
  const { body } = await server.callAs(here().staff, annualReviews.listReports, { batch: 0 })
  const ids = await Promise.all(here().institutionIds.map(async (each) => (await here().reportOf(each)).id))
  return ids.map((id) => body.records.find((one) => one.id === id)?.outdatedSince !== null)
}
const again = async () => here().make(await here().startDirectly({ reportType: 'AnnualBoliReview', isRegenerating: true }))
/** Prints all sections but these from now on, and makes the reviews so. */
async function withoutSections(...codes: ReviewSectionCode[]): Promise<void> {
  const { id } = await here().reportOf(bank())
  const { body } = await server.callAs(here().staff, getReviewSettings, { id })
  const configuration = body.configuration.sections.reduce(
    (now, { code }) => switchSection(now, code, !codes.includes(code)),
    body.configuration,
  )
  const { updatedAt } = body
  const saved = await server.callAs(here().staff, saveReviewSettings, { id, updatedAt, configuration, narratives: {}, risks: {} })
  expect(saved.status).toBe(200)
  await again()
  expect(await marked()).toEqual([false, false])
}

/** Each corrects the row of a date. */
const rowOf = <Row extends { effectiveOn: string; updatedAt: string }>(records: readonly Row[], date: string) => ({
  id: bank(),
  date,
  effectiveOn: date,
  updatedAt: records.find(({ effectiveOn }) => effectiveOn === date)?.updatedAt ?? '',
  reason: 'because of a test',
})
const correct = {
  capital: async (date: string, change: Partial<typeof CAPITAL>) => {
    const { list, correct: call } = capitalFigures.endpoints
    const { records } = (await server.callAs(made.bankers, list, { id: bank() })).body
    return (await server.callAs(made.bankers, call, { ...rowOf(records, date), ...CAPITAL, ...change })).status
  },
  limits: async (date: string, change: object) => {
    const { list, correct: call } = policyLimitTerms.endpoints
    const { records } = (await server.callAs(made.bankers, list, { id: bank() })).body
    return (await server.callAs(made.bankers, call, { ...rowOf(records, date), ...LIMITS, ...change })).status
  },
  tax: async (date: string, change: object) => {
    const { list, correct: call } = taxProfiles.endpoints
    const { records } = (await server.callAs(made.bankers, list, { id: bank() })).body
    return (await server.callAs(made.bankers, call, { ...rowOf(records, date), ...TAX, ...change })).status
  },
}
const LATEST = { capital: '2025-09-30', limits: '2025-03-01', tax: '2025-01-01' } as const

/** Whether a correction marks the bank's review. Corrected back it is as it was, and the other bank's is never concerned. */
async function marks(kind: keyof typeof correct, change: object, date: string = LATEST[kind]): Promise<boolean> {
  expect([change, await correct[kind](date, change)]).toEqual([change, 200])
  const [own, other] = await marked()
  expect(await correct[kind](date, {})).toBe(200)
  expect([await marked(), other]).toEqual([[false, false], false])
  return own === true
}

/** Corrections, whether each marks a review of all sections, and one without those named. */
const CORRECTIONS: readonly [kind: keyof typeof correct, change: object, onAll: boolean, onFew: boolean, date?: string][] = [
  ['tax', { federalRate: 0.2 }, true, true],
  ['tax', { stateRate: 0.06 }, true, true],
  ['tax', { source: 'Tax return 2025' }, false, false],
  ['capital', { tier1CapitalCents: 6_100_000_000 }, true, true],
  ['capital', { allowanceForCreditLossesCents: 530_000_000 }, true, true],
  ['capital', { source: 'STAFF' }, true, true],
  ['capital', { tier2CapitalCents: 610_000_000 }, true, false],
  ['capital', { totalAssetsCents: 66_000_000_000 }, true, false],
  ['capital', { totalRiskBasedCapitalCents: 7_100_000_000 }, true, false],
  ['capital', { tier1CapitalCents: 5_000_000_000 }, true, true, '2023-12-31'],
  [
    'capital',
    { tier2CapitalCents: 610_000_000, totalAssetsCents: 66_000_000_000, totalRiskBasedCapitalCents: 7_100_000_000, source: 'STAFF' },
    false,
    false,
    '2024-12-31',
  ],
  ['limits', { perCarrierLimitFraction: 0.19 }, true, true],
  ['limits', { capitalBasis: 'TIER1_PLUS_ACL' }, true, true],
  ['limits', { minAmBest: 'A' }, true, true],
  ['limits', { minComdex: 70 }, true, true],
  ['limits', { maxDeathBenefitMultipleOfSalary: 15 }, true, true],
  ['limits', { boardApprovalDate: '2025-02-19' }, true, true],
  ['limits', { nextReviewDate: null }, true, true],
]
const OFF = ['CONCENTRATION', 'RISKS', 'PEERS'] as const

test('a correction marks a review that prints what is corrected, and none that does not', async () => {
  await withoutSections()
  for (const [kind, change, onAll, , date] of CORRECTIONS) expect([change, await marks(kind, change, date)]).toEqual([change, onAll])
  await withoutSections(...OFF)
  for (const [kind, change, onAll, onFew, date] of CORRECTIONS)
    if (onAll !== onFew || kind === 'limits') expect([change, await marks(kind, change, date)]).toEqual([change, onFew])
})

test('another row marks it where it comes to hold; one of a later day, or behind the one that holds, does not', async () => {
  await withoutSections()
  const add = (effectiveOn: string, change = {}) =>
    server.callAs(made.bankers, capitalFigures.endpoints.add, { id: bank(), effectiveOn, ...CAPITAL, ...change })
  await add('2026-01-31', { tier1CapitalCents: 1_000_000_000 })
  expect(await marked(), 'of a day after the review').toEqual([false, false])
  await add('2024-03-31', { tier1CapitalCents: 1_000_000_000 })
  expect(await marked(), 'of no year end').toEqual([false, false])
  const { body } = await add('2025-12-15')
  expect(await marked(), 'as of another day').toEqual([true, false])
  await again()
  expect(await marked()).toEqual([false, false])
  const row = rowOf(body.records, '2025-12-15')
  const { status } = await server.callAs(made.bankers, capitalFigures.endpoints.remove, {
    id: row.id,
    date: row.date,
    updatedAt: row.updatedAt,
    reason: row.reason,
  })
  expect([status, await marked()]).toEqual([200, [true, false]])
  await again()
  expect(await marked()).toEqual([false, false])
})

test('limits and the source of capital, which a corporation’s review leaves out, do not mark it; what it prints does', async () => {
  await server.ownerDb.updateTable('institution').set({ institutionType: 'CORPORATION' }).where('id', '=', bank()).execute()
  await again()
  expect([
    await marks('limits', { perCarrierLimitFraction: 0.01 }),
    await marks('capital', { source: 'STAFF' }),
    await marks('capital', { totalAssetsCents: 66_000_000_000 }),
    await marks('limits', { minAmBest: 'A' }),
  ]).toEqual([false, false, true, true])
})

test('a correction of a subsidiary’s policy marks the institution’s review, which takes it in', async () => {
  const { id: subsidiaryId } = await server.ownerDb
    .insertInto('subsidiary')
    .values({ institutionId: bank(), name: 'Alder Holdings', legalName: 'Alder Holdings, Inc.' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const policy = await server.ownerDb
    .selectFrom('policy')
    .select('id')
    .where('institutionId', '=', bank())
    .orderBy('id')
    .executeTakeFirstOrThrow()
  await server.ownerDb.updateTable('policy').set({ subsidiaryId }).where('institutionId', '=', bank()).where('id', '=', policy.id).execute()
  await again()
  expect(await marked()).toEqual([false, false])
  await server.ownerDb
    .insertInto('registerChange')
    .values({
      institutionId: bank(),
      siteId: here().siteId,
      entity: 'valuation',
      entityId: 1,
      policyId: policy.id,
      action: 'CORRECTED',
      reachesFrom: PERIOD,
    })
    .execute()
  expect(await marked()).toEqual([true, false])
  await again()
  expect(await marked()).toEqual([false, false])
})
