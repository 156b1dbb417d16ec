/** Illustrated values by policy year, the funds of separate accounts with their holdings, and hedges of plans come in on sheets of their own. */
import { plainDate } from '@corridor/domain/primitives/period.ts'
import { expect, test } from 'vitest'
import { useBookImport } from '../../test/book-import.ts'
import { setCell } from '../../test/firm-book.ts'

const { database, world, bring, problems, count, undo } = useBookImport()

function giveLists() {
  world.sheets.Products?.push(['NORTHB', 'Northbound Separate', 'Separate', 'Variable universal life', 'Total return'])
  setCell(world.sheets, 'Policies', 1, 'Product', 'Northbound Separate')
  setCell(world.sheets, 'Policies', 4, 'Product', 'Northbound Separate')
  world.sheets.Plans?.push(['1001', 'Deferred Compensation', 'Deferred compensation', '2015-01-01', 'Benefits of officers.'])
  world.sheets.Illustrations = [
    ['Carrier', 'Policy number', 'Illustrated on', 'Illustrated yield', 'Source'],
    ['NORTHB', 'NB-0000002', '2014-01-20', '', 'Sales illustration'],
  ]
  world.sheets['Illustrated values'] = [
    ['Carrier', 'Policy number', 'Illustrated on', 'Policy year', 'Illustrated value'],
    ['NORTHB', 'NB-0000002', '2014-01-20', '2', '106000.00'],
    ['NORTHB', 'NB 0000002', '2014-01-20', '1', '102000.00'],
  ]
  world.sheets.Funds = [
    [
      'Institution',
      'Carrier',
      'Product',
      'Policy number',
      'As of',
      'Fund',
      'Market value',
      'Book value',
      'Wrap provider',
      'Wrap risk weight',
      'Look-through approach',
      'Source',
    ],
    ['1001', 'NORTHB', 'Northbound Separate', '', '2025-12-31', 'Bond Fund', '38.00', '40.00', 'Delta Life', '100%', 'FULL', 'Statement'],
    [
      '1001',
      'NORTHB',
      'Northbound Separate',
      'NB-0000003',
      '2025-12-31',
      'Other Fund',
      '1.00',
      '1.00',
      '',
      '',
      'Alternative modified look-through',
      'Statement',
    ],
  ]
  world.sheets['Fund holdings'] = [
    ['Institution', 'Carrier', 'Product', 'Policy number', 'As of', 'Class of assets', 'Share', 'Risk weight', 'Most allowed'],
    ['1001', 'NORTHB', 'Northbound Separate', '', '2025-12-31', 'Treasuries', '40%', '0%', ''],
    ['1001', 'NORTHB', 'Northbound Separate', '', '2025-12-31', 'Residual tranches', '60%', '1250%', ''],
    ['1001', 'NORTHB', 'Northbound Separate', 'NB-0000003', '2025-12-31', 'Agencies', '100%', '20%', '100%'],
  ]
  world.sheets['Plan liabilities'] = [
    ['Institution', 'Plan', 'As of', 'Liability', 'Source'],
    ['1001', 'Deferred Compensation', '2025-12-31', '2450000.00', 'Actuary’s report'],
  ]
  world.sheets['Plan hedges'] = [
    ['Institution', 'Plan', 'As of', 'Fund', 'Notional'],
    ['1001', 'Deferred Compensation', '2025-12-31', 'S&P 500 index', '1310000.00'],
    ['1001', 'Deferred Compensation', '2025-12-31', 'Bond index', '400000.00'],
  ]
}
const illustrated = async () =>
  (await database.ownerDb.selectFrom('policyIllustration').select(['illustratedYield', 'yearlyValues']).execute())[0]

test('lists come in with their records, are corrected as a whole with a history, and undone', async () => {
  giveLists()
  const outcome = await bring()
  expect(await problems(outcome)).toEqual([])
  const added = (number: number) => ({ read: number, added: number, changed: 0, same: 0 })
  expect(outcome.counts).toMatchObject({ illustratedValues: added(2), funds: added(2), fundHoldings: added(3), hedges: added(2) })
  expect(await illustrated()).toEqual({
    illustratedYield: null,
    yearlyValues: [
      { year: 1, value: 10_200_000 },
      { year: 2, value: 10_600_000 },
    ],
  })
  const { ownerDb } = database
  expect(
    await ownerDb
      .selectFrom('separateAccountFund')
      .select(['fundName', 'marketValueCents', 'wrapProvider', 'wrapWeight', 'approach', 'classes'])
      .orderBy('id')
      .execute(),
  ).toEqual([
    {
      fundName: 'Bond Fund',
      marketValueCents: 3800,
      wrapProvider: 'Delta Life',
      wrapWeight: 1,
      approach: 'FULL',
      classes: [
        { name: 'Treasuries', share: 0.4, weight: 0, most: null },
        { name: 'Residual tranches', share: 0.6, weight: 12.5, most: null },
      ],
    },
    {
      fundName: 'Other Fund',
      marketValueCents: 100,
      wrapProvider: null,
      wrapWeight: null,
      approach: 'ALTERNATIVE_MODIFIED',
      classes: [{ name: 'Agencies', share: 1, weight: 0.2, most: 1 }],
    },
  ])
  expect(await ownerDb.selectFrom('planLiability').select('hedges').execute()).toEqual([
    {
      hedges: [
        { fund: 'S&P 500 index', notional: 131_000_000 },
        { fund: 'Bond index', notional: 40_000_000 },
      ],
    },
  ])

  expect((await bring()).counts).toMatchObject({
    illustrations: { same: 1 },
    illustratedValues: { added: 0, same: 2 },
    funds: { same: 2 },
    fundHoldings: { same: 3 },
    hedges: { same: 2 },
  })

  setCell(world.sheets, 'Illustrated values', 1, 'Illustrated value', '107000.00')
  world.sheets['Illustrated values']?.push(['NORTHB', 'NB-0000002', '2014-01-20', '3', '111000.00'])
  expect((await bring()).counts).toMatchObject({
    illustrations: { changed: 1 },
    illustratedValues: { read: 3, added: 1, changed: 1, same: 1 },
    hedges: { same: 2 },
  })
  const changes = await ownerDb.selectFrom('registerChange').select(['entity', 'before', 'after', 'reachesFrom']).execute()
  expect(changes).toEqual([
    {
      entity: 'illustration',
      before: {
        yearlyValues: [
          { year: 1, value: 10_200_000 },
          { year: 2, value: 10_600_000 },
        ],
      },
      after: {
        yearlyValues: [
          { year: 1, value: 10_200_000 },
          { year: 2, value: 10_700_000 },
          { year: 3, value: 11_100_000 },
        ],
      },
      reachesFrom: '2014-01-20',
    },
  ])
  await undo()
  expect((await illustrated())?.yearlyValues).toHaveLength(2)
  for (let again = 0; again < 2; again++) await undo()
  expect([await count('policy_illustration'), await count('separate_account_fund'), await count('plan_liability')]).toEqual([0, 0, 0])
})

test('a record whose rows are not among the files keeps the list that the book has', async () => {
  giveLists()
  await bring()
  delete world.sheets['Illustrated values']
  setCell(world.sheets, 'Illustrations', 1, 'Illustrated yield', '4.25%')
  const outcome = await bring()
  expect([await problems(outcome), outcome.counts.illustrations]).toMatchObject([[], { changed: 1 }])
  expect(await illustrated()).toMatchObject({ illustratedYield: 0.0425, yearlyValues: [{ year: 1 }, { year: 2 }] })
})

test('lists are held to the rules of the register, and each row to its record', async () => {
  giveLists()
  setCell(world.sheets, 'Illustrated values', 2, 'Policy year', '2')
  world.sheets['Illustrated values']?.push(['NORTHB', 'NB-0000001', '2014-01-20', '1', '1.00'])
  setCell(world.sheets, 'Fund holdings', 2, 'Share', '50%')
  setCell(world.sheets, 'Fund holdings', 3, 'Most allowed', '')
  setCell(world.sheets, 'Funds', 1, 'Wrap risk weight', '')
  setCell(world.sheets, 'Plan hedges', 2, 'Fund', '')
  setCell(world.sheets, 'Plan hedges', 1, 'Notional', 'CLEAR')
  world.sheets.Funds?.push(['1002', 'NORTHB', 'Northbound Separate', '', '2025-12-31', 'Fund', '1.00', '1.00', '', '', 'FULL', 'Statement'])
  world.sheets.Funds?.push(['1001', 'NORTHB', 'Northbound Select', '', '2025-12-31', 'Fund', '1.00', '1.00', '', '', 'FULL', 'Statement'])
  expect((await problems(await bring())).toSorted()).toEqual([
    'Funds.csv/2 Fund holdings null: The shares add up to 90%; they must add up to 100%.',
    'Funds.csv/2 Wrap risk weight null: Enter the wrap provider’s risk weight.',
    'Funds.csv/3 Fund holdings null: Enter the most that the guidelines allow of “Agencies”: the alternative approach weighs by it.',
    'Funds.csv/4 Fund holdings null: Enter the fund’s holdings.',
    'Funds.csv/4 Product Northbound Separate: The institution has no policies of this product.',
    'Funds.csv/5 Fund holdings null: Enter the fund’s holdings.',
    'Funds.csv/5 Product Northbound Select: Only a separate account has a fund of its own.',
    'Illustrated values.csv/3 Policy year 2: is there twice: row 2 has the same carrier, policy number, illustrated on, policy year',
    'Illustrated values.csv/4 Illustrated on 2014-01-20: names no illustration of the Illustrations sheet',
    'Plan hedges.csv/2 Notional CLEAR: cannot be cleared: the portal keeps no such record without it',
    'Plan hedges.csv/3 Fund null: is missing',
  ])
  expect(await count('policy')).toBe(0)
})

test('a fund of a locked month is not brought in', async () => {
  giveLists()
  const { Funds, 'Fund holdings': holdings, ...rest } = world.sheets
  world.sheets = { ...rest }
  await bring()
  await database.ownerDb
    .insertInto('periodLock')
    .values({ siteId: world.scope.siteId, periodEnd: plainDate('2026-09-30') })
    .execute()
  world.sheets = { ...world.sheets, Funds: Funds ?? [], 'Fund holdings': holdings ?? [] }
  expect((await problems(await bring()))[0]).toBe(
    'Funds.csv/2 As of 2025-12-31: reaches into locked months, the last of them September 2026; a manager can unlock them',
  )
})
