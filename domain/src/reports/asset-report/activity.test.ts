import { expect, test } from 'vitest'
import { usd } from '../../primitives/money.ts'
import { plainDate } from '../../primitives/period.ts'
import { firstExampleBank } from '../../test/first-example-bank.ts'
import { buildAssetReport } from './build.ts'
import type { SnapshotActivity } from './snapshot.ts'

const date = plainDate('2025-12-01')
const reset = (carrierCode: string) => ({
  date,
  type: 'RATE_RESET',
  policyNumber: `${carrierCode}-1`,
  carrierCode,
  insuredName: 'Adams, Ann',
  amount: null,
  note: '4.00% to 4.10%',
})
const claim = (policyNumber: string, deathBenefit: number, share = 100) => ({
  policyNumber,
  carrierCode: 'ALPHA',
  insuredName: 'Adams, Ann',
  dateOfDeath: date,
  status: 'DEATH_CLAIM_PENDING',
  deathBenefit: usd(deathBenefit),
  institutionShare: usd(deathBenefit - share),
})
const told = (over: Partial<SnapshotActivity>) =>
  buildAssetReport(firstExampleBank({ activity: { transactions: [], rateChanges: [], statusChanges: [], claims: [], ...over } })).activity

test('a rate reset that stands among the rate changes is no transaction again; one of another carrier stays', () => {
  const rateChanges = [
    { effectiveDate: date, carrierCode: 'ALPHA', productName: 'ALPHA general', oldRate: 0.04, newRate: 0.041, policies: 2 },
  ]
  const transactions = [reset('ALPHA'), reset('BRAVO'), { ...reset('ALPHA'), type: 'PREMIUM', amount: usd(100), note: null }]
  expect(told({ transactions, rateChanges })?.transactions.rows.map(({ cells }) => [cells.policyNumber, cells.type])).toEqual([
    ['BRAVO-1', 'Crediting rate reset'],
    ['ALPHA-1', 'Premium'],
  ])
  expect(told({ transactions })?.transactions.rows).toHaveLength(3)
})

test('claims have a total, and no claims have none', () => {
  expect(told({ claims: [claim('A-1', 1000), claim('A-2', 500.5)] })?.claims.total?.cells).toEqual({
    insured: 'Total',
    deathBenefit: usd(1500.5),
    insuredShare: usd(200),
    institutionShare: usd(1300.5),
  })
  expect(told({})?.claims.total).toBeNull()
})

test('each claim states the insured’s share between the death benefit and the institution’s; where nobody has a share, there is no such column', () => {
  const shown = (claims: SnapshotActivity['claims']) => {
    const table = told({ claims })?.claims
    const keys = table?.columns.filter(({ kind }) => kind === 'money').map(({ key }) => key) ?? []
    return [keys, ...(table?.rows ?? []).map(({ cells }) => keys.map((key) => cells[key]))]
  }
  expect(shown([claim('A-1', 1000), claim('A-2', 500, 0)])).toEqual([
    ['deathBenefit', 'insuredShare', 'institutionShare'],
    [usd(1000), usd(100), usd(900)],
    [usd(500), usd(0), usd(500)],
  ])
  expect(shown([claim('A-2', 500, 0)])).toEqual([
    ['deathBenefit', 'institutionShare'],
    [usd(500), usd(500)],
  ])
})
