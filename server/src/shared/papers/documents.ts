/** Records of documents and the files put in place of theirs: every way in writes them here, in the transaction of the caller. */

import { extensionOf } from '@corridor/domain/files/accepted-kinds.ts'
import { documentPath } from '@corridor/domain/files/document-paths.ts'
import { parseReportFileName } from '@corridor/domain/files/report-file-names.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import { type HandedIn, keepChecked, type Verdict } from '../../platform/files/inspection.ts'

interface Keeping {
  siteId: number
  by: number
  now: Date
}
/** One owner in one place: what belongs to the other kinds is empty. */
export interface OwnerColumns {
  institutionId: number | null
  carrierCode: string | null
  vendorName: string | null
}
interface NewDocument extends OwnerColumns {
  typeCode: string
  yearOverride: number
  /** From the file's name where there is none. */
  displayName: string | null
  description: string | null
  uploadBatch?: string | undefined
}

/** @param file lies in the store, under the name that it is uploaded by @returns its number */
export async function keepDocument(
  trx: Trx,
  { siteId, by, now }: Keeping,
  { displayName, uploadBatch, ...about }: NewDocument,
  { file, verdict }: { file: HandedIn; verdict: Verdict },
): Promise<number> {
  await keepChecked(trx, file, verdict)
  const { id } = await trx
    .insertInto('document')
    .values({
      siteId,
      ...about,
      ...nameOf(file),
      displayName: displayName ?? titleOf(file.fileName, now),
      path: '',
      uploadBatch: uploadBatch ?? null,
      createdBy: by,
      createdAt: now.toISOString(),
      updatedAt: now.toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await setDocumentPath(trx, id)
  await keepDocumentVersion(trx, id)
  return id
}

/** Another file in place of a document's, as its next version. @returns the version */
export async function replaceDocumentFile(
  trx: Trx,
  { by, now }: Omit<Keeping, 'siteId'>,
  id: number,
  file: HandedIn,
  /** None for a file that was the document's before: it was looked at then. */
  verdict?: Verdict,
): Promise<number> {
  await keepDocumentVersion(trx, id)
  if (verdict) await keepChecked(trx, file, verdict)
  const { version } = await trx
    .updateTable('document')
    .set({
      ...nameOf(file),
      version: sql<number>`version + 1`,
      updatedAt: sql<string>`greatest(${now.toISOString()}::timestamptz, updated_at + interval '1 millisecond')`,
    })
    .where('id', '=', id)
    .returning('version')
    .executeTakeFirstOrThrow()
  await setDocumentPath(trx, id)
  await keepDocumentVersion(trx, id, { at: now.toISOString(), by })
  return version
}

/** The logical name follows owner, type and year. */
export async function setDocumentPath(trx: Trx, id: number): Promise<void> {
  const row = await trx
    .selectFrom('document')
    .select(['id', 'institutionId', 'carrierCode', 'typeCode', 'yearOverride', 'uploadName'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await trx
    .updateTable('document')
    .set({ path: documentPath(row) })
    .where('id', '=', id)
    .execute()
}

/** The document's file as it stands becomes one of its versions, once. */
async function keepDocumentVersion(trx: Trx, id: number, made?: { at: string; by: number }): Promise<void> {
  await sql`insert into document_version (document_id, version, site_id, upload_name, extension, file_sha256, size_bytes, created_by, created_at)
    select id, version, site_id, upload_name, extension, file_sha256, size_bytes, ${made ? made.by : sql`created_by`}, ${made ? made.at : sql`created_at`}
    from document where id = ${id} on conflict do nothing`.execute(trx)
}

const nameOf = ({ fileName, sha256, sizeBytes }: HandedIn) => ({
  uploadName: fileName,
  name: stemOf(fileName),
  extension: extensionOf(fileName),
  fileSha256: sha256,
  sizeBytes,
})
const stemOf = (fileName: string): string => fileName.replace(/\.[^.]*$/, '')

/** The list's title for a file without one: its name, without what the naming rule of reports puts before it. */
function titleOf(fileName: string, now: Date): string {
  const parsed = parseReportFileName(fileName, now.getUTCFullYear())
  return ('name' in parsed ? parsed.name : stemOf(fileName)).replaceAll('_', ' ').replace(/\s+/g, ' ').trim().slice(0, 200) || fileName
}
