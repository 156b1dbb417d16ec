/** Every list of the product as a file: the rows that its page shows, in their order, with the columns that those rows have. */
import { ENDPOINTS } from '@corridor/contract/index.ts'
import type { Endpoint } from '@corridor/contract/kernel/endpoint.ts'
import { PERMISSION_CODES } from '@corridor/domain/access/access.ts'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { csvText } from './platform/formats/csv.ts'
import { flatRecord, watchColumns } from './platform/http/list-columns.ts'
import { ASKED } from './test/asked.ts'
import { there } from './test/asked-ids.ts'
import { signedInAs } from './test/builders.ts'
import { useServer } from './test/call.ts'
import { useHoldings } from './test/holdings.ts'

const server = useServer()
const book = useHoldings(() => server.ownerDb)
const world = { staff: '', client: '', carrier: 0 }
beforeAll(async () => {
  there.siteId = book.siteId
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
  const rows = records.map(flatRecord)
  const seen = watchColumns()
  for (const row of rows) seen.add(row)
  const { headers, bytes } = await server.callAs(cookie, endpoint, { ...input, take: 1, format: 'csv' })
  expect(headers['content-disposition']).toMatch(/^attachment; filename="[\w-]+\.csv"$/)
  const columns = seen.columns()
  const cells = rows.map((row) => columns.map(({ key }) => row[key]))
  if (rows.length > 0) expect(bytes.toString()).toBe(csvText(columns, cells))
  else expect(bytes.toString().trimEnd().split('\r\n')).toHaveLength(1)
  if (rows.length > 1) filled.push(name)
})

test('many of these lists had several rows, read by a cursor and by pages', () => {
  expect(filled).toEqual(expect.arrayContaining(['GET /api/activity', 'GET /api/asset-reports', 'GET /api/users']))
  expect(filled.length).toBeGreaterThan(15)
})
