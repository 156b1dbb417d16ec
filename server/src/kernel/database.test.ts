import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useDatabase } from '../test/database.ts'

const database = useDatabase()

test('a connection that dies between two statements of a transaction fails that transaction, not the process', async () => {
  const worked = database.ownerDb.transaction().execute(async (trx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx)
    const pid = rows[0]?.pid
    await sql`select pg_terminate_backend(${pid}::int)`.execute(database.ownerDb)
    // No statement is under way when the server's word arrives: this one learns of it.
    await expect.poll(() => isThere(Number(pid))).toBe(false)
    await sql`select 1`.execute(trx)
  })
  await expect(worked).rejects.toThrow(/^(terminating connection|Connection terminated|Client has encountered a connection error)/)
  expect((await sql<{ one: number }>`select 1 as one`.execute(database.ownerDb)).rows).toEqual([{ one: 1 }])
})

const isThere = async (pid: number): Promise<boolean> =>
  (await sql`select 1 from pg_stat_activity where pid = ${pid}::int`.execute(database.ownerDb)).rows.length > 0
