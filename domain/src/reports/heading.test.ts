import { expect, test } from 'vitest'
import { STAMPS, STANDINGS, stampAs, stampOf } from './heading.ts'

const posted = { preliminary: null, restated: false, version: 1 }
const estimated = { ...posted, preliminary: { reason: 'The carrier is late', policyIds: [1] } }
const again = { ...posted, restated: true, version: 12 }
const both = { ...estimated, restated: true, version: 12 }

test.each([
  ['draft', posted, 'draft', 'DRAFT, NOT RELEASED'],
  ['draft', estimated, 'draft', 'DRAFT, NOT RELEASED, PRELIMINARY'],
  ['draft', again, 'draft', 'DRAFT, NOT RELEASED, RESTATED v12'],
  ['draft', both, 'draft', 'DRAFT, NOT RELEASED, PRELIMINARY, RESTATED v12'],
  ['released', posted, 'final', 'FINAL'],
  ['released', estimated, 'preliminary', 'PRELIMINARY'],
  ['released', again, 'restated', 'RESTATED v12'],
  ['released', both, 'preliminary', 'PRELIMINARY, RESTATED v12'],
  ['withdrawn', posted, 'withdrawn', 'WITHDRAWN'],
  ['withdrawn', estimated, 'withdrawn', 'WITHDRAWN, PRELIMINARY'],
  ['withdrawn', again, 'withdrawn', 'WITHDRAWN, RESTATED v12'],
  ['withdrawn', both, 'withdrawn', 'WITHDRAWN, PRELIMINARY, RESTATED v12'],
] as const)('a %s version, case %#, reads as its stamp says', (standing, made, kind, text) => {
  expect(stampOf(made, standing)).toEqual({ kind, text })
  // From wherever it stood before.
  for (const before of STANDINGS) expect(stampAs(stampOf(made, before), standing)).toEqual({ kind, text })
})

test('FINAL stands in one cell of the table alone, and no stamp is said twice', () => {
  const texts = STANDINGS.flatMap((standing) => Object.values(STAMPS[standing]))
  expect(texts.filter((text) => text.includes('FINAL'))).toEqual(['FINAL'])
  expect(new Set(texts).size).toBe(12)
})

test('a stamp that no report carries has no other standing', () => expect(() => stampAs({ text: 'RETURNED' }, 'draft')).toThrow('RETURNED'))
