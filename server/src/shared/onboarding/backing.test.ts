/** 7-pay premiums, illustrated yields and liabilities of plans come in with the book: policies and plans rest on them beside their values. */
import { expect, test } from 'vitest'
import { useBookImport } from '../../test/book-import.ts'
import { setCell } from '../../test/firm-book.ts'

const { database, world, bring, problems, count, undo } = useBookImport()

function giveBacking() {
  world.sheets.Plans?.push(['1001', 'Deferred Compensation', 'Deferred compensation', '2015-01-01', 'Benefits of officers.'])
  world.sheets['7-pay premiums'] = [
    ['Carrier', 'Policy number', 'Period begins', '7-pay premium', 'Paid in the period', 'Stated on', 'Source'],
    ['NORTHB', 'NB0000001', '2014-03-15', '31250.00', '100000.00', '2026-01-15', 'Carrier letter'],
  ]
  world.sheets.Illustrations = [
    ['Carrier', 'Policy number', 'Illustrated on', 'Illustrated yield', 'Source'],
    ['NORTHB', 'NB-0000002', '2014-01-20', '4.25%', 'Sales illustration'],
  ]
  world.sheets['Plan liabilities'] = [
    ['Institution', 'Plan', 'As of', 'Liability', 'Source'],
    ['1001', 'Deferred Compensation', '2025-12-31', '2450000.00', 'Actuary’s report'],
  ]
}

test('7-pay premiums, illustrated yields and liabilities come in, are corrected with a history, and undone', async () => {
  giveBacking()
  const outcome = await bring()
  expect(await problems(outcome)).toEqual([])
  expect(outcome.counts).toMatchObject({ sevenPay: { added: 1 }, illustrations: { added: 1 }, liabilities: { added: 1 } })
  expect((await bring()).counts).toMatchObject({ sevenPay: { same: 1 }, illustrations: { same: 1 }, liabilities: { same: 1 } })
  setCell(world.sheets, '7-pay premiums', 1, '7-pay premium', '31500.00')
  expect((await bring()).counts).toMatchObject({ sevenPay: { changed: 1 }, liabilities: { changed: 0 } })
  const { ownerDb } = database
  expect(
    await ownerDb.selectFrom('policySevenPay').select(['startsOn', 'annualPremiumCents', 'paidCents', 'statedOn', 'source']).execute(),
  ).toEqual([
    { startsOn: '2014-03-15', annualPremiumCents: 3_150_000, paidCents: 10_000_000, statedOn: '2026-01-15', source: 'Carrier letter' },
  ])
  expect(await ownerDb.selectFrom('policyIllustration').select(['illustratedOn', 'illustratedYield', 'yearlyValues']).execute()).toEqual([
    { illustratedOn: '2014-01-20', illustratedYield: 0.0425, yearlyValues: [] },
  ])
  expect(await ownerDb.selectFrom('planLiability').select(['asOfDate', 'liabilityCents', 'hedges']).execute()).toEqual([
    { asOfDate: '2025-12-31', liabilityCents: 245_000_000, hedges: [] },
  ])
  const changes = await ownerDb.selectFrom('registerChange').select(['entity', 'action', 'before', 'after', 'reachesFrom']).execute()
  expect(changes).toEqual([
    {
      entity: 'sevenPay',
      action: 'CORRECTED',
      before: { annualPremiumCents: 3_125_000 },
      after: { annualPremiumCents: 3_150_000 },
      reachesFrom: '2014-03-15',
    },
  ])
  for (let again = 0; again < 3; again++) await undo()
  expect([await count('policy_seven_pay'), await count('policy_illustration'), await count('plan_liability')]).toEqual([0, 0, 0])
})

test('they are held to the rules of the register', async () => {
  giveBacking()
  setCell(world.sheets, '7-pay premiums', 1, 'Period begins', '2013-03-15')
  setCell(world.sheets, 'Illustrations', 1, 'Illustrated on', '2199-01-20')
  setCell(world.sheets, 'Plan liabilities', 1, 'Plan', 'Benefit Recovery')
  expect(await problems(await bring())).toEqual([
    '7-pay premiums.csv/2 Period begins 2013-03-15: It begins with the policy’s issue, or with a material change after it.',
    'Illustrations.csv/2 Illustrated on 2199-01-20: The date of an illustration must not be in the future.',
    'Plan liabilities.csv/2 Plan Benefit Recovery: A plan of this kind has no benefit liability.',
  ])
  expect(await count('policy')).toBe(0)
})
