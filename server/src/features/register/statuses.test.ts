/** Statuses by date and posted values put right by hand: what reports of earlier months then say, and what those already made keep saying. */

import { assetReports } from '@corridor/contract/asset-reports.ts'
import { policies } from '@corridor/contract/register-holdings.ts'
import { addStatus, correctStatus, correctValue, getPolicy, setStatusAside } from '@corridor/contract/register-policies.ts'
import { plainDate } from '@corridor/domain/primitives/period.ts'
import { readAssetReportSnapshot } from '@corridor/domain/reports/asset-report/snapshot.ts'
import { beforeEach, expect, test } from 'vitest'
import { signedInAs } from '../../test/builders.ts'
import { useServer } from '../../test/call.ts'
import { buildReportWorld, type ReportWorld } from '../../test/report-world.ts'

const server = useServer()
const state = { world: {} as ReportWorld, id: 0, staff: '', policyId: 0 }
const AUGUST = plainDate('2026-08-31')

beforeEach(async () => {
  state.world = await buildReportWorld(server, { institutions: 1, policiesEach: 3, months: 15 })
  state.id = state.world.institutionIds[0] ?? 0
  state.staff = await signedInAs(server.ownerDb, 'b', { siteId: state.world.siteId, permissions: { INSTITUTIONS: 2, ASSET_REPORT: 2 } })
  const { id } = await server.ownerDb
    .selectFrom('policy')
    .select('id')
    .where('institutionId', '=', state.id)
    .orderBy('id')
    .executeTakeFirstOrThrow()
  state.policyId = id
})
const page = async () => (await server.callAs(state.staff, getPolicy, { id: state.id, policyId: state.policyId })).body
const change = async () => ({
  id: state.id,
  policyId: state.policyId,
  reason: 'As the carrier wrote',
  updatedAt: (await page()).record.updatedAt,
})
const posted = async (month: string) => (await page()).valuations.find(({ asOfDate, superseded }) => asOfDate === month && !superseded)

async function made(period = plainDate('2026-09-30')) {
  const batchId = await state.world.startDirectly({ period })
  await state.world.make(batchId)
  const report = await server.ownerDb
    .selectFrom('report')
    .selectAll()
    .where('institutionId', '=', state.id)
    .where('period', '=', period)
    .executeTakeFirstOrThrow()
  const version = await server.ownerDb
    .selectFrom('reportVersion')
    .selectAll()
    .where('reportId', '=', report.id)
    .orderBy('version', 'desc')
    .executeTakeFirstOrThrow()
  return { batchId, report, snapshot: readAssetReportSnapshot(version.snapshot), sha256: version.snapshotSha256 }
}

test('a claim that was paid is listed in the month of its payment alone', async () => {
  const pending = {
    dateOfDeath: '2026-07-12',
    deathSource: 'BANK' as const,
    status: 'DEATH_CLAIM_PENDING',
    effectiveDate: '2026-07-20',
  } as const
  await server.callAs(state.staff, addStatus, { ...(await change()), ...pending })
  await server.callAs(state.staff, addStatus, { ...(await change()), status: 'DEATH_PAID', effectiveDate: '2026-08-10' })
  expect((await made(AUGUST)).snapshot.activity.claims).toMatchObject([{ status: 'DEATH_PAID', dateOfDeath: '2026-07-12' }])
  expect((await made()).snapshot.activity.claims).toEqual([])
})

test('an earlier month says the status of then: the claim is pending in August and paid in September, each change from the status before', async () => {
  const dead = { dateOfDeath: '2026-08-12', deathSource: 'BANK' as const }
  const refused = await server.callAs(state.staff, addStatus, {
    ...(await change()),
    status: 'DEATH_CLAIM_PENDING',
    effectiveDate: '2026-08-20',
  })
  expect([refused.status, Object.keys(refused.error.meta ?? {})]).toEqual([400, ['dateOfDeath']])
  expect(
    (
      await server.callAs(state.staff, addStatus, {
        ...(await change()),
        ...dead,
        status: 'DEATH_CLAIM_PENDING',
        effectiveDate: '2026-08-20',
      })
    ).status,
  ).toBe(201)
  expect(
    (await server.callAs(state.staff, addStatus, { ...(await change()), status: 'DEATH_PAID', effectiveDate: '2026-09-10' })).status,
  ).toBe(201)

  const august = (await made(AUGUST)).snapshot
  expect(august.policies.find(({ policyId }) => policyId === state.policyId)?.flags.pendingClaim).toBe(true)
  expect(august.activity.claims).toMatchObject([{ status: 'DEATH_CLAIM_PENDING', dateOfDeath: '2026-08-12' }])
  expect(august.activity.statusChanges).toMatchObject([
    { date: '2026-08-20', oldStatus: 'IN_FORCE', newStatus: 'DEATH_CLAIM_PENDING', reason: 'As the carrier wrote' },
  ])
  const september = (await made()).snapshot
  expect(september.policies.map(({ policyId }) => policyId)).not.toContain(state.policyId)
  expect(september.removedPolicies).toMatchObject([{ policyId: state.policyId, removal: 'DEATH_CLAIM', removedOn: '2026-09-10' }])
  expect(september.activity.statusChanges).toMatchObject([{ oldStatus: 'DEATH_CLAIM_PENDING', newStatus: 'DEATH_PAID' }])
  const july = (await made(plainDate('2026-07-31'))).snapshot
  expect(july.policies.find(({ policyId }) => policyId === state.policyId)?.flags.pendingClaim).toBe(false)
  expect([july.activity.claims, july.activity.statusChanges]).toEqual([[], []])
  // The value released is August's, and the list says the same as the report.
  expect((await page()).transactions[0]).toMatchObject({
    type: 'DEATH_CLAIM',
    transactionDate: '2026-09-10',
    amountCents: august.policies.find(({ policyId }) => policyId === state.policyId)?.cashSurrenderValue,
  })
  const { totals } = (await server.callAs(state.staff, policies.endpoints.list, { id: state.id, period: '2026-09-30' })).body
  expect(totals).toMatchObject({
    policies: 2,
    cashSurrenderValueCents: september.policies.reduce((sum, { cashSurrenderValue }) => sum + cashSurrenderValue, 0),
    deathBenefitCents: september.policies.reduce((sum, { deathBenefit }) => sum + deathBenefit, 0),
  })
})

test('a policy that lapsed and was reinstated was not in force in between', async () => {
  expect(
    (
      await server.callAs(state.staff, addStatus, {
        ...(await change()),
        status: 'LAPSED',
        effectiveDate: '2026-07-15',
        settlement: 'EXPENSE',
        differenceConfirmed: true,
      })
    ).status,
  ).toBe(201)
  expect(
    (await server.callAs(state.staff, addStatus, { ...(await change()), status: 'IN_FORCE', effectiveDate: '2026-09-05' })).status,
  ).toBe(201)
  const held = async (period: string) =>
    (await server.callAs(state.staff, policies.endpoints.list, { id: state.id, period })).body.totals.policies
  expect([await held('2026-06-30'), await held('2026-07-31'), await held('2026-08-31'), await held('2026-09-30')]).toEqual([3, 2, 2, 3])
  expect((await made(AUGUST)).snapshot.policies).toHaveLength(2)
})

test('what cannot follow is refused with a sentence; a mistake is voided with its transaction, and stays in the history', async () => {
  const received = (await posted('2026-07-31'))?.cashSurrenderValueCents ?? 0
  const surrendered = await server.callAs(state.staff, addStatus, {
    ...(await change()),
    status: 'SURRENDERED',
    effectiveDate: '2026-08-20',
    releasedCents: received,
  })
  expect(surrendered.status).toBe(201)
  const after = await server.callAs(state.staff, addStatus, { ...(await change()), status: 'IN_FORCE', effectiveDate: '2026-09-01' })
  expect([after.status, after.error.message]).toEqual([
    400,
    'Surrendered (from 08/20/2026) is not followed by in force. If it was a mistake, void it.',
  ])
  const early = await server.callAs(state.staff, addStatus, { ...(await change()), status: 'GRACE', effectiveDate: '2010-01-01' })
  expect(early.error.message).toBe('The policy cannot be in its grace period from 01/01/2010: it was issued on 06/15/2016.')
  const [row] = (await page()).statuses
  const stale = await change()
  expect(
    (
      await server.callAs(state.staff, correctStatus, {
        ...stale,
        statusId: row?.id ?? 0,
        status: 'SURRENDERED',
        effectiveDate: '2026-08-25',
        releasedCents: received,
      })
    ).status,
  ).toBe(200)
  expect((await server.callAs(state.staff, setStatusAside, { ...stale, statusId: row?.id ?? 0 })).status).toBe(404)
  const [moved] = (await page()).statuses
  expect(moved).toMatchObject({ effectiveDate: '2026-08-25', source: 'HAND', voidedAt: null })
  expect((await server.callAs(state.staff, setStatusAside, { ...stale, statusId: moved?.id ?? 0 })).status).toBe(409)
  expect((await server.callAs(state.staff, setStatusAside, { ...(await change()), statusId: moved?.id ?? 0 })).status).toBe(200)
  const { status, statuses, transactions: left } = await page()
  expect(status).toEqual({ status: 'IN_FORCE', since: '2016-06-15' })
  expect(left).toEqual([])
  expect(statuses.map(({ status: each, voidReason }) => [each, voidReason])).toEqual([
    ['SURRENDERED', 'As the carrier wrote'],
    ['SURRENDERED', 'As the carrier wrote'],
    ['IN_FORCE', null],
  ])
})

test('a report already made keeps its bytes, is marked until it is regenerated, and then tells the corrected value', async () => {
  const first = await made()
  const pdf = async () =>
    (
      await server.callAs(state.staff, assetReports.downloadReports, {
        batch: first.batchId,
        reportIds: String(first.report.id),
        format: 'pdf',
      })
    ).bytes
  const bytes = await pdf()
  const before = await posted('2026-09-30')
  const value = {
    id: state.id,
    policyId: state.policyId,
    asOfDate: '2026-09-30',
    version: before?.version ?? 0,
    reason: 'The carrier corrected its letter',
    cashSurrenderValueCents: (before?.cashSurrenderValueCents ?? 0) + 12_345,
    deathBenefitCents: before?.deathBenefitCents ?? 0,
    insuredShareCents: before?.insuredShareCents ?? 0,
    accountValueEndCents: null,
    surrenderChargeCents: null,
  }
  const corrected = await server.callAs(state.staff, correctValue, value)
  expect(corrected.status).toBe(201)
  expect(corrected.body.outdatedReports).toMatchObject([{ reportId: first.report.id, period: '2026-09-30' }])
  expect((await server.callAs(state.staff, correctValue, value)).status).toBe(409)
  expect(
    (await page()).valuations
      .filter(({ asOfDate }) => asOfDate === '2026-09-30')
      .map(({ version, superseded, restatementReason }) => ({ version, superseded, restatementReason })),
  ).toEqual([
    { version: 2, superseded: false, restatementReason: 'The carrier corrected its letter' },
    { version: 1, superseded: true, restatementReason: null },
  ])
  expect((await pdf()).equals(bytes)).toBe(true)
  const listed = async () =>
    (await server.callAs(state.staff, assetReports.getReport, { batch: first.batchId, report: first.report.id })).body.report.outdatedSince
  expect(await listed()).not.toBeNull()

  const again = await state.world.startDirectly({ isRegenerating: true })
  await state.world.make(again)
  expect((await page()).outdatedReports).toEqual([])
  expect(await listed()).toBeNull()
  const versions = await server.ownerDb
    .selectFrom('reportVersion')
    .select(['version', 'snapshotSha256', 'snapshot'])
    .where('reportId', '=', first.report.id)
    .orderBy('version')
    .execute()
  expect(versions[0]?.snapshotSha256).toBe(first.sha256)
  const told = readAssetReportSnapshot(versions[1]?.snapshot).policies.find(({ policyId }) => policyId === state.policyId)
  expect(told).toMatchObject({ cashSurrenderValue: value.cashSurrenderValueCents, valuationVersion: 2, source: null })
})

test('a value goes to a month end at which the policy was in force, not into a locked month, and never below the rules', async () => {
  const before = await posted('2026-08-31')
  const value = {
    id: state.id,
    policyId: state.policyId,
    asOfDate: '2026-08-31',
    version: before?.version ?? 0,
    reason: 'a test',
    cashSurrenderValueCents: 100_00,
    deathBenefitCents: 200_00,
    insuredShareCents: 0,
    accountValueEndCents: null,
    surrenderChargeCents: null,
  }
  expect((await server.callAs(state.staff, correctValue, { ...value, asOfDate: '2026-08-30', version: 0 })).error.meta).toHaveProperty(
    'asOfDate',
  )
  expect((await server.callAs(state.staff, correctValue, { ...value, asOfDate: '2014-08-31', version: 0 })).error.meta).toEqual({
    asOfDate: ['The policy was not in force on 08/31/2014.'],
  })
  expect((await server.callAs(state.staff, correctValue, { ...value, deathBenefitCents: 50_00 })).error.meta).toHaveProperty(
    'deathBenefitCents',
  )
  await server.ownerDb
    .insertInto('periodLock')
    .values({ siteId: state.world.siteId, periodEnd: plainDate('2026-09-30') })
    .execute()
  expect((await server.callAs(state.staff, correctValue, value)).error.code).toBe('period_locked')
  expect(
    (await server.callAs(state.staff, addStatus, { ...(await change()), status: 'LAPSED', effectiveDate: '2026-09-30' })).error.code,
  ).toBe('period_locked')
  expect((await posted('2026-08-31'))?.version).toBe(1)
})
