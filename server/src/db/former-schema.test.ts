/** The schema written as one makes what the 48 former migrations made, and a database that they made goes on with its rows. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeBackup } from '../commands/backup.ts'
import { restoreBackup } from '../commands/restore.ts'
import type { Db } from '../platform/database/database.ts'
import { openFiles } from '../platform/files/files.ts'
import { createLifecycle } from '../platform/jobs/lifecycle.ts'
import { StartRefused } from '../platform/start-refused.ts'
import { openDatabase } from '../start/open-database.ts'
import { buildSite } from '../test/builders.ts'
import { catalogOf } from '../test/catalog.ts'
import { testConfiguration } from '../test/configuration.ts'
import { createTestDatabase, type TestDatabase, useDatabase } from '../test/database.ts'
import { createFirstSchema, createFormerDatabase } from '../test/former-schema.ts'
import { buildHoldings } from '../test/holdings.ts'
import { migrate, migrationFiles } from './migrate.ts'
import { SchemaRefused } from './schema-refused.ts'

const present = useDatabase()
const made: TestDatabase[] = []
const former: { template?: string; first?: TestDatabase } = {}
beforeAll(async () => {
  const database = await createFormerDatabase()
  made.push(database)
  former.template = database.name
  former.first = await createFirstSchema()
  made.push(former.first)
}, 60_000)
afterAll(async () => {
  for (const database of made.reverse()) await database.drop()
})

const madeBefore = () => copyOf(former.template)
async function copyOf(template: string | undefined): Promise<TestDatabase> {
  const database = await createTestDatabase(template)
  made.push(database)
  return database
}

/** With an institution's holdings and those of no other. */
async function inUse(): Promise<TestDatabase> {
  const database = await madeBefore()
  await buildHoldings(database.ownerDb, await buildSite(database.ownerDb))
  return database
}

const CONTEXT = /\( SELECT \(NULLIF\(current_setting\('app\.(\w+)'::text, true\), ''::text\)\)::integer AS "nullif"\)/g
const inOneWord = (line: string) => (line.startsWith('policy ') ? line.replaceAll(CONTEXT, '( SELECT app_$1() AS app_$1)') : line)
const HELPERS = /^function (app_(site|institution|user)\(\)|fence\(text,text\[\]\)):/

/** The rows of every table, but for the times at which a migration ran. */
async function contentOf(db: Db): Promise<Map<string, string>> {
  const { rows: tables } = await sql<{ name: string }>`select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition and relname <> 'migration' order by 1`.execute(
    db,
  )
  const content = new Map<string, string>()
  for (const { name } of tables) {
    const { rows } = await sql<{ row: string }>`select (to_jsonb(t) - array['created_at', 'updated_at', 'sealed_at'])::text as row
      from ${sql.table(name)} t order by 1`.execute(db)
    content.set(name, rows.map(({ row }) => row).join('\n'))
  }
  return content
}

/** The tables and columns that were there before. */
const alike = (content: ReadonlyMap<string, string>, before: ReadonlyMap<string, string>) =>
  new Map([...content].filter(([name]) => before.has(name)).map(([name, rows]) => [name, within(rows, before.get(name) ?? '')]))
function within(rows: string, before: string): string[] {
  const [first = '{}'] = before === '' ? [] : before.split('\n')
  const columns = new Set(Object.keys(Object(JSON.parse(first))))
  return (rows === '' ? [] : rows.split('\n'))
    .map((row) => JSON.stringify(Object.entries(Object(JSON.parse(row))).filter(([column]) => columns.has(column))))
    .toSorted()
}
function firstSchema(): Db {
  if (!former.first) throw new Error('the first schema is made before the tests')
  return former.first.ownerDb
}

interface Ran {
  name: string
  checksum: string
  ranAt: string
}
const listOf = async (db: Db) => (await sql<Ran>`select name, checksum, ran_at from migration order by name collate "C"`.execute(db)).rows

test('the schema makes the catalog that the former migrations made: only policies are written through the functions of the context', async () => {
  const [before, after] = [await catalogOf((await madeBefore()).ownerDb), await catalogOf(firstSchema())]
  expect(before.length).toBeGreaterThan(4000)
  expect(before.filter((line) => line !== inOneWord(line)).length).toBeGreaterThan(100)
  expect(after.filter((line) => !HELPERS.test(line))).toEqual(before.map(inOneWord).sort())
  expect(after.filter((line) => HELPERS.test(line))).toHaveLength(4)
})

test('and the same rows of settings, states, report types and the head of the log', async () => {
  const [before, after] = [await contentOf((await madeBefore()).ownerDb), await contentOf(firstSchema())]
  expect(after).toEqual(before)
  expect([...after].filter(([, rows]) => rows !== '').map(([name]) => name)).toEqual([
    'activity_head',
    'report_type',
    'settings',
    'state_configuration',
  ])
})

test('a database with all former migrations goes on with its rows, and is then as a new one is', async () => {
  const book = await inUse()
  await sql`update migration set ran_at = '2026-01-02T03:04:05Z' where name = '0001_book.sql'`.execute(book.ownerDb)
  // The one migration that changes rows; run first, it leaves the others nothing to change.
  const renaming = (await migrationFiles()).find(({ name }) => name === '0038_one_name_of_reports.sql')
  await sql.raw(renaming?.sql ?? '').execute(book.ownerDb)
  const before = await contentOf(book.ownerDb)
  expect(before.get('policy')).not.toBe('')
  expect(before.get('policy_valuation')).not.toBe('')

  await migrate(book.ownerUrl)
  expect(alike(await contentOf(book.ownerDb), before)).toEqual(alike(before, before))
  expect(await catalogOf(book.ownerDb)).toEqual(await catalogOf(present.ownerDb))
  const list = await listOf(book.ownerDb)
  expect(list).toMatchObject((await migrationFiles()).map(({ name, checksum }) => ({ name, checksum })))
  expect(list[0]?.ranAt).toContain('2026-01-02')
  // The next start finds nothing to do.
  await migrate(book.ownerUrl)
  expect(await listOf(book.ownerDb)).toEqual(list)
})

test.each([
  ['stopped in the middle', sql`delete from migration where name > '0020_states.sql'`],
  ['ran another text of one', sql`update migration set checksum = md5('') where name = '0008_register.sql'`],
])('one that %s is refused with a sentence, and left as it was', async (_, change) => {
  const { ownerDb, ownerUrl, appUrl } = await madeBefore()
  await change.execute(ownerDb)
  const before = [await listOf(ownerDb), await catalogOf(ownerDb)]
  const refused = await migrate(ownerUrl).catch((cause: unknown) => cause)
  expect(refused).toBeInstanceOf(SchemaRefused)
  expect(String(refused)).toMatch(/nothing was changed\. Start version 0\.0\.120 on it once, then this version\.$/)
  const log = { info: () => undefined, error: () => undefined }
  const configuration = testConfiguration('/nowhere', { database: { kind: 'external', ownerUrl, appUrl } })
  await expect(openDatabase(configuration, createLifecycle(log, process.exit), log)).rejects.toThrow(StartRefused)
  expect([await listOf(ownerDb), await catalogOf(ownerDb)]).toEqual(before)
})

test('a backup of a former database is restored into a new one', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'corridor-former-'))
  const files = openFiles({ dataDirectory: join(folder, 'files'), s3: undefined })
  const keys = { encryption: Buffer.alloc(32, 1), ssnHash: Buffer.alloc(32, 2) }
  const [book, target] = [await inUse(), await copyOf('corridor')]
  await makeBackup({ ownerUrl: book.ownerUrl, files, keys }, join(folder, 'book.backup'), { allowMissing: true })
  await restoreBackup({ ownerUrl: target.ownerUrl, files, keys }, join(folder, 'book.backup'))
  const before = await contentOf(book.ownerDb)
  expect(alike(await contentOf(target.ownerDb), before)).toEqual(alike(before, before))
  rmSync(folder, { recursive: true })
})
