/** Rules of access: levels by role, membership and permission rows. */
import { describe, expect, test } from 'vitest'
import {
  type AccessSubject,
  allows,
  CLIENT_ROLES,
  isStaff,
  type Level,
  levelOf,
  MEMBERSHIP_TYPES,
  PERMISSION_CODES,
  permission,
  publicAccess,
  ROLE_NUMBERS,
  ROLES,
  type Role,
  STAFF_ROLES,
  signedIn,
} from './access.ts'

const person = (
  userRole: Role,
  permissions: AccessSubject['permissions'] = [],
  reportTypeCodes: readonly string[] = [],
): AccessSubject => ({ userRole, permissions, reportTypeCodes })
const assets = (access: 0 | 1 | 2) => [{ code: 'ASSET_REPORT' as const, access }]

describe('staff and managers hold what their rows say', () => {
  test.each([
    [0, 1, false],
    [1, 1, true],
    [1, 2, false],
    [2, 2, true],
    [2, 1, true],
  ] as const)('level %i meets %i: %s', (held, minimum, meets) => {
    for (const role of STAFF_ROLES) expect(allows(person(role, assets(held)), permission('ASSET_REPORT', minimum))).toBe(meets)
  })
  test('a membership gives them nothing', () => expect(levelOf(person('b', [], ['MBR']), 'ASSET_REPORT')).toBe(0))
  test('a permission of another code gives nothing', () => expect(allows(person('d', assets(2)), permission('USERS'))).toBe(false))
})

describe('clients and representatives hold a family when their membership holds its type', () => {
  test.each([
    ['MBR', true],
    ['MCR', true],
    ['SMB', false],
    ['AQU', false],
  ])('%s: %s', (type, holds) => {
    for (const role of ['c', 'e'] as const) expect(allows(person(role, [], [type]), permission('ASSET_REPORT'))).toBe(holds)
  })
  test('never more than to view, whatever their rows say; questionnaires and reviews alone are also signed, by the Client and by Team Members at level 2', () => {
    const types = Object.values(MEMBERSHIP_TYPES).flat()
    const held = (role: Role, access: Level) =>
      person(
        role,
        PERMISSION_CODES.map((code) => ({ code, access })),
        types,
      )
    for (const role of CLIENT_ROLES)
      for (const code of PERMISSION_CODES)
        expect(levelOf(held(role, 2), code)).toBeLessThanOrEqual(
          (code === 'ANNUAL_QUESTIONNAIRE' || code === 'ANNUAL_BOLI_REVIEW') && role !== 'e' ? 2 : 1,
        )
    expect(levelOf(held('c', 0), 'ANNUAL_QUESTIONNAIRE')).toBe(2)
    expect(([0, 1, 2] as const).map((level) => levelOf(held('a', level), 'ANNUAL_QUESTIONNAIRE'))).toEqual([0, 1, 2])
    expect(levelOf(held('e', 2), 'ANNUAL_QUESTIONNAIRE')).toBe(1)
    expect(levelOf(person('c'), 'ANNUAL_QUESTIONNAIRE')).toBe(0)
  })
  test('outside the families a client holds nothing, a representative its client reports', () => {
    expect(
      PERMISSION_CODES.filter(
        (code) =>
          levelOf(
            person(
              'c',
              PERMISSION_CODES.map((held) => ({ code: held, access: 2 })),
            ),
            code,
          ) > 0,
      ),
    ).toEqual([])
    expect(levelOf(person('e'), 'CLIENT_REPORTS')).toBe(1)
    expect(levelOf(person('c'), 'CLIENT_REPORTS')).toBe(0)
  })
})

describe('a Team Member needs membership and permission', () => {
  test.each([
    [[], [], false],
    [assets(1), [], false],
    [[], ['MBR'], false],
    [assets(1), ['MBR'], true],
  ] as const)('%j and %j: %s', (permissions, types, holds) =>
    expect(allows(person('a', permissions, types), permission('ASSET_REPORT'))).toBe(holds),
  )
})

test('a rule for staff refuses everyone else, whatever they hold', () => {
  for (const role of ROLES)
    expect(allows(person(role, assets(2), ['MBR', 'MCR']), permission('ASSET_REPORT', 1, STAFF_ROLES))).toBe(isStaff(role))
})
test('one of several codes is enough', () =>
  expect(allows(person('b', assets(1)), permission(['ASSET_SUMMARY_REPORT', 'ASSET_REPORT']))).toBe(true))
test('a minimum of nothing still asks for the permission', () =>
  expect(allows(person('b', assets(0)), permission('ASSET_REPORT', 0))).toBe(false))
test('public is public, and signed in is any of its roles', () => {
  expect(ROLES.every((role) => allows(person(role), publicAccess))).toBe(true)
  expect([allows(person('c'), signedIn()), allows(person('c'), signedIn(STAFF_ROLES))]).toEqual([true, false])
})
test('every role has its own number on the wire', () => expect(new Set(Object.values(ROLE_NUMBERS)).size).toBe(ROLES.length))
