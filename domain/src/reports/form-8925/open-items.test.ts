import { expect, test } from 'vitest'
import { consentCountWords } from '../../policies/consent-counts.ts'
import { plainDate } from '../../primitives/period.ts'
import { contract, person, signed, snapshotOf } from '../../test/form-8925-parts.ts'
import { concernedLines, openItemsOf } from './open-items.ts'
import { findingsOf } from './rules.ts'
import { buildForm8925 } from './view.ts'

test('an open item names the people to ask, each once with the numbers of their policies', () => {
  const other = person({ insuredId: 2, personId: 2, name: 'Roe, Bo' })
  const policies = [
    contract(),
    contract({ policyId: 2, policyNumber: 'A-2' }),
    contract({ policyId: 3, policyNumber: 'B-1', insuredId: 2 }),
  ]
  const snapshot = snapshotOf(policies, [person({ name: 'Doe, Ann', consents: [] }), { ...other, consents: [] }])
  const [item] = openItemsOf(snapshot, findingsOf(snapshot)).filter(({ key }) => key === 'CONSENT')
  expect(item).toMatchObject({
    policies: 3,
    concerned: [
      {
        reason: 'No signed consent on file',
        people: [
          { text: 'Doe, Ann (A-1, A-2)', row: '1' },
          { text: 'Roe, Bo (B-1)', row: '3' },
        ],
      },
    ],
  })
})

test('people without a valid consent are named by what each of them needs, the most urgent first; other items name them without', () => {
  const ann = person({ name: 'Doe, Ann', consents: [] })
  const bo = person({ insuredId: 2, name: 'Roe, Bo', consents: [signed({ consentDate: plainDate('2016-05-01'), keptAt: null })] })
  const contracts = [
    contract({ policyId: 2, policyNumber: 'B-1', insuredId: 2, ownedThrough: 'Card Services, Inc.' }),
    contract({ ownedThrough: 'Card Services, Inc.' }),
  ]
  const snapshot = snapshotOf(contracts, [ann, bo])
  const lines = openItemsOf(snapshot, findingsOf(snapshot)).map(({ key, concerned }) => [key, concernedLines(concerned)])
  expect(lines).toEqual([
    ['CONSENT', ['No signed consent on file: Doe, Ann (A-1)', 'Notice or consent after issue; Signed document not on file: Roe, Bo (B-1)']],
    ['NO_OWN_RETURN', ['Roe, Bo (B-1); Doe, Ann (A-1)']],
  ])
  expect(concernedLines([{ reason: null, people: ['A', 'B', 'C', 'D'].map((text) => ({ text, row: null })) }], 2)).toEqual([
    'A; B and 2 more',
  ])
})

test('where the questionnaire of the year states that every consent is held, the item of those without says so', () => {
  const snapshot = snapshotOf([contract()], [person({ consents: [] })])
  const texts = (over: object) =>
    openItemsOf({ ...snapshot, ...over }, findingsOf(snapshot)).flatMap(({ key, text }) => (key === 'CONSENT' ? [text] : []))
  const [said = ''] = texts({ saysEveryConsent: true })
  const year = snapshot.period.slice(0, 4)
  expect(said.endsWith(` The questionnaire of ${year} states that every consent is held.`)).toBe(true)
  expect(texts({})).toEqual([said.replace(/ The questionnaire .*/, '')])
  const held = snapshotOf([contract()], [person()])
  expect(openItemsOf({ ...held, saysEveryConsent: true }, findingsOf(held)).map(({ key }) => key)).not.toContain('CONSENT')
})

test('among its notes the form says whom line 4b counts and by which test', () =>
  expect(buildForm8925(snapshotOf([contract()], [person()])).notes).toContain(consentCountWords('FORM_8925')))
