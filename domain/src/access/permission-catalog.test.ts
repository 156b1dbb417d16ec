/** Templates and changes of permissions, and the words for every code. */
import { describe, expect, test } from 'vitest'
import { PERMISSION_CODES } from './access.ts'
import { beyond, changesBetween, entriesOf, levelsOf, NO_LEVELS, withTemplate } from './permission-catalog.ts'
import { PERMISSION_GROUPS, PERMISSION_WORDS } from './permission-labels.ts'

const held = { ...NO_LEVELS, USERS: 1, CARRIERS: 2, SITES: 1 } as const
const template = { ...NO_LEVELS, USERS: 2, CARRIERS: 1, ACTIVITY_REPORT: 1 } as const

describe('applying a template', () => {
  test('merging keeps the higher level of both', () =>
    expect(changesBetween(held, withTemplate(held, template, 'merge'))).toEqual([
      { code: 'USERS', before: 1, after: 2 },
      { code: 'ACTIVITY_REPORT', before: 0, after: 1 },
    ]))
  test('replacing leaves nothing but the template', () => expect(withTemplate(held, template, 'replace')).toEqual(template))
  test('neither changes what it was given', () => expect(held.USERS).toBe(1))
})

test('what goes beyond somebody’s own levels is named', () => expect(beyond(template, held)).toEqual(['USERS', 'ACTIVITY_REPORT']))

test('entries and levels are the same thing written twice, with unnamed codes at nothing', () => {
  expect(levelsOf(entriesOf(held))).toEqual(held)
  expect(levelsOf([])).toEqual(NO_LEVELS)
  expect(entriesOf(NO_LEVELS).map(({ code }) => code)).toEqual(PERMISSION_CODES)
})

test('every permission stands in one group and has a sentence', () => {
  expect(PERMISSION_GROUPS.flatMap(({ codes }) => codes).toSorted()).toEqual(PERMISSION_CODES.toSorted())
  for (const code of PERMISSION_CODES) expect(PERMISSION_WORDS[code].sentence).toMatch(/^[A-Z8].+\.$/)
})
