/**
 * Databases for tests: fresh copies of the migrated template, on a real PostgreSQL, under the same roles as in production.
 *
 *   const database = useDatabase()          // at the top of a test file: one database for the file
 *   test('...', async () => { await database.db.selectFrom(...) })
 *   beforeEach(() => database.reset())      // where tests of one file must not see each other's rows
 */
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, inject } from 'vitest'
import { connect, type Db } from '../platform/database/database.ts'
import { inDatabase } from './test-cluster.ts'

export type TestDatabase = {
  name: string
  ownerUrl: string
  appUrl: string
  superuserUrl: string
  /** Connections as corridor_app, which row-level security binds. */
  db: Db
  /** Connections as the owner, for builders. */
  ownerDb: Db
  /** Back to the migrated, empty state. Connections stay usable. */
  reset: () => Promise<void>
  /** Closes the connections, so that others can be made from it as from a template. */
  leave: () => Promise<void>
  drop: () => Promise<void>
}

/** One database for the test file that calls it, dropped when the file is done. */
export function useDatabase(): TestDatabase {
  const created: { database?: TestDatabase } = {}
  beforeAll(async () => {
    created.database = await createTestDatabase()
  })
  afterAll(() => created.database?.drop())
  const now = () => {
    if (!created.database) throw new Error('the database of a test file exists from beforeAll on')
    return created.database
  }
  return {
    get name() {
      return now().name
    },
    get ownerUrl() {
      return now().ownerUrl
    },
    get appUrl() {
      return now().appUrl
    },
    get superuserUrl() {
      return now().superuserUrl
    },
    get db() {
      return now().db
    },
    get ownerDb() {
      return now().ownerDb
    },
    reset: () => now().reset(),
    leave: () => now().leave(),
    drop: () => now().drop(),
  }
}

/**
 * A fresh copy of the migrated template (40 ms in memory; on a busy disk up to a second).
 * @param template another database that nobody is connected to
 */
export async function createTestDatabase(template = 'corridor'): Promise<TestDatabase> {
  const cluster = inject('testCluster')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const ownerUrl = inDatabase(cluster.ownerUrl, name)
  const appUrl = inDatabase(cluster.appUrl, name)
  await asSuperuser(`create database ${name} template ${template} owner corridor strategy file_copy`)
  const app = connect(appUrl, { max: 5 })
  const owner = connect(ownerUrl, { max: 5 })
  const closed: { done?: Promise<unknown> } = {}
  const leave = async () => {
    closed.done ??= Promise.all([app.close(), owner.close()])
    await closed.done
  }
  return {
    name,
    ownerUrl,
    appUrl,
    superuserUrl: inDatabase(cluster.superuserUrl, name),
    db: app.db,
    ownerDb: owner.db,
    reset: async () => {
      await sql`select test_snapshot.reset()`.execute(owner.db)
    },
    leave,
    drop: async () => {
      await leave()
      await asSuperuser(`drop database if exists ${name} with (force)`)
    },
  }
}

async function asSuperuser(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inDatabase(inject('testCluster').superuserUrl, 'postgres') })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
