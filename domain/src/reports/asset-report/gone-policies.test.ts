import { expect, test } from 'vitest'
import { plainDate } from '../../primitives/period.ts'
import { firstExampleBank } from '../../test/first-example-bank.ts'
import { buildAssetReport } from './build.ts'
import { explainAssetFigure } from './explanation.ts'
import type { SnapshotRemovedPolicy } from './snapshot.ts'

test('a policy that went in the period is told apart among the lines of an increase, of a carrier and of all', () => {
  const bank = firstExampleBank()
  const [gone, ...policies] = bank.policies
  if (!gone) throw new Error('no policy')
  const removed: SnapshotRemovedPolicy = { ...gone, removedOn: plainDate(bank.period), removal: 'LAPSE', institutionDeathBenefit: null }
  const view = buildAssetReport({ ...bank, policies, removedPolicies: [removed] })
  const carrier = view.carriers.rows.find(({ carrierCode }) => carrierCode === gone.carrierCode)
  const places = [
    ['carriers', carrier?.id ?? ''],
    ['detail', view.detail?.total.id ?? ''],
  ] as const
  for (const [table, row] of places) {
    const lines = explainAssetFigure(view, { table, row, column: 'increase' })?.lines
    expect(lines?.filter(({ isGone }) => isGone).map(({ detail }) => detail)).toEqual([gone.policyNumber])
  }
})
