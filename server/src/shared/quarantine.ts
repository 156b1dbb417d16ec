/** Quarantined files that the scanner could not look at yet: asked about again until it passes or is refused; the log tells what came of it, open pages hear of it. */
import { sql } from 'kysely'
import { recordSystemActivity } from '../platform/audit-log/activity.ts'
import { handedIn } from '../platform/files/guarded.ts'
import { type ScannerAddress, type ScanResult, scan } from '../platform/files/scanner.ts'
import type { JobDefinition, Kernel } from '../platform/kernel.ts'

/** Files asked about in one run. */
const AT_MOST = 200

/** Every minute, the longest unasked first: passes what is clean, refuses what is not, and leaves the rest held. */
export const scanHeldFiles: JobDefinition<Record<string, never>> = {
  name: 'scan-held-files',
  title: 'Virus scan of files on hold',
  parse: () => ({}),
  concurrency: 1,
  retryLimit: 1,
  schedule: '* * * * *',
  run: async (kernel, _, { signal }) => {
    const held = await kernel.ownerDb
      .selectFrom('storedFile')
      .select('sha256')
      .where('safety', '=', 'HELD')
      .orderBy(sql`checked_at nulls first`)
      .orderBy('sha256')
      .limit(AT_MOST)
      .execute()
    for (const { sha256 } of held) if (signal.aborted || (await lookAgain(kernel, sha256)) === 'down') return
  },
}

/** @returns `down` when the scanner cannot be reached at all, so that the others need not be tried */
async function lookAgain(kernel: Kernel, sha256: string): Promise<'settled' | 'held' | 'down'> {
  const { scanner } = kernel.configuration
  // Whoever takes the scanner out of the configuration decides that its word is not waited for.
  const result = scanner ? await ask(kernel, scanner, sha256) : ({ outcome: 'clean' } as const)
  const checkedAt = kernel.now().toISOString()
  if (result.outcome === 'no answer') {
    await kernel.ownerDb.updateTable('storedFile').set({ checkedAt }).where('sha256', '=', sha256).execute()
    return /cannot be reached/.test(result.reason) ? 'down' : 'held'
  }
  await kernel.ownerDb.transaction().execute(async (trx) => {
    const found = result.outcome === 'found' ? result.name : null
    const { numUpdatedRows } = await trx
      .updateTable('storedFile')
      .set({ safety: found === null ? 'PASSED' : 'REFUSED', safetyReason: found, checkedAt })
      .where('sha256', '=', sha256)
      .where('safety', '=', 'HELD')
      .executeTakeFirst()
    if (numUpdatedRows === 0n) return
    const { rows } = await sql<Holder>`${HOLDERS(sha256)}`.execute(trx)
    for (const { entity, id, siteId, institutionId, name } of rows) {
      const where = { siteId, ...(institutionId === null ? {} : { institutionId }) }
      await kernel.events.publish(trx, { ...where, type: 'upload', status: found === null ? 'PASSED' : 'REFUSED' })
      await recordSystemActivity(trx, {
        action: found === null ? 'file.passed' : 'file.refused',
        entity,
        entityId: id,
        ...where,
        after: { name, sha256, ...(found === null ? {} : { found }) },
      })
    }
  })
  return 'settled'
}

/** Bytes that are missing (a backup half restored) or cannot be read keep no other file waiting. */
const ask = (kernel: Kernel, scanner: ScannerAddress, sha256: string): Promise<ScanResult> =>
  handedIn(kernel.files)
    .open(sha256)
    .then(
      ({ stream }) => scan(scanner, stream),
      (cause: unknown) => ({ outcome: 'no answer', reason: `the file cannot be read: ${String(cause)}` }),
    )

interface Holder {
  entity: string
  id: number
  siteId: number
  institutionId: number | null
  name: string
}
/** Every record that shows the file, its older versions included: their owners and the team hear what became of it. */
const HOLDERS = (sha256: string) => sql`
  select 'bank-uploads' as entity, id, site_id, institution_id, upload_name as name from bank_upload where file_sha256 = ${sha256}
  union select case origin when 'UPLOADED' then 'reports' else 'client_report' end, id, site_id, institution_id, upload_name from client_report where file_sha256 = ${sha256}
  union select 'reports', client_report_id, site_id, institution_id, upload_name from client_report_version where file_sha256 = ${sha256}
  union select 'documents', id, site_id, institution_id, upload_name from document where file_sha256 = ${sha256}
  union select 'documents', v.document_id, v.site_id, d.institution_id, v.upload_name from document_version v join document d on d.id = v.document_id where v.file_sha256 = ${sha256}
  union select 'service-requests', request_id, site_id, institution_id, upload_name from service_request_file where file_sha256 = ${sha256} and request_id is not null
  union select 'questionnaire', questionnaire_id, site_id, institution_id, upload_name from questionnaire_attachment where file_sha256 = ${sha256} and removed_at is null
  order by entity, id`
