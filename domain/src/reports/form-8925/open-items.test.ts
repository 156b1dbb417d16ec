import { expect, test } from 'vitest'
import { contract, person, snapshotOf } from '../../test/form-8925-parts.ts'
import { openItemsOf } from './open-items.ts'
import { findingsOf } from './rules.ts'

test('an open item names the people to ask, each once with the numbers of their policies', () => {
  const other = person({ insuredId: 2, personId: 2, name: 'Roe, Bo' })
  const policies = [
    contract(),
    contract({ policyId: 2, policyNumber: 'A-2' }),
    contract({ policyId: 3, policyNumber: 'B-1', insuredId: 2 }),
  ]
  const snapshot = snapshotOf(policies, [person({ name: 'Doe, Ann', consents: [] }), { ...other, consents: [] }])
  const [item] = openItemsOf(snapshot, findingsOf(snapshot)).filter(({ key }) => key === 'CONSENT')
  expect(item).toMatchObject({ policies: 3, insured: ['Doe, Ann (A-1, A-2)', 'Roe, Bo (B-1)'] })
})
