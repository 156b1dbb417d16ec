/** The Document Center: whose papers are whose, versions, moving, trash, paths, and what stands under a menu item. */
import {
  documentFile,
  documents,
  documentVersionFile,
  finishDocumentBatch,
  listDocumentVersions,
  menuTypes,
  moveDocuments,
} from '@corridor/contract/documents.ts'
import { fileByPath } from '@corridor/contract/downloads.ts'
import { documentPath, openedPath } from '@corridor/domain/files/document-paths.ts'
import { beforeAll, expect, test } from 'vitest'
import { forgetDeleted } from '../../shared/housekeeping.ts'
import { buildUser, signedInAs, signIn } from '../../test/builders.ts'
import { useServer } from '../../test/call.ts'
import { useHoldings } from '../../test/holdings.ts'
import { uploadFile } from '../../test/upload-file.ts'

const server = useServer()
const book = useHoldings(() => server.ownerDb)
const { list, get, update, remove, restore, bulk } = documents.endpoints
const world = { staff: '', reader: '', client: '', neighbor: '', stranger: '', carrierCode: '', carrier: 0, vendor: 0, own: 0 }

const made = new Set<number>()
const actionsOf = async (requestId: string) =>
  (await server.ownerDb.selectFrom('activity').select('action').where('requestId', '=', requestId).execute()).map(({ action }) => action)

async function upload(fields: Record<string, string | number>, name = 'Terms of business.txt', content = `the text of ${name}`) {
  const { status, json, requestId } = await uploadFile(
    server,
    world.staff,
    '/api/documents',
    { name, content },
    { typeCode: 'MBR', yearOverride: 2025, ...fields },
  )
  expect([name, status, json]).toEqual([name, 201, expect.anything()])
  expect(await actionsOf(requestId)).toEqual(made.has(Number(json.id)) ? [] : ['documents.created'])
  made.add(Number(json.id))
  return documents.record.parse(json)
}

beforeAll(async () => {
  const { ownerDb } = server
  const { siteId, institutionId, neighbor, stranger } = book
  world.staff = await signedInAs(ownerDb, 'b', { siteId, permissions: { DOCUMENT_CENTER: 2 } })
  world.reader = await signedInAs(ownerDb, 'b', { siteId, permissions: { DOCUMENT_CENTER: 1 } })
  world.client = await signedInAs(ownerDb, 'c', { siteId, institutionId })
  world.neighbor = await signedInAs(ownerDb, 'c', { siteId, institutionId: neighbor.institutionId })
  world.stranger = await signedInAs(ownerDb, 'c', { siteId: stranger.siteId, institutionId: stranger.institutionId })
  const policy = await ownerDb.selectFrom('policy').select('carrierCode').where('id', '=', book.policyId).executeTakeFirstOrThrow()
  world.carrierCode = policy.carrierCode
  // The small book's own documents have no bytes behind them.
  await ownerDb.deleteFrom('document').execute()
  world.own = (await upload({ owner: 'institution', institutionId })).id
  world.carrier = (await upload({ owner: 'carrier', carrierCode: world.carrierCode }, '7-MBR-25-Rate_sheet.txt')).id
  world.vendor = (await upload({ owner: 'vendor', vendorName: 'Custodian Trust' }, 'Custody.txt')).id
})

const idsSeen = async (cookie: string) => (await server.callAs(cookie, list, {})).body.records.map(({ id }) => id).toSorted((a, b) => a - b)
const recordOf = async (id: number) => documents.record.parse((await server.callAs(world.staff, get, { id })).body)

test('a bank sees its own papers, every vendor’s, and those of the carriers it holds policies of; another bank and another site do not', async () => {
  expect(await idsSeen(world.client)).toEqual([world.own, world.carrier, world.vendor])
  expect(await idsSeen(world.neighbor)).toEqual([world.vendor])
  expect(await idsSeen(world.stranger)).toEqual([])
  for (const [cookie, id, status] of [
    [world.client, world.carrier, 200],
    [world.neighbor, world.carrier, 404],
    [world.neighbor, world.own, 404],
    [world.stranger, world.vendor, 404],
  ] as const) {
    expect((await server.callAs(cookie, get, { id })).status).toBe(status)
    expect((await server.callAs(cookie, documentFile, { id })).status).toBe(status)
  }
  const { body } = await server.callAs(world.client, get, { id: world.carrier })
  expect(body).toMatchObject({
    displayName: 'Rate sheet',
    carrierCode: world.carrierCode,
    isCarrier: true,
    isVendor: false,
    extension: 'txt',
  })
  expect(body).not.toHaveProperty('createdBy')
})

test('a client role needs the type in its membership, a Team Member the Document Center as well', async () => {
  const { siteId, institutionId } = book
  const member = (level: 0 | 1) => signedInAs(server.ownerDb, 'a', { siteId, institutionId, permissions: { DOCUMENT_CENTER: level } })
  expect(await idsSeen(await member(0))).toEqual([])
  expect(await idsSeen(await member(1))).toHaveLength(3)
  const narrowed = await buildUser(server.ownerDb, 'c', { sites: [siteId], institutionId })
  await server.ownerDb
    .insertInto('membership')
    .values({ institutionId, siteId, userId: narrowed, reportTypeCodes: ['SMB'] })
    .execute()
  const cookie = await signIn(server.ownerDb, narrowed, { siteId, institutionId })
  expect(await idsSeen(cookie)).toEqual([])
  expect((await server.callAs(cookie, documentFile, { id: world.own })).status).toBe(404)
  // Staff without the Document Center: not the list, and no file either.
  const other = await signedInAs(server.ownerDb, 'b', { siteId, permissions: { CLIENT_REPORTS: 2 } })
  expect((await server.callAs(other, list, {})).status).toBe(403)
  expect((await server.callAs(other, documentFile, { id: world.own })).status).toBe(404)
})

test('what stands under a menu item: of the carriers and types it names, what the caller may see', async () => {
  const ask = async (cookie: string, carrierCodes: string[], reportTypeCodes = ['MBR']) => {
    const { body } = await server.callAs(cookie, menuTypes, { carrierCodes, reportTypeCodes })
    expect(body.page.totalRecords).toBe(body.records.length)
    return body.records.map(({ id }) => id)
  }
  expect(await ask(world.client, [world.carrierCode])).toEqual([world.carrier])
  expect(await ask(world.client, ['BCC'])).toEqual([world.vendor])
  expect(await ask(world.client, [])).toEqual([world.own])
  expect(await ask(world.client, [world.carrierCode], ['SMB'])).toEqual([])
  expect(await ask(world.neighbor, [world.carrierCode])).toEqual([])
  expect(await ask(world.stranger, ['BCC'])).toEqual([])
  expect(await ask(world.staff, [world.carrierCode, 'BCC'])).toEqual([world.vendor, world.carrier])
})

test('a path is a name for the same file behind the same right, as stored and as the menu writes it', async () => {
  const { path, carrierCode } = await recordOf(world.carrier)
  expect(path).toBe(`clients/carriers/${world.carrierCode}/2025/MBR/${world.carrier}/7-MBR-25-Rate_sheet.txt`)
  const opened = openedPath({ path, carrierCode })
  expect(opened).toBe(path.slice('clients/'.length))
  const never = await server.callAs(world.client, fileByPath, { path: '/clients/9/never.pdf' })
  for (const asked of [path, opened]) {
    const file = await server.callAs(world.client, fileByPath, { path: asked })
    expect([file.status, file.bytes.toString()]).toEqual([200, 'the text of 7-MBR-25-Rate_sheet.txt'])
    const foreign = await server.callAs(world.neighbor, fileByPath, { path: asked })
    expect([foreign.status, foreign.bytes.toString()]).toEqual([404, never.bytes.toString()])
  }
  const own = await recordOf(world.own)
  expect(own.path).toBe(`/clients/${book.institutionId}/documents/2025/MBR/${world.own}/Terms of business.txt`)
  expect((await server.callAs(world.neighbor, fileByPath, { path: own.path })).status).toBe(404)
  expect((await server.callAs(world.client, fileByPath, { path: `${own.path}/../../x` })).status).toBe(404)
})

test('a new file keeps the ones before it; the first can still be read by staff, and by nobody else', async () => {
  const made = await upload({ owner: 'institution', institutionId: book.institutionId }, 'Plan.txt', 'the first text')
  const replace = (updatedAt: string, content: string, cookie = world.staff) =>
    uploadFile(server, cookie, `/api/documents/${made.id}/file`, { name: 'Plan, amended.txt', content }, { updatedAt })
  expect((await replace(made.updatedAt, 'x', world.reader)).status).toBe(403)
  expect((await replace(made.updatedAt, 'x', world.client)).status).toBe(403)
  const after = await replace(made.updatedAt, 'the second text')
  expect(await actionsOf(after.requestId)).toEqual(['documents.replaced'])
  expect([after.status, after.json]).toEqual([
    200,
    expect.objectContaining({ version: 2, uploadName: 'Plan, amended.txt', displayName: 'Plan' }),
  ])
  // A lost answer asked for again, and somebody who saw the first version.
  expect((await replace(made.updatedAt, 'the second text')).json).toMatchObject({ version: 2 })
  expect((await replace(made.updatedAt, 'a third text')).json).toMatchObject({ code: 'conflict', meta: { current: { version: 2 } } })
  const { body } = await server.callAs(world.reader, listDocumentVersions, { id: made.id })
  expect(body.records.map(({ version, current, uploadName }) => [version, current, uploadName])).toEqual([
    [2, true, 'Plan, amended.txt'],
    [1, false, 'Plan.txt'],
  ])
  expect((await server.callAs(world.reader, documentVersionFile, { id: made.id, version: 1 })).bytes.toString()).toBe('the first text')
  expect((await server.callAs(world.client, documentVersionFile, { id: made.id, version: 1 })).status).toBe(403)
  expect((await server.callAs(world.client, documentFile, { id: made.id })).bytes.toString()).toBe('the second text')
  await server.callAs(world.staff, remove, { ids: [made.id] })
})

test('an edit says whose it is now; one who saw it before is shown both versions', async () => {
  const made = await upload({ owner: 'institution', institutionId: book.institutionId }, 'Note.txt')
  const save = (changes: Record<string, unknown>, updatedAt = made.updatedAt) =>
    server.callAs(world.staff, update, { id: made.id, updatedAt, ...changes })
  expect((await save({ owner: 'institution', institutionId: book.stranger.institutionId })).status).toBe(404)
  expect((await save({ owner: 'carrier' })).error.meta).toEqual({ carrierCode: ['Choose a carrier'] })
  expect((await save({ carrierCode: world.carrierCode })).error.meta).toEqual({ carrierCode: ['This document belongs to an institution.'] })
  expect((await save({ owner: 'carrier', carrierCode: 'BCC' })).error.meta).toHaveProperty('carrierCode')
  expect((await save({ typeCode: 'ZZZ' })).error.meta).toEqual({ typeCode: ['No report type has this code.'] })
  // Fields of other kinds of owners may come empty, as a form sends them.
  expect((await save({ institutionId: null })).error.meta).toEqual({ institutionId: ['Choose an institution'] })
  const moved = await save({ owner: 'vendor', vendorName: 'Custodian Trust', displayName: 'A note', institutionId: null })
  expect(moved.body).toMatchObject({
    owner: 'vendor',
    institutionId: null,
    carrierCode: 'BCC',
    ownerName: 'Custodian Trust',
    isVendor: true,
    path: documentPath({
      id: made.id,
      institutionId: null,
      carrierCode: 'BCC',
      typeCode: 'MBR',
      yearOverride: 2025,
      uploadName: 'Note.txt',
    }),
  })
  const renamed = await save(
    { displayName: 'A note', carrierCode: null, institutionId: null },
    documents.record.parse(moved.body).updatedAt,
  )
  expect(renamed.body).toMatchObject({ owner: 'vendor', carrierCode: 'BCC', vendorName: 'Custodian Trust' })
  expect((await save({ displayName: 'Mine' })).error).toMatchObject({ code: 'conflict', meta: { current: { displayName: 'A note' } } })
  await server.callAs(world.staff, remove, { ids: [made.id] })
})

test('many move at once: first in numbers, then all or none, and back again', async () => {
  const { institutionId, neighbor } = book
  const made = [
    await upload({ owner: 'institution', institutionId }, 'Moved one.txt'),
    await upload({ owner: 'carrier', carrierCode: world.carrierCode }, 'Moved two.txt'),
    await upload({ owner: 'institution', institutionId: neighbor.institutionId, yearOverride: 2024 }, 'Moved three.txt'),
  ]
  const ids = made.map(({ id }) => id)
  const to = { owner: 'institution' as const, institutionId: neighbor.institutionId, yearOverride: 2024 }
  const matching = { search: 'Moved' }
  const places = async () =>
    (await Promise.all(ids.map(recordOf))).map(({ ownerName, yearOverride, path }) => [ownerName, yearOverride, path])
  const before = await places()

  const preview = await server.callAs(world.staff, moveDocuments, { matching, expected: 3, to, preview: true })
  expect(preview.body.unchanged).toBe(1)
  expect(preview.body.moved.map((group) => [group.ids, group.from.owner, group.from.yearOverride])).toEqual([
    [[ids[0]], 'institution', 2025],
    [[ids[1]], 'carrier', 2025],
  ])
  expect(await places()).toEqual(before)
  expect((await server.callAs(world.staff, moveDocuments, { matching, expected: 2, to })).error.code).toBe('conflict')
  expect((await server.callAs(world.staff, moveDocuments, { ids: [...ids, 2_147_483_000], to })).status).toBe(404)
  expect((await server.callAs(world.staff, moveDocuments, { ids, to: { ...to, institutionId: book.stranger.institutionId } })).status).toBe(
    404,
  )
  expect((await server.callAs(world.reader, moveDocuments, { ids, to })).status).toBe(403)
  expect((await server.callAs(world.staff, moveDocuments, { ids, to: {} })).status).toBe(400)
  expect(await places()).toEqual(before)

  const { body } = await server.callAs(world.staff, moveDocuments, { matching, expected: 3, to })
  const after = await places()
  expect(after.map(([name, year]) => [name, year])).toEqual(Array(3).fill([after[0]?.[0], 2024]))
  expect(new Set(after.map(([, , path]) => path)).size).toBe(3)
  expect((await server.callAs(world.client, get, { id: ids[0] ?? 0 })).status).toBe(404)
  for (const group of body.moved) await server.callAs(world.staff, moveDocuments, { ids: group.ids, to: group.from })
  expect(await places()).toEqual(before)
  await server.callAs(world.staff, bulk, { action: 'delete', matching, expected: 3 })
})

test('what is deleted is gone for clients at once, lies in the trash for 30 days, and comes back as it was', async () => {
  const { institutionId } = book
  const made = await upload({ owner: 'institution', institutionId }, 'Thrown away.txt')
  expect((await server.callAs(world.staff, remove, { ids: [made.id] })).body.deleted).toEqual([made.id])
  for (const cookie of [world.staff, world.client]) {
    expect((await server.callAs(cookie, documentFile, { id: made.id })).status).toBe(404)
    expect((await server.callAs(cookie, get, { id: made.id })).status).toBe(404)
  }
  const trash = async (cookie: string) => (await server.callAs(cookie, list, { deleted: true, search: 'Thrown' })).body.records
  expect(await trash(world.reader)).toMatchObject([
    { id: made.id, deletedBy: expect.stringContaining('Pat'), deletedAt: expect.any(String) },
  ])
  expect(await trash(world.client)).toEqual([])
  expect((await server.callAs(world.reader, restore, { ids: [made.id] })).status).toBe(403)
  expect((await server.callAs(world.staff, restore, { ids: [made.id] })).body.restored).toEqual([made.id])
  expect(await recordOf(made.id)).toEqual(made)

  await server.callAs(world.staff, bulk, { action: 'delete', ids: [made.id] })
  const back = await server.callAs(world.staff, bulk, { action: 'restore', matching: { deleted: true, search: 'Thrown' }, expected: 1 })
  expect(back.body.done).toEqual([made.id])
  await server.callAs(world.staff, bulk, { action: 'delete', ids: [made.id] })
  await server.ownerDb.updateTable('document').set({ deletedAt: '2020-01-01T00:00:00Z' }).where('id', '=', made.id).execute()
  expect((await server.callAs(world.staff, restore, { ids: [made.id] })).status).toBe(404)
  await forgetDeleted(server.ownerDb, new Date())
  expect(await server.ownerDb.selectFrom('document').select('id').where('id', '=', made.id).execute()).toEqual([])
})

test('the same file of the same batch, asked for twice, is there once; a wrong form keeps nothing', async () => {
  const fields = { owner: 'vendor', vendorName: 'Custodian Trust', uploadBatch: '0b2cf0b0-6a9b-4d0e-9f55-3b3f6a1f7c11' }
  const [first, second] = [await upload(fields, 'Twice.txt'), await upload(fields, 'Twice.txt')]
  expect(second.id).toBe(first.id)
  const done = (uploadBatch: string) => server.callAs(world.staff, finishDocumentBatch, { uploadBatch })
  expect((await done(fields.uploadBatch)).body.files).toBe(1)
  expect((await done('0b2cf0b0-6a9b-4d0e-9f55-000000000000')).status).toBe(404)
  const before = (await server.callAs(world.staff, list, {})).body.page.totalRecords
  const wrong = async (given: Record<string, string | number>, name = 'Wrong.txt') => {
    const { json } = await uploadFile(
      server,
      world.staff,
      '/api/documents',
      { name, content: 'x' },
      { typeCode: 'MBR', yearOverride: 2025, ...given },
    )
    return Object.keys((json.meta as object | undefined) ?? { [String(json.code)]: true })
  }
  expect(await wrong({ owner: 'institution' })).toEqual(['institutionId'])
  expect(await wrong({ owner: 'vendor' })).toEqual(['vendorName'])
  expect(await wrong({ owner: 'carrier', carrierCode: 'NOBODY' })).toEqual(['carrierCode'])
  expect(await wrong({ owner: 'institution', institutionId: book.stranger.institutionId })).toEqual(['not_found'])
  expect(await wrong({ owner: 'vendor', vendorName: 'X', yearOverride: 26 })).toEqual(['yearOverride'])
  expect(await wrong({ owner: 'vendor', vendorName: 'X' }, 'Wrong.exe')).toContain('file')
  expect((await server.callAs(world.staff, list, {})).body.page.totalRecords).toBe(before)
})
