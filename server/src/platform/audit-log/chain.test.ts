/** The chain of the activity log: made by one sealer at a time, and broken by whatever is done to a sealed row afterwards. */
import fc from 'fast-check'
import { type RawBuilder, sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { buildUser } from '../../test/builders.ts'
import { useDatabase } from '../../test/database.ts'
import type { Db } from '../database/database.ts'
import { inScope, scopeOfSystem } from '../http/scope.ts'
import type { Keys } from '../security/keys.ts'
import { recordSystemActivity } from './activity.ts'
import { resealHead, sealActivity, verifyActivity } from './chain.ts'

const database = useDatabase()
const keys: Keys = { encryption: Buffer.alloc(32, 1), ssnHash: Buffer.alloc(32, 2) }
beforeEach(() => database.reset())

const record = (action: string) =>
  recordSystemActivity(database.ownerDb, { action, entity: 'thing', entityId: 7, before: { b: 1, a: [1.5, 'ü'] }, after: { a: null } })
const seal = () => sealActivity(database.ownerDb, keys)
const verify = (noted?: { sequence: number; seal: string }) => verifyActivity(database.ownerDb, keys, noted)

test('rows are sealed into one chain, and the tail that is not yet is reported', async () => {
  for (const action of ['one', 'two', 'three']) await record(action)
  expect(await seal()).toBe(3)
  await record('four')
  expect(await verify()).toMatchObject({ sealed: 3, unsealed: 1, broken: undefined })
  expect(await seal()).toBe(1)
  expect(await verify()).toMatchObject({ sealed: 4, unsealed: 0, broken: undefined })
})

test('two sealers at once make one chain', async () => {
  for (let count = 0; count < 40; count++) await record(`row ${count}`)
  const sealed = await Promise.all(Array.from({ length: 6 }, seal))
  await seal()
  expect(sealed.reduce((sum, count) => sum + count, 0)).toBeGreaterThan(0)
  expect(await verify()).toMatchObject({ sealed: 40, unsealed: 0, broken: undefined })
})

/** Rows 1 to 6 of the chain have the actions r1 to r6. */
const ROWS = 6
const rowAt = fc.integer({ min: 1, max: ROWS })
const column = fc.constantFrom(
  sql`action = action || '!'`,
  sql`at = at + interval '1 millisecond'`,
  sql`actor_id = coalesce(actor_id, 0) + 1`,
  sql`actor_role = 'd'`,
  sql`acting_as = 4`,
  sql`site_id = 9`,
  sql`institution_id = 9`,
  sql`session_hash = '\\x01'`,
  sql`address = '192.0.2.1'`,
  sql`user_agent = 'another'`,
  sql`request_id = 'another'`,
  sql`entity = 'other'`,
  sql`entity_id = '8'`,
  sql`before = '{"b": 2}'`,
  sql`after = null`,
  sql`seal = sha256(seal)`,
)
const of = (row: number) => sql`sealed_sequence = ${row}`
/** Attacks of somebody with the owner's rights on a sealed log; each changes its content or its order. */
interface Tampering {
  what: string
  statements: RawBuilder<unknown>[]
}
const tampering = fc.oneof<fc.Arbitrary<Tampering>[]>(
  fc.record({ row: rowAt, set: column }).map(({ row, set }) => ({
    what: `row ${row} edited`,
    statements: [sql`update activity set ${set} where ${of(row)}`],
  })),
  rowAt.map((row) => ({ what: `row ${row} deleted`, statements: [sql`delete from activity where ${of(row)}`] })),
  rowAt.map((row) => ({
    what: `everything from row ${row} cut off`,
    statements: [sql`delete from activity where sealed_sequence >= ${row}`],
  })),
  rowAt.map((row) => ({
    what: `everything from row ${row} cut off and sealed on from there`,
    statements: [sql`delete from activity where sealed_sequence >= ${row}`, sql`insert into activity (action) values ('innocent')`],
  })),
  rowAt.map((row) => ({
    what: `row ${row} deleted and the gap closed`,
    statements: [
      sql`delete from activity where ${of(row)}`,
      sql`update activity set sealed_sequence = -sealed_sequence where sealed_sequence > ${row}`,
      sql`update activity set sealed_sequence = -sealed_sequence - 1 where sealed_sequence < 0`,
    ],
  })),
  fc
    .tuple(rowAt, rowAt)
    .filter(([a, b]) => a !== b)
    .map(([a, b]) => ({
      what: `rows ${a} and ${b} exchanged`,
      statements: [
        sql`update activity set sealed_sequence = case sealed_sequence when ${a}::bigint then -1 else -2 end where sealed_sequence in (${a}, ${b})`,
        sql`update activity set sealed_sequence = case sealed_sequence when -1 then ${b}::bigint else ${a}::bigint end where sealed_sequence < 0`,
      ],
    })),
  fc.record({ row: rowAt, set: column }).map(({ row, set }) => ({
    what: `row ${row} edited and its seal taken off to be made again`,
    statements: [
      sql`update activity set ${set} where ${of(row)}`,
      sql`update activity set seal = null, sealed_sequence = null where sealed_sequence >= ${row}`,
    ],
  })),
  fc.record({ row: rowAt, set: column }).map(({ row, set }) => ({
    what: `row ${row} edited and the whole chain made again`,
    statements: [sql`update activity set ${set} where ${of(row)}`, sql`update activity set seal = null, sealed_sequence = null`],
  })),
  rowAt.map((row) => ({
    what: `cut off at row ${row}, and the head set there`,
    statements: [
      sql`delete from activity where sealed_sequence > ${row}`,
      sql`update activity_head set sequence = ${row - 1}, seal = sha256('x')`,
    ],
  })),
  fc.constant({
    what: 'the head deleted',
    statements: [sql`delete from activity_head`, sql`update activity set actor_id = 1 where ${of(ROWS)}`],
  }),
  rowAt.map((row) => ({
    what: `cut off at row ${row}, and the head made as if the log had just begun`,
    statements: [
      sql`delete from activity where sealed_sequence >= ${row}`,
      sql`update activity_head set sequence = ${row - 1}, mac = '', seal = coalesce((select seal from activity where sealed_sequence = ${row - 1}), sha256('Corridor activity log'))`,
    ],
  })),
  fc.constant({ what: 'everything deleted', statements: [sql`delete from activity`, sql`delete from activity_head`] }),
)

describe('tampering', () => {
  beforeEach(async () => {
    await seal()
    // A firm that has been at work for a while.
    await buildUser(database.ownerDb, 'd', { sites: [], createdAt: '2020-01-01T00:00:00Z' })
    await sql`update migration set ran_at = '2020-01-01'`.execute(database.ownerDb)
    for (let row = 1; row <= ROWS; row++) await record(`r${row}`)
    await seal()
    await sql`create table if not exists untouched as table activity; create table if not exists untouched_head as table activity_head`.execute(
      database.ownerDb,
    )
  })

  test('an edit, a deletion, another order and a tail cut off are found, always, also after the sealer went on', async () => {
    expect((await verify()).broken).toBeUndefined()
    const missed: string[] = []
    await fc.assert(
      fc.asyncProperty(tampering, fc.boolean(), async ({ what, statements }, sealsOn) => {
        await restoreRows(database.ownerDb)
        for (const statement of statements) await statement.execute(database.ownerDb)
        if (sealsOn) {
          await record('later')
          await seal()
        }
        if ((await verify()).broken === undefined) missed.push(`${what}${sealsOn ? ', then sealed on' : ''}`)
      }),
      { numRuns: 300 },
    )
    expect(missed).toEqual([])
  })
})

async function restoreRows(db: Db): Promise<void> {
  await sql`delete from activity; delete from activity_head; insert into activity overriding system value table untouched;
    insert into activity_head table untouched_head`.execute(db)
}

test.each([
  ['a changed column', sql`update activity set action = 'innocent' where action = 'two'`, 2],
  ['a removed row', sql`delete from activity where action = 'two'`, 2],
  ['a seal made up', sql`update activity set seal = sha256('x') where action = 'three'`, 3],
  ['a tail cut off', sql`delete from activity where action = 'three'`, 3],
] as const)('%s breaks the chain at its place', async (_, statement, sequence) => {
  for (const action of ['one', 'two', 'three']) await record(action)
  await seal()
  await statement.execute(database.ownerDb)
  expect((await verify()).broken?.sequence).toBe(sequence)
})

test('a log put back to an older state, head and all, is told by a head that was noted elsewhere', async () => {
  await record('one')
  await seal()
  await sql`create temporary table older as table activity; create temporary table older_head as table activity_head`.execute(
    database.ownerDb,
  )
  await record('two')
  await seal()
  const { head } = await verify()
  await sql`delete from activity where action = 'two'`.execute(database.ownerDb)
  await sql`update activity_head set sequence = 1, seal = (select seal from activity), mac = (select mac from activity_head)`.execute(
    database.ownerDb,
  )
  expect((await verify({ sequence: 2, seal: head })).broken).toBeDefined()
})

test('under another key the head is not genuine; a change of keys carries it over', async () => {
  await record('one')
  await seal()
  const other: Keys = { ...keys, encryption: Buffer.alloc(32, 9) }
  expect((await verifyActivity(database.ownerDb, other)).broken?.reason).toMatch(/not made under this ENCRYPTION_KEY/)
  await expect(database.ownerDb.transaction().execute((trx) => resealHead(trx, other, keys))).rejects.toThrow('not made under')
  await database.ownerDb.transaction().execute((trx) => resealHead(trx, keys, other))
  expect((await verifyActivity(database.ownerDb, other)).broken).toBeUndefined()
})

test('a runtime role adds rows, reads how far they are sealed, and changes nothing', async () => {
  await record('one')
  await seal()
  const scope = scopeOfSystem(1)
  await inScope(database.db, scope, (trx) => recordSystemActivity(trx, { action: 'two' }))
  for (const statement of [
    sql`update activity set action = 'x'`,
    sql`delete from activity`,
    sql`truncate activity`,
    sql`update activity_head set sequence = 0`,
    sql`delete from activity_head`,
    sql`select mac from activity_head`,
    sql`insert into activity (action, seal) values ('x', '\\x01')`,
    sql`insert into activity (action, seal, sealed_sequence) values ('x', '\\x01', 3)`,
    sql`insert into activity (action, sealed_sequence) values ('x', 3)`,
    sql`insert into activity (action, at) values ('x', '2020-01-01')`,
    sql`insert into activity (action, id) values ('x', 7)`,
  ])
    await expect(inScope(database.db, scope, (trx) => statement.execute(trx))).rejects.toThrow('permission denied')
})

test('a row that brings its own seal along is refused, and one that stands there already is counted', async () => {
  await record('one')
  await seal()
  const forged = sql`insert into activity (action, seal) values ('forged', '\\x01'), ('forged too', '\\x02')`
  await expect(forged.execute(database.ownerDb)).rejects.toThrow('activity_sealed_whole')
  // As on an installation where it was put there before the rule.
  await sql`alter table activity drop constraint activity_sealed_whole`.execute(database.ownerDb)
  try {
    await forged.execute(database.ownerDb)
    await record('two')
    await seal()
    expect(await verify()).toMatchObject({
      sealed: 2,
      unsealed: 2,
      broken: { reason: '2 rows carry a seal outside the chain, which the sealer did not write' },
    })
  } finally {
    await sql`delete from activity`.execute(database.ownerDb)
    await sql`alter table activity add constraint activity_sealed_whole check ((seal is null) = (sealed_sequence is null)) not valid`.execute(
      database.ownerDb,
    )
  }
})
