/** The calls that each level of a permission opens, read from the contracts themselves: nobody writes it down a second time. */
import { ENDPOINTS } from '@corridor/contract/index.ts'
import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import type { listPermissionCodes } from '@corridor/contract/rights.ts'
import { levelOf, MEMBERSHIP_TYPES, PERMISSION_CODES, type PermissionCode, type Role } from '@corridor/domain/access/access.ts'

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

/** Asked of the rule itself: whoever is given all that a person of the role can be given. */
const mayHold = (userRole: Role, code: PermissionCode, access: 1 | 2): boolean =>
  levelOf({ userRole, permissions: [{ code, access }], reportTypeCodes: Object.values(MEMBERSHIP_TYPES).flat() }, code) >= access
