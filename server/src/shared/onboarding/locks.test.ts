import { plainDate } from '@corridor/domain/primitives/period.ts'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { useBookImport } from '../../test/book-import.ts'

const { database, world, bring, problems, count, undo } = useBookImport()

const locked = async () =>
  (await database.ownerDb.selectFrom('periodLock').select('periodEnd').orderBy('periodEnd').execute()).map(({ periodEnd }) => periodEnd)
const openings = async () =>
  (
    await sql<{
      name: string
      yearEnd: string
      policies: number
      cents: number
    }>`select i.name, o.year_end, count(*)::int as policies, sum(o.cash_surrender_value_cents) as cents
      from opening_balance o join institution i on i.id = o.institution_id group by 1, 2 order by 1`.execute(database.ownerDb)
  ).rows
const lockThrough = (...months: string[]) => {
  world.sheets.Institutions =
    world.sheets.Institutions?.map((row, index) => [...row, index === 0 ? 'Locked through' : (months[index - 1] ?? '')]) ?? []
}
/** The sheets of one bank alone, the others' taken out; fiscal years end with July, the second month of the values. */
const only = (bank: number) => {
  const number = String(1000 + bank)
  const policies = (world.sheets.Policies ?? []).filter(([institution]) => institution === number).map((row) => String(row[2]))
  for (const [sheet, [headers = [], ...rows]] of Object.entries(world.sheets)) {
    const [of, policy] = [
      headers.findIndex((header) => header === 'Institution' || header === 'Institution number'),
      headers.indexOf('Policy number'),
    ]
    world.sheets[sheet] = [
      headers,
      ...rows.filter((row) => (of >= 0 ? row[of] === number : policy < 0 || policies.includes(String(row[policy])))),
    ]
  }
}
beforeEach(() => {
  world.sheets.Institutions = world.sheets.Institutions?.map((row, index) => [...row, index === 0 ? 'Fiscal year-end month' : '7']) ?? []
})

test('the history of a firm is locked on the way in, with the opening balances of its fiscal year ends', async () => {
  lockThrough('2026-08-31', '2026-08-31', '2026-08-31')
  const outcome = await bring()
  expect(await problems(outcome)).toEqual([])
  expect(await locked()).toEqual(['2026-06-30', '2026-07-31', '2026-08-31'])
  expect(await openings()).toMatchObject([
    { name: 'Northbound Bank 1', yearEnd: '2026-07-31', policies: 4 },
    { name: 'Northbound Bank 2', yearEnd: '2026-07-31', policies: 4 },
    { name: 'Northbound Bank 3', yearEnd: '2026-07-31', policies: 4 },
  ])
  const { rows } = await sql<{
    cents: number
  }>`select sum(cash_surrender_value_cents) as cents from policy_valuation where as_of_date = '2026-07-31'`.execute(database.ownerDb)
  expect((await openings()).reduce((sum, { cents }) => sum + cents, 0)).toBe(rows[0]?.cents)
  expect(await count("activity where action = 'period.locked'")).toBe(3)
  const again = await bring()
  expect([await problems(again), again.status, await count('period_lock')]).toEqual([[], 'DONE', 3])
})

test('a new bank brings its history into months that are locked, and they stay locked for the others', async () => {
  const whole = structuredClone(world.sheets)
  only(1)
  lockThrough('2026-09-30')
  expect(await problems(await bring())).toEqual([])
  const before = await database.ownerDb.selectFrom('periodLock').selectAll().orderBy('periodEnd').execute()
  expect(before).toHaveLength(4)
  world.sheets = structuredClone(whole)
  only(2)
  const refused = await bring()
  expect((await problems(refused)).join()).toContain(
    'For an institution that is new in the portal, fill in Locked through on the Institutions sheet.',
  )
  lockThrough('2026-09-30')
  const brought = await bring()
  expect(await problems(brought)).toEqual([])
  expect(brought.counts.values).toMatchObject({ added: 16 })
  expect(await database.ownerDb.selectFrom('periodLock').selectAll().orderBy('periodEnd').execute()).toEqual(before)
  expect(await openings()).toMatchObject([{ name: 'Northbound Bank 1' }, { name: 'Northbound Bank 2', yearEnd: '2026-07-31', policies: 4 }])
  await undo()
  expect(await database.ownerDb.selectFrom('periodLock').selectAll().orderBy('periodEnd').execute()).toEqual(before)
  expect([await openings(), await count('policy_valuation')]).toMatchObject([[{ name: 'Northbound Bank 1' }], 16])
})

test('a month is not locked for a bank that has not asked for it', async () => {
  lockThrough('2026-08-31', '2026-07-31', '2026-08-31')
  expect(await problems(await bring())).toEqual([
    'Institutions.csv/2 Locked through 2026-08-31: would lock August 2026 for Northbound Bank 2 too, which has values by then and is not locked through it: months are locked for the whole portal',
    'Institutions.csv/4 Locked through 2026-08-31: would lock August 2026 for Northbound Bank 2 too, which has values by then and is not locked through it: months are locked for the whole portal',
  ])
  expect(await locked()).toEqual([])
})

test('a bank that has values already is not locked on the way in', async () => {
  await bring()
  lockThrough('2026-08-31')
  expect((await problems(await bring())).join()).toContain('is of an institution that has values in the portal already')
})

test('undone, the months that the import locked are open again', async () => {
  lockThrough('2026-08-31', '2026-08-31', '2026-08-31')
  await bring()
  await undo()
  expect([await locked(), await openings(), await count('institution')]).toEqual([[], [], 0])
  expect(await count("activity where action = 'period.unlocked'")).toBe(3)
})

test('an import is not undone under a month that was locked since', async () => {
  lockThrough('2026-08-31', '2026-08-31', '2026-08-31')
  await bring()
  await database.ownerDb
    .insertInto('periodLock')
    .values({ siteId: world.scope.siteId, periodEnd: plainDate('2026-09-30'), lockedAt: new Date(Date.now() + 60_000).toISOString() })
    .execute()
  await expect(undo()).rejects.toThrow('September 2026 was locked since')
})
