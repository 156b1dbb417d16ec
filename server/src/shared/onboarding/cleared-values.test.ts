import { mayBeCleared } from '@corridor/domain/onboarding/read-row.ts'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useBookImport } from '../../test/book-import.ts'
import { buildUser } from '../../test/builders.ts'
import { setCell } from '../../test/firm-book.ts'
import { BINDINGS } from './bindings.ts'
import { filledColumns } from './staged-columns.ts'

const { database, world, bring, problems, count, undo } = useBookImport()

test('an empty cell leaves what the book has, the word CLEAR takes it out, and the undo puts it back', async () => {
  await bring()
  const cities = async () =>
    (await database.ownerDb.selectFrom('institution').select(['city', 'legalName']).where('name', '=', 'Northbound Bank 1').execute())[0]
  setCell(world.sheets, 'Institutions', 1, 'City', '')
  await bring()
  expect(await cities()).toEqual({ city: 'Easton', legalName: 'Northbound Bank 1, N.A.' })
  setCell(world.sheets, 'Institutions', 1, 'City', 'CLEAR')
  setCell(world.sheets, 'Insureds', 1, 'Gender', 'CLEAR')
  expect((await bring()).counts).toMatchObject({ institutions: { changed: 1 }, insureds: { changed: 1 } })
  expect(await cities()).toEqual({ city: null, legalName: 'Northbound Bank 1, N.A.' })
  expect(await count('insured where gender is null')).toBe(1)
  expect((await bring()).counts).toMatchObject({ institutions: { changed: 0, same: 3 }, insureds: { changed: 0 } })
  for (let again = 0; again < 2; again++) await undo()
  expect((await cities())?.city).toBe('Easton')
  setCell(world.sheets, 'Institutions', 1, 'City', 'Easton')
  setCell(world.sheets, 'Institutions', 1, 'Name', 'CLEAR')
  setCell(world.sheets, 'Values', 1, 'Death benefit', 'CLEAR')
  expect((await problems(await bring())).filter((told) => told.includes('cannot be cleared'))).toHaveLength(2)
})

test('nothing that the book must have can be cleared', async () => {
  const { rows } = await sql<{ table: string; column: string }>`
    select table_name as table, column_name as column from information_schema.columns where table_schema = 'public' and is_nullable = 'NO'`.execute(
    database.ownerDb,
  )
  const cleared = BINDINGS.flatMap(({ type, table }) =>
    type.columns
      .filter((column) => mayBeCleared(type, column))
      .flatMap(filledColumns)
      .filter((name) => rows.some((row) => row.table === table && row.column === name))
      .map((name) => `${table}.${name}`),
  )
  expect(cleared).toEqual([])
})

test('minimum ratings, representatives and service teams come in, and whoever may not be one is told', async () => {
  world.sheets['Policy limits'] = [
    ['Institution', 'Effective from', 'Limit for one carrier', 'Limit for all carriers', 'Minimum rating, AM Best', 'Minimum Comdex'],
    ['1001', '2016-01-01', '15%', '25%', 'A-', '75'],
    ['1002', '2016-01-01', '15%', '25%', 'A--', ''],
  ]
  const agent = await buildUser(database.ownerDb, 'e', { sites: [world.scope.siteId], email: 'agent@agency.example' })
  await buildUser(database.ownerDb, 'b', { sites: [world.scope.siteId], email: 'staff@firm.example' })
  world.sheets.Representatives = [
    ['Email address', 'Institution'],
    ['agent@agency.example', '1001'],
    ['staff@firm.example', '1001'],
  ]
  world.sheets['Service teams'] = [
    ['Institution', 'Email address', 'Order'],
    ['1001', 'staff@firm.example', '1'],
  ]
  expect((await problems(await bring())).map((told) => told.replace(/;.*/, ''))).toEqual([
    'Policy limits.csv/3 Minimum rating, AM Best A--: is not a rating of AM Best',
    'Representatives.csv/3 Email address staff@firm.example: is no representative',
  ])
  setCell(world.sheets, 'Policy limits', 2, 'Minimum rating, AM Best', 'A++')
  world.sheets.Representatives.pop()
  expect((await bring()).counts).toMatchObject({ limits: { added: 2 }, representatives: { added: 1 }, serviceTeams: { added: 1 } })
  expect(await count(`user_institution where user_id = ${agent}`)).toBe(1)
  expect(await count(`institution_policy_limits where min_am_best = 'A-' and min_comdex = 75`)).toBe(1)
  await undo()
  expect(await count(`user_institution where user_id = ${agent}`)).toBe(0)
})
