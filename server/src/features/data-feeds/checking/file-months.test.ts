import { NO_VALUES } from '@corridor/domain/data-feeds/row.ts'
import { cents } from '@corridor/domain/primitives/money.ts'
import { plainDate } from '@corridor/domain/primitives/period.ts'
import { describe, expect, test } from 'vitest'
import { decodePolicy } from '../../../shared/auditing/register-month.ts'
import { recordOf } from '../../../test/feed-tables.ts'
import { hasMonthBefore, noMonths, noteMonth, withFilePrior } from './file-months.ts'

describe('months of one file', () => {
  const policy = decodePolicy(recordOf(1, { priorCashSurrenderValue: '1', priorDeathBenefit: '2' }))
  const values = { ...NO_VALUES, cashSurrenderValue: cents(700), deathBenefit: cents(9000), premiumPaid: cents(50), withdrawals: cents(20) }
  const [sep, oct, nov] = [plainDate('2026-09-30'), plainDate('2026-10-31'), plainDate('2026-11-30')]
  test('are compared with each other before what is posted', () => {
    const months = noMonths()
    expect(withFilePrior(months, oct, policy)).toBe(policy)
    noteMonth(months, sep, policy, { ...values, accountValueEnd: cents(800), surrenderCharge: cents(100), grossCreditingRate: 0.04 })
    noteMonth(months, sep, policy, { ...values, cashSurrenderValue: cents(1) })
    expect(withFilePrior(months, oct, policy)).toMatchObject({
      prior: { cashSurrenderValue: 700, deathBenefit: 9000, accountValueEnd: 800, surrenderCharge: 100, grossRate: 0.04 },
      priorFlows: { in: 50, out: 20 },
      before: null,
    })
    noteMonth(months, oct, policy, values)
    expect(withFilePrior(months, nov, policy)).toMatchObject({
      prior: { cashSurrenderValue: 700, accountValueEnd: null, surrenderCharge: null, grossRate: null },
      before: { cashSurrenderValue: 700, surrenderCharge: 100 },
    })
    expect(withFilePrior(months, nov, decodePolicy(recordOf(2)))).toMatchObject({
      policyId: 2,
      prior: { cashSurrenderValue: 1000 },
      before: null,
    })
    expect([hasMonthBefore(months, oct, 1), hasMonthBefore(months, oct, 2), hasMonthBefore(months, sep, 1)]).toEqual([true, false, false])
    expect(months.outOfOrder).toBe(false)
  })
  test('tell what a claim’s share is computed from: the month end before the death, of the file before the register', () => {
    const months = noMonths()
    const dead = recordOf(1, { diedOn: '2026-10-19', deathCashSurrenderValue: '5', deathDeathBenefit: '6' })
    const posted = { on: '2026-10-19', cashSurrenderValue: 5, deathBenefit: 6 }
    expect(withFilePrior(months, nov, decodePolicy(dead)).death).toEqual(posted)
    noteMonth(months, oct, decodePolicy(dead), values)
    expect(withFilePrior(months, nov, decodePolicy(dead)).death).toEqual(posted)
    noteMonth(months, sep, decodePolicy(dead), values)
    expect(withFilePrior(months, nov, decodePolicy(dead)).death).toMatchObject({
      on: '2026-10-19',
      cashSurrenderValue: 700,
      deathBenefit: 9000,
    })
    expect(withFilePrior(months, sep, decodePolicy(dead)).death).toEqual(posted)
    expect(decodePolicy(recordOf(1, { diedOn: '2026-10-19' })).death).toBeNull()
  })
  test('are read once more where a later month came first, for the same policy', () => {
    const months = noMonths()
    noteMonth(months, oct, policy, { ...values, deathBenefit: null })
    noteMonth(months, sep, policy, values)
    expect(months.outOfOrder).toBe(false)
    noteMonth(months, oct, decodePolicy(recordOf(2)), values)
    noteMonth(months, sep, decodePolicy(recordOf(3)), values)
    expect(months.outOfOrder).toBe(false)
    noteMonth(months, sep, decodePolicy(recordOf(2)), values)
    expect(months.outOfOrder).toBe(true)
  })
})
