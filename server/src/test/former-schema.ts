/** A database as version 0.0.120 made it: by its 48 migrations, kept in one file for the tests of going on from it. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { z } from 'zod'
import { migrationFiles } from '../db/migrate.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { inSession } from './test-cluster.ts'

/** The schema as it was written as one, without what later migrations added. */
export async function createFirstSchema(): Promise<TestDatabase> {
  const database = await emptied()
  const files = (await migrationFiles()).filter(({ name }) => name <= '0010_rights.sql')
  await inSession(
    database.ownerUrl,
    'begin; create table migration (name text primary key, checksum text not null, ran_at timestamptz(3) not null default now())',
    ...files.flatMap(({ name, sql, checksum }) => [sql, `insert into migration (name, checksum) values ('${name}', '${checksum}')`]),
    'commit',
  )
  return database
}

/** A database without tables. */
async function emptied(): Promise<TestDatabase> {
  const database = await createTestDatabase()
  // The runtime roles are the cluster's, and there already.
  await inSession(
    database.superuserUrl,
    'drop schema public, test_snapshot cascade; create schema public authorization pg_database_owner; grant usage on schema public to public',
    'grant usage on schema public to corridor_app, corridor_client, corridor_staff, corridor_limited, corridor_search, corridor_figures',
  )
  return database
}

const fileShape = z.record(z.string(), z.string())

/** Nobody is connected to it, so that it can be the template of others: making one takes four seconds, copying it a tenth of that. */
export async function createFormerDatabase(): Promise<TestDatabase> {
  const file = gunzipSync(readFileSync(join(import.meta.dirname, 'former-migrations.json.gz')))
  const migrations = Object.entries(fileShape.parse(JSON.parse(file.toString('utf8'))))
  const database = await emptied()
  await inSession(
    database.ownerUrl,
    'begin; create table migration (name text primary key, checksum text not null, ran_at timestamptz(3) not null default now())',
    ...migrations.flatMap(([name, content]) => [
      content,
      `insert into migration (name, checksum) values ('${name}', '${createHash('sha256').update(content).digest('hex')}')`,
    ]),
    'commit',
  )
  return database
}
