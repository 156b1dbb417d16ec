import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { buildInstitution, buildSite } from '../../test/builders.ts'
import { useDatabase } from '../../test/database.ts'
import { inScope, onSite, scopeOfSession, scopeOfSystem } from '../http/scope.ts'
import { connect } from './database.ts'

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

test('a transaction in which a statement failed is never told as done, though its failure was caught', async () => {
  const { db, ownerDb } = database
  const siteId = await buildSite(ownerDb)
  const institutionId = await buildInstitution(ownerDb, { name: 'Before', sites: [siteId] })
  const named = (name: string, fails: boolean) =>
    inScope(db, scopeOfSystem(siteId), async (trx) => {
      await sql`update institution set name = ${name} where id = ${institutionId}`.execute(trx)
      if (fails) await sql`select 1 / 0`.execute(trx).catch(() => undefined)
    })
  const nameOf = async () => (await sql<{ name: string }>`select name from institution where id = ${institutionId}`.execute(ownerDb)).rows
  await named('Written', false)
  expect(await nameOf()).toEqual([{ name: 'Written' }])
  await expect(named('Lost', true)).rejects.toThrow('a statement of this transaction failed, and nothing of it was kept')
  expect(await nameOf()).toEqual([{ name: 'Written' }])
})

test('a transaction that cannot begin leaves its connection fit for the next', async () => {
  const name = `${database.name}_stranger`
  await onSuperuser(`create role ${name} login password 'stranger'`)
  const url = Object.assign(new URL(database.appUrl), { username: name, password: 'stranger' })
  const stranger = connect(String(url), { max: 1 })
  const work = () => inScope(stranger.db, scopeOfSystem(1), async () => 'done')
  await expect(work()).rejects.toThrow('permission denied to set role "corridor_staff"')
  expect((await sql<{ one: number }>`select 1 as one`.execute(stranger.db)).rows).toEqual([{ one: 1 }])
  await stranger.close()
  await onSuperuser(`drop role ${name}`)
})

test('part of a transaction reaches another site of the person, and no longer than that', async () => {
  const { db, ownerDb } = database
  const [here, there] = [await buildSite(ownerDb), await buildSite(ownerDb)]
  const seen = async (trx: Parameters<Parameters<typeof inScope>[2]>[0]) =>
    (await sql<{ site: string }>`select current_setting('app.site') as site`.execute(trx)).rows[0]?.site
  await inScope(db, scopeOfSystem(here), async (trx) => {
    const visited = await onSite(trx, scopeOfSystem(here), [{ id: here }, { id: there }], there, () => seen(trx))
    expect([visited, await seen(trx)]).toEqual([String(there), String(here)])
    const client = scopeOfSession({ userId: 1, userRole: 'c', siteId: here, institutionId: 1 })
    for (const [scope, sites] of [
      [scopeOfSystem(here), [{ id: here }]],
      [client, [{ id: there }]],
    ] as const)
      await expect(onSite(trx, scope, sites, there, () => seen(trx))).rejects.toThrow(`site ${there} is not open to person`)
  })
})

test('a scope names one site, for clients and limited keys one institution, and for other staff none', () => {
  const session = { userId: 7, userRole: 'c' as const, siteId: 3, institutionId: 5 }
  expect(scopeOfSession(session)).toMatchObject({ side: 'client', siteId: 3, institutionId: 5, viewedAs: false })
  expect(scopeOfSession({ ...session, userRole: 'b' })).toMatchObject({ side: 'staff', siteId: 3, institutionId: 0 })
  expect(scopeOfSession({ ...session, userRole: 'd' }, 5)).toMatchObject({ side: 'staff', institutionId: 5 })
  expect(scopeOfSession({ ...session, actingAs: {} })).toMatchObject({ viewedAs: true })
  for (const wrong of [{ siteId: 0 }, { institutionId: 0 }, { siteId: 0, userRole: 'b' as const }])
    expect(() => scopeOfSession({ ...session, ...wrong })).toThrow('a scope needs a site, and for clients an institution')
  expect(() => scopeOfSession({ ...session, userRole: 'b' }, 6)).toThrow('a limited key has one institution')
})

test('a scope of anything but whole numbers begins no transaction', async () => {
  for (const siteId of [1.5, Number.NaN])
    await expect(inScope(database.db, scopeOfSystem(siteId), async () => 'done')).rejects.toThrow('a scope holds whole numbers')
})

async function onSuperuser(statement: string): Promise<void> {
  const { db, close } = connect(database.superuserUrl, { max: 1 })
  await sql.raw(statement).execute(db)
  await close()
}

const isThere = async (pid: number): Promise<boolean> =>
  (await sql`select 1 from pg_stat_activity where pid = ${pid}::int`.execute(database.ownerDb)).rows.length > 0
