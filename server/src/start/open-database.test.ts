import { type AddressInfo, createConnection, createServer } from 'node:net'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { createLifecycle } from '../platform/jobs/lifecycle.ts'
import { StartRefused } from '../platform/start-refused.ts'
import { testConfiguration } from '../test/configuration.ts'
import { useDatabase } from '../test/database.ts'
import { inDatabase } from '../test/test-cluster.ts'
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

const tables = `select relname from pg_class where relnamespace = 'public'::regnamespace`

/** A new database of nobody's, gone after the work. @param how as `create database` takes it */
async function withEmpty(work: (name: string) => Promise<void>, how = ''): Promise<void> {
  const name = `${database.name}_of_others`
  await asSuperuser(database.superuserUrl, `create database ${name} ${how}`)
  try {
    await work(name)
    expect(await asSuperuser(inDatabase(database.superuserUrl, name), tables), 'what is refused is left as it is').toEqual([])
  } finally {
    await asSuperuser(database.superuserUrl, `drop database ${name}`)
  }
}

test('what they refuse they leave as it is: a database of others gets no table', () =>
  withEmpty((name) => expect(open(inDatabase(database.ownerUrl, name), undefined, joinDatabase)).rejects.toThrow('was never set up')))

test.each([openDatabase, joinDatabase])('a PostgreSQL older than 15 is refused before anything is written (%#)', (work) =>
  withEmpty(async (name) => {
    // The same server, by a line that lets it say an older version's number.
    const older = createServer((caller) => {
      const server = createConnection(Number(new URL(database.ownerUrl).port), '127.0.0.1')
      server.on('data', (said) => caller.write(Buffer.from(said.toString('latin1').replace(/\b1[5-9]0\d{3}\b/, '140011'), 'latin1')))
      caller.pipe(server)
      for (const end of [caller, server])
        end.on('close', () => [caller, server].forEach((one) => void one.destroy())).on('error', () => undefined)
    })
    await new Promise<void>((listening) => older.listen(0, '127.0.0.1', listening))
    try {
      const address = new URL(inDatabase(database.ownerUrl, name))
      address.port = String((older.address() as AddressInfo).port)
      await expect(open(address.href, undefined, work)).rejects.toThrow(
        new StartRefused(
          'The database of DATABASE_URL is on PostgreSQL 14.11, and Corridor needs 15 or later; nothing was changed. Upgrade that server, or set DATABASE_URL to another.',
        ),
      )
    } finally {
      older.close()
    }
  }),
)

test('so is a database that does not keep text as UTF8', () =>
  withEmpty(
    (name) =>
      expect(open(inDatabase(database.ownerUrl, name), undefined)).rejects.toThrow(
        /^The database of DATABASE_URL keeps text as SQL_ASCII.*nothing was changed. Create one that keeps it as UTF8/,
      ),
    `encoding 'SQL_ASCII' locale 'C' locale_provider libc template template0`,
  ))

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

test('refuses a runtime role that holds the rights of all fences at once, and takes it once it is told apart', async () => {
  const role = `${database.name}_runtime`
  const address = Object.assign(new URL(database.ownerUrl), { username: role, password: 'inherits' }).href
  await asSuperuser(database.superuserUrl, `create role ${role} login password 'inherits'`)
  try {
    await expect(open(database.ownerUrl, address)).rejects.toThrow(
      `Run: grant corridor_client, corridor_staff, corridor_limited to ${role}`,
    )
    await asSuperuser(database.superuserUrl, `grant corridor_client, corridor_staff, corridor_limited to ${role}`)
    const refused = await open(database.ownerUrl, address).then(() => 'it was taken', String)
    expect(refused).toContain(
      `The runtime role ${role} holds the rights of corridor_client, corridor_staff or corridor_limited without becoming it`,
    )
    await asSuperuser(database.superuserUrl, String(/Run: (.*)/.exec(refused)?.[1]))
    await expect(open(database.ownerUrl, address)).resolves.toMatchObject({ appUrl: address })
  } finally {
    await asSuperuser(database.superuserUrl, `drop role ${role}`)
  }
})

test.each([
  ['does not answer', (url: URL) => Object.assign(url, { port: '9' })],
  ['refuses the password', (url: URL) => Object.assign(url, { password: 'wrong' })],
  ['does not exist', (url: URL) => Object.assign(url, { pathname: '/nowhere' })],
])('a database that %s refuses the start with a sentence that says what to set', async (sentence, change) => {
  await expect(open(change(new URL(database.ownerUrl)).href, database.appUrl)).rejects.toThrow(`The database of DATABASE_URL ${sentence}`)
})
