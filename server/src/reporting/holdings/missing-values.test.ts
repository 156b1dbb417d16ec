import { plainDate } from '@corridor/domain/primitives/period.ts'
import { expect, test } from 'vitest'
import { standInOf } from './missing-values.ts'

const period = plainDate('2026-12-31')
const own = { policyId: 7, policyNumber: 'A-1001' }
const coli = (policies: number, unknown: number) => ({ site: { portalLabel: 'COLI' }, policies, unknown })

test('one policy kept in another portal without any value lets not even a preliminary paper be made', () => {
  const order = { preliminaryReason: 'The carrier is late', period }
  expect(standInOf(order, [own], () => true, [coli(3, 1)])).toMatchObject({
    failure: {
      code: 'no_earlier_values',
      policies: [],
      reason: expect.stringMatching(/^1 policy kept in the COLI Portal without any value\./),
    },
  })
  expect(standInOf(order, [own], () => true, [coli(3, 0)])).toEqual({
    preliminary: { reason: 'The carrier is late', policyIds: [7] },
  })
})

test('without a reason the policies here are named, those elsewhere counted', () => {
  expect(standInOf({ preliminaryReason: null, period }, [own], () => true, [coli(3, 0)])).toMatchObject({
    failure: {
      code: 'missing_values',
      policies: [own],
      reason: expect.stringMatching(/^Policy A-1001 and 3 policies kept in the COLI Portal without a value at December 31, 2026\./),
    },
  })
  expect(standInOf({ preliminaryReason: null, period }, [], () => true, [])).toEqual({ preliminary: null })
})
