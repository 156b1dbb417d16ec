/** The books in a real database: loaded whole or not at all, under the security they found. */
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { poolOf } from '../../platform/database/database.ts'
import { verifyPassword } from '../../platform/security/passwords.ts'
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '../../shared/people/demo-accounts.ts'
import { useDatabase } from '../../test/database.ts'
import { buildBook } from './book.ts'
import { seedLarge } from './large.ts'
import { copyBook, loading } from './load.ts'
import { seedSmall } from './small.ts'
import { smallTerms } from './terms.ts'

const database = useDatabase()
beforeEach(() => database.reset())

const forced = async () =>
  (
    await sql<{ name: string }>`select relname as name from pg_class where relforcerowsecurity order by 1`.execute(database.ownerDb)
  ).rows.map(({ name }) => name)

test('the small book loads: three institutions, twenty policies, fourteen months', async () => {
  const before = await forced()
  await seedSmall(database.ownerUrl)
  const { ownerDb } = database
  expect(await ownerDb.selectFrom('institution').select('id').orderBy('id').execute()).toEqual([{ id: 1 }, { id: 2 }, { id: 3 }])
  expect(await ownerDb.selectFrom('policy').select('id').execute()).toHaveLength(20)
  const months = await ownerDb.selectFrom('policyValuation').select('asOfDate').distinct().orderBy('asOfDate').execute()
  expect([months.length, months[0]?.asOfDate, months.at(-1)?.asOfDate]).toEqual([14, '2025-08-31', '2026-09-30'])
  expect(await forced()).toEqual(before)
  expect(before.length).toBeGreaterThan(10)
})

test('the demo accounts sign in with the demo’s password, under their roles, and rows made later get numbers of their own', async () => {
  await seedSmall(database.ownerUrl)
  const users = await database.ownerDb
    .selectFrom('userAccount')
    .select(['email', 'role', 'passwordHash'])
    .where(
      'email',
      'in',
      DEMO_ACCOUNTS.map(({ email }) => email),
    )
    .execute()
  expect(users.map(({ email, role }) => `${email} ${role}`).sort()).toEqual(
    DEMO_ACCOUNTS.map(({ email, role }) => `${email} ${role}`).sort(),
  )
  expect(await verifyPassword(users[0]?.passwordHash, DEMO_PASSWORD)).toBe(true)
  const { id } = await database.ownerDb
    .insertInto('site')
    .values({ name: 'Third', displayName: 'Third' })
    .returning('id')
    .executeTakeFirstOrThrow()
  expect(id).toBe(3)
  const { id: userId } = await database.ownerDb
    .insertInto('userAccount')
    .values({ email: 'new@corridor.example', firstName: 'New', lastName: 'Person', role: 'b' })
    .returning('id')
    .executeTakeFirstOrThrow()
  expect(userId).toBeGreaterThan(10)
})

test('a load that fails at its very end leaves the database empty and as secure as before', async () => {
  const before = await forced()
  const { book } = await buildBook(smallTerms())
  const [row] = book.auditException.concat({
    institutionId: 1,
    id: 1,
    siteId: 1,
    checkCode: 'x',
    ruleCode: 'x',
    severity: 'error',
    period: smallTerms().window.until,
    message: 'x',
  })
  const client = await poolOf(database.ownerDb).connect()
  await expect(loading(client, () => copyBook(client, { ...book, auditException: row ? [row, row] : [] }))).rejects.toThrow(/duplicate key/)
  client.release()
  expect(await database.ownerDb.selectFrom('site').select('id').execute()).toEqual([])
  expect(await database.ownerDb.selectFrom('policyValuation').select('policyId').limit(1).execute()).toEqual([])
  expect(await forced()).toEqual(before)
})

test('the large book is written group by group: files number their lines through, and count what they hold', async () => {
  await seedLarge(database.ownerUrl, { institutions: 10, policiesEach: 12 })
  const { rows } = await sql<{ policies: number; valued: number; months: number }>`
    select (select count(*)::int from policy) as policies, (select count(*)::int from policy_valuation) as valued, (select count(distinct as_of_date)::int from policy_valuation) as months`.execute(
    database.ownerDb,
  )
  expect(rows[0]?.policies).toBe(120)
  expect(rows[0]?.months).toBe(13)
  expect(rows[0]?.valued).toBeGreaterThan(1_500)
  const files = await sql<{ fileName: string; rowCount: number; rows: number; last: number; hashed: boolean }>`
    select f.file_name, f.row_count, count(r.*)::int as rows, max(r.line_number) as last, f.sha256 ~ '^[0-9a-f]{64}$' as hashed from carrier_file f join carrier_file_row r on r.file_id = f.id group by f.id`.execute(
    database.ownerDb,
  )
  expect(files.rows.length).toBeGreaterThan(26)
  for (const file of files.rows) expect([file.hashed, file.rowCount, file.last >= file.rows + 1]).toEqual([true, file.rows, true])
  const orphans = await sql<{
    count: number
  }>`select count(*)::int as count from policy_valuation v left join carrier_file_row r on r.file_id = v.file_id and r.line_number = v.line_number and r.policy_id = v.policy_id where r.file_id is null`.execute(
    database.ownerDb,
  )
  expect(orphans.rows[0]?.count).toBe(0)
})
