/** Which sequences of statuses cannot be true. */

import { expect, test } from 'vitest'
import { plainDate } from '../primitives/period.ts'
import { statusHistoryProblem } from './status-history.ts'
import type { PolicyStatus } from './statuses.ts'

const from = (effectiveDate: string, status: PolicyStatus) => ({ effectiveDate: plainDate(effectiveDate), status })
const issued = from('2016-06-15', 'IN_FORCE')
const policy = { issueDate: plainDate('2016-06-15'), dateOfDeath: null, today: plainDate('2026-11-21') }

test.each([
  ['in force from issue', [issued], undefined],
  ['pending before issue', [from('2016-05-01', 'PENDING'), issued], undefined],
  ['lapsed and reinstated', [issued, from('2020-01-01', 'LAPSED'), from('2020-06-01', 'IN_FORCE')], undefined],
  ['nothing at all', [], /at least one/],
  ['a gap after issue', [from('2016-07-01', 'IN_FORCE')], /no status from its issue on 06\/15\/2016 to 06\/30\/2016/],
  ['lapsed before issue', [from('2016-01-01', 'LAPSED'), issued], /was issued on 06\/15\/2016/],
  ['in the future', [issued, from('2026-11-22', 'LAPSED')], /in the future/],
  ['surrendered and back', [issued, from('2020-01-01', 'SURRENDERED'), from('2020-06-01', 'IN_FORCE')], /is not followed by in force/],
  ['twice the same', [issued, from('2020-01-01', 'IN_FORCE')], /already/],
  ['two on one day', [issued, from('2020-01-01', 'GRACE'), from('2020-01-01', 'LAPSED')], /already. Correct that one/],
] as const)('%s', (_, history, problem) => {
  const found = statusHistoryProblem(history, policy)
  if (problem) expect(found).toMatch(problem)
  else expect(found).toBeUndefined()
})

test('a claim begins with the death, not before', () => {
  const claim = (day: string) =>
    statusHistoryProblem([issued, from(day, 'DEATH_CLAIM_PENDING')], { ...policy, dateOfDeath: plainDate('2026-08-12') })
  expect(claim('2026-08-12')).toBeUndefined()
  expect(claim('2026-08-11')).toBe('A claim cannot begin before the insured died on 08/12/2026.')
})

test('a policy taken over from another owner has statuses from its acquisition on', () => {
  const acquired = { ...policy, acquiredOn: plainDate('2026-10-10') }
  expect(statusHistoryProblem([from('2026-10-10', 'IN_FORCE')], acquired)).toBeUndefined()
  expect(statusHistoryProblem([from('2026-10-12', 'IN_FORCE')], acquired)).toMatch(
    /no status from its acquisition on 10\/10\/2026 to 10\/11\/2026/,
  )
  expect(statusHistoryProblem([from('2026-10-10', 'IN_FORCE')], policy)).toMatch(/no status from its issue/)
})
