import { moveReportType, reportTypes } from '@corridor/contract/report-types.ts'
import { REPORT_FAMILIES } from '@corridor/domain/reports/families.ts'
import { beforeAll, expect, test } from 'vitest'
import { buildInstitution, buildSite, signedInAs } from '../../test/builders.ts'
import { useServer } from '../../test/call.ts'

const server = useServer()
const world = { siteId: 0, keeper: '', reader: '' }
const { list, get, create, update, remove, restore } = reportTypes.endpoints

beforeAll(async () => {
  const siteId = await buildSite(server.ownerDb)
  world.siteId = siteId
  await buildInstitution(server.ownerDb, { sites: [siteId], reportTypes: ['LEG'] })
  world.keeper = await signedInAs(server.ownerDb, 'b', { siteId, permissions: { REPORT_TYPES: 2 } })
  world.reader = await signedInAs(server.ownerDb, 'b', { siteId, permissions: { REPORT_TYPES: 1 } })
})
const codes = async () => (await server.callAs(world.keeper, list, { take: 100 })).body.records.map(({ code }) => code)

test('every installation has the twelve required types and the product’s own', async () => {
  expect((await codes()).toSorted()).toEqual('ABR ACC APA AQU BTX DTH EOL ITX LEG MBR MCR PRE QBR SMB USR'.split(' '))
})

test('a type is named as the asset reports that are filed under it', async () => {
  const { body } = await server.callAs(world.keeper, list, { take: 100 })
  const nameOf = (code: string) => body.records.find((type) => type.code === code)?.name
  const { title, typeCodes } = REPORT_FAMILIES.AssetReport
  expect([typeCodes.boli, typeCodes.coli, REPORT_FAMILIES.AssetSummaryReport.typeCodes.boli].map(nameOf)).toEqual([
    `Monthly BOLI ${title}`,
    `Monthly COLI ${title}`,
    `Summary Monthly BOLI ${title}`,
  ])
})

test('one moves a place at a time, and the ends hold', async () => {
  const before = await codes()
  const [first = '', second = ''] = before
  expect((await server.callAs(world.keeper, moveReportType, { id: second, direction: 'up' })).body.codes.slice(0, 2)).toEqual([
    second,
    first,
  ])
  expect(await codes()).toEqual([second, first, ...before.slice(2)])
  expect((await server.callAs(world.keeper, moveReportType, { id: second, direction: 'up' })).body.codes[0]).toBe(second)
  expect((await server.callAs(world.reader, moveReportType, { id: second, direction: 'down' })).status).toBe(403)
  expect((await server.callAs(world.keeper, moveReportType, { id: 'ZZZ', direction: 'down' })).status).toBe(404)
})

test('the code stays as it was given; name, description and order change', async () => {
  await server.callAs(world.keeper, create, { code: 'abc', name: 'Board Letter', description: '', order: 999 })
  const { body } = await server.callAs(world.keeper, get, { id: 'ABC' })
  expect((await server.callAs(world.keeper, update, { id: 'ABC', updatedAt: body.updatedAt, code: 'ABD' })).error.meta).toHaveProperty(
    'code',
  )
  const saved = await server.callAs(world.keeper, update, { id: 'ABC', updatedAt: body.updatedAt, name: 'Letter to the Board', order: 5 })
  expect(saved.body).toMatchObject({ code: 'ABC', name: 'Letter to the Board', order: 5, ownUse: null, clientReports: 0, memberships: 0 })
  expect((await server.callAs(world.keeper, update, { id: 'ABC', updatedAt: body.updatedAt, name: 'Late' })).status).toBe(409)
  expect((await server.callAs(world.keeper, remove, { ids: ['ABC'] })).body.deleted).toEqual(['ABC'])
})

test('a type counts the documents that are filed under it, without deleted ones; those too keep it', async () => {
  const fileSha256 = 'a'.repeat(64)
  await server.ownerDb.insertInto('storedFile').values({ sha256: fileSha256, sizeBytes: 3, mediaType: 'text/plain' }).execute()
  const { siteId } = world
  const named = { uploadName: 'paper.txt', name: 'paper', displayName: 'Paper', extension: 'txt', path: 'paper', fileSha256, sizeBytes: 3 }
  const filed = { siteId, carrierCode: 'BCC', yearOverride: 2025, ...named }
  const papers = [
    { ...filed, typeCode: 'ACC' },
    { ...filed, typeCode: 'ACC', deletedAt: '2026-01-01T00:00:00Z' },
    { ...filed, typeCode: 'EOL', deletedAt: '2026-01-01T00:00:00Z' },
  ]
  await server.ownerDb.insertInto('document').values(papers).execute()
  const counted = async (id: string) => (await server.callAs(world.keeper, get, { id })).body.documents
  expect(await Promise.all(['ACC', 'EOL', 'USR'].map(counted))).toEqual([1, 0, 0])
  expect((await server.callAs(world.keeper, remove, { ids: ['ACC'] })).error.meta).toMatchObject({ ACC: ['2 documents'] })
})

test('what depends on one is named; what the product files under stays', async () => {
  expect((await server.callAs(world.keeper, remove, { ids: ['LEG'] })).error).toMatchObject({
    code: 'in_use',
    message: 'Legal Document is used by 1 membership. Remove or move them first.',
    meta: { LEG: ['1 membership'] },
  })
  expect((await server.callAs(world.keeper, remove, { ids: ['MBR'] })).error).toMatchObject({
    code: 'in_use',
    meta: { MBR: ['Asset Report'] },
  })
})

test('one that was deleted does not come back beside another that has its code by now', async () => {
  const given = { code: 'XYZ', name: 'First', description: '', order: 999 }
  await server.callAs(world.keeper, create, given)
  await server.callAs(world.keeper, remove, { ids: ['XYZ'] })
  await server.callAs(world.keeper, create, { ...given, name: 'Second' })
  const { status, error } = await server.callAs(world.keeper, restore, { ids: ['XYZ'] })
  expect([status, error.code, error.message]).toEqual([409, 'conflict', expect.stringContaining('now has the same name')])
  expect((await server.callAs(world.keeper, get, { id: 'XYZ' })).body.name).toBe('Second')
  await server.callAs(world.keeper, remove, { ids: ['XYZ'] })
})
