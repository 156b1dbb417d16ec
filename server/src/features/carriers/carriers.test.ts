import { assetReports } from '@corridor/contract/asset-reports.ts'
import { carrierFinancials, carrierRatings, productRates } from '@corridor/contract/carrier-terms.ts'
import {
  carriers,
  createProduct,
  listCarrierHolders,
  listProducts,
  removeProduct,
  saveProduct,
  setCarrierLogo,
} from '@corridor/contract/carriers.ts'
import { sql } from 'kysely'
import sharp from 'sharp'
import { beforeAll, expect, test } from 'vitest'
import { buildBook } from '../../test/book.ts'
import { signedInAs } from '../../test/builders.ts'
import { useServer } from '../../test/call.ts'
import { buildReportWorld, type ReportWorld } from '../../test/report-world.ts'

const server = useServer()
const world = { keeper: '', reader: '', id: 0, code: '' }
let reports: ReportWorld
const { list, add, correct, remove } = carrierRatings.endpoints

beforeAll(async () => {
  reports = await buildReportWorld(server, { institutions: 1, months: 14 })
  world.code = reports.carrierCodes[0] ?? ''
  world.id = (await server.ownerDb.selectFrom('carrier').select('id').where('code', '=', world.code).executeTakeFirstOrThrow()).id
  world.keeper = await signedInAs(server.ownerDb, 'b', { siteId: reports.siteId, permissions: { CARRIERS: 2, ASSET_REPORT: 1 } })
  world.reader = await signedInAs(server.ownerDb, 'b', { siteId: reports.siteId, permissions: { CARRIERS: 1 } })
})

const rating = { agency: 'AM_BEST', outlook: 'STABLE', watch: false, action: 'AFFIRMED', source: 'Agency release' } as const
const ratings = async (on?: string) => (await server.callAs(world.keeper, list, { id: world.id, ...(on ? { on } : {}) })).body
const only = <Item>(items: readonly Item[]): Item => {
  const [item] = items
  if (item === undefined || items.length > 1) throw new Error(`${items.length} in place of one`)
  return item
}

test('the rating in force is the latest up to the day; a correction keeps what was said, by whom and why', async () => {
  const added = await server.callAs(world.keeper, add, { id: world.id, ...rating, effectiveOn: '2026-05-05', rating: 'A' })
  expect(added.status).toBe(201)
  const inForce = async (on: string) => (await ratings(on)).records.filter((row) => row.inForce).map((row) => row.rating)
  expect([await inForce('2019-12-31'), await inForce('2026-05-04'), await inForce('2026-05-05')]).toEqual([[], ['A+'], ['A']])
  const row = only(added.body.records.filter(({ effectiveOn }) => effectiveOn === '2026-05-05'))
  const change = { id: world.id, rowId: row.id, ...rating, effectiveOn: '2026-05-06', rating: 'A-', updatedAt: row.updatedAt }
  expect((await server.callAs(world.keeper, correct, { ...change, reason: '' })).status).toBe(400)
  const corrected = await server.callAs(world.keeper, correct, { ...change, reason: 'Misread the release' })
  expect(only(corrected.body.records.filter(({ id }) => id === row.id))).toMatchObject({
    rating: 'A-',
    effectiveOn: '2026-05-06',
    versions: [{ rating: 'A', effectiveOn: '2026-05-05', reason: 'Misread the release', removed: false, replacedBy: expect.any(String) }],
  })
  const stale = await server.callAs(world.keeper, correct, { ...change, reason: 'Too late' })
  expect([stale.status, stale.error.meta]).toMatchObject([409, { current: { rating: 'A-' }, yours: { rating: 'A-' } }])
  const taken = only((await ratings()).records.filter(({ id }) => id === row.id))
  const gone = await server.callAs(world.keeper, remove, {
    id: world.id,
    rowId: row.id,
    reason: 'Another company',
    updatedAt: taken.updatedAt,
  })
  expect(gone.body.records.map(({ id }) => id)).not.toContain(row.id)
  expect(gone.body.removed.map(({ rating: letters, reason }) => [letters, reason])).toEqual([
    ['A-', 'Another company'],
    ['A', 'Misread the release'],
  ])
})

test.each([
  [{ rating: 'AAA' }, 'rating'],
  [{ agency: 'COMDEX', rating: '92' }, 'agency'],
  [{ agency: 'COMDEX', rating: '101', outlook: null, action: null }, 'rating'],
  [{ rating: 'A+', effectiveOn: '2020-01-01' }, 'effectiveOn'],
] as const)('%j is refused at its field', async (over, field) => {
  const { status, error } = await server.callAs(world.keeper, add, {
    id: world.id,
    effectiveOn: '2026-06-06',
    ...rating,
    ...over,
  })
  expect([status, Object.keys(error.meta ?? {})]).toEqual([400, [field]])
})

test('who may only look changes nothing', async () => {
  expect((await server.callAs(world.reader, list, { id: world.id })).status).toBe(200)
  expect((await server.callAs(world.reader, add, { id: world.id, ...rating, effectiveOn: '2026-07-01', rating: 'A' })).status).toBe(403)
})

test('a rating entered later changes no report that was made, and marks those it would stand on, until they are regenerated', async () => {
  const batch = await reports.start()
  await reports.make(batch)
  const { id: report } = await reports.reportOf(reports.institutionIds[0] ?? 0)
  const read = async () => (await server.callAs(reports.staff, assetReports.getReport, { batch, report })).body
  const before = await read()
  expect(before.report.outdatedSince).toBeNull()
  // Long before, and followed by another: no page of September would print it. After September: neither.
  for (const effectiveOn of ['2019-01-01', '2026-10-01'])
    expect((await server.callAs(world.keeper, add, { id: world.id, ...rating, effectiveOn, rating: 'B' })).status).toBe(201)
  expect((await read()).report.outdatedSince).toBeNull()
  // The clock of the portal's machine may run ahead of PostgreSQL's.
  server.setNow(new Date(Date.now() + 10 * 60_000))
  await server.callAs(world.keeper, add, { id: world.id, ...rating, effectiveOn: '2026-08-01', rating: 'B++' })
  server.setNow(undefined)
  const marked = await read()
  expect(marked.report.outdatedSince).toEqual(expect.any(String))
  expect(marked.view).toEqual(before.view)
  const again = await reports.start({ isRegenerating: true })
  await reports.make(again)
  const made = await read()
  expect(made.report.outdatedSince).toBeNull()
  expect(JSON.stringify(made.view)).toContain('B++')
  expect(JSON.stringify(before.view)).not.toContain('B++')
})

test('yearly figures add up, one set a year', async () => {
  const figures = {
    year: 2025,
    assetsCents: 900_00,
    liabilitiesCents: 800_00,
    surplusCents: 100_00,
    riskBasedCapitalRatio: 4.2,
    source: 'Annual statement',
  }
  const put = (over = {}) => server.callAs(world.keeper, carrierFinancials.endpoints.add, { id: world.id, ...figures, ...over })
  expect((await put({ surplusCents: 99_00 })).error.meta).toHaveProperty('surplusCents')
  expect((await put()).body.records).toMatchObject([{ year: 2025, riskBasedCapitalRatio: 4.2, inForce: true }])
  expect((await put()).error.meta).toHaveProperty('year')
})

test('products are kept by hand with the rates they declare; one with policies stays', async () => {
  const fields = {
    productName: 'Legacy UL',
    accountType: 'GENERAL',
    policyForm: 'UL',
    rateMethod: 'PORTFOLIO',
    guaranteedMinimumRate: 0.02,
    stableValueWrap: false,
  } as const
  const made = await server.callAs(world.keeper, createProduct, { id: world.id, ...fields })
  expect(made.body).toMatchObject({ productName: 'Legacy UL', policies: 0, grossRate: null })
  expect((await server.callAs(world.keeper, createProduct, { id: world.id, ...fields, productName: 'LEGACY UL' })).status).toBe(400)
  const productId = made.body.id
  for (const [effectiveOn, grossRate] of [
    ['2025-01-01', 0.035],
    ['2026-01-01', 0.0375],
    ['2099-01-01', 0.09],
  ] as const)
    await server.callAs(world.keeper, productRates.endpoints.add, { id: world.id, productId, effectiveOn, grossRate, source: 'Letter' })
  const { records } = (await server.callAs(world.keeper, listProducts, { id: world.id })).body
  expect(records.find(({ id }) => id === productId)).toMatchObject({ grossRate: 0.0375, rateSince: '2026-01-01' })
  const renamed = await server.callAs(world.keeper, saveProduct, {
    id: world.id,
    productId,
    productName: 'Legacy II',
    updatedAt: made.body.updatedAt,
  })
  expect(renamed.body.productName).toBe('Legacy II')
  expect(
    (await server.callAs(world.keeper, saveProduct, { id: world.id, productId, productName: 'Legacy III', updatedAt: made.body.updatedAt }))
      .status,
  ).toBe(409)
  const held = records.find(({ policies }) => policies > 0)
  expect((await server.callAs(world.keeper, removeProduct, { id: world.id, productId: held?.id ?? 0 })).error.code).toBe('in_use')
  const strangers = await server.callAs(world.keeper, productRates.endpoints.add, {
    id: world.id,
    productId: productId + 1000,
    effectiveOn: '2026-01-01',
    grossRate: 0.03,
    source: 'Letter',
  })
  expect(strangers.status).toBe(404)
})

test('who holds its policies is told of the active site alone, to the cent', async () => {
  const elsewhere = await buildBook(server.ownerDb, { institutions: 1, policiesEach: 1, months: 1 })
  await server.ownerDb.updateTable('policy').set({ carrierCode: world.code }).where('siteId', '=', elsewhere.siteId).execute()
  const { records } = (await server.callAs(world.keeper, listCarrierHolders, { id: world.id })).body
  const { rows } = await sql<{ policies: number; value: number }>`
    select count(*)::int as policies, sum(v.cash_surrender_value_cents)::bigint as value from policy p
    join policy_valuation v on v.institution_id = p.institution_id and v.policy_id = p.id and v.as_of_date = '2026-09-30'
    where p.carrier_code = ${world.code} and p.site_id = ${reports.siteId}`.execute(server.ownerDb)
  expect(records).toEqual([
    expect.objectContaining({
      institutionId: reports.institutionIds[0],
      policies: rows[0]?.policies,
      cashSurrenderValueCents: rows[0]?.value,
      asOf: '2026-09-30',
    }),
  ])
  const carrier = (await server.callAs(world.keeper, carriers.endpoints.get, { id: world.id })).body
  expect(carrier).toMatchObject({ institutions: 1, policies: rows[0]?.policies, ratings: { comdex: null } })
})

test('its code stays, its logo is a picture, and history keeps it from being deleted', async () => {
  const { body } = await server.callAs(world.keeper, carriers.endpoints.get, { id: world.id })
  const renamed = await server.callAs(world.keeper, carriers.endpoints.update, { id: world.id, updatedAt: body.updatedAt, code: 'OTHER' })
  expect(renamed.error.meta).toHaveProperty('code')
  const form = new FormData()
  const picture = await sharp({ create: { width: 90, height: 30, channels: 4, background: '#123456' } })
    .png()
    .toBuffer()
  form.append('file', new Blob([Uint8Array.from(picture)]), 'logo.png')
  const given = await server.app.inject({
    method: 'POST',
    url: setCarrierLogo.path.replace(':id', String(world.id)),
    payload: form,
    cookies: { sid: world.keeper },
  })
  const { logoUrl } = given.json<{ logoUrl: string }>()
  expect((await server.app.inject({ url: logoUrl, cookies: { sid: world.reader } })).headers['content-type']).toBe('image/png')
  expect((await server.callAs(world.keeper, carriers.endpoints.remove, { ids: [world.id] })).body).toEqual({
    deleted: [],
    deactivated: [world.id],
  })
})
