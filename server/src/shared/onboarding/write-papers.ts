/** The checked reports and documents of a book into the portal, by the functions that uploads are kept by; and their undoing. */
import { kindOfFile } from '@corridor/domain/files/accepted-kinds.ts'
import { parseReportFileName } from '@corridor/domain/files/report-file-names.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/http/scope.ts'
import { keepReport, replaceReportFile } from '../papers/client-reports.ts'
import { keepDocument, replaceDocumentFile } from '../papers/documents.ts'
import { removeDocuments, removeReports } from '../papers/removal.ts'

const AT_ONCE = 200

/** @throws Error when a report of the same name came meanwhile, which ends the sheet group as a whole */
export async function writePapers(trx: Trx, scope: Scope, importId: number, now: Date, progress: (files: number) => void): Promise<void> {
  const keeping = { siteId: scope.siteId, by: scope.userId, now }
  for (let [written, last] = [0, 0]; ; ) {
    const rows = await selectDue(trx, importId, last)
    if (rows.length === 0) return
    for (const row of rows) {
      progress(written++)
      last = row.id
      const made = await write(trx, keeping, row)
      await trx
        .updateTable('onboardingFile')
        .set({ recordId: made.id, version: made.version, isWritten: true })
        .where('importId', '=', importId)
        .where('id', '=', row.id)
        .execute()
    }
  }
}

const selectDue = (trx: Trx, importId: number, after: number) =>
  trx
    .selectFrom('onboardingFile')
    .selectAll()
    .where('importId', '=', importId)
    .where('outcome', 'in', ['NEW', 'VERSION'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(AT_ONCE)
    .execute()

async function write(
  trx: Trx,
  keeping: { siteId: number; by: number; now: Date },
  row: Awaited<ReturnType<typeof selectDue>>[number],
): Promise<{ id: number; version: number }> {
  const { path, kind, institutionId, typeCode, yearOverride, uploadName, fileSha256, sizeBytes, recordId } = row
  if (typeCode === null || yearOverride === null || uploadName === null || fileSha256 === null || sizeBytes === null)
    throw new Error(`${path} was checked and has no place`)
  const file = { fileName: uploadName, sha256: fileSha256, sizeBytes }
  const verdict = {
    extension: kindOfFile(uploadName)?.extension ?? '',
    mediaType: row.mediaType ?? '',
    safety: row.safety === 'HELD' ? 'HELD' : 'PASSED',
  } as const
  if (recordId !== null)
    return {
      id: recordId,
      version: await (kind === 'REPORT' ? replaceReportFile : replaceDocumentFile)(trx, keeping, recordId, file, verdict),
    }
  if (kind === 'DOCUMENT') {
    const { carrierCode, vendorName, displayName, description } = row
    const about = { institutionId, carrierCode, vendorName, typeCode, yearOverride, displayName, description }
    return { id: await keepDocument(trx, keeping, about, { file, verdict }), version: 1 }
  }
  const said = parseReportFileName(uploadName, keeping.now.getUTCFullYear())
  const name = 'message' in said ? uploadName : said.name
  if (institutionId === null) throw new Error(`${path} was checked and has no institution`)
  const about = { institutionId, typeCode, yearOverride, name, displayName: row.displayName ?? name }
  const id = await keepReport(trx, keeping, about, { file, verdict })
  if (id === undefined) throw new Error(`a report named ${uploadName} came while ${path} was on its way`)
  return { id, version: 1 }
}

/** Sentences for what came to depend on the files of an import since. */
export async function paperDependants(trx: Trx, importId: number): Promise<string[]> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from onboarding_file o
    left join client_report c on o.kind = 'REPORT' and c.institution_id = o.institution_id and c.id = o.record_id
    left join document d on o.kind = 'DOCUMENT' and d.id = o.record_id
    where o.import_id = ${importId} and o.is_written and coalesce(c.version, d.version) > o.version`.execute(trx)
  const count = rows[0]?.count ?? 0
  return count > 0
    ? [
        `The files of ${count === 1 ? 'one report or document' : `${count.toLocaleString('en-US')} reports and documents`} were replaced since.`,
      ]
    : []
}

/**
 * Files that the import brought go into the trash, as when a person deletes them; those of institutions that go with the import go for good, and their bytes
 * after as many days (shared/trash.ts). Where a file took the place of an earlier one, that one comes back as a version of its own.
 */
export async function undoPapers(trx: Trx, scope: Scope, importId: number, now: Date): Promise<{ removed: number; restored: number }> {
  const { rows: replaced } = await sql<{ kind: string; recordId: number; fileName: string; sha256: string; sizeBytes: number }>`
    select o.kind, o.record_id, v.upload_name as file_name, v.file_sha256 as sha256, v.size_bytes from onboarding_file o
    join lateral (select r.upload_name, r.file_sha256, r.size_bytes from client_report_version r
        where o.kind = 'REPORT' and r.institution_id = o.institution_id and r.client_report_id = o.record_id and r.version = o.version - 1
      union all select d.upload_name, d.file_sha256, d.size_bytes from document_version d
        where o.kind = 'DOCUMENT' and d.document_id = o.record_id and d.version = o.version - 1) v on true
    where o.import_id = ${importId} and o.is_written and o.outcome = 'VERSION' order by o.id`.execute(trx)
  for (const { kind, recordId, ...file } of replaced)
    await (kind === 'REPORT' ? replaceReportFile : replaceDocumentFile)(trx, { by: scope.userId, now }, recordId, file)
  const { rows: added } = await sql<{ kind: string; recordId: number }>`
    select o.kind, o.record_id from onboarding_file o where o.import_id = ${importId} and o.is_written and o.outcome = 'NEW'`.execute(trx)
  const { rows: brought } = await sql<{ id: number }>`
    select (r.record->>'id')::int as id from onboarding_record r
    where r.import_id = ${importId} and r.site_id = ${scope.siteId} and r.record_type = 'institutions' and r.before is null`.execute(trx)
  const removal = { siteId: scope.siteId, by: scope.userId || null, now, going: brought.map(({ id }) => id) }
  const ofKind = (asked: string) => added.flatMap(({ kind, recordId }) => (kind === asked ? [recordId] : []))
  const removed = (await removeReports(trx, removal, ofKind('REPORT'))) + (await removeDocuments(trx, removal, ofKind('DOCUMENT')))
  return { removed, restored: replaced.length }
}
