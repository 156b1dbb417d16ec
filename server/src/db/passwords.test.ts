/** The hashes that passwords are compared with: read by nothing that answers requests, written by nothing but choosing one (docs/adr/0042). */
import { type RawBuilder, sql } from 'kysely'
import { expect, test } from 'vitest'
import { useDatabase } from '../test/database.ts'
import { useHoldings } from '../test/holdings.ts'

const database = useDatabase()
const book = useHoldings(() => database.ownerDb)
const RUNTIME_CONTEXTS = ['corridor_app', 'corridor_staff', 'corridor_client']
/** As the runtime's login, in the role that a request has or in the one it has before that. */
const asRole = (role: string, statement: RawBuilder<unknown>) =>
  database.db.transaction().execute(async (trx) => {
    await sql`select set_config('app.site', ${String(book.siteId)}, true), set_config('app.institution', ${String(book.institutionId)}, true)`.execute(
      trx,
    )
    if (role !== 'corridor_app') await sql`select set_config('role', ${role}, true)`.execute(trx)
    return (await statement.execute(trx)).rows
  })

test.each(RUNTIME_CONTEXTS)('%s reads nobody’s password, present or former, in whatever form', async (role) => {
  await database.ownerDb.updateTable('userAccount').set({ passwordHash: 'first' }).where('id', '=', book.clientId).execute()
  await database.ownerDb.updateTable('userAccount').set({ passwordHash: 'second' }).where('id', '=', book.clientId).execute()
  expect(
    await database.ownerDb.selectFrom('passwordHistory').select('passwordHash').where('userId', '=', book.clientId).execute(),
  ).toContainEqual({
    passwordHash: 'first',
  })
  for (const statement of [
    sql`select password_hash from user_account`,
    sql`select * from user_account`,
    sql`select to_jsonb(u) from user_account u`,
    sql`select 1 from user_account where password_hash like '$argon2id%'`,
    sql`update user_account set title = title returning password_hash`,
    sql`select password_hash from password_history`,
    sql`select max(h::text) from password_history h`,
    sql`copy user_account to stdout`,
  ])
    await expect(asRole(role, statement)).rejects.toThrow('permission denied')
  // That there is one may be known where the product shows it.
  if (role !== 'corridor_client')
    expect(await asRole(role, sql`select has_password from user_account where id = ${book.clientId}`)).toEqual([{ hasPassword: true }])
})

test.each(['corridor_staff', 'corridor_client'])('%s gives nobody a password', async (role) => {
  for (const statement of [
    sql`update user_account set password_hash = 'mine' where id = ${book.clientId}`,
    sql`update user_account set password_changed_at = now() where id = ${book.clientId}`,
    sql`insert into user_account (email, first_name, last_name, role, password_hash) values ('x@y.test', 'X', 'Y', 'd', 'mine')`,
    sql`insert into password_history (user_id, password_hash) values (${book.clientId}, 'mine')`,
  ])
    await expect(asRole(role, statement)).rejects.toThrow('permission denied')
})

test('every other column of a person is open to staff and to sign-in, also one that is added', async () => {
  const { rows: closed } = await sql<{ name: string }>`
    select r.rolname || ': ' || a.attname as name from pg_attribute a cross join pg_roles r
    where a.attrelid = 'user_account'::regclass and a.attnum > 0 and not a.attisdropped and r.rolname in ('corridor_app', 'corridor_staff')
      and not has_column_privilege(r.oid, a.attrelid, a.attnum, 'select') order by 1`.execute(database.ownerDb)
  expect(closed.map(({ name }) => name)).toEqual(['corridor_app: password_hash', 'corridor_staff: password_hash'])
})
