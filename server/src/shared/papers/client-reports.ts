/** Records of uploaded client reports and the files put in place of theirs: every way in writes them here, in the transaction of the caller. */
import { extensionOf } from '@corridor/domain/files/accepted-kinds.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import { type HandedIn, keepChecked, type Verdict } from '../../platform/files/inspection.ts'

interface Keeping {
  siteId: number
  by: number
  now: Date
}
interface NewReport {
  institutionId: number
  typeCode: string
  yearOverride: number
  /** Without what the naming rule puts before it, and without extension. */
  name: string
  displayName: string
  uploadBatch?: string | undefined
}

/** The address of an uploaded report by its names, as the client's menu shows it; no path on a disk. */
export const pathOfUpload = ({
  institutionId,
  yearOverride,
  typeCode,
  uploadName,
}: {
  institutionId: number
  yearOverride: number
  typeCode: string
  uploadName: string
}): string => `/clients/${institutionId}/reports/${yearOverride}/${typeCode}/${uploadName}`

/** @param file lies in the store, under the name that it is uploaded by @returns its number; undefined when the institution has a report of this name */
export async function keepReport(
  trx: Trx,
  { siteId, by, now }: Keeping,
  { institutionId, typeCode, yearOverride, name, displayName, uploadBatch }: NewReport,
  { file, verdict }: { file: HandedIn; verdict: Verdict },
): Promise<number | undefined> {
  await keepChecked(trx, file, verdict)
  const made = await trx
    .insertInto('clientReport')
    .values({
      institutionId,
      siteId,
      typeCode,
      yearOverride,
      uploadName: file.fileName,
      name,
      displayName,
      extension: verdict.extension,
      path: pathOfUpload({ institutionId, yearOverride, typeCode, uploadName: file.fileName }),
      fileSha256: file.sha256,
      sizeBytes: file.sizeBytes,
      origin: 'UPLOADED',
      uploadBatch: uploadBatch ?? null,
      createdBy: by,
      createdAt: now.toISOString(),
      updatedAt: now.toISOString(),
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (made) await keepReportVersion(trx, made.id)
  return made?.id
}

/** Another file in place of a report's, as its next version; the report keeps its name but for the ending. @returns the version */
export async function replaceReportFile(
  trx: Trx,
  { by, now }: Omit<Keeping, 'siteId'>,
  id: number,
  file: HandedIn,
  /** None for a file that was the report's before: it was looked at then. */
  verdict?: Verdict,
): Promise<number> {
  const stored = await trx
    .selectFrom('clientReport')
    .select(['institutionId', 'yearOverride', 'typeCode', 'uploadName', 'version'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  await keepReportVersion(trx, id)
  if (verdict) await keepChecked(trx, file, verdict)
  const uploadName = withEndingOf(stored.uploadName, file.fileName)
  const version = stored.version + 1
  await trx
    .updateTable('clientReport')
    .set({
      uploadName,
      extension: extensionOf(file.fileName),
      path: pathOfUpload({ ...stored, uploadName }),
      fileSha256: file.sha256,
      sizeBytes: file.sizeBytes,
      version,
      updatedAt: sql<string>`greatest(${now.toISOString()}::timestamptz, updated_at + interval '1 millisecond')`,
    })
    .where('id', '=', id)
    .execute()
  await keepReportVersion(trx, id, { at: now.toISOString(), by })
  return version
}

/** The same upload under the ending of another file. */
export const withEndingOf = (uploadName: string, fileName: string): string => uploadName.replace(/\.[^.]*$/, `.${extensionOf(fileName)}`)

/** The report's file as it stands becomes one of its versions, once. */
async function keepReportVersion(trx: Trx, id: number, made?: { at: string; by: number }): Promise<void> {
  await sql`insert into client_report_version (institution_id, client_report_id, version, site_id, upload_name, extension, file_sha256, size_bytes, created_by, created_at)
    select institution_id, id, version, site_id, upload_name, extension, file_sha256, size_bytes, ${made ? made.by : sql`created_by`}, ${made ? made.at : sql`created_at`}
    from client_report where id = ${id} on conflict do nothing`.execute(trx)
}
