/** Locked months are held by the database too: whoever writes, by whatever statement, and the answer names the month. */
import { endpoint } from '@corridor/contract/kernel/endpoint.ts'
import { STAFF_ROLES, signedIn } from '@corridor/domain/access/access.ts'
import { type PlainDate, plainDate } from '@corridor/domain/primitives/period.ts'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import type { Db, Trx } from '../../platform/database/database.ts'
import { LOCKED_STATE } from '../../platform/http/locked-by-database.ts'
import { route } from '../../platform/http/route.ts'
import { inScope, scopeOfSystem } from '../../platform/http/scope.ts'
import { buildBook, type TestBook } from '../../test/book.ts'
import { buildInstitution, signedInAs } from '../../test/builders.ts'
import { useServer } from '../../test/call.ts'
import { monthsLockedSince, refuseLockedFacts, refuseLockedValues } from './period-locks.ts'

/** Writes into the book and forgets to ask. */
const forgetful = endpoint({
  method: 'POST',
  path: '/api/test/forgetful',
  summary: 'A test’s own.',
  access: signedIn(STAFF_ROLES, 'site'),
  input: z.strictObject({ month: z.string() }),
  reply: z.object({}),
})
const server = useServer({
  bind: (app, kernel) =>
    route(app, kernel, forgetful, async ({ trx, scope, input, record }) => {
      await sql`update policy_valuation set cash_surrender_value_cents = 1 where site_id = ${scope.siteId} and as_of_date = ${input.month}`.execute(
        trx,
      )
      await record({ action: 'test' })
      return {}
    }),
})
const LOCKED = plainDate('2026-08-31')
let book: TestBook
let institutionId = 0

/** Each guarded table with the column of its day, as the triggers have it. */
const guarded = async (): Promise<{ name: string; day: string; kind: string }[]> =>
  (
    await sql<{ name: string; day: string; kind: string }>`
      select c.relname::text as name, split_part(encode(t.tgargs, 'escape'), '\\000', 1) as day, split_part(encode(t.tgargs, 'escape'), '\\000', 2) as kind
      from pg_trigger t join pg_class c on c.oid = t.tgrelid join pg_proc p on p.oid = t.tgfoid and p.proname = 'keep_locked_months'
      where t.tgparentid = 0 and t.tgname = 'locked_months_insert' order by 1`.execute(server.ownerDb)
  ).rows

beforeAll(async () => {
  book = await buildBook(server.ownerDb, { institutions: 1, policiesEach: 3, months: 4 })
  institutionId = book.institutionIds[0] ?? 0
  const { siteId } = book
  await sql`insert into policy_transaction (institution_id, site_id, policy_id, transaction_date, type, amount_cents)
    select institution_id, site_id, id, d.day, 'PREMIUM', 100 from policy, (values ('2026-07-15'::date), ('2026-09-15')) d (day) where institution_id = ${institutionId}`.execute(
    server.ownerDb,
  )
  await sql`insert into separate_account_fund (institution_id, site_id, product_id, as_of_date, fund_name, market_value_cents, book_value_cents, approach, classes, source)
    select ${institutionId}::int, ${siteId}::int, (select min(id) from product), d.day, 'Fund', 1, 1, 'FULL', '[]', 'test' from (values ('2026-06-30'::date), ('2026-09-30')) d (day)`.execute(
    server.ownerDb,
  )
  await sql`insert into institution_policy_limits (institution_id, effective_from, per_carrier_limit_fraction, aggregate_limit_fraction) values (${institutionId}, '2020-01-01', 0.15, 0.25)`.execute(
    server.ownerDb,
  )
  await sql`insert into institution_ledger_accounts (institution_id, effective_from, cash_number) values (${institutionId}, '2020-01-01', '1')`.execute(
    server.ownerDb,
  )
  await server.ownerDb.insertInto('periodLock').values({ siteId, periodEnd: LOCKED }).execute()
})

const SENTENCE = 'August 2026 is locked, and this change reaches into it. A manager can unlock it.'
/** Outcome of a statement; its writes are undone. */
async function outcome(trx: Trx | Db, statement: ReturnType<typeof sql>): Promise<unknown> {
  await sql`savepoint tried`.execute(trx)
  try {
    await statement.execute(trx)
    return 'done'
  } catch (cause) {
    return cause instanceof Error && 'code' in cause ? [cause.code, cause.message] : cause
  } finally {
    await sql`rollback to savepoint tried`.execute(trx)
  }
}

/** A copy of one of the table's rows with another day. */
const copied = (table: string, day: string, on: string) => {
  const changes = JSON.stringify({ [day]: on, id: 900_001, version: 99, ...(table === 'policy_valuation' ? { status: 'SUPERSEDED' } : {}) })
  return sql`insert into ${sql.table(table)} select (jsonb_populate_record(x, ${changes}::jsonb)).* from ${sql.table(table)} x where x.institution_id = ${institutionId} limit 1`
}

test('every table whose dated rows make a month’s figures refuses what reaches into a locked month, from staff and owner alike, and takes what does not', async () => {
  const tables = await guarded()
  expect(tables.map(({ name, day }) => `${name}.${day}`)).toEqual([
    'institution_financials.as_of_date',
    'institution_ledger_accounts.effective_from',
    'institution_policy_limits.effective_from',
    'institution_tax_profile.effective_from',
    'policy_status_history.effective_date',
    'policy_transaction.transaction_date',
    'policy_valuation.as_of_date',
    'separate_account_fund.as_of_date',
  ])
  const told: Record<string, unknown> = {}
  const expected: Record<string, unknown> = {}
  const tryAll = async (who: string, trx: Trx) => {
    for (const { name, day } of tables) {
      const of = sql`institution_id = ${institutionId}`
      const [column, table] = [sql.ref(day), sql.table(name)]
      const tries: Record<string, [ReturnType<typeof sql>, unknown]> = {
        'entered on its last day': [copied(name, day, '2026-08-31'), [LOCKED_STATE, SENTENCE]],
        'entered in a month before': [copied(name, day, '2026-05-15'), [LOCKED_STATE, SENTENCE]],
        'entered after it': [copied(name, day, '2026-09-01'), 'done'],
        'moved out of it': [
          sql`update ${table} set ${column} = '2026-09-02' where ctid = (select ctid from ${table} where ${of} and ${column} <= ${LOCKED} limit 1) and tableoid = (select tableoid from ${table} where ${of} and ${column} <= ${LOCKED} limit 1)`,
          [LOCKED_STATE, SENTENCE],
        ],
        // Statuses are set aside, never deleted, by staff.
        ...(who === 'staff' && name === 'policy_status_history'
          ? {}
          : { 'taken out': [sql`delete from ${table} where ${of} and ${column} <= ${LOCKED}`, [LOCKED_STATE, SENTENCE]] }),
      }
      for (const [what, [statement, result]] of Object.entries(tries)) {
        told[`${name} ${what} by ${who}`] = await outcome(trx, statement)
        expected[`${name} ${what} by ${who}`] = result
      }
    }
  }
  await inScope(server.kernel.db, scopeOfSystem(book.siteId), (trx) => tryAll('staff', trx))
  await server.ownerDb.transaction().execute((trx) => tryAll('owner', trx))
  expect(told).toEqual(expected)
})

/** Why the other tables with dates of an institution stay open. Whoever adds one decides, here or in a migration. */
const OPEN: Record<string, string> = {
  api_key: 'the last day of a key, no figure',
  audit_coverage: 'what an audit examined, no figure',
  audit_exception: 'what checks found, no figure',
  audit_exception_step: 'what became of what checks found, no figure',
  audit_suppression: 'what checks are not asked, no figure',
  board_book: 'the month on a cover; binds what was kept, and changes no figure',
  carrier_file_finding: 'a file before it is posted',
  carrier_file_row: 'a file before it is posted',
  consent: 'papers signed long ago; Form 8925 is marked, and filed by the year',
  employee_count: 'stated once a year, for Form 8925',
  institution_term_version: 'the past of terms, only ever added to',
  insured: 'people leave and die before anybody is told; what that does to a policy is its status',
  ledger_balance: 'the bank’s own figure, compared and printed on no report',
  opening_balance: 'stored as a month is locked; restated with a reason, which marks the reports that start from it',
  plan: 'a name',
  plan_liability: 'stated by the plan’s administrator after the year; the annual review is marked',
  policy: 'guarded by its statuses and its issue date',
  policy_illustration: 'made at issue, entered when found; the annual review is marked',
  policy_seven_pay: 'stated at issue, entered when found; the annual review is marked',
  questionnaire: 'asks, and changes nothing by itself',
  register_change: 'the past of the register, only ever added to',
  report: 'may be made and released of a locked month',
  report_version: 'may be made and released of a locked month',
  review_assessment: 'management’s own words',
  review_assessment_signature: 'management’s own words',
  review_words: 'what people write of a year',
  service_request: 'what people ask and by when it is due, no figure',
  split_dollar_agreement: 'what a value’s shares were is in the value',
}

test('a dated table of institutions is guarded, or open on purpose', async () => {
  const { rows } = await sql<{ name: string }>`
    select distinct c.relname as name from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.atttypid = 'date'::regtype
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and exists (select from pg_attribute i where i.attrelid = c.oid and i.attname = 'institution_id' and not i.attisdropped)
      and not exists (select from pg_trigger t join pg_proc p on p.oid = t.tgfoid and p.proname = 'keep_locked_months' where t.tgrelid = c.oid) order by 1`.execute(
    server.ownerDb,
  )
  expect(rows.map(({ name }) => name)).toEqual(Object.keys(OPEN))
})

test('who forgets to ask is stopped by the database, and the answer is the same as if they had: 409, with the month', async () => {
  const staff = await signedInAs(server.ownerDb, 'b', { siteId: book.siteId })
  const refused = await server.callAs(staff, forgetful, { month: '2026-07-31' })
  expect([refused.status, refused.error]).toEqual([409, { code: 'period_locked', message: SENTENCE, meta: { periods: ['2026-08-31'] } }])
  expect((await server.callAs(staff, forgetful, { month: '2026-09-30' })).status).toBe(200)
})

test('the code’s rule and the triggers’ are one: the months that end on the day or later, named all', async () => {
  await server.ownerDb.transaction().execute(async (trx) => {
    const scope = scopeOfSystem(book.siteId)
    await trx
      .insertInto('periodLock')
      .values({ siteId: book.siteId, periodEnd: plainDate('2026-06-30') })
      .execute()
    const since = (day: string, of: number | null = institutionId) => monthsLockedSince(trx, scope, of, plainDate(day))
    expect([await since('2026-06-30'), await since('2026-07-01'), await since('2026-09-01')]).toEqual([
      ['2026-06-30', LOCKED],
      [LOCKED],
      [],
    ])
    await expect(refuseLockedFacts(trx, scope, institutionId, plainDate('2026-05-01'))).rejects.toMatchObject({
      code: 'period_locked',
      message: 'June 2026 and August 2026 are locked, and what is effective from 05/01/2026 reaches into them. A manager can unlock them.',
      meta: { periods: ['2026-06-30', LOCKED] },
    })
    await expect(refuseLockedValues(trx, scope, [plainDate('2026-09-30'), plainDate('2026-07-31')])).rejects.toMatchObject({
      message: 'August 2026 is locked, and a value of July 2026 reaches into it. A manager can unlock it.',
    })
    await sql`delete from period_lock where period_end = '2026-06-30'`.execute(trx)
  })
})

test('of a bank that is new on the site nothing was printed for a locked month: its policies are entered, its values are not posted to it', async () => {
  const { siteId } = book
  const fresh = await buildInstitution(server.ownerDb, { sites: [siteId] })
  await sql`insert into plan (institution_id, site_id, plan_name, plan_type, effective_date, business_purpose) values (${fresh}, ${siteId}, 'BOLI', 'BOLI_COST_RECOVERY', '2016-01-01', 'x')`.execute(
    server.ownerDb,
  )
  await sql`insert into insured (institution_id, site_id, first_name, last_name) values (${fresh}, ${siteId}, 'A', 'B')`.execute(
    server.ownerDb,
  )
  const value = (
    day: PlainDate,
  ) => sql`insert into policy_valuation (institution_id, policy_id, as_of_date, site_id, cash_surrender_value_cents, death_benefit_cents)
    select institution_id, id, ${day}, site_id, 1, 2 from policy where institution_id = ${fresh}`
  await inScope(server.kernel.db, scopeOfSystem(siteId), async (trx) => {
    const policy = sql`insert into policy (institution_id, site_id, plan_id, product_id, carrier_code, insured_id, policy_number, match_key, issue_date, face_amount_cents, initial_premium_cents, cost_basis_cents)
      select ${fresh}::int, ${siteId}::int, n.id, d.id, d.carrier_code, s.id, 'N-1', 'N1', '2015-06-15', 100, 100, 100
      from plan n, insured s, (select * from product limit 1) d where n.institution_id = ${fresh} and s.institution_id = ${fresh}`
    await policy.execute(trx)
    expect(await outcome(trx, value(plainDate('2026-07-31')))).toEqual([LOCKED_STATE, SENTENCE])
    // From its first posted value on its months are kept like everybody's.
    await value(plainDate('2026-09-30')).execute(trx)
    const until = (day: string) =>
      sql`update policy set policy_status = 'SURRENDERED', status_date = ${day} where institution_id = ${fresh}`
    expect(await outcome(trx, until('2026-07-15'))).toBe('done')
    await trx
      .insertInto('periodLock')
      .values({ siteId, periodEnd: plainDate('2026-09-30') })
      .execute()
    expect(await outcome(trx, until('2026-07-15'))).toEqual([
      LOCKED_STATE,
      'September 2026 is locked, and this change reaches into it. A manager can unlock it.',
    ])
    await sql`delete from period_lock where period_end = '2026-09-30'`.execute(trx)
  })
})

test('a policy’s issue date is not moved out of a locked month, nor a policy entered that counts in it', async () => {
  await inScope(server.kernel.db, scopeOfSystem(book.siteId), async (trx) => {
    const of = sql`institution_id = ${institutionId}`
    expect(await outcome(trx, sql`update policy set issue_date = '2026-09-10' where ${of}`)).toEqual([LOCKED_STATE, SENTENCE])
    expect(await outcome(trx, sql`update policy set policy_status = 'LAPSED', status_date = '2026-08-01' where ${of}`)).toEqual([
      LOCKED_STATE,
      SENTENCE,
    ])
    const entered = (issued: string) =>
      sql`insert into policy select (jsonb_populate_record(x, jsonb_build_object('id', 900002, 'match_key', 'NEW1', 'issue_date', ${issued}::text))).* from policy x where ${of} limit 1`
    expect([await outcome(trx, entered('2014-01-01')), await outcome(trx, entered('2026-09-01'))]).toEqual([
      [LOCKED_STATE, SENTENCE],
      'done',
    ])
    expect(await outcome(trx, sql`update policy set owner_name = 'x', cost_basis_cents = 1 where ${of}`)).toBe('done')
  })
})

test('no runtime role turns the triggers off, and unlocking is what opens a month', async () => {
  await inScope(server.kernel.db, scopeOfSystem(book.siteId), async (trx) => {
    const off = [
      sql`set local session_replication_role = 'replica'`,
      sql`alter table policy_valuation disable trigger user`,
      sql`drop trigger locked_months_update on policy_valuation`,
      sql`create or replace function months_locked_since(site int, institution int, since date) returns date[] language sql as $$ select '{}'::date[] $$`,
    ]
    for (const statement of off) expect(await outcome(trx, statement)).toEqual(['42501', expect.any(String)])
    const changes = sql`update policy_valuation set cash_surrender_value_cents = 1 where site_id = ${book.siteId} and as_of_date = ${LOCKED}`
    expect(await outcome(trx, changes)).toEqual([LOCKED_STATE, SENTENCE])
    await sql`delete from period_lock where site_id = ${book.siteId}`.execute(trx)
    expect(await outcome(trx, changes)).toBe('done')
    await trx.insertInto('periodLock').values({ siteId: book.siteId, periodEnd: LOCKED }).execute()
  })
})
