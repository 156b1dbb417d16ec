import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { testConfiguration } from '../test/configuration.ts'
import { useDatabase } from '../test/database.ts'
import { inDatabase } from '../test/test-cluster.ts'
import { createLifecycle } from './lifecycle.ts'
import { joinDatabase, openDatabase } from './open-database.ts'

const database = useDatabase()
const log = { info: () => undefined, error: () => undefined }
const lifecycle = createLifecycle(log, () => {
  throw new Error('ended')
})
const open = (ownerUrl: string, appUrl: string | undefined, work = openDatabase) =>
  work(testConfiguration('/nowhere', { database: { kind: 'external', ownerUrl, appUrl } }), lifecycle, log)

test('workers and commands refuse a database without a site, which is what a mistyped address gives; who may begin one does not', async () => {
  await expect(open(database.ownerUrl, database.appUrl, joinDatabase)).rejects.toThrow(
    /^The database of DATABASE_URL was never set up: it has no site\. Set DATABASE_URL to the one the server uses/,
  )
  expect(await open(database.ownerUrl, database.appUrl, (...given) => joinDatabase(...given, { begins: true }))).toMatchObject({
    ownerUrl: database.ownerUrl,
  })
})

test('what they refuse they leave as it is: a database of others gets no table', async () => {
  const name = `${database.name}_of_others`
  await asSuperuser(database.superuserUrl, `create database ${name}`)
  try {
    await expect(open(inDatabase(database.ownerUrl, name), undefined, joinDatabase)).rejects.toThrow('was never set up')
    const tables = `select relname from pg_class where relnamespace = 'public'::regnamespace`
    expect(await asSuperuser(inDatabase(database.superuserUrl, name), tables)).toEqual([])
  } finally {
    await asSuperuser(database.superuserUrl, `drop database ${name}`)
  }
})

async function asSuperuser(url: string, statement: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

test.each([openDatabase, joinDatabase])('serves from a migrated database whose runtime role is a plain login role (%#)', async (work) => {
  await database.reset()
  await database.ownerDb.insertInto('site').values({ name: 'Ours', displayName: 'Ours' }).execute()
  expect(await open(database.ownerUrl, database.appUrl, work)).toEqual({ ownerUrl: database.ownerUrl, appUrl: database.appUrl })
})

test('refuses a clock that is more than five minutes from PostgreSQL’s', async () => {
  for (const [minutes, refusal] of [
    [6, /clock of this machine is 36\d seconds ahead of the database’s.*Set both by a time server \(NTP\)/],
    [-6, /is 3[56]\d seconds behind the database’s/],
  ] as const) {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + minutes * 60_000 })
    await expect(open(database.ownerUrl, database.appUrl).finally(vi.useRealTimers)).rejects.toThrow(refusal)
  }
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - 4 * 60_000 })
  await expect(open(database.ownerUrl, database.appUrl).finally(vi.useRealTimers)).resolves.toMatchObject({ appUrl: database.appUrl })
})

test('refuses a runtime role that row-level security would not bind: a superuser, or the owner', async () => {
  await expect(open(database.ownerUrl, database.superuserUrl)).rejects.toThrow(
    /superuser, has BYPASSRLS or owns tables.*Set DATABASE_APP_URL/,
  )
  await expect(open(database.ownerUrl, database.ownerUrl)).rejects.toThrow(/owns tables/)
})

test.each([
  ['does not answer', (url: URL) => Object.assign(url, { port: '9' })],
  ['refuses the password', (url: URL) => Object.assign(url, { password: 'wrong' })],
  ['does not exist', (url: URL) => Object.assign(url, { pathname: '/nowhere' })],
])('a database that %s refuses the start with a sentence that says what to set', async (sentence, change) => {
  await expect(open(change(new URL(database.ownerUrl)).href, database.appUrl)).rejects.toThrow(`The database of DATABASE_URL ${sentence}`)
})
