/** A report is to be made again once the capital, the tax profile or the limits it was made with are others; and by nothing else that is entered there. */
import { assetReports } from '@corridor/contract/asset-reports.ts'
import { capitalFigures, policyLimitTerms, taxProfiles } from '@corridor/contract/institution-terms.ts'
import { usd } from '@corridor/domain/primitives/money.ts'
import { addDays, addMonthEnds, plainDate } from '@corridor/domain/primitives/period.ts'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { Trx } from '../../platform/database/database.ts'
import { inScope } from '../../platform/http/scope.ts'
import { generateSome } from '../../reporting/generation.ts'
import { signedInAs } from '../../test/builders.ts'
import { useServer } from '../../test/call.ts'
import { buildReportWorld, type ReportWorld } from '../../test/report-world.ts'

const server = useServer()
const world = { bankers: '' }
let reports: ReportWorld
let id = 0

beforeAll(async () => {
  reports = await buildReportWorld(server, { institutions: 1, months: 14 })
  id = reports.institutionIds[0] ?? 0
  world.bankers = await signedInAs(server.ownerDb, 'b', { siteId: reports.siteId, permissions: { INSTITUTIONS: 2 } })
})

const outdated = async (): Promise<boolean> => {
  const { id: report, batchId } = await reports.reportOf(id)
  return (await server.callAs(reports.staff, assetReports.getReport, { batch: batchId, report })).body.report.outdatedSince !== null
}
const made = async () => reports.make(await reports.start({ isRegenerating: true, institutions: [id] }))
/** It is marked; made again it is not. */
const marksUntilMade = async () => {
  expect(await outdated()).toBe(true)
  await made()
  expect(await outdated()).toBe(false)
}

test('capital, limits and tax profile each, added, corrected and taken out', async () => {
  await made()
  expect(await outdated()).toBe(false)
  const { period } = await server.ownerDb.selectFrom('report').select('period').where('institutionId', '=', id).executeTakeFirstOrThrow()
  const [asOf, later] = [addDays(period, -20), addMonthEnds(period, 1)]
  const capital = {
    tier1CapitalCents: 5_000_000_000,
    allowanceForCreditLossesCents: null,
    tier2CapitalCents: null,
    totalRiskBasedCapitalCents: null,
    totalAssetsCents: null,
    source: 'STAFF' as const,
  }
  await server.callAs(world.bankers, capitalFigures.endpoints.add, { id, effectiveOn: later, ...capital })
  expect(await outdated(), 'of a day after the report').toBe(false)
  await server.callAs(world.bankers, capitalFigures.endpoints.add, { id, effectiveOn: plainDate('1999-12-31'), ...capital })
  expect(await outdated(), 'of a day before the figures it stands on').toBe(false)
  const added = await server.callAs(world.bankers, capitalFigures.endpoints.add, { id, effectiveOn: asOf, ...capital })
  expect(added.status).toBe(201)
  await marksUntilMade()
  const row = added.body.records.find(({ effectiveOn }) => effectiveOn === asOf)
  const named = { id, date: asOf, reason: 'because of a test' }
  const corrected = await server.callAs(world.bankers, capitalFigures.endpoints.correct, {
    ...named,
    ...capital,
    effectiveOn: asOf,
    totalAssetsCents: 90_000_000_000,
    updatedAt: row?.updatedAt ?? '',
  })
  expect(await outdated(), 'total assets are not on it').toBe(false)
  const again = corrected.body.records.find(({ effectiveOn }) => effectiveOn === asOf)
  const restated = await server.callAs(world.bankers, capitalFigures.endpoints.correct, {
    ...named,
    ...capital,
    effectiveOn: asOf,
    source: 'CALL_REPORT',
    updatedAt: again?.updatedAt ?? '',
  })
  expect(await outdated(), 'its notes say where capital is from').toBe(true)
  await server.callAs(world.bankers, capitalFigures.endpoints.remove, {
    ...named,
    updatedAt: restated.body.records.find(({ effectiveOn }) => effectiveOn === asOf)?.updatedAt ?? '',
  })
  await marksUntilMade()

  await server.callAs(world.bankers, policyLimitTerms.endpoints.add, {
    id,
    effectiveOn: asOf,
    perCarrierLimitFraction: 0.11,
    aggregateLimitFraction: 0.22,
    capitalBasis: 'TIER1',
    minAmBest: null,
    minSp: null,
    minMoodys: null,
    minFitch: null,
    minComdex: null,
    maxDeathBenefitMultipleOfSalary: null,
    boardApprovalDate: null,
    nextReviewDate: null,
  })
  await marksUntilMade()

  await server.callAs(world.bankers, taxProfiles.endpoints.add, {
    id,
    effectiveOn: asOf,
    federalRate: 0.21,
    stateRate: 0.0417,
    stateCode: 'OH',
    usesStateRow: false,
    federalDeductibleFraction: 0,
    boliStateTreatment: 'EXCLUDED',
    combinedRateOverride: null,
    source: 'Told',
  })
  await marksUntilMade()
})

test('what is corrected while a report is being printed is not in it, and marks it', async () => {
  const { period } = await server.ownerDb.selectFrom('report').select('period').where('institutionId', '=', id).executeTakeFirstOrThrow()
  const batch = await reports.start({ isRegenerating: true, institutions: [id] })
  let corrected = 0
  const { files } = server.kernel
  /** The snapshot is read by then, and the report is not settled yet. */
  const put: typeof files.put = async (...given) => {
    const stored = await files.put(...given)
    const added = await server.callAs(world.bankers, capitalFigures.endpoints.add, {
      id,
      effectiveOn: addDays(plainDate(period), -10),
      tier1CapitalCents: 7_000_000_000,
      allowanceForCreditLossesCents: null,
      tier2CapitalCents: null,
      totalRiskBasedCapitalCents: null,
      totalAssetsCents: null,
      source: 'STAFF',
    })
    corrected = added.status
    return stored
  }
  await generateSome({ ...server.kernel, files: { ...files, put } }, reports.scope, batch)
  expect([corrected, (await reports.reportOf(id)).status]).toEqual([201, 'Ready'])
  await marksUntilMade()
})

/** Makes the report while `correct` has written and not committed; then commits. */
async function madeMeanwhile(correct: (trx: Trx) => Promise<unknown>): Promise<void> {
  const [written, made] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const correcting = server.ownerDb.transaction().execute(async (trx) => {
    await correct(trx)
    written.resolve()
    await made.promise
  })
  await written.promise
  const batch = await reports.start({ isRegenerating: true, institutions: [id] })
  await reports.make(batch)
  made.resolve()
  await correcting
}

test('a correction that began before a report was read and was committed after marks it, whatever it corrects', async () => {
  const { period } = await server.ownerDb.selectFrom('report').select('period').where('institutionId', '=', id).executeTakeFirstOrThrow()
  const { id: policyId } = await server.ownerDb.selectFrom('policy').select('id').where('institutionId', '=', id).executeTakeFirstOrThrow()
  const corrections: Record<string, (trx: Trx) => Promise<unknown>> = {
    'of the register': (trx) =>
      trx
        .insertInto('registerChange')
        .values({
          institutionId: id,
          siteId: reports.siteId,
          entity: 'valuation',
          entityId: 1,
          policyId,
          action: 'CORRECTED',
          reachesFrom: period,
        })
        .execute(),
    'of the capital': (trx) =>
      trx
        .updateTable('institutionFinancials')
        .set({ tier1CapitalCents: usd(81_000_000), updatedAt: sql<string>`now()` })
        .where('institutionId', '=', id)
        .execute(),
    'of the site’s accounts': (trx) =>
      trx.insertInto('siteLedgerAccounts').values({ siteId: reports.siteId, version: 1, cashNumber: '1010', cashName: 'Cash' }).execute(),
  }
  for (const [what, correct] of Object.entries(corrections)) {
    await made()
    expect(await outdated(), what).toBe(false)
    await madeMeanwhile(correct)
    expect(await outdated(), what).toBe(true)
    await made()
    expect(await outdated(), what).toBe(false)
  }
})

test('numbers of transactions are compared where 32 bits of them begin anew, too', async () => {
  const asked = async (writer: number, snapshot: string) =>
    (
      await sql<{ unread: boolean }>`
        select unread('2026-11-01T00:00:00Z', ${String(writer)}::xid, '2026-11-01T00:10:00Z', ${snapshot}::pg_snapshot) as unread`.execute(
        server.ownerDb,
      )
    ).rows[0]?.unread
  expect(await asked(999, '900:1000:950,960')).toBe(false)
  expect(await asked(960, '900:1000:950,960')).toBe(true)
  expect(await asked(1000, '900:1000:950,960')).toBe(true)
  // 4294967296 is 2 to the power of 32.
  expect(await asked(4_294_967_290, '4294967280:4294967306:4294967290')).toBe(true)
  expect(await asked(4_294_967_289, '4294967280:4294967306:4294967290')).toBe(false)
  expect(await asked(9, '4294967280:4294967306:4294967290')).toBe(false)
  expect(await asked(10, '4294967280:4294967306:4294967290')).toBe(true)
  // Rows of the first transaction of all, and of a version restored or made before.
  expect(await asked(1, '700:700:')).toBe(false)
  expect(
    (await sql<{ unread: boolean }>`select unread(now(), '5'::xid, now(), null) as unread`.execute(server.ownerDb)).rows[0]?.unread,
  ).toBe(false)
})

test('what is read as of one moment is not half of a correction that comes in between', async () => {
  const nameOf = (trx: Trx) => trx.selectFrom('institution').select('name').where('id', '=', id).executeTakeFirstOrThrow()
  const read = async (trx: Trx) => {
    const before = await nameOf(trx)
    await server.ownerDb
      .updateTable('institution')
      .set({ name: `${before.name} anew` })
      .where('id', '=', id)
      .execute()
    return [before.name, (await nameOf(trx)).name]
  }
  const [first, second] = await inScope(server.kernel.db, reports.scope, read, 'one moment')
  expect(second).toBe(first)
  expect(await inScope(server.kernel.db, reports.scope, read)).toEqual([`${first} anew`, `${first} anew anew`])
})
