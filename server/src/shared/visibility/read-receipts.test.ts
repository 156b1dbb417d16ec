import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { inScope, scopeOfSession } from '../../platform/http/scope.ts'
import { buildSite } from '../../test/builders.ts'
import { useServer } from '../../test/call.ts'
import { buildHoldings } from '../../test/holdings.ts'
import { noteOpening } from './read-receipts.ts'

const server = useServer()

test('two archives of the same files are both noted, in whatever order their files stand', async () => {
  const siteId = await buildSite(server.ownerDb)
  const { institutionId, clientId } = await buildHoldings(server.ownerDb, siteId)
  const scope = scopeOfSession({ userId: clientId, userRole: 'c', siteId, institutionId })
  const waiting = sql`select from pg_locks l join pg_stat_activity a on a.pid = l.pid where not l.granted and a.datname = current_database()`
  const { second } = await inScope(server.kernel.db, scope, async (trx) => {
    await noteOpening(trx, scope, 'REPORT', 1)
    const begun = { second: inScope(server.kernel.db, scope, (other) => noteOpening(other, scope, 'REPORT', [2, 1])) }
    await vi.waitFor(async () => expect((await waiting.execute(server.ownerDb)).rows).not.toEqual([]), { timeout: 5_000 })
    await noteOpening(trx, scope, 'REPORT', 2)
    return begun
  })
  await second
  const noted = await server.ownerDb.selectFrom('fileOpening').select(['fileId', 'times']).orderBy('fileId').execute()
  expect(noted).toEqual([
    { fileId: 1, times: 2 },
    { fileId: 2, times: 2 },
  ])
})
