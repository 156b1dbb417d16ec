/**
 * Why somebody can, or cannot, see something: the rules in the order the server asks them, each with what it found. Pure, and held against what the
 * server really answers (server/src/features/rights/explanation.test.ts).
 */
import {
  type Access,
  isStaff,
  type Level,
  MEMBERSHIP_TYPES,
  mostOfClient,
  PERMISSION_CODES,
  type PermissionCode,
  type PermissionEntry,
  permission,
  ROLE_NAMES,
  type Role,
  STAFF_ROLES,
} from './access.ts'
import { LEVEL_NAMES, PERMISSION_WORDS } from './permission-labels.ts'

export const RULES = [
  'public',
  'active',
  'site',
  'institution',
  'role',
  'own',
  'permission',
  'membership',
  'record',
  'released',
  'withdrawn',
  'deleted',
] as const
export type Rule = (typeof RULES)[number]

export interface Reason {
  rule: Rule
  passes: boolean
  sentence: string
}

/** Facts the server has about a person before any call of theirs, on one site. */
export interface AccessFacts {
  name: string
  userRole: Role
  isActive: boolean
  siteName: string
  onSite: boolean
  permissions: readonly PermissionEntry[]
  /** Client side: the institution they act for; null when none that is theirs is active on the site. */
  institution: { id: number; name: string } | null
  /** Report types of that institution's membership on the site. */
  institutionTypes: readonly string[]
  /** Narrower ones of the person's own; null when they see all of the institution's. */
  ownTypes: readonly string[] | null
}

/** A record of the asker's site; what lies on another site does not exist here. */
export type RecordFacts =
  | {
      kind: 'assetReport'
      code: PermissionCode
      institution: { id: number; name: string }
      isReleased: boolean
      isWithdrawn: boolean
      isDeleted: boolean
    }
  | { kind: 'clientReport'; typeCode: string; institution: { id: number; name: string }; isWithdrawn: boolean }
  | { kind: 'institution'; institution: { id: number; name: string } }
  | { kind: 'carrierFile' }

export const opens = (reasons: readonly Reason[]): boolean => reasons.every(({ passes }) => passes)

/** The rule that decides: the first that fails, or the last of those that all hold. */
export const decidingReason = (reasons: readonly Reason[]): Reason | undefined => reasons.find(({ passes }) => !passes) ?? reasons.at(-1)

/** For a page or a call. */
export function explainAccess(facts: AccessFacts, access: Access): Reason[] {
  if (access.kind === 'public') return [{ rule: 'public', passes: true, sentence: 'Anyone may open this, signed in or not.' }]
  if (access.own?.includes(facts.userRole))
    return [
      ...explainPerson(facts),
      { rule: 'own', passes: true, sentence: `A ${ROLE_NAMES[facts.userRole]} may open this for what is their own.` },
    ]
  const inRole = access.roles.includes(facts.userRole)
  const role: Reason = { rule: 'role', passes: inRole, sentence: roleSentence(facts, access.roles, inRole) }
  if (access.kind === 'session' || !inRole) return [...explainPerson(facts), role]
  return [...explainPerson(facts), role, ...bestOf(access.anyOf.map((code) => explainCode(facts, code, access.minimum)))]
}

/** For one record. */
export function explainRecord(facts: AccessFacts, record: RecordFacts): Reason[] {
  switch (record.kind) {
    case 'assetReport':
      return [...explainAccess(facts, permission(record.code)), ...explainOwner(facts, record), ...explainRelease(facts, record)]
    case 'clientReport':
      return [
        ...explainPerson(facts),
        ...explainType(facts, record.typeCode),
        ...explainOwner(facts, record),
        withdrawal(record.isWithdrawn),
      ]
    case 'institution': {
      const own = isStaff(facts.userRole) ? explainAccess(facts, permission('INSTITUTIONS', 1, STAFF_ROLES)) : explainPerson(facts)
      return [...own, ...explainOwner(facts, record)]
    }
    case 'carrierFile':
      return explainAccess(facts, permission('ASSET_REPORT', 1, STAFF_ROLES))
  }
}

function explainPerson({ name, isActive, siteName, onSite, userRole, institution }: AccessFacts): Reason[] {
  const reasons: Reason[] = [
    { rule: 'active', passes: isActive, sentence: isActive ? `${name} is active.` : `${name} is deactivated and cannot sign in.` },
    { rule: 'site', passes: onSite, sentence: onSite ? `${name} belongs to ${siteName}.` : `${name} does not belong to ${siteName}.` },
  ]
  if (isStaff(userRole)) return reasons
  const sentence = institution
    ? `Acts for ${institution.name}, which is active on ${siteName}.`
    : `No institution of theirs is active on ${siteName}.`
  return [...reasons, { rule: 'institution', passes: institution !== null, sentence }]
}

function roleSentence({ userRole }: AccessFacts, roles: readonly Role[], passes: boolean): string {
  const names = new Intl.ListFormat('en-US', { type: 'disjunction' }).format(roles.map((role) => ROLE_NAMES[role]))
  return passes ? `Open to the role ${ROLE_NAMES[userRole]}.` : `Only for ${names}; this person is ${ROLE_NAMES[userRole]}.`
}

function explainCode(facts: AccessFacts, code: PermissionCode, minimum: Level): Reason[] {
  const needed: Level = minimum === 2 ? 2 : 1
  const held = facts.permissions.find((entry) => entry.code === code)?.access ?? 0
  const { name } = PERMISSION_WORDS[code]
  const holding = (level: Level): Reason => ({
    rule: 'permission',
    passes: level >= needed,
    sentence: `Holds ${name} at level ${level} (${LEVEL_NAMES[level]}); level ${needed} (${LEVEL_NAMES[needed]}) is needed.`,
  })
  if (isStaff(facts.userRole)) return [holding(held)]
  const types = MEMBERSHIP_TYPES[code]
  const looking: Reason[] =
    needed === 2 ? [{ rule: 'permission', passes: false, sentence: `Client roles only view ${name}; only staff change it.` }] : []
  if (types) {
    const most = mostOfClient(facts.userRole, code)
    const own = facts.userRole === 'a' && needed <= most ? [holding(held < most ? held : most)] : []
    return [...explainMembership(facts, types), ...own, ...(needed > most ? looking : [])]
  }
  if (needed === 2) return looking
  if (facts.userRole === 'a') return [holding(held > 0 ? 1 : 0)]
  if (facts.userRole === 'e' && code === 'CLIENT_REPORTS')
    return [{ rule: 'permission', passes: true, sentence: `Every ${ROLE_NAMES.e} holds ${name} for their institutions.` }]
  return [
    { rule: 'permission', passes: false, sentence: `A ${ROLE_NAMES[facts.userRole]} holds no permissions: ${name} is not for this role.` },
  ]
}

/** Whether the membership, and then the person's own narrower one, has one of the types. */
function explainMembership(facts: AccessFacts, types: readonly string[]): Reason[] {
  const bank = facts.institution?.name ?? 'The institution'
  const ofBank = types.filter((type) => facts.institution !== null && facts.institutionTypes.includes(type))
  const reasons: Reason[] = [
    {
      rule: 'membership',
      passes: ofBank.length > 0,
      sentence:
        ofBank.length > 0
          ? `The membership of ${bank} includes ${typeWords(ofBank, 'and')}.`
          : `The membership of ${bank} does not include ${typeWords(types, 'or')}.`,
    },
  ]
  if (facts.ownTypes === null || ofBank.length === 0) return reasons
  const own = ofBank.filter((type) => facts.ownTypes?.includes(type))
  const sentence =
    own.length > 0
      ? `Their own narrower membership keeps ${typeWords(own, 'and')}.`
      : `Their own membership is narrowed and leaves out ${typeWords(ofBank, 'and')}.`
  return [...reasons, { rule: 'membership', passes: own.length > 0, sentence }]
}

/** "Asset Report (MBR or MCR)"; the code alone of a type that no report is made of here. */
function typeWords(types: readonly string[], joined: 'and' | 'or'): string {
  const named = PERMISSION_CODES.flatMap((code) => {
    const own = types.filter((type) => MEMBERSHIP_TYPES[code]?.includes(type))
    return own.length > 0 ? [{ own, words: `${PERMISSION_WORDS[code].name} (${own.join(` ${joined} `)})` }] : []
  })
  const others = types.filter((type) => !named.some(({ own }) => own.includes(type)))
  return [...named.map(({ words }) => words), ...others].join(` ${joined} `)
}

/** Report records: staff by Client Reports or the family's permission, clients by the type itself, Team Members by both. */
function explainType(facts: AccessFacts, typeCode: string): Reason[] {
  const family = PERMISSION_CODES.find((code) => MEMBERSHIP_TYPES[code]?.includes(typeCode))
  if (isStaff(facts.userRole)) return bestOf([explainCode(facts, 'CLIENT_REPORTS', 1), ...(family ? [explainCode(facts, family, 1)] : [])])
  const member = explainMembership(facts, [typeCode])
  if (facts.userRole !== 'a') return member
  return [...member, ...explainCode(facts, family ?? 'CLIENT_REPORTS', 1).filter(({ rule }) => rule === 'permission')]
}

function explainOwner(facts: AccessFacts, { institution }: { institution: { id: number; name: string } }): Reason[] {
  if (isStaff(facts.userRole))
    return [{ rule: 'record', passes: true, sentence: `${institution.name} is on ${facts.siteName}, whose records staff see.` }]
  const passes = facts.institution?.id === institution.id
  const acts = facts.institution ? `, and this person acts for ${facts.institution.name}` : ''
  return [{ rule: 'record', passes, sentence: passes ? `It belongs to ${institution.name}.` : `It belongs to ${institution.name}${acts}.` }]
}

function explainRelease(facts: AccessFacts, record: { isReleased: boolean; isWithdrawn: boolean; isDeleted: boolean }): Reason[] {
  const there: Reason = {
    rule: 'deleted',
    passes: !record.isDeleted,
    sentence: record.isDeleted ? 'It was deleted. It can be restored for 30 days.' : 'It is not deleted.',
  }
  if (isStaff(facts.userRole)) return [there]
  const { isReleased } = record
  const sentence = isReleased ? 'It was released.' : 'It was not released yet: only staff see it.'
  return [there, { rule: 'released', passes: isReleased, sentence }, withdrawal(record.isWithdrawn)]
}

const withdrawal = (isWithdrawn: boolean): Reason => ({
  rule: 'withdrawn',
  passes: !isWithdrawn,
  sentence: isWithdrawn ? 'It was withdrawn after its release.' : 'It is not withdrawn.',
})

/** Picks among several ways in: one that leads in, else the one with the least in its way. */
function bestOf(ways: readonly Reason[][]): Reason[] {
  const obstacles = (way: readonly Reason[]) => way.filter(({ passes }) => !passes).length
  return ways.toSorted((one, other) => obstacles(one) - obstacles(other))[0] ?? []
}
