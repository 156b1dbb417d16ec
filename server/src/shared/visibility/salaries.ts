/** Readers of salaries, and which file of a record each reader gets: a returned questionnaire is kept with them and without. */
import { type AccessSubject, isStaff, isWithheld, levelOf } from '@corridor/domain/access/access.ts'
import { type RawBuilder, sql } from 'kysely'

/** Salaries are for staff with INSTITUTIONS 2, and for who signs the bank's own census: not for those who only look through the signer's eyes. */
export const seesPersonal = (person: AccessSubject): boolean =>
  isStaff(person.userRole)
    ? levelOf(person, 'INSTITUTIONS') >= 2
    : person.userRole !== 'e' && levelOf(person, 'ANNUAL_QUESTIONNAIRE') >= 2 && !isWithheld(person, 'INSTITUTIONS')

/**
 * The hash of a client report's file as that person may have it. The record's own is without salaries.
 * @param alias of the table client_report in the statement
 */
export const reportFileFor = (person: AccessSubject, alias = 'clientReport'): RawBuilder<string> =>
  seesPersonal(person)
    ? sql<string>`coalesce(${ofReturn(sql`signed.personal_pdf_sha256`, alias)}, ${sql.ref(`${alias}.fileSha256`)})`
    : sql<string>`${sql.ref(`${alias}.fileSha256`)}`

/** Its size in bytes. */
export const reportSizeFor = (person: AccessSubject, alias = 'clientReport'): RawBuilder<number> =>
  seesPersonal(person)
    ? sql<number>`coalesce(${ofReturn(sql`kept.size_bytes`, alias)}, ${sql.ref(`${alias}.sizeBytes`)})`
    : sql<number>`${sql.ref(`${alias}.sizeBytes`)}`

const ofReturn = (what: RawBuilder<unknown>, alias: string) => sql`(select ${what} from questionnaire_return signed
  join stored_file kept on kept.sha256 = signed.personal_pdf_sha256
  where signed.institution_id = ${sql.ref(`${alias}.institutionId`)} and signed.questionnaire_id = ${sql.ref(`${alias}.sourceQuestionnaireId`)}
    and signed.number = ${sql.ref(`${alias}.sourceVersion`)})`
