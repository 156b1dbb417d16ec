/** Kinds that the command palette finds by a name of their own, under the rights that the server asks for them. */
import type { Session } from '@corridor/contract/session.ts'
import { allows, permission, STAFF_ROLES } from '@corridor/domain/access/access.ts'

export const findsInstitutions = (session: Session): boolean => allows(session, permission('INSTITUTIONS', 1, STAFF_ROLES))
export const findsPeople = (session: Session): boolean => allows(session, permission('USERS', 1, STAFF_ROLES))
export const findsNames = (session: Session): boolean => findsInstitutions(session) || findsPeople(session)
