import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { useDatabase } from '../../test/database.ts'
import { pageOf } from './lists.ts'
import { type Scope, scopeOfSystem } from './scope.ts'

const database = useDatabase()

test('the total of a big list is remembered for seconds, for one scope and one filter; that of a small list is counted each time', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const add = (from: number, to: number) =>
    sql`insert into sign_in_failure (email_hash, address) select decode(lpad(to_hex(n), 8, '0'), 'hex'), 'person' || n from generate_series(${from}::int, ${to}::int) n`.execute(
      database.ownerDb,
    )
  const total = async (scope: Scope, search?: string) =>
    (
      await pageOf(
        database.ownerDb.selectFrom('signInFailure').select('address'),
        { take: 25, skip: 0, sort: 'address', desc: false, ...(search === undefined ? {} : { search }) },
        { id: 'address', search: ['address'], neverNull: true, scope },
      )
    ).page.totalRecords
  const [one, other] = [scopeOfSystem(1), scopeOfSystem(2)]
  await add(1, 200)
  expect(await total(one)).toBe(200)
  await add(201, 10_100)
  expect([await total(one), await total(one, 'person1')]).toEqual([10_100, 1212])
  await add(10_101, 10_150)
  expect([await total(one), await total(one, 'person1'), await total(other)]).toEqual([10_100, 1262, 10_150])
  vi.advanceTimersByTime(10_001)
  expect(await total(one)).toBe(10_150)
  vi.useRealTimers()
})

test('equals stand by their ties from A, whichever way a list is sorted', async () => {
  await sql`insert into sign_in_failure (email_hash, address, failed_at) select decode(lpad(to_hex(n), 8, '0'), 'hex'), name, '2026-01-01'::timestamptz from (values (1, 'Bo'), (2, 'Al'), (3, 'Cy')) as v (n, name)`.execute(
    database.ownerDb,
  )
  const query = database.ownerDb.selectFrom('signInFailure').where('address', 'in', ['Al', 'Bo', 'Cy']).select('address')
  for (const desc of [true, false]) {
    const { records } = await pageOf(query, { take: 25, skip: 0, sort: 'failedAt', desc }, { ties: ['address'], id: 'emailHash' })
    expect(records.map(({ address }) => address)).toEqual(['Al', 'Bo', 'Cy'])
  }
})
