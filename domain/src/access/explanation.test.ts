/** The explanation opens exactly what the guard allows; and says which rule decided. */
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  type Access,
  allows,
  isStaff,
  type Level,
  MEMBERSHIP_TYPES,
  PERMISSION_CODES,
  permission,
  ROLES,
  STAFF_ROLES,
  signedIn,
} from './access.ts'
import { type AccessFacts, decidingReason, explainAccess, explainRecord, opens } from './explanation.ts'

const TYPES = ['MBR', 'MCR', 'SMB', 'EOL', 'AQU', 'ABR', 'USR', 'LEG']
const level = fc.constantFrom<Level>(0, 1, 2)
const someTypes = fc.subarray(TYPES)

const anyFacts: fc.Arbitrary<AccessFacts> = fc.record({
  name: fc.constant('Pat Lee'),
  userRole: fc.constantFrom(...ROLES),
  isActive: fc.boolean(),
  siteName: fc.constant('Corridor BOLI'),
  onSite: fc.boolean(),
  permissions: fc.uniqueArray(fc.record({ code: fc.constantFrom(...PERMISSION_CODES), access: level }), {
    selector: ({ code }) => code,
    maxLength: 19,
  }),
  institution: fc.option(fc.constant({ id: 7, name: 'Alder Bank' }), { nil: null }),
  institutionTypes: someTypes,
  ownTypes: fc.option(someTypes, { nil: null }),
})
const anyAccess: fc.Arbitrary<Access> = fc.record({
  kind: fc.constantFrom('session' as const, 'permission' as const),
  roles: fc.subarray([...ROLES], { minLength: 1 }),
  anyOf: fc.subarray([...PERMISSION_CODES], { minLength: 1, maxLength: 3 }),
  minimum: level,
  row: fc.constant('none' as const),
  own: fc.subarray([...ROLES]),
})

/** The report types a person may see: the institution's, narrowed by their own. */
const typesOf = ({ institution, institutionTypes, ownTypes }: AccessFacts): string[] =>
  institution === null ? [] : institutionTypes.filter((type) => ownTypes === null || ownTypes.includes(type))

test('opens exactly what the guard allows to a person who can have a session', () => {
  fc.assert(
    fc.property(anyFacts, anyAccess, (facts, access) => {
      const hasSession = facts.isActive && facts.onSite && (isStaff(facts.userRole) || facts.institution !== null)
      expect(opens(explainAccess(facts, access))).toBe(hasSession && allows({ ...facts, reportTypeCodes: typesOf(facts) }, access))
    }),
    { numRuns: 30_000 },
  )
})

const client: AccessFacts = {
  name: 'Pat Lee',
  userRole: 'c',
  isActive: true,
  siteName: 'Corridor BOLI',
  onSite: true,
  permissions: [],
  institution: { id: 7, name: 'Alder Bank' },
  institutionTypes: ['MBR', 'SMB'],
  ownTypes: null,
}
const report = {
  kind: 'assetReport',
  code: 'ASSET_REPORT',
  institution: { id: 7, name: 'Alder Bank' },
  isReleased: true,
  isWithdrawn: false,
  isDeleted: false,
} as const
const decides = (...asked: Parameters<typeof explainRecord>) => decidingReason(explainRecord(...asked))

describe('the rule that decides', () => {
  test.each([
    [{ isActive: false }, {}, 'Pat Lee is deactivated and cannot sign in.'],
    [{ onSite: false }, {}, 'Pat Lee does not belong to Corridor BOLI.'],
    [{ institution: null }, {}, 'No institution of theirs is active on Corridor BOLI.'],
    [{ institutionTypes: ['SMB'] }, {}, 'The membership of Alder Bank does not include Asset Report (MBR or MCR).'],
    [{ ownTypes: ['SMB'] }, {}, 'Their own membership is narrowed and leaves out Asset Report (MBR).'],
    [{ userRole: 'a' }, {}, 'Holds Asset Report at level 0 (None); level 1 (View) is needed.'],
    [{}, { institution: { id: 8, name: 'Birch Bank' } }, 'It belongs to Birch Bank, and this person acts for Alder Bank.'],
    [{}, { isReleased: false }, 'It was not released yet: only staff see it.'],
    [{}, { isWithdrawn: true }, 'It was withdrawn after its release.'],
    [{}, { isDeleted: true }, 'It was deleted. It can be restored for 30 days.'],
    [{}, {}, 'It is not withdrawn.'],
  ] as const)('%j and %j: %s', (person, record, sentence) =>
    expect(decides({ ...client, ...person }, { ...report, ...record })?.sentence).toBe(sentence),
  )

  test('of several ways in it names the one with least in its way', () => {
    const staff: AccessFacts = { ...client, userRole: 'b', permissions: [{ code: 'ASSET_REPORT', access: 1 }] }
    expect(decides(staff, { kind: 'clientReport', typeCode: 'MBR', institution: report.institution, isWithdrawn: false })?.rule).toBe(
      'withdrawn',
    )
    expect(opens(explainAccess(staff, permission(['ASSET_SUMMARY_REPORT', 'ASSET_REPORT'])))).toBe(true)
  })

  test('a role without the page is told for whom it is', () =>
    expect(decidingReason(explainAccess(client, signedIn(STAFF_ROLES)))?.sentence).toBe(
      'Only for Staff or Manager; this person is Client.',
    ))

  test('every type of a family is explained by the same membership as the guard reads', () => {
    for (const [code, types] of Object.entries(MEMBERSHIP_TYPES))
      for (const type of types)
        for (const known of PERMISSION_CODES.filter((each) => each === code))
          expect(opens(explainAccess({ ...client, institutionTypes: [type] }, permission(known)))).toBe(true)
  })
})
