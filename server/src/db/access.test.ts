/** Row-level security, asked of PostgreSQL's own catalog and tried with the conditions of our queries left out. */
import type { Role } from '@corridor/domain/access/access.ts'
import { plainDate } from '@corridor/domain/primitives/period.ts'
import { type Kysely, sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import type { Db, Trx } from '../platform/database/database.ts'
import { inScope, scopeOfSession, scopeOfSystem } from '../platform/http/scope.ts'
import { buildUser } from '../test/builders.ts'
import { useDatabase } from '../test/database.ts'
import { useHoldings } from '../test/holdings.ts'

const database = useDatabase()
const book = useHoldings(() => database.ownerDb)
const RUNTIME = ['corridor_app', 'corridor_client', 'corridor_limited', 'corridor_staff']

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

/** Reference data and the firm's own words: no row of them is an institution's or a person's. */
const SHARED = [
  'activity_head',
  'call_report_bank',
  'call_report_import',
  'carrier',
  'carrier_change',
  'carrier_financials',
  'carrier_rating',
  'cost_of_insurance_rate',
  'cost_of_insurance_table',
  'email_template',
  'permission_template',
  'product',
  'product_rate',
  'report_type',
  'settings',
  'site',
  'state_configuration',
  'state_configuration_change',
  // Bytes under their hash: who may read one is decided by the row that names it.
  'stored_file',
  'treasury_yield',
]
/** Written before anybody is known, and read by their hash or not at all; clients have no right on them. */
const BEFORE_SIGN_IN = ['mail_outbox', 'sign_in_failure', 'user_session']

/** Tables, views and partitions that a runtime role has any right on, without row-level security that also binds the owner and speaks of that role. */
async function unfenced(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string; kind: string; roles: string[]; fenced: boolean; named: string[] }>`
    select c.relname as name, case when c.relispartition then 'partition' when c.relkind in ('v', 'm') then 'view' else 'table' end as kind,
      c.relrowsecurity and c.relforcerowsecurity as fenced,
      array(select distinct r.rolname::text from pg_policy p join pg_roles r on r.oid = any(p.polroles) where p.polrelid = c.oid) as named,
      array(select r.rolname::text from pg_roles r where r.rolname = any(${RUNTIME}) and (has_any_column_privilege(r.oid, c.oid, 'select, insert, update')
        or has_table_privilege(r.oid, c.oid, 'select, insert, update, delete, truncate')) order by 1) as roles
    from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public' where c.relkind in ('r', 'p', 'v', 'm', 'f')`.execute(
    db,
  )
  return rows.flatMap(({ name, kind, roles, fenced, named }) => {
    const open = fenced ? roles.filter((role) => !named.includes(role)) : roles
    return open.length > 0 && (kind !== 'table' || !SHARED.includes(name)) ? [`${kind} ${name}: ${open.join(', ')}`] : []
  })
}

test('every table that a runtime role reaches forces row-level security with a policy for that role, but for what is nobody’s', async () => {
  const open = await unfenced(database.ownerDb)
  expect(open.filter((line) => !BEFORE_SIGN_IN.some((table) => line.startsWith(`table ${table}:`)))).toEqual([])
  expect(open.filter((line) => line.includes('corridor_client'))).toEqual([])
})

test('a new table, view or partition that forgets it is found', async () => {
  const forgetful = [
    sql`create table bank_secret (institution_id int); grant select on bank_secret to corridor_client`,
    sql`create table bank_secret (institution_id int); alter table bank_secret enable row level security; grant select on bank_secret to corridor_client`,
    sql`create table bank_secret (user_id int); alter table bank_secret enable row level security; alter table bank_secret force row level security;
      create policy staff_site on bank_secret to corridor_staff using (false); grant insert on bank_secret to corridor_client`,
    sql`create view bank_secret as select * from policy; grant select on bank_secret to corridor_client`,
    sql`create table bank_secret partition of policy_valuation for values from ('2090-01-01') to ('2090-02-01'); grant select on bank_secret to corridor_client`,
  ]
  for (const statements of forgetful) {
    const found = await database.ownerDb
      .transaction()
      .execute(async (trx) => {
        await statements.execute(trx)
        throw new Found(await unfenced(trx))
      })
      .catch((thrown: unknown) => (thrown instanceof Found ? thrown.lines : Promise.reject(thrown)))
    expect(found).toContainEqual(expect.stringMatching(/^\w+ bank_secret: corridor_client$/))
  }
})
/** Carries what was found out of a transaction that must not commit. */
class Found extends Error {
  readonly lines: string[]
  constructor(lines: string[]) {
    super('rolled back on purpose')
    this.lines = lines
  }
}

test('the owner is bound too: without a policy that names it no row would be seen', async () => {
  const policies = await catalog(sql<{ table: string }>`
    select c.relname as table from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
    where c.relrowsecurity and not c.relforcerowsecurity`)
  expect(policies).toEqual([])
})

test('what staff write is checked as what they read is', async () => {
  const policies = await catalog(sql<{ name: string }>`
    select c.relname || '.' || p.polname as name from pg_policy p join pg_class c on c.oid = p.polrelid join pg_roles r on r.oid = any(p.polroles)
    where r.rolname in ('corridor_client', 'corridor_staff') and pg_get_expr(p.polwithcheck, p.polrelid) = 'true' order by 1`)
  expect(policies.map(({ name }) => name)).toEqual([
    // Rows that only ever are added.
    'activity.client_writes',
    'activity.staff_site',
    // A new institution is linked to the site in the same transaction.
    'institution.staff_site',
    // One list of people for the firm.
    'user_account.staff_all',
    'user_site.staff_all',
  ])
  await expect(
    inScope(database.db, scopeOfSystem(book.siteId), (trx) =>
      sql`insert into institution_financials (institution_id, as_of_date) values (${book.stranger.institutionId}, '2026-01-01')`.execute(
        trx,
      ),
    ),
  ).rejects.toThrow(/row-level security/)
})

/** Written by triggers from rows that are checked, or before their institution is there or linked to the site. */
const LINKED_ELSEWHERE = ['activity', 'institution_site', 'onboarding_file', 'search_entry', 'upload', 'user_account']

test('what staff write of an institution is of one on their site, in every table', async () => {
  const open = await catalog(sql<{ name: string }>`
    select c.relname as name from pg_policy p join pg_class c on c.oid = p.polrelid join pg_roles r on r.oid = any(p.polroles)
    join pg_attribute a on a.attrelid = c.oid and a.attname = 'institution_id' and not a.attisdropped
    where r.rolname = 'corridor_staff' and p.polcmd in ('*', 'a', 'w') and coalesce(pg_get_expr(p.polwithcheck, p.polrelid), '') !~ 'institution_site'
      and (has_any_column_privilege(r.oid, c.oid, 'insert') or has_any_column_privilege(r.oid, c.oid, 'update')) order by 1`)
  expect(open.map(({ name }) => name)).toEqual(LINKED_ELSEWHERE)
  // The first institution has no place on the stranger's site.
  const foreign = { institutionId: book.institutionId, siteId: book.stranger.siteId }
  const write = (work: (trx: Trx) => Promise<unknown>) => inScope(database.db, scopeOfSystem(book.stranger.siteId), work)
  const plan = { planName: 'X', planType: 'SERP' as const, effectiveDate: plainDate('2020-01-01'), businessPurpose: 'X' }
  const moved = (trx: Trx) =>
    trx.updateTable('insured').set({ institutionId: book.institutionId }).where('id', '=', book.stranger.insuredId)
  for (const work of [
    (trx: Trx) =>
      trx
        .insertInto('plan')
        .values({ ...foreign, ...plan })
        .execute(),
    (trx: Trx) =>
      trx
        .insertInto('insured')
        .values({ ...foreign, firstName: 'X', lastName: 'X' })
        .execute(),
    (trx: Trx) => moved(trx).execute(),
  ])
    await expect(write(work)).rejects.toThrow(/row-level security/)
  await write((trx) =>
    trx
      .insertInto('plan')
      .values({ ...foreign, institutionId: book.stranger.institutionId, ...plan })
      .execute(),
  )
})

test('rights are written by managers, to people of the site; by other staff to no staff, nor to themselves', async () => {
  const on = { sites: [book.siteId] }
  const manager = await buildUser(database.ownerDb, 'd', on)
  const staff = await buildUser(database.ownerDb, 'b', on)
  const member = await buildUser(database.ownerDb, 'a', { ...on, institutionId: book.institutionId })
  const stranger = await buildUser(database.ownerDb, 'a', { sites: [book.stranger.siteId], institutionId: book.stranger.institutionId })
  const as = (userId: number, userRole: Role) => scopeOfSession({ userId, userRole, siteId: book.siteId, institutionId: 0 })
  const give = (scope: Parameters<typeof inScope>[1], userId: number) =>
    inScope(database.db, scope, (trx) => trx.insertInto('userPermission').values({ userId, code: 'CARRIERS', access: 1 }).execute())
  for (const userId of [staff, manager, stranger]) await expect(give(as(staff, 'b'), userId)).rejects.toThrow(/row-level security/)
  for (const [scope, userId] of [
    [as(manager, 'd'), stranger],
    [scopeOfSystem(book.siteId), member],
    [as(member, 'b'), member],
  ] as const)
    await expect(give(scope, userId)).rejects.toThrow(/row-level security/)
  await give(as(manager, 'd'), staff)
  await give(as(staff, 'b'), member)
  const take = (scope: Parameters<typeof inScope>[1], userId: number) =>
    inScope(database.db, scope, (trx) => trx.deleteFrom('userPermission').where('userId', '=', userId).executeTakeFirst())
  expect((await take(as(staff, 'b'), staff)).numDeletedRows).toBe(0n)
  expect((await take(as(manager, 'd'), staff)).numDeletedRows).toBe(1n)
  await expect(
    inScope(database.db, as(manager, 'd'), (trx) => trx.updateTable('userPermission').set({ access: 2 }).execute()),
  ).rejects.toThrow(/permission denied/)
})

test('no policy of the runtime roles opens a table of an institution’s data to everybody', async () => {
  const policies = await catalog(sql<{ name: string }>`
    select c.relname || '.' || p.polname as name from pg_policy p join pg_class c on c.oid = p.polrelid join pg_roles r on r.oid = any(p.polroles)
    where r.rolname in ('corridor_client', 'corridor_staff') and pg_get_expr(p.polqual, p.polrelid) = 'true' order by 1`)
  // People and what they may do are one list for the firm; which of them a caller is shown is the query's business.
  expect(policies.map(({ name }) => name)).toEqual(['user_account.staff_all', 'user_permission.staff_reads', 'user_site.staff_all'])
})

/** The queue is the owner's: these tell the caller of the jobs of the active site, and change no other. Each is tried in features/jobs. */
const JOB_FUNCTIONS = ['background_job', 'board_book_job', 'cancel_job', 'change_mail_job', 'mail_job', 'stopped_job', 'take_back_job']

/** People read their own notifications alone: these put one into another’s bell, and tell how they want such mail. Tried in features/notifications. */
const BELL_FUNCTIONS = ['chosen_delivery', 'tell_person']

test('the runtime roles own nothing, bypass nothing, and no function but search’s two, the four that tell figures, those of jobs and of the bell, the one of an undone import and the one of who is expected runs with other rights than its caller’s', async () => {
  expect(await catalog(sql`select c.relname from pg_class c where pg_get_userbyid(c.relowner) = any(${RUNTIME})`)).toEqual([])
  expect(
    await catalog(
      sql`select rolname from pg_roles where rolname = any(${RUNTIME}) and (rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolinherit and rolname = 'corridor_app')`,
    ),
  ).toEqual([])
  expect(
    await catalog(
      sql`select p.proname::text as name, pg_get_userbyid(p.proowner)::text as owner, p.proconfig @> array['search_path=pg_catalog, public, pg_temp'] as fixed,
        has_function_privilege('public', p.oid, 'execute') as open
        from pg_proc p join pg_namespace n on n.oid = p.pronamespace where p.prosecdef and n.nspname in ('public', 'pgboss') order by 1`,
    ),
  ).toEqual(
    [
      ...['entity_changed_since', 'entity_form_8925', 'entity_holdings', 'entity_stated_holdings'].map((name) => ({
        name,
        owner: 'corridor_figures',
        fixed: true,
        open: false,
      })),
      ...['search_matches', 'search_similar'].map((name) => ({ name, owner: 'corridor_search', fixed: true, open: false })),
      ...[...JOB_FUNCTIONS, ...BELL_FUNCTIONS, 'forget_histories_of_import', 'is_expected'].map((name) => ({
        name,
        owner: 'corridor',
        fixed: true,
        open: false,
      })),
    ].sort((one, other) => one.name.localeCompare(other.name, 'en')),
  )
  expect(
    await catalog(
      sql`select tablename from pg_tables where schemaname = 'public' and has_table_privilege('public', schemaname || '.' || tablename, 'select')`,
    ),
  ).toEqual([])
})

test('the roles that they run as sign in nowhere and are bound by row-level security; that of search can read three tables of search and whose carriers are whose', async () => {
  expect(
    await catalog(
      sql`select rolcanlogin or rolsuper or rolbypassrls or rolcreaterole or rolcreatedb as powerful from pg_roles where rolname in ('corridor_search', 'corridor_figures')`,
    ),
  ).toEqual([{ powerful: false }, { powerful: false }])
  expect(
    await catalog(sql`
      select c.relname::text as name, has_table_privilege('corridor_search', c.oid, 'select') as whole,
        has_any_column_privilege('corridor_search', c.oid, 'insert, update') or has_table_privilege('corridor_search', c.oid, 'delete, truncate') as writes
      from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
      where c.relkind in ('r', 'p', 'v', 'm', 'f') and (has_any_column_privilege('corridor_search', c.oid, 'select, insert, update')
        or has_table_privilege('corridor_search', c.oid, 'delete, truncate')) order by 1`),
  ).toEqual([
    { name: 'file_text', whole: true, writes: false },
    { name: 'policy', whole: false, writes: false },
    { name: 'search_entry', whole: true, writes: false },
    { name: 'search_word', whole: true, writes: false },
  ])
  expect(await catalog(sql`select 1 from pg_class where pg_get_userbyid(relowner) in ('corridor_search', 'corridor_figures')`)).toEqual([])
  expect(
    await catalog(sql`select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'public'
      where c.relkind in ('r', 'p', 'v', 'm', 'f') and (has_any_column_privilege('corridor_figures', c.oid, 'insert, update')
        or has_table_privilege('corridor_figures', c.oid, 'select, delete, truncate'))`),
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
  // Staff read the owner of a session, to end it, and nothing of its place.
  for (const { table } of await readable('site_id', ['corridor_staff']))
    if (table !== 'user_site' && table !== 'user_session') seen[table] = await unscoped(database.db, table, 'site_id', scope)
  // An event without a site (a refused sign-in) is for the staff of every site.
  const others = (table: string, values: (number | null)[]) =>
    values.filter((value) => value !== book.siteId && !(table === 'activity' && value === null))
  for (const [table, values] of Object.entries(seen)) expect([table, others(table, values)]).toEqual([table, []])
  expect(seen.policy).toEqual([book.siteId])
  expect(seen.carrier_file).toEqual([book.siteId])
})

test('a query under a staff key of one institution, without its condition, still gets no row of another, and changes none', async () => {
  const session = { userId: book.clientId, userRole: 'b' as const, siteId: book.siteId, institutionId: book.institutionId }
  const scope = scopeOfSession(session, book.institutionId)
  const seen: Record<string, (number | null)[]> = {}
  for (const { table } of await readable('institution_id', ['corridor_limited']))
    seen[table] = await unscoped(database.db, table, 'institution_id', scope)
  // Staff, and papers that are every institution's.
  const nobodys = ['document', 'search_entry', 'user_account']
  for (const [table, values] of Object.entries(seen))
    expect([table, values.filter((value) => value !== book.institutionId && !(nobodys.includes(table) && value === null))]).toEqual([
      table,
      [],
    ])
  expect([seen.policy, seen.report, seen.institution_site]).toEqual(Array(3).fill([book.institutionId]))
  expect(Object.keys(seen).length).toBeGreaterThan(50)
  expect(await unscoped(database.db, 'institution', 'id', scope)).toEqual([book.institutionId])
  const { rows: files } = await sql<{
    id: number
  }>`select distinct file_id as id from carrier_file_row where institution_id = ${book.institutionId}`.execute(database.ownerDb)
  expect(await unscoped(database.db, 'carrier_file', 'id', scope)).toEqual(files.map(({ id }) => id))
  const { neighbor } = book
  const write = (statement: ReturnType<typeof sql>) => inScope(database.db, scope, (trx) => statement.execute(trx))
  expect((await write(sql`update policy set owner_name = 'x' where institution_id = ${neighbor.institutionId}`)).numAffectedRows).toBe(0n)
  expect((await write(sql`delete from plan where institution_id = ${neighbor.institutionId}`)).numAffectedRows).toBe(0n)
  // A vendor's paper is read, and neither taken nor thrown away.
  await sql`insert into document (site_id, carrier_code, vendor_name, type_code, year_override, name, display_name, upload_name, extension, path, file_sha256, size_bytes)
    select site_id, 'BCC', 'Vendor', type_code, year_override, name, display_name, upload_name, extension, 'vendor', file_sha256, size_bytes
    from document where id = ${book.documentId}`.execute(database.ownerDb)
  const papers = sql`vendor_name = 'Vendor' and site_id = ${book.siteId}`
  expect((await write(sql`select from document where ${papers}`)).rows).toHaveLength(1)
  expect((await write(sql`update document set institution_id = ${book.institutionId} where ${papers}`)).numAffectedRows).toBe(0n)
  expect((await write(sql`delete from document where ${papers}`)).numAffectedRows).toBe(0n)
  for (const statement of [
    sql`insert into insured (institution_id, site_id, first_name, last_name) values (${neighbor.institutionId}, ${book.siteId}, 'X', 'X')`,
    sql`update insured set institution_id = ${neighbor.institutionId}`,
    sql`insert into institution (name, legal_name) values ('X', 'X')`,
    sql`update carrier set short_name = 'X'`,
    sql`insert into user_permission (user_id, code, access) values (${book.clientId}, 'USERS', 2)`,
    sql`select summary from carrier_file`,
    sql`select * from background_job()`,
    sql`select * from api_key`,
  ])
    await expect(write(statement)).rejects.toThrow(/row-level security|permission denied/)
})

/** Reached under a limited key without its institution's number in the row: by the policy's own words, or the row is the caller's own or follows from another. */
const LIMITED_OTHERWISE = ['file_text', 'file_text_part', 'idempotency_key', 'search_due', 'search_word']
test('a table that a limited key reaches is of its institution by the policy, or what a site has set for all, which it only reads', async () => {
  const policies = await catalog(sql<{ table: string; cmd: string; text: string }>`
    select c.relname as table, p.polcmd::text as cmd, concat(pg_get_expr(p.polqual, p.polrelid), ' ', pg_get_expr(p.polwithcheck, p.polrelid)) as text
    from pg_policy p join pg_class c on c.oid = p.polrelid join pg_roles r on r.oid = any(p.polroles) where r.rolname = 'corridor_limited'`)
  const loose = policies.filter(({ table, text }) => !text.includes('app_institution') && !LIMITED_OTHERWISE.includes(table))
  expect(loose.filter(({ cmd }) => cmd !== 'r').map(({ table }) => table)).toEqual(['report_batch'])
  expect(loose.map(({ table }) => table).toSorted()).toEqual([
    'audit_tolerance',
    'document_version',
    'email_template_site',
    'file_layout',
    'onboarding_import',
    'period_lock',
    'questionnaire_batch',
    'questionnaire_defaults',
    'report_batch',
    'review_defaults',
    'salesforce_pull',
    'site_ledger_accounts',
    'user_permission',
    'user_site',
  ])
  const writable = await catalog(sql<{
    name: string
  }>`select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')
    and not c.relrowsecurity and (has_any_column_privilege('corridor_limited', c.oid, 'insert, update') or has_table_privilege('corridor_limited', c.oid, 'delete')) order by 1`)
  expect(writable.map(({ name }) => name)).toEqual(['mail_outbox', 'stored_file'])
})

test('without a context no runtime role sees a row', async () => {
  for (const role of ['corridor_client', 'corridor_limited', 'corridor_staff']) {
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
