import { expect, test } from 'vitest'
import { plainDate } from '../../primitives/period.ts'
import { shippedWording } from './default-narrative.ts'
import {
  completed,
  conclusionsLeft,
  configurationProblem,
  effectiveWording,
  moveSection,
  ownOf,
  reviewTextsOf,
  risksAsked,
  sameOrder,
  switchSection,
} from './narrative.ts'
import { defaultReviewConfiguration, REVIEW_SECTION_CODES, REVIEW_TEXT } from './outline.ts'

const site = shippedWording('BOLI')
const NOTHING = { configuration: null, narratives: {} }

test('what an institution has not changed follows the site; what it has changed stays', () => {
  const wanted = { ...site, narratives: { ...site.narratives, PROGRAM: 'Ours.', PEERS: '' } }
  const own = ownOf(site, wanted)
  expect(own).toEqual({ configuration: null, narratives: { PROGRAM: 'Ours.', PEERS: '' } })
  const later = { ...site, narratives: { ...site.narratives, HOLDINGS: 'New words.', PROGRAM: 'Site.' } }
  const now = effectiveWording(later, own).narratives
  expect([now.PROGRAM, now.HOLDINGS, now.PEERS]).toEqual(['Ours.', 'New words.', ''])
  expect(ownOf(later, effectiveWording(later, NOTHING))).toEqual(NOTHING)
})

test('a section moves among the others and keeps its switch; beyond an end is the end', () => {
  const off = switchSection(site.configuration, 'PEERS', false)
  const first = moveSection(off, 'PEERS', -3)
  expect(first.sections[0]).toEqual({ code: 'PEERS', on: false })
  expect(moveSection(first, 'PEERS', 99).sections.at(-1)?.code).toBe('PEERS')
  expect(sameOrder(moveSection(first, 'PEERS', REVIEW_SECTION_CODES.indexOf('PEERS')), off)).toBe(true)
  expect(configurationProblem(first)).toBeUndefined()
  expect(ownOf(site, { ...site, configuration: first }).configuration).toEqual(first)
})

test('an order that leaves one out, has one twice or prints nothing is refused', () => {
  const { sections } = site.configuration
  expect(configurationProblem({ sections: sections.slice(1) })).toBe('Each section must be in the list once.')
  expect(configurationProblem({ sections: [...sections.slice(1), ...sections.slice(1, 2)] })).toBe('Each section must be in the list once.')
  expect(configurationProblem({ sections: sections.map((section) => ({ ...section, on: false })) })).toBe('Switch on at least one section.')
})

test('an order stored before a section existed has it last, off', () => {
  const older = { sections: site.configuration.sections.filter(({ code }) => code !== 'PEERS') }
  expect(completed(older).sections.at(-1)).toEqual({ code: 'PEERS', on: false })
  expect(completed(site.configuration)).toEqual(site.configuration)
})

test('every text that ships can be filled, and speaks of sections the frame has on', () => {
  for (const frame of ['BOLI', 'COLI'] as const) {
    const { configuration, narratives } = shippedWording(frame)
    for (const text of Object.values(narratives)) expect(REVIEW_TEXT.problem(text)).toBeUndefined()
    expect(configuration).toEqual(defaultReviewConfiguration(frame))
    for (const code of Object.keys(narratives)) expect(configuration.sections.find((section) => section.code === code)?.on).toBe(true)
  }
  expect(shippedWording('COLI').narratives.PROGRAM).toContain('corporate-owned')
})

test('an unknown placeholder is told at its text', () => {
  expect(REVIEW_TEXT.problem('At {{asOf}}')).toBeUndefined()
  expect(REVIEW_TEXT.problem('{{cashvalue}} and {{year')).toBe(
    'Not known here: {{cashvalue}}, “{{year”, which never closes. Choose from the placeholders above the text.',
  )
})

test('a report takes in ratings, what management signed, and no empty text', () => {
  const signed = { text: 'Sound.', signedBy: 'Pat Person', signedTitle: 'CFO', signedOn: plainDate('2026-01-15') }
  const texts = reviewTextsOf('BOLI', site, {
    own: { configuration: null, narratives: { HOLDINGS: '  ' } },
    risks: { CREDIT: { quantity: 'LOW', quality: 'STRONG', direction: null, conclusion: 'Low.' } },
    items: [{ kind: 'OPEN_ITEM', text: 'Find consents', owner: null, dueOn: null }],
    boardMeetingOn: plainDate('2026-02-17'),
    management: { CREDIT: signed },
  })
  expect(texts.risks.CREDIT).toEqual({ quantity: 'LOW', quality: 'STRONG', direction: null, conclusion: 'Low.', management: signed })
  expect(texts.risks.PRICE).toEqual({ quantity: null, quality: null, direction: null, conclusion: '', management: null })
  expect('HOLDINGS' in texts.narratives).toBe(false)
  expect(texts.narratives.CERTIFICATION).toContain('{{legalName}}')
  expect([texts.items.length, texts.boardMeetingOn]).toEqual([1, '2026-02-17'])
})

test('management is asked about the risks of the review; what is left is each of them without words', () => {
  expect(conclusionsLeft(risksAsked({}), { LIQUIDITY: 'Fine.', CREDIT: ' ' })).toHaveLength(7)
  expect(risksAsked({ CREDIT: [], LIQUIDITY: [] })).toEqual(['LIQUIDITY', 'CREDIT'])
  expect(conclusionsLeft(['LIQUIDITY', 'CREDIT'], { LIQUIDITY: 'Fine.', CREDIT: ' ' })).toEqual(['CREDIT'])
})
