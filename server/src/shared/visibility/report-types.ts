/** Which report types a person sees the files of: client reports by their families, documents by the Document Center. */
import type { Session } from '@corridor/contract/session.ts'
import { type AccessSubject, isStaff, isWithheld, levelOf, MEMBERSHIP_TYPES, PERMISSION_CODES } from '@corridor/domain/access/access.ts'
import type { Trx } from '../../platform/database/database.ts'

/** Types of client reports: staff by CLIENT_REPORTS or the family's permission, client roles by their membership, Team Members by both. */
export async function typesOf(trx: Trx, session: Session): Promise<string[]> {
  return isStaff(session.userRole) && levelOf(session, 'CLIENT_REPORTS') > 0 ? selectTypeCodes(trx) : ownReportTypes(session)
}

/** The same of whoever does not keep all reports: no query is needed. */
export const ownReportTypes = (person: AccessSubject): string[] =>
  isStaff(person.userRole) ? familyTypesOf(person) : clientTypesOf(person)

/** Types of documents: staff by DOCUMENT_CENTER, client roles by their membership, Team Members by both. */
export async function documentTypesOf(trx: Trx, session: Session): Promise<string[]> {
  if (!isStaff(session.userRole)) return clientDocumentTypes(session)
  return levelOf(session, 'DOCUMENT_CENTER') > 0 ? selectTypeCodes(trx) : []
}

/** The same of a client role's person, signed in or not. */
export function clientTypesOf(person: AccessSubject): string[] {
  const families = familyTypesOf(person)
  const guarded = new Set(Object.values(MEMBERSHIP_TYPES).flat())
  return person.reportTypeCodes.filter((code) =>
    guarded.has(code)
      ? families.includes(code)
      : !isWithheld(person, 'CLIENT_REPORTS') && (person.userRole !== 'a' || levelOf(person, 'CLIENT_REPORTS') > 0),
  )
}
export const clientDocumentTypes = (person: AccessSubject): string[] =>
  isWithheld(person, 'DOCUMENT_CENTER') || (person.userRole === 'a' && levelOf(person, 'DOCUMENT_CENTER') === 0)
    ? []
    : [...person.reportTypeCodes]

const familyTypesOf = (person: AccessSubject): string[] =>
  PERMISSION_CODES.flatMap((code) => (MEMBERSHIP_TYPES[code] && levelOf(person, code) > 0 ? MEMBERSHIP_TYPES[code] : []))

const selectTypeCodes = async (trx: Trx): Promise<string[]> =>
  (await trx.selectFrom('reportType').select('code').execute()).map(({ code }) => code)
