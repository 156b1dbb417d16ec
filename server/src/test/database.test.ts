import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { createTestDatabase, useDatabase } from './database.ts'

const database = useDatabase()

test('a test file has a migrated database of its own', async () => {
  const { rows } = await sql<{ name: string; role: string }>`select current_database() as name, current_user as role`.execute(database.db)
  expect(rows).toEqual([{ name: database.name, role: 'corridor_app' }])
  const other = await createTestDatabase()
  await database.ownerDb.insertInto('site').values({ name: 'boli', displayName: 'BOLI' }).execute()
  expect(await other.ownerDb.selectFrom('site').selectAll().execute()).toEqual([])
  await other.drop()
})

test('reset brings back the migrated state: rows gone, settings as they were, ids from the start', async () => {
  await database.reset()
  const settings = await database.ownerDb.selectFrom('settings').selectAll().execute()
  await database.ownerDb.insertInto('site').values({ name: 'coli', displayName: 'COLI' }).execute()
  await database.ownerDb.deleteFrom('settings').execute()
  await database.reset()
  expect(await database.ownerDb.selectFrom('site').selectAll().execute()).toEqual([])
  expect(await database.ownerDb.selectFrom('settings').selectAll().execute()).toEqual(settings)
  expect(settings).toHaveLength(1)
  const { id } = await database.ownerDb
    .insertInto('site')
    .values({ name: 'coli', displayName: 'COLI' })
    .returning('id')
    .executeTakeFirstOrThrow()
  expect(id).toBe(1)
})

test('the runtime role is neither owner nor superuser', async () => {
  await expect(sql`drop table settings`.execute(database.db)).rejects.toThrow(/must be owner/)
})
