/** Access is data: who may call an endpoint or open a page. Server guard, web guards and buttons, and the printed matrix read the same value. */

/** b Staff, e Outside Sales Rep, c Client, a Team Member, d Manager. */
export const ROLES = ['a', 'b', 'c', 'd', 'e'] as const
export type Role = (typeof ROLES)[number]
export const STAFF_ROLES = ['b', 'd'] as const satisfies readonly Role[]
export const CLIENT_ROLES = ['c', 'a', 'e'] as const satisfies readonly Role[]

export const ROLE_NAMES: Record<Role, string> = { a: 'Team Member', b: 'Staff', c: 'Client', d: 'Manager', e: 'Outside Sales Rep' }
/** `User.role`, the number on the wire. */
export const ROLE_NUMBERS: Record<Role, number> = { b: 0, e: 1, c: 2, a: 3, d: 4 }

export const PERMISSION_CODES = [
  'PERMISSION_TEMPLATES',
  'ANNOUNCEMENTS',
  'ASSET_REPORT',
  'ASSET_SUMMARY_REPORT',
  'C8925_REPORT',
  'ANNUAL_QUESTIONNAIRE',
  'ANNUAL_BOLI_REVIEW',
  'CLIENT_REPORTS',
  'CARRIERS',
  'CLIENT_MENU',
  'EMAIL_TEMPLATES',
  'INSTITUTIONS',
  'DOCUMENT_CENTER',
  'REPORT_TYPES',
  'SITES',
  'USERS',
  'ACTIVITY_REPORT',
  'REPORT_CONFIGURATION',
  'USR',
] as const
export type PermissionCode = (typeof PERMISSION_CODES)[number]
/** 0 none, 1 view, 2 create and change. */
export type Level = 0 | 1 | 2

export interface PermissionEntry {
  code: PermissionCode
  access: Level
}

/** Which rows an endpoint touches: none of a client's, the caller's institution, or the site. */
export type RowScope = 'none' | 'institution' | 'site'

export interface Access {
  /** `public`: no session. `session`: any signed-in person. `permission`: one of `anyOf` at `minimum`. */
  kind: 'public' | 'session' | 'permission'
  roles: readonly Role[]
  anyOf: readonly PermissionCode[]
  minimum: Level
  row: RowScope
  /** Roles that reach the rows that are theirs without the permission: their institution, their site, themselves. */
  own?: readonly Role[]
}

/** The facts that decide access about a person: the session's role, permissions and membership. */
export interface AccessSubject {
  userRole: Role
  permissions: readonly PermissionEntry[]
  /** Report types the (active) institution's membership grants; decides for client roles. */
  reportTypeCodes: readonly string[]
  /** In a view as a client: the part of it that the viewer may not see. */
  actingAs?: { withheld?: readonly PermissionCode[] | undefined } | null
  /** A machine calls with an API key of this person: the most it may do of what they may. */
  keyScopes?: readonly PermissionEntry[]
}

export const publicAccess: Access = { kind: 'public', roles: ROLES, anyOf: [], minimum: 0, row: 'none' }

export const signedIn = (roles: readonly Role[] = ROLES, row: RowScope = 'none'): Access => ({
  kind: 'session',
  roles,
  anyOf: [],
  minimum: 0,
  row,
})

export const permission = (
  code: PermissionCode | readonly PermissionCode[],
  minimum: Level = 1,
  roles: readonly Role[] = ROLES,
  row: RowScope = 'institution',
): Access => ({ kind: 'permission', roles, anyOf: typeof code === 'string' ? [code] : code, minimum, row })

/** The same, and for some roles their own rows without it. */
export const permissionOrOwn = (access: Access, own: readonly Role[]): Access => ({ ...access, own })

/**
 * The report types whose membership stands for a permission of a client role: a family, or USR,
 * is held by `c` and `e` when their membership holds one of these types; `a` needs the permission as well.
 */
export const MEMBERSHIP_TYPES: Partial<Record<PermissionCode, readonly string[]>> = {
  ASSET_REPORT: ['MBR', 'MCR'],
  ASSET_SUMMARY_REPORT: ['SMB'],
  C8925_REPORT: ['EOL'],
  ANNUAL_QUESTIONNAIRE: ['AQU'],
  ANNUAL_BOLI_REVIEW: ['ABR'],
  USR: ['USR'],
}

/** A client role may hold level 2 of these: the Client signs, a Team Member who has been given it. */
const SIGNED: readonly PermissionCode[] = ['ANNUAL_QUESTIONNAIRE', 'ANNUAL_BOLI_REVIEW']

/** The highest level of a family that its membership gives a client role. */
export const mostOfClient = (role: Role, code: PermissionCode): Level => (role !== 'e' && SIGNED.includes(code) ? 2 : 1)

/** Permissions that show files: of a family of reports, all reports, handed-in reports, documents. */
export const FILE_PERMISSIONS: readonly PermissionCode[] = PERMISSION_CODES.filter(
  (code) => code in MEMBERSHIP_TYPES || code === 'CLIENT_REPORTS' || code === 'DOCUMENT_CENTER',
)

/**
 * Left out of a view as a client, since the viewer may not see it as themselves: families of reports, handed-in reports, documents; and, under
 * INSTITUTIONS, what is personal of insureds. All else is the client's own view.
 */
export function withheldFrom(viewer: readonly PermissionEntry[]): PermissionCode[] {
  const held = (code: PermissionCode) => viewer.find((entry) => entry.code === code)?.access ?? 0
  return [...FILE_PERMISSIONS.filter((code) => held(code) === 0), ...(held('INSTITUTIONS') < 2 ? (['INSTITUTIONS'] as const) : [])]
}

export const isWithheld = ({ actingAs }: AccessSubject, code: PermissionCode): boolean => actingAs?.withheld?.includes(code) ?? false

/** The level a person holds of a permission; called with an API key, no more of it than the key's scope. */
export function levelOf(subject: AccessSubject, code: PermissionCode): Level {
  const own = ownLevelOf(subject, code)
  if (!subject.keyScopes) return own
  const most = subject.keyScopes.find((scope) => scope.code === code)?.access ?? 0
  return most < own ? most : own
}

/** Client roles never hold more than 1 of a report family, but of what they sign. */
function ownLevelOf(subject: AccessSubject, code: PermissionCode): Level {
  const held = subject.permissions.find((entry) => entry.code === code)?.access ?? 0
  if (subject.userRole === 'b' || subject.userRole === 'd') return held
  const types = MEMBERSHIP_TYPES[code]
  if (types) {
    if (isWithheld(subject, code)) return 0
    const member = types.some((type) => subject.reportTypeCodes.includes(type))
    if (!member) return 0
    const most = mostOfClient(subject.userRole, code)
    return subject.userRole === 'a' ? (Math.min(held, most) as Level) : most
  }
  if (subject.userRole === 'e' && code === 'CLIENT_REPORTS') return 1
  return subject.userRole === 'a' ? (Math.min(held, 1) as Level) : 0
}

/** Whether a signed-in person meets an access rule. Row scope is enforced apart from this, by query and row-level security. */
export function allows(subject: AccessSubject, access: Access): boolean {
  // A key is given permissions and nothing that a person has by being signed in.
  if (subject.keyScopes) return access.kind === 'permission' && holds(subject, access)
  if (access.kind === 'public' || access.own?.includes(subject.userRole)) return true
  return access.kind === 'session' ? access.roles.includes(subject.userRole) : holds(subject, access)
}

/** Whether the permission itself is held, and not only the caller's own rows reached. */
export function holds(subject: AccessSubject, { roles, anyOf, minimum }: Access): boolean {
  return roles.includes(subject.userRole) && anyOf.some((code) => levelOf(subject, code) >= Math.max(minimum, 1))
}

export const isStaff = (role: Role): boolean => role === 'b' || role === 'd'
