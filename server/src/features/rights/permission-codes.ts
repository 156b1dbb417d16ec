/** The calls that each level of a permission opens, read from the contracts themselves: nobody writes it down a second time. */
import { ENDPOINTS } from '@corridor/contract/index.ts'
import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import type { listPermissionCodes } from '@corridor/contract/rights.ts'
import { isStaff, MEMBERSHIP_TYPES, PERMISSION_CODES, type PermissionCode, type Role } from '@corridor/domain/access/access.ts'

type Codes = ReplyOf<typeof listPermissionCodes>['records']

let made: Codes | undefined
export const permissionCodes = (): Codes =>
  (made ??= PERMISSION_CODES.map((code) => ({ code, view: opened(code, 1), change: opened(code, 2) })))

function opened(code: PermissionCode, level: 1 | 2): Codes[number]['view'] {
  return ENDPOINTS.flatMap(({ endpoint: { access, summary, background } }) => {
    if (access.kind !== 'permission' || !access.anyOf.includes(code) || (access.minimum === 2 ? 2 : 1) !== level || background) return []
    const roles = access.roles.filter((role) => mayHold(role, code, level))
    return roles.length > 0 ? [{ summary, roles }] : []
  })
}

/** Which roles can hold a permission at a level at all (domain/access.ts, levelOf). */
const mayHold = (role: Role, code: PermissionCode, level: 1 | 2): boolean =>
  isStaff(role) || (level === 1 && (role === 'a' || MEMBERSHIP_TYPES[code] !== undefined || (role === 'e' && code === 'CLIENT_REPORTS')))
