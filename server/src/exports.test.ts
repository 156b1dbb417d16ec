/** Every list of the product as a file: the rows that its page shows, in their order, with the columns that those rows have. */
import { assetReports } from '@corridor/contract/asset-reports.ts'
import { ENDPOINTS } from '@corridor/contract/index.ts'
import type { Endpoint } from '@corridor/contract/kernel/endpoint.ts'
import { listFields } from '@corridor/contract/kernel/list-cells.ts'
import { policies } from '@corridor/contract/register-holdings.ts'
import { PERMISSION_CODES } from '@corridor/domain/access/access.ts'
import ExcelJS from 'exceljs'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { clockOf } from './platform/formats/clock.ts'
import { csvText } from './platform/formats/csv.ts'
import { flatRecord, onClock, watchColumns, wordsOf } from './platform/http/list-columns.ts'
import { ASKED } from './test/asked.ts'
import { there } from './test/asked-ids.ts'
import { bringIn } from './test/brought-in.ts'
import { signedInAs } from './test/builders.ts'
import { useServer } from './test/call.ts'
import { useHoldings } from './test/holdings.ts'

const server = useServer()
const book = useHoldings(() => server.ownerDb)
const world = { staff: '', client: '', carrier: 0 }
beforeAll(async () => {
  there.siteId = book.siteId
  await bringIn(server.ownerDb, book.siteId)
  const permissions = Object.fromEntries(PERMISSION_CODES.map((code) => [code, 2 as const]))
  world.staff = await signedInAs(server.ownerDb, 'd', { siteId: book.siteId, permissions })
  world.client = await signedInAs(server.ownerDb, 'a', { siteId: book.siteId, institutionId: book.institutionId, permissions })
  world.carrier = (await server.ownerDb.selectFrom('carrier').select('id').executeTakeFirstOrThrow()).id
})

const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`
const isList = ({ input }: Endpoint) => input instanceof z.ZodObject && 'format' in input.shape && 'take' in input.shape
const lists = ENDPOINTS.map(({ endpoint }) => endpoint).filter(isList)
const shown = z.object({ records: z.array(z.record(z.string(), z.unknown())), page: z.object({ totalRecords: z.int() }) })
const filled: string[] = []

test.each(lists.map((endpoint) => [nameOf(endpoint), endpoint] as const))('%s', async (name, endpoint) => {
  const input = name === 'GET /api/carriers/:id/institutions' ? { id: world.carrier } : { ...ASKED[name]?.(book) }
  const cookie = endpoint.access.roles.includes('d') ? world.staff : world.client
  const page = await server.callAs(cookie, endpoint, { ...input, take: 1000 })
  expect([page.status, page.error.message]).toEqual([200, ''])
  const { records } = shown.parse(page.body)
  const rows = records.map((record) => flatRecord(record, wordsOf(listFields(endpoint.reply))))
  const seen = watchColumns()
  for (const row of rows) seen.add(row)
  const { headers, bytes } = await server.callAs(cookie, endpoint, { ...input, take: 1, format: 'csv' })
  expect(headers['content-disposition']).toMatch(/^attachment; filename="[\w-]+\.csv"$/)
  const columns = onClock(seen.columns(), 'America/New_York')
  const clock = clockOf('America/New_York')
  const cells = rows.map((row) => columns.map(({ key, kind }) => (kind === 'instant' && row[key] ? clock(String(row[key])) : row[key])))
  if (rows.length > 0) expect(bytes.toString()).toBe(csvText(columns, cells))
  else expect(bytes.toString().trimEnd().split('\r\n')).toHaveLength(1)
  if (rows.length > 1) filled.push(name)
})

test('many of these lists had several rows, read by a cursor and by pages', () => {
  expect(filled).toEqual(expect.arrayContaining(['GET /api/activity', 'GET /api/asset-reports', 'GET /api/users']))
  expect(filled.length).toBeGreaterThan(15)
})

test.each(lists.map((endpoint) => [nameOf(endpoint), endpoint] as const))('the file of %s writes words for codes', (_, { reply }) => {
  // The buttons of a row are no column.
  const coded = [...listFields(reply)].filter(([key, { isCoded }]) => isCoded && key !== 'can')
  expect(coded.filter(([, { words }]) => words === undefined).map(([key]) => key)).toEqual([])
})

const aboutIn = (workbook: ExcelJS.Workbook) =>
  new Map(
    workbook
      .getWorksheet('About')
      ?.getSheetValues()
      .slice(1)
      .map((row) => (Array.isArray(row) ? ([row[1], row[2]] as const) : ([null, null] as const))),
  )

test('times stand in a file on the clock of the site, as on the screen, under a heading that says which', async () => {
  const input = { id: book.institutionId, sort: 'policyNumber', columns: ['policyNumber:Policy', 'updatedAt:Changed'] } as const
  const linesChangedAt = async (moment: string) => {
    await server.ownerDb.updateTable('policy').set({ updatedAt: moment }).where('institutionId', '=', book.institutionId).execute()
    const csv = await server.callAs(world.staff, policies.endpoints.list, { ...input, format: 'csv' })
    return csv.bytes.toString().trimEnd().split('\r\n')
  }
  expect(await linesChangedAt('2026-07-01T03:30:00Z')).toEqual([
    '\uFEFFPolicy,Changed (Eastern Time)',
    expect.stringMatching(/^P-\d+,2026-06-30 23:30:00$/),
  ])
  expect((await linesChangedAt('2026-11-28T01:05:07.900Z'))[1]).toMatch(/,2026-11-27 20:05:07$/)
  const xlsx = await server.callAs(world.staff, policies.endpoints.list, { ...input, format: 'xlsx' })
  const workbook = new ExcelJS.Workbook()
  await workbook.xlsx.load(new Uint8Array(xlsx.bytes).buffer)
  const sheet = workbook.getWorksheet('Policies')
  expect([sheet?.getCell('B1').value, sheet?.getCell('B2').numFmt]).toEqual(['Changed (Eastern Time)', 'mm/dd/yyyy h:mm AM/PM'])
  // A cell has no zone: the reader of the file shows these digits.
  expect(sheet?.getCell('B2').value).toEqual(new Date('2026-11-27T20:05:07Z'))
  expect(aboutIn(workbook).get('Times')).toBe('Eastern Time (America/New_York), as on the pages')
  const page = await server.callAs(world.staff, policies.endpoints.list, { id: book.institutionId, sort: 'policyNumber' })
  expect(shown.parse(page.body).records[0]?.updatedAt).toBe('2026-11-28T01:05:07.900Z')
})

test('a file is headed with the words that its page has for the columns, in the order and among the control totals too', async () => {
  const answer = await server.callAs(world.staff, policies.endpoints.list, {
    id: book.institutionId,
    format: 'xlsx',
    sort: 'policyNumber',
    columns: ['policyNumber:Policy', 'cashSurrenderValueCents:CSV: posted', 'carrierCode'],
  })
  const workbook = new ExcelJS.Workbook()
  await workbook.xlsx.load(new Uint8Array(answer.bytes).buffer)
  const sheet = workbook.getWorksheet('Policies')
  expect(['A1', 'B1', 'C1'].map((cell) => sheet?.getCell(cell).value)).toEqual(['Policy', 'CSV: posted', 'Carrier Code'])
  const about = aboutIn(workbook)
  expect([about.get('Order'), about.has('Control total: CSV: posted')]).toEqual(['Policy, ascending', true])
  // A link may name any heading: none of them is run by a spreadsheet.
  const columns = ['policyNumber:=HYPERLINK("https://example.test")']
  const csv = await server.callAs(world.staff, policies.endpoints.list, { id: book.institutionId, format: 'csv', columns })
  expect(csv.bytes.toString().split('\r\n')[0]).toBe(`\uFEFF"'=HYPERLINK(""https://example.test"")"`)
})

test('the totals of a workbook are what the database sums, on the sheet and among the control totals, and codes are read as on the screen', async () => {
  const columns = ['policyNumber', 'policyStatus', 'cashSurrenderValueCents', 'deathBenefitCents']
  const input = { id: book.institutionId, policyStatus: ['IN_FORCE', 'PAID_UP'], format: 'xlsx', columns } as const
  const answer = await server.callAs(world.staff, policies.endpoints.list, input)
  const workbook = new ExcelJS.Workbook()
  await workbook.xlsx.load(new Uint8Array(answer.bytes).buffer)
  const { rows } = await sql<{ policies: number; value: number; benefit: number }>`
    select count(*)::int as policies, sum(v.cash_surrender_value_cents)::float8 as value, sum(v.death_benefit_cents)::float8 as benefit
    from policy p left join policy_valuation v on v.site_id = p.site_id and v.institution_id = p.institution_id and v.policy_id = p.id and v.status = 'POSTED'
      and v.as_of_date = (select max(as_of_date) from policy_valuation where site_id = p.site_id and status = 'POSTED')
    where p.institution_id = ${book.institutionId} and p.site_id = ${book.siteId}`.execute(server.ownerDb)
  const [sums] = rows
  const sheet = workbook.getWorksheet('Policies')
  expect(sheet?.getCell('B2').value).toBe('In force')
  const last = sheet?.rowCount ?? 0
  expect(sheet?.getCell(`A${last}`).value).toBe('Total')
  expect(sheet?.getCell(`C${last}`)).toMatchObject({
    value: { formula: `SUBTOTAL(109,C2:C${last - 1})`, result: (sums?.value ?? 0) / 100 },
    numFmt: '"$"#,##0.00;-"$"#,##0.00',
  })
  expect(sheet?.autoFilter).toBe(`A1:D${last - 1}`)
  const about = aboutIn(workbook)
  expect(about.get('Made at')).toBeInstanceOf(Date)
  expect(about.get('Control total: rows')).toBe(sums?.policies)
  expect(about.get('Control total: Cash Surrender Value')).toBe((sums?.value ?? 0) / 100)
  expect(about.get('Control total: Death Benefit')).toBe((sums?.benefit ?? 0) / 100)
  expect(about.get('Filters')).toBe(`ID: ${book.institutionId}; Policy Status: In force, Paid up`)
})

test('filters are told in words, and an address of all batches is none', async () => {
  const answer = await server.callAs(world.staff, assetReports.listReports, {
    batch: 0,
    ReportType: 'AssetSummaryReport',
    released: true,
    format: 'xlsx',
  })
  const workbook = new ExcelJS.Workbook()
  await workbook.xlsx.load(new Uint8Array(answer.bytes).buffer)
  expect(aboutIn(workbook).get('Filters')).toBe('Report Type: Summary Asset Report; Released: Yes')
})
