import { expect, test } from 'vitest'
import { plainDate } from '../../primitives/period.ts'
import { contract, person, snapshotOf } from '../../test/form-8925-parts.ts'
import { openItemsOf } from './open-items.ts'
import { openItemsInShort } from './open-items-in-short.ts'
import { findingsOf } from './rules.ts'

test('in short each open item is one sentence: people of this portal by what can be done, anything else in its own words', () => {
  const left = person({ insuredId: 3, name: 'Poe, Cy', employmentStatus: 'TERMINATED', statusDate: plainDate('2024-02-01') })
  const contracts = [contract(), contract({ policyId: 2, insuredId: 3 }), contract({ policyId: 3, insuredId: 3 })]
  const snapshot = snapshotOf(contracts, [person({ consents: [] }), left], { employees: null })
  const items = openItemsOf(snapshot, findingsOf(snapshot))
  expect(openItemsInShort(snapshot, findingsOf(snapshot))).toEqual([
    items[0]?.text,
    '1 person without a valid consent: 1 without a signed one on file (send it if it was signed before issue).',
    '1 former employee: confirm that they had left by 12/31/2025.',
  ])
})
