import { expect, test } from 'vitest'
import { plainDate } from '../primitives/period.ts'
import { footerLine, longestStamp, STAMPS, STANDINGS, sourceText, stampAs, stampOf, valueSourceOf } from './heading.ts'

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

test('released with open items a paper says so in the color of a warning, and again after it was a draft', () => {
  const open = stampOf({ ...posted, openItems: 2 })
  expect(open).toEqual({ kind: 'preliminary', text: 'FINAL · 2 OPEN ITEMS', openItems: 2 })
  expect(stampAs(open, 'draft')).toEqual({ kind: 'draft', text: 'DRAFT, NOT RELEASED', openItems: 2 })
  expect(stampAs(stampAs(open, 'draft'), 'released')).toEqual(open)
  expect(stampAs({ text: 'RESTATED v12 · 1 OPEN ITEM' }, 'released').text).toBe('RESTATED v12 · 1 OPEN ITEM')
  expect([longestStamp(open), longestStamp(stampOf({ ...posted, openItems: 12_000 }))]).toEqual([
    'FINAL · 2 OPEN ITEMS',
    'FINAL · 12,000 OPEN ITEMS',
  ])
  expect(longestStamp(stampOf(posted))).toBe('DRAFT, NOT RELEASED')
})

test('a month that was not audited is named behind the stamp, several are counted, and a draft keeps it for its release', () => {
  const [june, august, september] = [plainDate('2026-06-30'), plainDate('2026-08-31'), plainDate('2026-09-30')]
  const one = stampOf({ ...posted, unaudited: [august] })
  expect(one).toEqual({ kind: 'preliminary', text: 'FINAL · AUGUST NOT AUDITED', unaudited: 'AUGUST NOT AUDITED' })
  const draft = stampAs(one, 'draft')
  expect(draft).toMatchObject({ kind: 'draft', text: 'DRAFT, NOT RELEASED' })
  expect(stampAs(draft, 'released')).toEqual(one)
  expect(stampOf({ ...again, unaudited: [june, august] }).text).toBe('RESTATED v12 · 2 MONTHS NOT AUDITED')
  expect(stampOf({ ...posted, unaudited: [] })).toEqual(stampOf(posted))
  // A comparison has the text alone: the months are no open items, and the items no months.
  const both = stampOf({ ...posted, openItems: 3, unaudited: [june, august, september] })
  expect(both.text).toBe('FINAL · 3 OPEN ITEMS · 3 MONTHS NOT AUDITED')
  expect(stampAs({ text: both.text }, 'released')).toEqual(both)
  expect(stampAs({ text: one.text }, 'released')).toEqual(one)
  expect(stampAs({ text: 'FINAL · 2 MONTHS NOT AUDITED' }, 'released').text).toBe('FINAL · 2 MONTHS NOT AUDITED')
  expect(longestStamp(draft)).toBe('FINAL · AUGUST NOT AUDITED')
})

test('FINAL stands in one cell of the table alone, and no stamp is said twice', () => {
  const texts = STANDINGS.flatMap((standing) => Object.values(STAMPS[standing]))
  expect(texts.filter((text) => text.includes('FINAL'))).toEqual(['FINAL'])
  expect(new Set(texts).size).toBe(12)
})

test('a stamp that no report carries has no other standing', () => expect(() => stampAs({ text: 'RETURNED' }, 'draft')).toThrow('RETURNED'))

test.each([
  [[7, 7, 9], '2026-10-06', 'Source: 2 carrier files posted by October 6, 2026'],
  [[7, null, null], '2026-10-06', 'Source: 1 carrier file and 2 entered values posted by October 6, 2026'],
  [[null], '2026-10-06', 'Source: 1 value entered without a file posted by October 6, 2026'],
  [[null, null], '2026-10-06', 'Source: 2 values entered without a file posted by October 6, 2026'],
  [[7], null, 'Source: 1 carrier file'],
  [[], null, ''],
] as const)('values from %j posted on %s are stated as such', (files, day, said) =>
  expect(sourceText(valueSourceOf(files, day === null ? null : plainDate(day)))).toBe(said),
)

test('the foot of a paper is portal, version and source in one line, and says nothing of what is not known', () => {
  const foot = { portal: 'Corridor BOLI', reference: 'Batch 12 · Report 340 v1', source: 'Source: 1 carrier file' }
  expect(footerLine(foot)).toBe('Corridor BOLI · Batch 12 · Report 340 v1 · Source: 1 carrier file')
  expect(footerLine({ ...foot, source: '' })).toBe('Corridor BOLI · Batch 12 · Report 340 v1')
})
