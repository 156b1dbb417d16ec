/** A template tried on a real person: the words its mail would have, written by the very functions that write the mails. */
import { REPORT_FAMILIES } from '@corridor/domain/reports/families.ts'
import { placeholdersIn, type TemplateType } from '@corridor/domain/sites/mail-template.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/errors.ts'
import type { Scope } from '../../platform/http/scope.ts'
import type { Kernel } from '../../platform/kernel.ts'
import type { TellableFile } from '../../shared/notifications/file-mail-recipients.ts'
import { writeFileMail } from '../../shared/notifications/file-mail-text.ts'
import { MAIL_TYPES, selectServiceTeams, type TemplateInUse } from '../../shared/notifications/mail-templates.ts'
import { typeNameOf } from '../../shared/papers/type-name.ts'
import { writeInvitation } from '../../shared/people/password-links.ts'

export interface Trial extends TemplateInUse {
  type: TemplateType
  userId: number
}
interface Written {
  subject: string
  bodyText: string
}

/** An institution's active people on the site, in the order of a list of names. */
export async function selectReaders(trx: Trx, scope: Scope, institutionId: number): Promise<{ id: number; name: string }[]> {
  const { rows } = await sql<{ id: number; name: string }>`
    select u.id, u.last_name || ', ' || u.first_name as name from user_account u
    join user_site x on x.user_id = u.id and x.site_id = ${scope.siteId}
    join institution i on i.id = u.institution_id
    where u.institution_id = ${institutionId} and u.role in ('a', 'c') and u.status = 1
    order by u.last_name, u.first_name, u.id limit 500`.execute(trx)
  return rows
}

/** @throws AppError('not_found') for who is not a person of an institution on the site */
export async function tryOn(
  kernel: Pick<Kernel, 'configuration'>,
  trx: Trx,
  scope: Scope,
  { type, userId, subject, body }: Trial,
): Promise<{ subject: string; text: string; missing: string[] }> {
  const write = await writerFor(kernel, trx, scope, type, userId)
  const written = await write({ subject, body })
  // Asked of the writer itself, one line a placeholder: what comes back empty, this person and institution have not.
  const asked = placeholdersIn(`${subject}\n${body}`)
  const answers = await write({ subject: '-', body: asked.map((name) => `${name}={{${name}}}`).join('\n') })
  const lines = new Set(answers.bodyText.split('\n'))
  return { subject: written.subject, text: written.bodyText, missing: asked.filter((name) => lines.has(`${name}=`)) }
}

interface Reader {
  firstName: string
  lastName: string
  email: string
  institutionId: number
  institutionName: string
}

async function writerFor(
  { configuration: { publicUrl } }: Pick<Kernel, 'configuration'>,
  trx: Trx,
  scope: Scope,
  type: TemplateType,
  userId: number,
): Promise<(template: TemplateInUse) => Promise<Written>> {
  const { rows } = await sql<Reader>`
    select u.first_name, u.last_name, u.email, i.id as institution_id, i.name as institution_name from user_account u
    join user_site x on x.user_id = u.id and x.site_id = ${scope.siteId}
    join institution i on i.id = u.institution_id where u.id = ${userId} and u.role in ('a', 'c')`.execute(trx)
  const [reader] = rows
  if (!reader) throw new AppError('not_found')
  if (type === MAIL_TYPES.SIGNUP)
    // No link is made: who follows this one is told that it is not good any more.
    return (template) => writeInvitation(trx, template, { ...reader, siteId: scope.siteId }, `${publicUrl}/change-password#token=example`)
  const team = (await selectServiceTeams(trx, scope.siteId, [reader.institutionId], scope.userId)).get(reader.institutionId) ?? []
  const files = [await latestFile(trx, scope, reader.institutionId)]
  const person = {
    ...reader,
    userId,
    userRole: 'c' as const,
    mailFrequency: 'EACH_BATCH' as const,
    isExpected: true,
    reportTypeCodes: [],
    permissions: [],
    carrierCodes: [],
  }
  return async (template) =>
    writeFileMail({ publicUrl, siteId: scope.siteId, template, person, files, place: null, team, dedupeKey: 'trial' })
}

/** The newest report that the institution has; before the first one, a name as reports have them. */
async function latestFile(trx: Trx, scope: Scope, institutionId: number): Promise<TellableFile> {
  const { rows } = await sql<Pick<TellableFile, 'id' | 'typeCode' | 'typeName' | 'displayName'>>`
    select r.id, r.type_code, ${typeNameOf('t', 'p')} as type_name, r.display_name from client_report r join report_type t on t.code = r.type_code
    left join report p on p.institution_id = r.institution_id and p.id = r.source_report_id
    where r.institution_id = ${institutionId} and r.site_id = ${scope.siteId} and r.withdrawn_at is null and r.deleted_at is null
    order by r.created_at desc, r.id desc limit 1`.execute(trx)
  const { title, typeCodes } = REPORT_FAMILIES.AssetReport
  const found = rows[0] ?? { id: 0, typeCode: typeCodes.boli, typeName: title, displayName: `${title}, an example` }
  return { kind: 'REPORT', place: null, institutionId, carrierCode: null, safety: 'TRUSTED', ...found }
}
