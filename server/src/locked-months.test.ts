/** Every way by hand into a locked month, across features: refused while it is locked, done once a manager unlocked it, and the month's report is then marked. */
import { assetReports } from '@corridor/contract/asset-reports.ts'
import { capitalFigures, ledgerAccountTerms, policyLimitTerms, taxProfiles } from '@corridor/contract/institution-terms.ts'
import { lockPeriod, unlockPeriod } from '@corridor/contract/period-locks.ts'
import { consents, insureds } from '@corridor/contract/register.ts'
import { funds } from '@corridor/contract/register-backing.ts'
import { policies, transactions } from '@corridor/contract/register-holdings.ts'
import { addStatus, correctStatus, correctValue, getPolicy, setStatusAside } from '@corridor/contract/register-policies.ts'
import { plainDate } from '@corridor/domain/primitives/period.ts'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { signedInAs } from './test/builders.ts'
import { useServer } from './test/call.ts'
import { buildReportWorld, type ReportWorld } from './test/report-world.ts'

const server = useServer()
const LOCKED = plainDate('2026-08-31')
const reason = 'a test of locks'
const state = { id: 0, staff: '', manager: '', first: 0, second: 0, insuredId: 0, productId: 0 }
let world: ReportWorld
/** Row of the locked month's report. */
let outdatedSince: () => Promise<string | null | undefined>

const as: typeof server.callAs = (_cookie, endpoint, input) => server.callAs(state.staff, endpoint, input)
const bank = () => ({ id: state.id })
const page = async (policyId: number) => (await as('', getPolicy, { ...bank(), policyId })).body
const change = async (policyId: number) => ({ ...bank(), policyId, reason, updatedAt: (await page(policyId)).record.updatedAt })
const lastStatus = async (policyId: number) => ({
  ...(await change(policyId)),
  statusId: (await page(policyId)).statuses.find(({ voidedAt }) => voidedAt === null)?.id ?? 0,
})
const premium = async () => {
  const { records } = (await as('', transactions.endpoints.list, { ...bank(), type: ['PREMIUM'] })).body
  const [found] = records.filter(({ policyId }) => policyId === state.first)
  return { ...bank(), recordId: found?.id ?? 0, reason, updatedAt: found?.updatedAt ?? '' }
}
const value = (asOfDate: string) => ({
  ...bank(),
  policyId: state.first,
  asOfDate,
  version: 1,
  reason,
  cashSurrenderValueCents: 100_00,
  deathBenefitCents: 200_00,
  insuredShareCents: 0,
  accountValueEndCents: null,
  surrenderChargeCents: null,
})
const fund = {
  fundName: 'Stable Division',
  policyId: null,
  asOfDate: '2026-06-30',
  marketValueCents: 100,
  bookValueCents: 100,
  wrapProvider: null,
  wrapRating: null,
  wrapWeight: null,
  wrapFeeRate: null,
  wrapEndsOn: null,
  approach: 'FULL' as const,
  classes: [{ name: 'Cash', share: 1, weight: 0.2, most: 1 }],
  source: reason,
  documentDate: null,
}
const statement = async () => {
  const [found] = (await as('', funds.endpoints.list, bank())).body.records
  return { ...bank(), recordId: found?.id ?? 0, reason, updatedAt: found?.updatedAt ?? '' }
}
const ofPolicy = async (policyNumber: string) => {
  const [found] = (await as('', policies.endpoints.list, { ...bank(), search: policyNumber })).body.records
  return { ...bank(), recordId: found?.id ?? 0, reason, updatedAt: found?.updatedAt ?? '' }
}
const entered = async (policyNumber: string) =>
  as('', policies.endpoints.create, {
    ...bank(),
    ...policies.fields.parse({ ...(await page(state.first)).record, policyNumber, issueDate: '2026-08-02', issueAge: null }),
  })
const profile = {
  federalRate: 0.21,
  stateRate: 0.05,
  stateCode: 'CO',
  federalDeductibleFraction: 0,
  boliStateTreatment: 'EXCLUDED' as const,
  combinedRateOverride: null,
  source: reason,
}
const row = async (kind: typeof taxProfiles) => {
  const [found] = (await as('', kind.endpoints.list, bank())).body.records.slice(-1)
  return { ...bank(), date: found?.effectiveOn ?? '', reason, updatedAt: found?.updatedAt ?? '' }
}
const capital = {
  tier1CapitalCents: 6_100_000_000,
  allowanceForCreditLossesCents: null,
  tier2CapitalCents: null,
  totalRiskBasedCapitalCents: null,
  totalAssetsCents: null,
  source: 'STAFF' as const,
}
const limits = {
  perCarrierLimitFraction: 0.1,
  aggregateLimitFraction: 0.2,
  capitalBasis: 'TIER1' as const,
  minAmBest: null,
  minSp: null,
  minMoodys: null,
  minFitch: null,
  minComdex: null,
  maxDeathBenefitMultipleOfSalary: null,
  boardApprovalDate: null,
  nextReviewDate: null,
}
const accounts = ledgerAccountTerms.fields.parse(
  Object.fromEntries(Object.keys(ledgerAccountTerms.fields.shape).map((name) => [name, name === 'cashNumber' ? '1010' : null])),
)

/** In an order in which all can be done one after the other, on a book whose first policy has a premium and whose second has a status in the month. */
const WAYS: Record<string, () => Promise<{ status: number; error: { code: string; meta?: Record<string, unknown> | undefined } }>> = {
  'a transaction is corrected': async () => as('', transactions.endpoints.update, { ...(await premium()), amountCents: 90_00 }),
  'a transaction is moved into the month': async () =>
    as('', transactions.endpoints.update, { ...(await premium()), transactionDate: '2026-08-31' }),
  'a transaction is taken out': async () => as('', transactions.endpoints.remove, await premium()),
  'a premium is entered': () =>
    as('', transactions.endpoints.create, {
      ...bank(),
      policyId: state.first,
      transactionDate: '2026-07-20',
      type: 'PREMIUM',
      amountCents: 1,
      note: null,
    }),
  'a posted value of the month is corrected': () => as('', correctValue, value('2026-08-31')),
  'a posted value of the month before is corrected': () => as('', correctValue, value('2026-07-31')),
  'a status is entered': async () => as('', addStatus, { ...(await change(state.first)), status: 'GRACE', effectiveDate: '2026-08-10' }),
  'a status is moved out of the month': async () =>
    as('', correctStatus, { ...(await lastStatus(state.second)), status: 'PAID_UP', effectiveDate: '2026-09-10' }),
  'a status is moved into the month': async () =>
    as('', correctStatus, { ...(await lastStatus(state.second)), status: 'PAID_UP', effectiveDate: '2026-08-12' }),
  'a status is voided': async () => as('', setStatusAside, await lastStatus(state.second)),
  'a policy issued in the month is entered': () => entered('NEW-2'),
  'a policy’s issue is moved out of the month': async () =>
    as('', policies.endpoints.update, { ...(await ofPolicy('NEW-1')), issueDate: '2026-09-02' }),
  'a policy’s issue is moved to a day of the month': async () =>
    as('', policies.endpoints.update, { ...(await ofPolicy('NEW-1')), issueDate: '2026-08-03' }),
  'a policy that counts in the month is taken out': async () => as('', policies.endpoints.remove, await ofPolicy('NEW-1')),
  'a statement of a fund is corrected': async () => as('', funds.endpoints.update, { ...(await statement()), marketValueCents: 99 }),
  'a statement of a fund is taken out': async () => as('', funds.endpoints.remove, await statement()),
  'a statement of a fund is entered': () =>
    as('', funds.endpoints.create, { ...bank(), ...fund, asOfDate: '2026-07-31', productId: state.productId }),
  'a tax profile is added': () => as('', taxProfiles.endpoints.add, { ...bank(), ...profile, effectiveOn: '2026-08-01' }),
  'a tax profile is corrected': async () =>
    as('', taxProfiles.endpoints.correct, { ...(await row(taxProfiles)), ...profile, effectiveOn: '2020-01-01' }),
  'a tax profile is moved out of the month': async () =>
    as('', taxProfiles.endpoints.correct, { ...(await row(taxProfiles)), ...profile, effectiveOn: '2026-10-01' }),
  'a tax profile is taken out': async () => as('', taxProfiles.endpoints.remove, await row(taxProfiles)),
  'capital is stated': () => as('', capitalFigures.endpoints.add, { ...bank(), ...capital, effectiveOn: '2026-08-31' }),
  'limits are set': () => as('', policyLimitTerms.endpoints.add, { ...bank(), ...limits, effectiveOn: '2026-08-31' }),
  'ledger accounts are named': () => as('', ledgerAccountTerms.endpoints.add, { ...bank(), ...accounts, effectiveOn: '2026-08-31' }),
}

beforeAll(async () => {
  world = await buildReportWorld(server, { institutions: 1, policiesEach: 3, months: 4 })
  const [id = 0] = world.institutionIds
  const { siteId } = world
  const held = await server.ownerDb
    .selectFrom('policy as p')
    .innerJoin('product as d', 'd.id', 'p.productId')
    .select(['p.id', 'p.insuredId', 'd.id as productId', 'd.accountType'])
    .where('p.institutionId', '=', id)
    .orderBy('p.id')
    .execute()
  Object.assign(state, {
    id,
    staff: await signedInAs(server.ownerDb, 'b', { siteId, permissions: { INSTITUTIONS: 2, ASSET_REPORT: 2 } }),
    manager: await signedInAs(server.ownerDb, 'd', { siteId, permissions: { INSTITUTIONS: 2 } }),
    first: held[0]?.id,
    second: held[1]?.id,
    insuredId: held[0]?.insuredId,
    productId: held.find(({ accountType }) => accountType === 'SEPARATE')?.productId,
  })
  await as('', transactions.endpoints.create, {
    ...bank(),
    policyId: state.first,
    transactionDate: '2026-07-15',
    type: 'PREMIUM',
    amountCents: 100_00,
    note: null,
  })
  await as('', addStatus, { ...(await change(state.second)), status: 'PAID_UP', effectiveDate: '2026-08-20' })
  await as('', funds.endpoints.create, { ...bank(), ...fund, productId: state.productId })
  const batch = await world.startDirectly({ period: LOCKED })
  await world.make(batch)
  outdatedSince = async () =>
    (await server.callAs(world.staff, assetReports.listReports, { batch, take: 5 })).body.records[0]?.outdatedSince
  expect(await outdatedSince()).toBeNull()
  await entered('NEW-1')
})

test('while a month is locked no way leads into it; opened by a manager every one does, and the month’s report is marked', async () => {
  expect((await server.callAs(state.manager, lockPeriod, { period: LOCKED, reason: 'Reports follow' })).status).toBe(200)
  const all = await sql<{ rows: string }>`select count(*) || ' ' || coalesce(max(id), 0) as rows from register_change`.execute(
    server.ownerDb,
  )
  const refused: Record<string, unknown> = {}
  for (const [name, way] of Object.entries(WAYS)) {
    const { status, error } = await way()
    refused[name] = [status, error.code, error.meta?.periods]
  }
  expect(refused).toEqual(Object.fromEntries(Object.keys(WAYS).map((name) => [name, [409, 'period_locked', [LOCKED]]])))
  expect(
    (await sql<{ rows: string }>`select count(*) || ' ' || coalesce(max(id), 0) as rows from register_change`.execute(server.ownerDb)).rows,
  ).toEqual(all.rows)

  expect((await server.callAs(state.manager, unlockPeriod, { period: LOCKED, reason: 'The carrier restated August' })).status).toBe(204)
  const done: Record<string, number> = {}
  for (const [name, way] of Object.entries(WAYS)) done[name] = Math.floor((await way()).status / 100)
  expect(done).toEqual(Object.fromEntries(Object.keys(WAYS).map((name) => [name, 2])))
  expect(await outdatedSince()).not.toBeNull()
})

test('papers and people, of which one hears later, are entered whatever is locked', async () => {
  expect((await server.callAs(state.manager, lockPeriod, { period: LOCKED, reason: 'Reports follow' })).status).toBe(200)
  const person = await server.ownerDb.selectFrom('insured').select('updatedAt').where('id', '=', state.insuredId).executeTakeFirstOrThrow()
  const told = await as('', insureds.endpoints.update, {
    ...bank(),
    recordId: state.insuredId,
    reason,
    updatedAt: person.updatedAt,
    employmentStatus: 'RETIRED',
    employmentStatusDate: '2026-07-01',
  })
  const paper = await as('', consents.endpoints.create, {
    ...bank(),
    ...consents.fields.parse({
      insuredId: state.insuredId,
      noticeDate: '2016-05-01',
      consentDate: '2016-05-02',
      maxFaceDisclosedCents: null,
      maxFaceSalaryMultiple: null,
      continueAfterTermination: true,
      beneficiaryDisclosed: true,
      statusAtIssue: null,
      statusBasis: null,
      keptAt: null,
    }),
  })
  expect([told.status, paper.status]).toEqual([200, 201])
})
