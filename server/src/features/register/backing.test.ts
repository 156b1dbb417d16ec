/** Backing of policies and plans: funds of separate accounts are entered and corrected with a reason, weigh in the quarter's report, and leave what was made as it was. */
import { assetReports } from '@corridor/contract/asset-reports.ts'
import { funds, illustrations, liabilities } from '@corridor/contract/register-backing.ts'
import { policies } from '@corridor/contract/register-holdings.ts'
import { getPolicy, getRegister, listChanges } from '@corridor/contract/register-policies.ts'
import { type AssetReportView, readAssetReportView } from '@corridor/domain/reports/asset-report/view.ts'
import { beforeAll, expect, test } from 'vitest'
import { signedInAs } from '../../test/builders.ts'
import { useServer } from '../../test/call.ts'
import { buildReportWorld, type ReportWorld } from '../../test/report-world.ts'

const server = useServer()
const { list, create, update, remove } = funds.endpoints
const world = { keeper: '', reader: '', id: 0, productId: 0, policyId: 0, otherPolicyId: 0, generalId: 0 }
let reports: ReportWorld

beforeAll(async () => {
  reports = await buildReportWorld(server, { institutions: 2, policiesEach: 6, months: 4 })
  world.id = reports.institutionIds[0] ?? 0
  world.keeper = await signedInAs(server.ownerDb, 'b', { siteId: reports.siteId, permissions: { INSTITUTIONS: 2 } })
  world.reader = await signedInAs(server.ownerDb, 'b', { siteId: reports.siteId, permissions: { INSTITUTIONS: 1 } })
  const held = await server.ownerDb
    .selectFrom('policy as p')
    .innerJoin('product as d', 'd.id', 'p.productId')
    .select(['p.id', 'p.institutionId', 'd.id as productId', 'd.accountType'])
    .orderBy('p.id')
    .execute()
  const [first] = held.filter(({ institutionId, accountType }) => institutionId === world.id && accountType === 'SEPARATE')
  const [other] = held.filter(({ institutionId, accountType }) => institutionId !== world.id && accountType === 'SEPARATE')
  const [general] = held.filter(({ institutionId, accountType }) => institutionId === world.id && accountType === 'GENERAL')
  Object.assign(world, {
    productId: first?.productId,
    policyId: first?.id,
    otherPolicyId: other?.id,
    generalId: general?.productId,
  })
})

const statement = (over = {}) => ({
  id: world.id,
  productId: world.productId,
  policyId: null,
  asOfDate: '2026-06-30',
  fundName: 'Stable Division',
  marketValueCents: 388_000_000,
  bookValueCents: 401_128_529,
  wrapProvider: 'Delta Life',
  wrapRating: 'A+',
  wrapWeight: 1,
  wrapFeeRate: 0.0018,
  wrapEndsOn: '2029-12-31',
  approach: 'FULL' as const,
  classes: [
    { name: 'Agency securities', share: 0.8, weight: 0.2, most: 1 },
    { name: 'Corporate bonds', share: 0.15, weight: 1, most: 0.2 },
    { name: 'Cash', share: 0.05, weight: 0.2, most: 1 },
  ],
  source: 'Statement of the carrier',
  documentDate: '2026-07-15',
  ...over,
})
const rows = async () => (await server.callAs(world.reader, list, { id: world.id })).body
const clear = async () => {
  for (const { id, updatedAt } of (await rows()).records)
    await server.callAs(world.keeper, remove, { id: world.id, recordId: id, reason: 'put back', updatedAt: updatedAt ?? '' })
}

test('a statement is entered as it says, corrected with a reason, seen in its history, and taken out', async () => {
  const made = await server.callAs(world.keeper, create, statement())
  expect(made.status).toBe(201)
  const { id: _, ...said } = statement()
  expect((await rows()).records).toMatchObject([{ ...said, newest: true, policyNumber: null }])
  const corrected = await server.callAs(world.keeper, update, {
    id: world.id,
    recordId: made.body.id,
    approach: 'ALTERNATIVE_MODIFIED',
    reason: 'Elected by the board',
    updatedAt: made.body.updatedAt,
  })
  expect(corrected.status).toBe(200)
  expect((await rows()).records).toMatchObject([{ ...said, approach: 'ALTERNATIVE_MODIFIED' }])
  const stale = await server.callAs(world.keeper, update, {
    id: world.id,
    recordId: made.body.id,
    fundName: 'Another',
    reason: 'too late',
    updatedAt: made.body.updatedAt,
  })
  expect([stale.status, stale.error.code]).toEqual([409, 'conflict'])
  const { records } = (await server.callAs(world.reader, listChanges, { id: world.id, entity: 'fund', entityId: made.body.id })).body
  expect(records.map(({ action, reason }) => [action, reason])).toEqual([
    ['CORRECTED', 'Elected by the board'],
    ['ADDED', null],
  ])
  expect(records[0]?.fields).toEqual([{ field: 'approach', before: 'FULL', after: 'ALTERNATIVE_MODIFIED' }])
  await clear()
  expect((await rows()).totals).toEqual({ funds: 0 })
})

test('what cannot be is refused at its field; what is another’s is not there; a reader changes nothing', async () => {
  const refused = async (over: object) => {
    const { status, error } = await server.callAs(world.keeper, create, statement(over))
    return [status, Object.keys(error.meta ?? {})]
  }
  expect(await refused({ productId: world.generalId })).toEqual([400, ['productId']])
  expect(await refused({ asOfDate: '2099-12-31' })).toEqual([400, ['asOfDate']])
  expect(await refused({ wrapProvider: null })).toEqual([400, ['wrapRating', 'wrapWeight', 'wrapFeeRate', 'wrapEndsOn']])
  expect(await refused({ classes: statement().classes.slice(1) })).toEqual([400, ['classes']])
  expect((await server.callAs(world.keeper, create, statement({ policyId: world.otherPolicyId }))).status).toBe(404)
  expect((await server.callAs(world.keeper, create, statement({ productId: 2_000_000_000 }))).status).toBe(404)
  expect((await server.callAs(world.reader, create, statement())).status).toBe(403)
  const own = await server.callAs(world.keeper, create, statement({ policyId: world.policyId }))
  expect(own.status).toBe(201)
  expect(await refused({ policyId: world.policyId })).toEqual([400, ['asOfDate']])
  const { record } = (await server.callAs(world.reader, getPolicy, { id: world.id, policyId: world.policyId })).body
  const taken = await server.callAs(world.keeper, policies.endpoints.remove, {
    id: world.id,
    recordId: world.policyId,
    reason: 'by mistake',
    updatedAt: record.updatedAt,
  })
  expect([taken.status, taken.error.code]).toEqual([409, 'in_use'])
  expect(taken.error.message).toContain('1 statement of a fund')
  const { products } = (await server.callAs(world.reader, getRegister, { id: world.id })).body
  expect(products.find(({ id }) => id === world.productId)).toMatchObject({ accountType: 'SEPARATE' })
  await clear()
})

test('the quarter’s report weighs by the newest statement up to its date, is marked when that one changes, and reads on as it was made', async () => {
  const made = async (isQuarterly = true) => {
    const batch = await reports.start({ isRegenerating: true, isQuarterly, institutions: [world.id] })
    await reports.make(batch)
    return read()
  }
  const read = async (): Promise<{ view: AssetReportView; isOutdated: boolean }> => {
    const { id, batchId } = await reports.reportOf(world.id)
    const { body } = await server.callAs(reports.staff, assetReports.getReport, { batch: batchId, report: id })
    const view = readAssetReportView(body.view)
    if (!view) throw new Error('no view')
    return { view, isOutdated: body.report.outdatedSince !== null }
  }
  const weights = ({ view }: { view: AssetReportView }) =>
    view.callReport?.riskWeights?.table.rows.find(({ id }) => id === 'separate')?.cells
  const separate = Number(weights(await made())?.value)
  expect(weights(await read())).toMatchObject({ assets: separate })

  await server.callAs(world.keeper, create, statement({ asOfDate: '2026-10-31' }))
  expect((await read()).isOutdated, 'of a day after it').toBe(false)
  const added = await server.callAs(world.keeper, create, statement())
  expect((await read()).isOutdated).toBe(true)
  expect(weights(await read()), 'made before, it stays').toMatchObject({ assets: separate })
  const looked = await made()
  const market = Math.round((separate * 388_000_000) / 401_128_529)
  expect(weights(looked)).toMatchObject({ value: separate, assets: Math.round(market * 0.32) + (separate - market) })
  expect(looked.isOutdated).toBe(false)

  await server.callAs(world.keeper, create, statement({ asOfDate: '2026-03-31' }))
  expect((await read()).isOutdated, 'an earlier statement says nothing here').toBe(false)
  const { body: corrected } = await server.callAs(world.keeper, update, {
    id: world.id,
    recordId: added.body.id,
    approach: 'SIMPLE_MODIFIED',
    reason: 'The bank elected otherwise',
    updatedAt: added.body.updatedAt,
  })
  const marked = await read()
  expect([marked.isOutdated, marked.view]).toEqual([true, looked.view])
  expect(weights(await made())).toMatchObject({ assets: separate })
  await server.callAs(world.keeper, remove, { id: world.id, recordId: added.body.id, reason: 'by mistake', updatedAt: corrected.updatedAt })
  expect((await read()).isOutdated, 'the statement it stands on is gone').toBe(true)
  expect((await made()).view.callReport?.riskWeights?.funds?.rows.map(({ cells }) => cells.asOf)).toEqual(['2026-03-31'])

  await made(false)
  await server.callAs(world.keeper, create, statement({ asOfDate: '2026-09-30' }))
  expect((await read()).isOutdated, 'a month’s report weighs nothing').toBe(false)
  await clear()
})

test('a plan’s liability stands beside the posted value of its policies; wrong ones are refused, and so is taking its plan out', async () => {
  const calls = liabilities.endpoints
  const plan = await server.ownerDb.selectFrom('plan').select('id').where('institutionId', '=', world.id).executeTakeFirstOrThrow()
  const stated = (over = {}) => ({
    id: world.id,
    planId: plan.id,
    asOfDate: '2026-09-30',
    liabilityCents: 900_000_000,
    hedges: [{ fund: 'Bond index', notional: 500_000_000 }],
    source: 'Recordkeeper',
    ...over,
  })
  const refused = async (over: object = {}) => {
    const { status, error } = await server.callAs(world.keeper, calls.create, stated(over))
    return [status, Object.keys(error.meta ?? {})]
  }
  expect(await refused()).toEqual([400, ['planId']])
  await server.ownerDb.updateTable('plan').set({ planType: 'NQDC_COLI' }).where('id', '=', plan.id).execute()
  const made = await server.callAs(world.keeper, calls.create, stated())
  expect(made.status).toBe(201)
  expect(await refused()).toEqual([400, ['asOfDate']])
  expect(await refused({ asOfDate: '2099-01-01' })).toEqual([400, ['asOfDate']])
  const foreign = await server.ownerDb.selectFrom('plan').select('id').where('institutionId', '!=', world.id).executeTakeFirstOrThrow()
  expect((await server.callAs(world.keeper, calls.create, stated({ planId: foreign.id }))).status).toBe(404)
  expect((await server.callAs(world.reader, calls.create, stated())).status).toBe(403)
  const held = await server.ownerDb
    .selectFrom('policyValuation')
    .select(({ fn }) => fn.sum<number>('cashSurrenderValueCents').as('value'))
    .where('institutionId', '=', world.id)
    .where('asOfDate', '=', reports.period)
    .executeTakeFirstOrThrow()
  const { records } = (await server.callAs(world.reader, calls.list, { id: world.id })).body
  const { id: _, ...said } = stated()
  expect(records).toMatchObject([{ ...said, cashSurrenderValueCents: Number(held.value), valuedOn: '2026-09-30' }])
  const { records: changes } = (
    await server.callAs(world.reader, listChanges, { id: world.id, entity: 'liability', entityId: made.body.id })
  ).body
  expect(changes.map(({ action }) => action)).toEqual(['ADDED'])
})

test('an illustration is of a policy of the institution, says a yield or values, and shows in the policy’s history', async () => {
  const calls = illustrations.endpoints
  const told = (over = {}) => ({
    id: world.id,
    policyId: world.policyId,
    illustratedOn: '2016-06-01',
    illustratedYield: null,
    yearlyValues: [{ year: 1, value: 103_000_000 }],
    source: 'The carrier',
    ...over,
  })
  const made = await server.callAs(world.keeper, calls.create, told())
  expect(made.status).toBe(201)
  const again = await server.callAs(world.keeper, calls.create, told())
  expect([again.status, Object.keys(again.error.meta ?? {})]).toEqual([400, ['illustratedOn']])
  const empty = await server.callAs(world.keeper, calls.create, told({ illustratedOn: '2016-06-02', yearlyValues: [] }))
  expect([empty.status, Object.keys(empty.error.meta ?? {})]).toEqual([400, ['illustratedYield']])
  expect((await server.callAs(world.keeper, calls.create, told({ policyId: world.otherPolicyId }))).status).toBe(404)
  expect((await server.callAs(world.reader, calls.create, told())).status).toBe(403)
  const { id: _, ...said } = told()
  expect((await server.callAs(world.reader, calls.list, { id: world.id })).body.records).toMatchObject([
    { ...said, issueDate: '2016-06-15' },
  ])
  const { records } = (await server.callAs(world.reader, listChanges, { id: world.id, policyId: world.policyId })).body
  expect(records.map(({ entity, action }) => [entity, action])).toContainEqual(['illustration', 'ADDED'])
})
