/** Brings a database to the present schema: SQL files in order, each once, in one transaction under an advisory lock. */
import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import pg from 'pg'
import { adoptFormerSchema } from './former-schema.ts'
import { SchemaRefused } from './schema-refused.ts'

const MIGRATIONS = join(import.meta.dirname, 'migrations')
const LOCK = 0x636f7272 // 'corr': any constant shared by all nodes will do

/**
 * Runs outstanding migrations as the owner. Makes the cluster's runtime roles first, when the owner may.
 * @param appPassword of the login role corridor_app; leave out when DATABASE_APP_URL names a role made by hand
 * @throws SchemaRefused when a migration that already ran has changed since, or the database is of a version too old
 */
export async function migrate(ownerUrl: string, appPassword?: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  try {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [LOCK])
    await makeRoles(client, appPassword)
    await client.query(
      'create table if not exists migration (name text primary key, checksum text not null, ran_at timestamptz(3) not null default now())',
    )
    const files = await migrationFiles()
    await adoptFormerSchema(client, files)
    const ran = new Map<string, string>()
    for (const row of (await client.query<{ name: string; checksum: string }>('select name, checksum from migration')).rows)
      ran.set(row.name, row.checksum)
    for (const { name, sql, checksum } of files) {
      const before = ran.get(name)
      if (before === checksum) continue
      if (before)
        throw new SchemaRefused(
          `Migration ${name} ran before with other contents. Migrations are frozen once released: add a new file instead.`,
        )
      await client.query(sql)
      await client.query('insert into migration (name, checksum) values ($1, $2)', [name, checksum])
    }
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => undefined)
    throw error
  } finally {
    await client.end()
  }
}

/** The migration files in the order they run. */
export async function migrationFiles(): Promise<{ name: string; sql: string; checksum: string }[]> {
  const names = (await readdir(MIGRATIONS)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      const sql = await readFile(join(MIGRATIONS, name), 'utf8')
      return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
    }),
  )
}

/** The right to ask pg_has_role for before SET ROLE: PostgreSQL 15 knows no such privilege, since there every member may. */
export const BECOME = `case when current_setting('server_version_num')::int < 160000 then 'member' else 'set' end`

// Roles belong to the cluster: several databases (tests) share them. corridor_app logs in, owns nothing,
// and becomes one of the next three inside a transaction: corridor_limited for calls with a staff key of one institution. corridor_search owns the two functions of search, corridor_figures the four that tell figures
// of a legal entity's other portals (0010_rights.sql), and neither anything else.
async function makeRoles(client: pg.Client, appPassword: string | undefined) {
  await client.query(`do $$ begin
    if not exists (select from pg_roles where rolname = 'corridor_client') then create role corridor_client nologin; end if;
    if not exists (select from pg_roles where rolname = 'corridor_staff') then create role corridor_staff nologin; end if;
    if not exists (select from pg_roles where rolname = 'corridor_limited') then create role corridor_limited nologin; end if;
    if not exists (select from pg_roles where rolname = 'corridor_app') then create role corridor_app login noinherit; end if;
    if not exists (select from pg_roles where rolname = 'corridor_search') then create role corridor_search nologin; end if;
    if not exists (select from pg_roles where rolname = 'corridor_figures') then create role corridor_figures nologin; end if;
    if not pg_has_role('corridor_app', 'corridor_client', ${BECOME}) then grant corridor_client to corridor_app; end if;
    if not pg_has_role('corridor_app', 'corridor_staff', ${BECOME}) then grant corridor_staff to corridor_app; end if;
    if not pg_has_role('corridor_app', 'corridor_limited', ${BECOME}) then grant corridor_limited to corridor_app; end if;
    if not pg_has_role(current_user, 'corridor_search', ${BECOME}) then grant corridor_search to current_user; end if;
    if not pg_has_role(current_user, 'corridor_figures', ${BECOME}) then grant corridor_figures to current_user; end if;
  end $$`)
  if (appPassword) await client.query(`alter role corridor_app password ${client.escapeLiteral(appPassword)}`)
  await client.query(
    'grant usage on schema public to corridor_app, corridor_client, corridor_staff, corridor_limited, corridor_search, corridor_figures',
  )
}
