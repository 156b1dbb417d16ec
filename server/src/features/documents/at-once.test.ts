/** Documents changed by several people, or by one of them twice, in the same moment. */
import { documents } from '@corridor/contract/documents.ts'
import { sql } from 'kysely'
import { beforeAll, expect, test, vi } from 'vitest'
import { buildSite, signedInAs } from '../../test/builders.ts'
import { useServer } from '../../test/call.ts'
import { uploadFile } from '../../test/upload-file.ts'

const server = useServer()
const world = { staff: '' }
beforeAll(async () => {
  world.staff = await signedInAs(server.ownerDb, 'b', { siteId: await buildSite(server.ownerDb), permissions: { DOCUMENT_CENTER: 2 } })
})
const about = { owner: 'vendor', vendorName: 'Custodian Trust', typeCode: 'LEG', yearOverride: 2025 }
const upload = (name: string, more: Record<string, string> = {}) =>
  uploadFile(server, world.staff, '/api/documents', { name, content: name }, { ...about, ...more })

test('asked for again while the first call still works, the same file of the same batch is there once', async () => {
  const uploadBatch = '5f0f7f1e-5a3a-4f5e-8d0a-0f6a6f1c2b3d'
  const answers = await Promise.all(Array.from({ length: 6 }, () => upload('At once.txt', { uploadBatch })))
  const [one = ''] = answers.map(({ status, json }) => `${status} ${String(json.id)}`)
  expect(one).toMatch(/^201 \d+$/)
  expect(new Set(answers.map(({ status, json }) => `${status} ${String(json.id)}`))).toEqual(new Set([one]))
})

test('many that are deleted at once are taken in one order, however they are named', async () => {
  const [first, second] = [Number((await upload('First.txt')).json.id), Number((await upload('Second.txt')).json.id)]
  const waiting = sql`select from pg_locks l join pg_stat_activity a on a.pid = l.pid where not l.granted and a.datname = current_database()`
  const { removal } = await server.ownerDb.transaction().execute(async (trx) => {
    await sql`select from document where id = ${first} for update`.execute(trx)
    const begun = { removal: server.callAs(world.staff, documents.endpoints.remove, { ids: [second, first] }) }
    await vi.waitFor(async () => expect((await waiting.execute(server.ownerDb)).rows).not.toEqual([]), { timeout: 5_000 })
    await sql`select from document where id = ${second} for update nowait`.execute(trx)
    return begun
  })
  expect((await removal).body.deleted).toEqual([first, second])
})
