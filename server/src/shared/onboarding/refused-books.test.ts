import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { useBookImport } from '../../test/book-import.ts'
import { setCell } from '../../test/firm-book.ts'

const { database, world, bring, problems, count } = useBookImport()

test('every error is told by sheet, row, column, value and reason, and nothing is written', async () => {
  setCell(world.sheets, 'Institutions', 2, 'EIN', '123456789')
  setCell(world.sheets, 'Policies', 3, 'Plan', 'Benefit Recovry')
  setCell(world.sheets, 'Policies', 4, 'Insured number', 'E-99')
  setCell(world.sheets, 'Policies', 6, 'Policy number', 'nb 0000002')
  setCell(world.sheets, 'Values', 5, 'Death benefit', '1.00')
  setCell(world.sheets, 'Values', 9, 'Policy number', 'NB-99')
  setCell(world.sheets, 'Insureds', 1, 'Date of birth', '2015-01-01')
  setCell(world.sheets, 'People', 1, 'Institution', '')
  const outcome = await bring()
  expect((await problems(outcome)).toSorted()).toEqual(
    [
      'Institutions.csv/3 EIN 123456789: is not an EIN; write it as 12-3456789',
      'People.csv/2 Institution null: is missing: clients and Team Members belong to an institution',
      'Policies.csv/4 Plan Benefit Recovry: names no plan of this institution',
      'Policies.csv/5 Insured number E-99: names no insured of this institution',
      'Policies.csv/2 Issue date 2014-03-15: The insured was born on 01/01/2015.',
      'Policies.csv/7 Policy number nb 0000002: is there twice: row 4 has the same institution, carrier, policy number',
      'Insureds.csv/2 Date of birth 2015-01-01: A policy on this person was issued on 03/15/2014.',
      'Values.csv/6 Death benefit 1.00: is less than the cash surrender value',
      'Values.csv/7 Policy number NB-0000005: names no policy of this carrier on the Policies sheet or in the portal',
      'Values.csv/10 Policy number NB-99: names no policy of this carrier on the Policies sheet or in the portal',
      'Values.csv/19 Policy number NB-0000005: names no policy of this carrier on the Policies sheet or in the portal',
      'Values.csv/31 Policy number NB-0000005: names no policy of this carrier on the Policies sheet or in the portal',
      'Values.csv/43 Policy number NB-0000005: names no policy of this carrier on the Policies sheet or in the portal',
      'Transactions.csv/7 Policy number NB-0000005: names no policy of this carrier on the Policies sheet or in the portal, or one that two institutions have',
    ].toSorted(),
  )
  expect(outcome.status).toBe('CHECKED')
  expect(await count('institution')).toBe(0)
})

test('an institution is named by its name too, on the sheets or in the portal, while no other has it; so is a carrier', async () => {
  const [, named = ''] = world.sheets.Carriers?.[1] ?? []
  for (let row = 1; row <= 12; row++) setCell(world.sheets, 'Policies', row, 'Carrier', String(named).toLowerCase())
  setCell(world.sheets, 'Plans', 1, 'Institution', 'northbound  bank 1')
  expect(await problems(await bring('CHECK'))).toEqual([])
  expect(await problems(await bring())).toEqual([])
  // In the portal now, as one that somebody entered by hand.
  await sql`update institution set name = 'Harbor Bank' where name = 'Northbound Bank 1'`.execute(database.ownerDb)
  world.sheets.Institutions = world.sheets.Institutions?.slice(0, 1) ?? []
  setCell(world.sheets, 'Plans', 1, 'Institution', 'Harbor Bank')
  expect(await problems(await bring('CHECK'))).toEqual([])
  await sql`update institution set name = 'Harbor Bank' where name = 'Northbound Bank 2'`.execute(database.ownerDb)
  expect(await problems(await bring('CHECK'))).toEqual([
    'Plans.csv/2 Institution Harbor Bank: names no institution of the Institutions sheet or the portal; write its number, FDIC and its certificate, or its name if no other institution has it',
  ])
})

test('values do not reach into a locked month', async () => {
  await sql`insert into period_lock (site_id, period_end) values (${world.scope.siteId}, '2026-07-31')`.execute(database.ownerDb)
  const outcome = await bring()
  expect(await problems(outcome)).toEqual([
    'Values Month end 2026-06-30: July 2026 is locked, and values from June 2026 on reach into it. A manager can unlock it. For an institution that is new in the portal, fill in Locked through on the Institutions sheet.',
  ])
  expect(await count('policy')).toBe(0)
})

test('terms and transactions of an institution with values do not reach into a locked month either, and what is as it was does not', async () => {
  await bring()
  await sql`insert into period_lock (site_id, period_end) values (${world.scope.siteId}, '2026-07-31')`.execute(database.ownerDb)
  expect(await problems(await bring())).toEqual([])
  setCell(world.sheets, 'Capital', 1, 'Tier 1 capital', '91000000.00')
  setCell(world.sheets, 'Transactions', 2, 'Amount', '99999.00')
  expect(await problems(await bring())).toEqual([
    'Capital.csv/2 As of 2026-06-30: reaches into locked months, the last of them July 2026; a manager can unlock them',
    'Transactions.csv/3 Date 2014-03-15: reaches into locked months, the last of them July 2026; a manager can unlock them',
  ])
})

test('nobody gives rights that they do not hold', async () => {
  world.sheets.Permissions = [
    ['Email address', 'Permission', 'Level'],
    ['helper@firm.example', 'CARRIERS', 'View'],
    ['helper@firm.example', 'USERS', 'Change'],
    ['officer1@northbound1.example', 'CARRIERS', 'View'],
  ]
  world.sheets.People?.push(['helper@firm.example', 'Sam', 'Helper', 'Staff', ''])
  expect(await problems(await bring())).toEqual([
    'Permissions.csv/3 Level Change: is more than you hold yourself',
    'Permissions.csv/4 Email address officer1@northbound1.example: is a client or representative, who sees by membership and holds no permissions',
  ])
  world.sheets.Permissions = world.sheets.Permissions.slice(0, 2)
  expect((await bring()).status).toBe('DONE')
  expect(
    await count(
      "user_permission p join user_account u on u.id = p.user_id where u.email = 'helper@firm.example' and p.code = 'CARRIERS' and p.access = 1",
    ),
  ).toBe(1)
})

test('a file or column that no template has is named', async () => {
  world.sheets.Commissions = [['Bank'], ['1001']]
  world.sheets.Plans?.[0]?.push('Trustee')
  const told = await problems(await bring())
  expect(told).toEqual([
    'Commissions.csv null null: is no sheet of the templates: name it as the template does',
    'Plans.csv/1 Trustee null: is no column of the sheet Plans: rename it as the template does, or delete it',
  ])
})
