/**
 * The answer of every call to everybody: each endpoint for nobody, for a half signed-in person, for five roles at three levels, and for rows of one's own
 * and of others. Made from the contracts' access alone; server/src/endpoints.test.ts, reach.test.ts and rows.test.ts ask the server for the same answers.
 */
import {
  type AccessSubject,
  allows,
  CLIENT_ROLES,
  type Level,
  MEMBERSHIP_TYPES,
  PERMISSION_CODES,
  ROLES,
  type Role,
  STAFF_ROLES,
} from '@corridor/domain/access/access.ts'
import { ENDPOINTS } from './index.ts'
import { beforeSecondFactor, type Endpoint } from './kernel/endpoint.ts'

/** `own`: a row of the caller's own reach; no-rows: the call touches no institution's rows. */
export type Answer = 'answers' | 'not signed in' | 'second factor first' | 'forbidden' | 'not found' | 'no rows'

export const LEVELS: readonly Level[] = [0, 1, 2]

export interface MatrixRow {
  feature: string
  method: string
  path: string
  summary: string
  nobody: Answer
  /** Signed in, the second factor not given yet; the same for every role. */
  pending: Answer
  /** Every permission at one level; at 1 and 2 the membership has every type, at 0 none. */
  roles: Record<Role, readonly Answer[]>
  clientRows: { own: Answer; otherInstitution: Answer; otherSite: Answer }
  staffRows: { own: Answer; otherSite: Answer }
}

export const accessMatrix = (): MatrixRow[] =>
  ENDPOINTS.map(({ feature, endpoint }) => ({
    feature,
    method: endpoint.method,
    path: endpoint.path,
    summary: endpoint.summary,
    nobody: endpoint.access.kind === 'public' ? 'answers' : 'not signed in',
    pending: beforeSecondFactor(endpoint) ? 'answers' : 'second factor first',
    roles: {
      a: ofRole(endpoint, 'a'),
      b: ofRole(endpoint, 'b'),
      c: ofRole(endpoint, 'c'),
      d: ofRole(endpoint, 'd'),
      e: ofRole(endpoint, 'e'),
    },
    ...rowsOf(endpoint),
  }))

/** Cells of the matrix: nobody, pending, five roles at three levels, five kinds of rows. */
export const CELLS_PER_ENDPOINT = 2 + ROLES.length * LEVELS.length + 5

const ALL_TYPES = [...new Set(Object.values(MEMBERSHIP_TYPES).flat())]

const subject = (userRole: Role, level: Level): AccessSubject => ({
  userRole,
  permissions: PERMISSION_CODES.map((code) => ({ code, access: level })),
  reportTypeCodes: level === 0 ? [] : ALL_TYPES,
})

const ofRole = ({ access }: Endpoint, role: Role): Answer[] =>
  LEVELS.map((level) => (allows(subject(role, level), access) ? 'answers' : 'forbidden'))

/** Rows as a person sees them who may make the call at all. */
function rowsOf({ access }: Endpoint): Pick<MatrixRow, 'clientRows' | 'staffRows'> {
  const reaches = (roles: readonly Role[]) => access.kind === 'public' || roles.some((role) => allows(subject(role, 2), access))
  const within = (roles: readonly Role[], answer: Answer): Answer =>
    !reaches(roles) ? 'forbidden' : access.kind === 'public' || access.row === 'none' ? 'no rows' : answer
  return {
    clientRows: {
      own: within(CLIENT_ROLES, 'answers'),
      otherInstitution: within(CLIENT_ROLES, 'not found'),
      otherSite: within(CLIENT_ROLES, 'not found'),
    },
    staffRows: { own: within(STAFF_ROLES, 'answers'), otherSite: within(STAFF_ROLES, 'not found') },
  }
}
