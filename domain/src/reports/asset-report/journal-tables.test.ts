import { expect, test } from 'vitest'
import { usd } from '../../primitives/money.ts'
import { plainDate } from '../../primitives/period.ts'
import { firstExampleBank, WORKED_POLICIES } from '../../test/first-example-bank.ts'
import { buildAssetReport } from './build.ts'
import type { SnapshotPolicy } from './snapshot.ts'

const premium = { date: plainDate('2025-12-10'), type: 'PREMIUM' as const, amount: usd(1_000) }
const [first, ...others] = WORKED_POLICIES
const paid: SnapshotPolicy = { ...first, flows: [premium] }
const ledgerOf = (policies: SnapshotPolicy[]) => buildAssetReport(firstExampleBank({ policies })).ledger

test('entries by policy that repeat each policy’s increase are not printed again, and the entries say where they are listed', () => {
  const { isAppendix, lead, schedule } = ledgerOf([...WORKED_POLICIES])
  expect(isAppendix).toBe(true)
  expect(lead).toBe(
    'Period December 1, 2025 to December 31, 2025. The entries by policy are each policy’s increase above; the portal and the workbook list them one by one.',
  )
  expect(schedule?.rows).toHaveLength(WORKED_POLICIES.length)
})

test('they stand below the entries once one of several policies is booked otherwise than by its increase', () => {
  expect(ledgerOf([paid, ...others])).toMatchObject({ isAppendix: false, lead: 'Period December 1, 2025 to December 31, 2025' })
})

test('of a single policy the entries are those of the policy already', () => {
  expect(ledgerOf([paid])).toMatchObject({ isAppendix: true, lead: 'Period December 1, 2025 to December 31, 2025' })
})

test('a quarter’s entries say that they and the months’ own are not both posted; those of a month say nothing of it', () => {
  const once = 'These entries are of the quarter’s three months together. Post either each month’s entries or these, not both.'
  const quarter = { isQuarterly: true, priorPeriod: plainDate('2025-09-30') }
  const { ledger } = buildAssetReport(firstExampleBank({ ...quarter, policies: [paid] }))
  expect(ledger).toMatchObject({ once, lead: `Period October 1, 2025 to December 31, 2025. ${once}` })
  expect(ledgerOf([paid]).once).toBeUndefined()
})
