/** Scopes of API keys, out of the access of every endpoint: what a person could give a key, and which calls each scope opens. */
import { type AccessSubject, levelOf, PERMISSION_CODES, type PermissionCode } from '@corridor/domain/access/access.ts'
import { ENDPOINTS } from './index.ts'
import { accessOfKeys, type Endpoint, openToKeys } from './kernel/endpoint.ts'

interface OfferedScope {
  code: PermissionCode
  access: 1 | 2
  /** Calls that take just this level; those of a lower one are open with it as well. */
  calls: Endpoint[]
}

/** Levels that open no call are not offered: a key never changes who may sign in, say. */
export const scopesFor = (subject: AccessSubject): OfferedScope[] =>
  PERMISSION_CODES.flatMap((code) =>
    ([1, 2] as const).flatMap((access) => {
      if (levelOf(subject, code) < access) return []
      const calls = OPEN.filter((endpoint) => {
        const { anyOf, minimum, roles } = accessOfKeys(endpoint)
        return anyOf.includes(code) && Math.max(1, minimum) === access && roles.includes(subject.userRole)
      })
      return calls.length > 0 ? [{ code, access, calls }] : []
    }),
  )

const OPEN = ENDPOINTS.map(({ endpoint }) => endpoint).filter(openToKeys)
