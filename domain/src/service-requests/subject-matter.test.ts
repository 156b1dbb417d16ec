import { expect, test } from 'vitest'
import type { AccessSubject } from '../access/access.ts'
import type { Explanation } from '../reports/explanation/explanation.ts'
import { ABOUT_LINK, ABOUT_TEXT_MOST, aboutFigure, mayReadAbout } from './subject-matter.ts'

const place = { title: 'Asset Report, September 2026, version 2', link: '/asset-reporting/3/report/9?version=2' }
const explanation: Explanation = {
  title: 'Net yield, Stonemarch',
  kind: 'percent',
  value: 0.0365,
  text: '3.65%',
  name: 'Net yield',
  formula: 'increase ÷ average invested value × days in the year ÷ days in the period',
  figures: '3.10 ÷ 1,000.00 × 365 ÷ 31',
  words: null,
  inputs: [{ name: 'increase', label: 'increase', text: '3.10', by: null, address: null }],
  lines: null,
  source: 'Modified Dietz method',
  note: null,
  policyId: null,
}

test('a figure carries its formula, its numbers, its source and the place where it stands', () => {
  const about = aboutFigure(explanation, place)
  expect(about).toMatchObject({ kind: 'FIGURE', title: 'Net yield, Stonemarch: 3.65%', link: place.link })
  expect(about.text?.split('\n')).toEqual([
    'Net yield, Stonemarch: 3.65%',
    'On: Asset Report, September 2026, version 2',
    'Net yield = increase ÷ average invested value × days in the year ÷ days in the period',
    'With its numbers: 3.10 ÷ 1,000.00 × 365 ÷ 31 = 3.65%',
    '– increase: 3.10',
    'Source: Modified Dietz method',
  ])
})

test('a figure taken over says whence, and a long sum is cut between lines, never inside an amount', () => {
  const lines = Array.from({ length: 300 }, (_, index) => ({
    label: `Policy ${index}`,
    detail: null,
    text: '1,234,567.89',
    value: 123_456_789,
    address: null,
  }))
  const { text } = aboutFigure(
    { ...explanation, formula: null, figures: null, words: 'As the carrier reported it.', inputs: [], lines },
    place,
  )
  const told = text?.split('\n') ?? []
  expect(text?.length).toBeLessThanOrEqual(ABOUT_TEXT_MOST)
  expect(told[2]).toBe('Net yield. As the carrier reported it.')
  expect(told.slice(3, -1).every((line) => /^– Policy \d+: 1,234,567\.89$/.test(line))).toBe(true)
  expect(told.at(-1)).toBe(`… and ${304 - (told.length - 1)} more lines on the page itself.`)
})

const person = (over: Partial<AccessSubject>): AccessSubject => ({ userRole: 'c', permissions: [], reportTypeCodes: [], ...over })

test.each([
  ['a client with the report', person({ reportTypeCodes: ['MBR'] }), '/asset-reporting/3/report/9?version=2', true],
  ['a client without it', person({ reportTypeCodes: ['SMB'] }), '/asset-reporting/3/report/9', false],
  ['a team member of the bank without the permission', person({ userRole: 'a', reportTypeCodes: ['MBR'] }), '/asset-reporting/3', false],
  ['a client with holdings', person({ reportTypeCodes: ['SMB'] }), '/dashboard/financial-impact', true],
  ['a client', person({ reportTypeCodes: ['MBR'] }), '/view-document/5', false],
  [
    'staff of the document center',
    person({ userRole: 'b', permissions: [{ code: 'DOCUMENT_CENTER', access: 1 }] }),
    '/view-document/5',
    true,
  ],
  ['staff without it', person({ userRole: 'b', permissions: [{ code: 'INSTITUTIONS', access: 2 }] }), '/view-document/5', false],
  ['anybody', person({ userRole: 'd', permissions: [{ code: 'ASSET_REPORT', access: 2 }] }), '/asset-reporting-of-others/1', false],
])('%s reads what stands on %#: %s', (_, subject, link, may) => expect(mayReadAbout(subject, link)).toBe(may))

test.each([
  ['/asset-reporting/3/report/9?version=2', true],
  ['//evil.example/x', false],
  ['/\\evil.example', false],
  ['https://evil.example', false],
  ['javascript:alert(1)', false],
])('%s is an address of this portal: %s', (link, is) => expect(ABOUT_LINK.test(link)).toBe(is))
