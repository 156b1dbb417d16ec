import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { useDatabase } from '../test/database.ts'
import { recordSystemActivity, sealActivity, verifyActivity } from './activity.ts'
import { inScope, scopeOfSystem } from './scope.ts'

const database = useDatabase()
beforeEach(() => database.reset())

const record = (action: string) =>
  recordSystemActivity(database.ownerDb, { action, entity: 'thing', entityId: 7, before: { b: 1, a: [1.5, 'ü'] }, after: { a: null } })
const seal = () => sealActivity(database.ownerDb)
const verify = () => verifyActivity(database.ownerDb)

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

test.each([
  ['a changed column', sql`update activity set action = 'innocent' where action = 'two'`, 2],
  ['a changed detail', sql`update activity set after = '{"a": 1}' where action = 'two'`, 2],
  ['a changed time', sql`update activity set at = at + interval '1 millisecond' where action = 'two'`, 2],
  ['a removed row', sql`delete from activity where action = 'two'`, 2],
  ['a seal made up', sql`update activity set seal = sha256('x') where action = 'three'`, 3],
  ['two rows exchanged', sql`update activity a set actor_id = 99 where action in ('one', 'three')`, 1],
] as const)('%s breaks the chain at its place', async (_, tampering, sequence) => {
  for (const action of ['one', 'two', 'three']) await record(action)
  await seal()
  await tampering.execute(database.ownerDb)
  expect((await verify()).broken?.sequence).toBe(sequence)
})

test('a runtime role adds rows and changes none', async () => {
  await record('one')
  const scope = scopeOfSystem(1)
  await inScope(database.db, scope, (trx) => recordSystemActivity(trx, { action: 'two' }))
  await expect(inScope(database.db, scope, (trx) => sql`update activity set action = 'x'`.execute(trx))).rejects.toThrow(
    'permission denied',
  )
  await expect(inScope(database.db, scope, (trx) => sql`delete from activity`.execute(trx))).rejects.toThrow('permission denied')
})
