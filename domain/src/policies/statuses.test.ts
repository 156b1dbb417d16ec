import { expect, test } from 'vitest'
import { isPolicyStatus, POLICY_STATUSES } from './statuses.ts'

test('a policy is held, ended, or not begun', () => {
  const statuses = Object.values(POLICY_STATUSES)
  expect(statuses.filter(({ held, ended }) => held && ended)).toEqual([])
  expect(statuses.filter(({ held, ended }) => !held && !ended).map(({ label }) => label)).toEqual(['Pending'])
  expect([isPolicyStatus('IN_FORCE'), isPolicyStatus('toString')]).toEqual([true, false])
})
