import { productRates } from '@corridor/contract/carrier-terms.ts'
import { listProducts, saveProduct } from '@corridor/contract/carriers.ts'
import {
  getChargeTable,
  importCharges,
  importRates,
  listChargeTables,
  listDeclaredRates,
  listRateChanges,
  listRatedProducts,
  previewCharges,
  previewRates,
} from '@corridor/contract/rate-table.ts'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { signedInAs } from '../../test/builders.ts'
import { useServer } from '../../test/call.ts'
import { buildReportWorld, type ReportWorld } from '../../test/report-world.ts'

const server = useServer()
const world = { keeper: '', reader: '', carrierId: 0, carrier: '', product: '', productId: 0 }
let reports: ReportWorld

beforeAll(async () => {
  reports = await buildReportWorld(server, { institutions: 1, months: 14 })
  const { rows } = await sql<{ carrierId: number; carrier: string; product: string; productId: number }>`
    select c.id as carrier_id, c.short_name as carrier, p.product_name as product, p.id as product_id from product p join carrier c on c.code = p.carrier_code
    where c.code = ${reports.carrierCodes[0] ?? ''} order by p.id limit 1`.execute(server.ownerDb)
  Object.assign(world, rows[0])
  await sql`insert into product_rate (product_id, effective_from, gross_rate) values (${world.productId}, '2026-01-01', 0.04)`.execute(
    server.ownerDb,
  )
  world.keeper = await signedInAs(server.ownerDb, 'b', { siteId: reports.siteId, permissions: { CARRIERS: 2 } })
  world.reader = await signedInAs(server.ownerDb, 'b', { siteId: reports.siteId, permissions: { CARRIERS: 1 } })
})

const HEAD = 'Carrier,Product,Effective date,Gross rate (%),Source'
const fileOf = (...lines: string[]) => [HEAD, ...lines.map((line) => `${world.carrier},${world.product},${line}`)].join('\r\n')
const preview = async (text: string) => (await server.callAs(world.keeper, previewRates, { text })).body
const enter = (text: string, digest: string, more: { reason?: string } = {}) =>
  server.callAs(world.keeper, importRates, { text, fileName: 'rates.csv', source: 'Letter of the carrier', digest, ...more })
const ratesOf = async () => {
  const { body } = await server.callAs(world.reader, listDeclaredRates, {
    productId: [String(world.productId)],
    take: '100',
    since: '2027-01-01',
  })
  return body.records.map(({ effectiveOn, grossRate, source, corrections }) => [effectiveOn, grossRate, source, corrections])
}
const runs = async () =>
  Number((await sql<{ count: number }>`select count(*)::int as count from audit_run`.execute(server.ownerDb)).rows[0]?.count)

test('a file is shown before it is saved: what comes and what stays, and nothing is written', async () => {
  const shown = await preview(fileOf('2027-01-01,4.10,', '4/1/2027,4.35,Letter of March 3'))
  expect(shown).toMatchObject({ added: 2, changed: 0, same: 0, problems: [] })
  expect(shown.lines).toEqual([
    expect.objectContaining({
      line: 2,
      productName: world.product,
      effectiveOn: '2027-01-01',
      grossRate: 0.041,
      before: null,
      change: 'NEW',
    }),
    expect.objectContaining({ line: 3, effectiveOn: '2027-04-01', grossRate: 0.0435, change: 'NEW' }),
  ])
  expect(shown.notes).toEqual(['Dates are read with the month first: 4/1/2027 is 04/01/2027.'])
  expect(await ratesOf()).toEqual([])
})

test('saved as it was shown, each with its source; the current month is audited again, and the log says who imported what', async () => {
  const text = fileOf('2027-01-01,4.10,', '4/1/2027,4.35,Letter of March 3')
  const [before, { digest }] = [await runs(), await preview(text)]
  const saved = await enter(text, digest)
  expect([saved.status, saved.body]).toEqual([201, { added: 2, changed: 0, same: 0 }])
  expect(await ratesOf()).toEqual([
    ['2027-04-01', 0.0435, 'Letter of March 3', 0],
    ['2027-01-01', 0.041, 'Letter of the carrier', 0],
  ])
  expect(await runs()).toBeGreaterThanOrEqual(Math.max(before, 1))
  const { rows } = await sql<{ after: unknown }>`select after from activity where action = 'rates.imported'`.execute(server.ownerDb)
  expect(rows).toEqual([{ after: { fileName: 'rates.csv', source: 'Letter of the carrier', added: 2, corrected: 0, unchanged: 0 } }])
})

test('a file with one wrong line is refused whole, with every line that is wrong', async () => {
  const text = fileOf('2027-07-01,4.50,', '2027-13-01,4.60,', '2027-10-01,46,').concat('\r\nNobody,None,2027-01-01,4')
  const shown = await preview(text)
  expect(shown.lines).toEqual([])
  expect(shown.problems.map(({ line }) => line)).toEqual([3, 5])
  const refused = await enter(text, shown.digest)
  expect([refused.status, refused.error.meta]).toMatchObject([
    400,
    {
      text: [expect.stringMatching(/^Line 3: “2027-13-01” is not a date/), expect.stringMatching(/^Line 5: No carrier is called “Nobody”/)],
    },
  ])
  expect(await ratesOf()).toHaveLength(2)
})

test('a rate that stands is corrected with a reason; what it said is kept with who changed it', async () => {
  const text = fileOf('2027-01-01,4.15,Corrected letter', '2027-04-01,4.35,')
  const shown = await preview(text)
  expect([shown.added, shown.changed, shown.same]).toEqual([0, 1, 1])
  expect(shown.lines[0]).toMatchObject({ before: 0.041, change: 'CHANGED' })
  const silent = await enter(text, shown.digest)
  expect([silent.status, Object.keys(silent.error.meta ?? {})]).toEqual([400, ['reason']])
  expect((await enter(text, shown.digest, { reason: 'The letter was misread' })).body).toEqual({ added: 0, changed: 1, same: 1 })
  expect((await ratesOf()).at(-1)).toEqual(['2027-01-01', 0.0415, 'Corrected letter', 1])
  const { body } = await server.callAs(world.reader, listRateChanges, { productId: [String(world.productId)] })
  expect(
    body.records.map(({ action, effectiveOn, before, after, reason, by }) => [action, effectiveOn, before, after, reason, by !== null]),
  ).toEqual([
    ['CORRECTED', '2027-01-01', 0.041, 0.0415, 'The letter was misread', true],
    expect.arrayContaining(['ADDED', 0.0435]),
    ['ADDED', '2027-01-01', null, 0.041, null, true],
  ])
  const again = await preview(text)
  const idle = await enter(text, again.digest, { reason: 'Once more' })
  expect([idle.status, idle.error.meta]).toEqual([400, { text: ['The rate table has every rate of the file already.'] }])
})

test('what was changed since the preview is not overwritten', async () => {
  const text = fileOf('2027-01-01,4.20,')
  const { digest } = await preview(text)
  const { body } = await server.callAs(world.keeper, productRates.endpoints.list, { id: world.carrierId })
  const row = body.records.find(({ effectiveOn, productId }) => effectiveOn === '2027-01-01' && productId === world.productId)
  if (!row) throw new Error('the rate is not there')
  const { id: rowId, productId, effectiveOn, source, updatedAt } = row
  await server.callAs(world.keeper, productRates.endpoints.correct, {
    ...{ id: world.carrierId, rowId, productId, effectiveOn, source, updatedAt },
    grossRate: 0.0418,
    reason: 'By hand',
  })
  expect((await enter(text, digest, { reason: 'From the file' })).status).toBe(409)
  expect((await enter(`${text} `, (await preview(text)).digest, { reason: 'Another file' })).status).toBe(409)
  expect((await ratesOf()).at(-1)).toEqual(['2027-01-01', 0.0418, 'Corrected letter', 2])
})

test('a list tells which rate holds, until when, and by how much each moved', async () => {
  const { body } = await server.callAs(world.reader, listDeclaredRates, { productId: [String(world.productId)], take: '100' })
  const [last, before, earlier] = body.records
  expect([last?.endsOn, last?.changeBps, last?.holds]).toEqual([null, 17, 'LATER'])
  expect([before?.endsOn, before?.holds]).toEqual(['2027-03-31', 'LATER'])
  expect([earlier?.endsOn, earlier?.holds]).toEqual(['2026-12-31', 'NOW'])
  const now = await server.callAs(world.reader, listDeclaredRates, { productId: [String(world.productId)], holds: ['NOW'] })
  expect(now.body.records.map(({ id }) => id)).toEqual([earlier?.id])
})

const CHARGES = 'Sex,Smoker class,Attained age,Annual rate per 1000\r\nM,Nonsmoker,50,2.10\r\nM,Nonsmoker,51,2.25\r\nF,Nonsmoker,50,1.80'
const charges = (text: string) => ({ productId: world.productId, effectiveOn: '2020-01-01', per: 'YEAR', text }) as const
const chargePreview = async (text: string) => (await server.callAs(world.keeper, previewCharges, charges(text))).body
const enterCharges = (text: string, digest: string, reason?: string) =>
  server.callAs(world.keeper, importCharges, {
    ...charges(text),
    ...{ fileName: 'coi.csv', source: 'Rate book', digest },
    ...(reason === undefined ? {} : { reason }),
  })

test('a cost-of-insurance table is shown, saved, and superseded by its correction, which keeps it with its rates', async () => {
  const shown = await chargePreview(CHARGES)
  expect(shown).toMatchObject({ added: 3, changed: 0, same: 0, gone: 0, supersedes: false, problems: [] })
  const made = await enterCharges(CHARGES, shown.digest)
  expect([made.status, made.body]).toMatchObject([201, { rates: 3, fromAge: 50, toAge: 51, per: 'YEAR', supersededAt: null }])

  const corrected = CHARGES.replace('2.25', '2.30').replace('\r\nF,Nonsmoker,50,1.80', '\r\nF,Nonsmoker,52,1.95')
  const second = await chargePreview(corrected)
  expect(second).toMatchObject({ added: 1, changed: 1, same: 1, gone: 1, supersedes: true })
  expect((await enterCharges(corrected, second.digest)).error.meta).toHaveProperty('reason')
  const put = await enterCharges(corrected, second.digest, 'Age 51 was misprinted')
  expect(put.status).toBe(201)
  const listed = async (superseded: 'true' | 'false') =>
    (await server.callAs(world.reader, listChargeTables, { superseded, sort: 'enteredAt' })).body.records
      .filter(({ productId }) => productId === world.productId)
      .map(({ id, supersededAt }) => [id, supersededAt !== null])
  expect(await listed('false')).toEqual([[put.body.id, false]])
  expect(await listed('true')).toEqual([
    [made.body.id, true],
    [put.body.id, false],
  ])
  const old = await server.callAs(world.reader, getChargeTable, { id: made.body.id })
  expect(old.body.lines.find(({ attainedAge }) => attainedAge === 51)).toMatchObject({ sex: 'M', rate: 2.25 })
  expect((await enterCharges(corrected, second.digest, 'Twice')).status).toBe(409)
  const { body } = await server.callAs(world.reader, listRatedProducts, {})
  expect(body.records.find(({ id }) => id === world.productId)).toMatchObject({ chargesSince: '2020-01-01', productName: world.product })
})

test('a table with a wrong line is refused whole', async () => {
  const wrong = CHARGES.replace('50,2.10', 'fifty,2.10')
  const shown = await chargePreview(wrong)
  expect([shown.problems, shown.lines]).toEqual([[{ line: 2, message: expect.stringContaining('“fifty” is not an age') }], []])
  expect((await enterCharges(wrong, shown.digest, 'Try')).status).toBe(400)
})

test('who may only look previews and imports nothing', async () => {
  expect((await server.callAs(world.reader, previewRates, { text: HEAD })).status).toBe(403)
  expect((await server.callAs(world.reader, previewCharges, charges(CHARGES))).status).toBe(403)
})

test('a product’s way of crediting is kept with it, and a change of it audits the month again', async () => {
  const { body } = await server.callAs(world.reader, listProducts, { id: world.carrierId })
  const product = body.records.find(({ id }) => id === world.productId)
  expect(product).toMatchObject({ interestMethod: 'EFFECTIVE', dayCount: 'ACTUAL_ACTUAL', interestFrom: 'RECEIPT' })
  await sql`update audit_run set started_at = now()`.execute(server.ownerDb)
  const before = await runs()
  const saved = await server.callAs(world.keeper, saveProduct, {
    ...{ id: world.carrierId, productId: world.productId, updatedAt: product?.updatedAt ?? '' },
    ...{ interestMethod: 'SIMPLE', dayCount: 'THIRTY_360' },
  })
  expect(saved.body).toMatchObject({ interestMethod: 'SIMPLE', dayCount: 'THIRTY_360', interestFrom: 'RECEIPT' })
  expect(await runs()).toBe(before + 1)
})
