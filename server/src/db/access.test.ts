/** Row-level security, asked of PostgreSQL's own catalog and tried with the conditions of our queries left out. */
import { type Kysely, sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { Db } from '../kernel/database.ts'
import { inScope, scopeOfSession, scopeOfSystem } from '../kernel/scope.ts'
import { useDatabase } from '../test/database.ts'
import { useHoldings } from '../test/holdings.ts'

const database = useDatabase()
const book = useHoldings(() => database.ownerDb)
const RUNTIME = ['corridor_app', 'corridor_client', 'corridor_staff']

async function catalog<Row>(query: ReturnType<typeof sql<Row>>): Promise<readonly Row[]> {
  return (await query.execute(database.ownerDb)).rows
}

/** Tables with a column of that name that a runtime role may read. */
const readable = (column: string, roles: readonly string[]) =>
  catalog(sql<{ table: string; roles: string[] }>`
    select c.relname as table, array_agg(r.rolname::text order by 1) as roles from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
    join pg_attribute a on a.attrelid = c.oid and a.attname = ${column} and not a.attisdropped
    join pg_roles r on r.rolname = any(${roles}) and (has_any_column_privilege(r.oid, c.oid, 'select') or has_any_column_privilege(r.oid, c.oid, 'insert'))
    where c.relkind in ('r', 'p') and not c.relispartition group by c.relname order by c.relname`)

test('every table of client data that a runtime role reaches forces row-level security and has a policy for that role', async () => {
  const tables = await readable('institution_id', RUNTIME)
  expect(tables.length).toBeGreaterThan(15)
  const policies = await catalog(sql<{ table: string; forced: boolean; roles: string[] }>`
    select c.relname as table, c.relrowsecurity and c.relforcerowsecurity as forced,
      array(select distinct r.rolname::text from pg_policy p, pg_roles r where p.polrelid = c.oid and r.oid = any(p.polroles)) as roles
    from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public' where c.relkind in ('r', 'p')`)
  const of = new Map(policies.map((row) => [row.table, row]))
  // A session is found before anybody is known, by its hash: corridor_app alone may look, and it sees no client data.
  const open = tables
    .filter(({ table }) => table !== 'user_session')
    .flatMap(({ table, roles }) => {
      const found = of.get(table)
      return found?.forced && roles.every((role) => found.roles.includes(role)) ? [] : [`${table}: ${roles.join(', ')}`]
    })
  expect(open).toEqual([])
})

test('no policy of the runtime roles opens a table of an institution’s data to everybody', async () => {
  const policies = await catalog(sql<{ name: string }>`
    select c.relname || '.' || p.polname as name from pg_policy p join pg_class c on c.oid = p.polrelid join pg_roles r on r.oid = any(p.polroles)
    where r.rolname in ('corridor_client', 'corridor_staff') and pg_get_expr(p.polqual, p.polrelid) = 'true' order by 1`)
  // People and what they may do are one list for the firm; which of them a caller is shown is the query's business.
  expect(policies.map(({ name }) => name)).toEqual(['user_account.staff_all', 'user_permission.staff_all', 'user_site.staff_all'])
})

test('the runtime roles own nothing, bypass nothing, and no function runs with more rights than its caller', async () => {
  expect(await catalog(sql`select c.relname from pg_class c where pg_get_userbyid(c.relowner) = any(${RUNTIME})`)).toEqual([])
  expect(
    await catalog(
      sql`select rolname from pg_roles where rolname = any(${RUNTIME}) and (rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolinherit and rolname = 'corridor_app')`,
    ),
  ).toEqual([])
  expect(
    await catalog(
      sql`select p.proname from pg_proc p join pg_namespace n on n.oid = p.pronamespace where p.prosecdef and n.nspname in ('public', 'pgboss')`,
    ),
  ).toEqual([])
  expect(
    await catalog(
      sql`select tablename from pg_tables where schemaname = 'public' and has_table_privilege('public', schemaname || '.' || tablename, 'select')`,
    ),
  ).toEqual([])
})

const unscoped = async (db: Db, table: string, column: string, scope: Parameters<typeof inScope>[1]) =>
  inScope(db, scope, async (trx) =>
    (
      await sql<{ value: number | null }>`select distinct ${sql.ref(column)} as value from ${sql.table(table)}`.execute(
        trx as unknown as Kysely<unknown>,
      )
    ).rows.map(({ value }) => value),
  )

let tables: readonly { table: string }[] = []
beforeAll(async () => {
  tables = await readable('institution_id', ['corridor_client'])
})

test('a client’s query without its condition still gets no row of another institution', async () => {
  const scope = scopeOfSession({ userId: book.clientId, userRole: 'c', siteId: book.siteId, institutionId: book.institutionId })
  const seen: Record<string, (number | null)[]> = {}
  for (const { table } of tables) if (table !== 'activity') seen[table] = await unscoped(database.db, table, 'institution_id', scope)
  for (const [table, values] of Object.entries(seen))
    expect([table, values.filter((value) => value !== book.institutionId && !(table === 'user_account' && value === null))]).toEqual([
      table,
      [],
    ])
  // And the test sees something at all.
  expect(seen.policy).toEqual([book.institutionId])
  expect(seen.report).toEqual([book.institutionId])
  expect(Object.keys(seen).length).toBeGreaterThan(12)
})

test('a staff query without its condition still gets no row of another site', async () => {
  const scope = scopeOfSystem(book.siteId)
  const seen: Record<string, (number | null)[]> = {}
  for (const { table } of await readable('site_id', ['corridor_staff']))
    if (table !== 'user_site') seen[table] = await unscoped(database.db, table, 'site_id', scope)
  // An event without a site (a refused sign-in) is for the staff of every site.
  const others = (table: string, values: (number | null)[]) =>
    values.filter((value) => value !== book.siteId && !(table === 'activity' && value === null))
  for (const [table, values] of Object.entries(seen)) expect([table, others(table, values)]).toEqual([table, []])
  expect(seen.policy).toEqual([book.siteId])
  expect(seen.carrier_file).toEqual([book.siteId])
})

test('without a context no runtime role sees a row', async () => {
  for (const role of ['corridor_client', 'corridor_staff']) {
    const count = await database.db.transaction().execute(async (trx) => {
      await sql`select set_config('role', ${role}, true)`.execute(trx)
      return (
        await sql<{
          count: number
        }>`select (select count(*) from policy) + (select count(*) from report) + (select count(*) from institution) as count`.execute(trx)
      ).rows[0]?.count
    })
    expect(count).toBe(0)
  }
})

test('a client writes nothing, not even to its own rows', async () => {
  const scope = scopeOfSession({ userId: book.clientId, userRole: 'c', siteId: book.siteId, institutionId: book.institutionId })
  for (const statement of [
    sql`update policy set owner_name = 'x'`,
    sql`delete from report`,
    sql`update institution set name = 'x'`,
    sql`insert into user_permission (user_id, code, access) values (1, 'USERS', 2)`,
  ])
    await expect(inScope(database.db, scope, (trx) => statement.execute(trx))).rejects.toThrow(/permission denied/)
})
