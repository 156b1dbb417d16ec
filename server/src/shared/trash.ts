/** Files in the trash go for good after 30 days, with their versions; their bytes with them, where nothing else is made of the same. */
import { sql } from 'kysely'
import type { Db, Trx } from '../platform/database/database.ts'

/** Files of an undone import go with them: their institutions took the records along. @param before rows deleted earlier than this */
export const forgetTrash = (ownerDb: Db, before: string): Promise<void> =>
  ownerDb.transaction().execute(async (trx) => {
    // The versions are read as they were when the statement began; they go with their record.
    const { rows } = await sql<{ sha256: string }>`
      with reports as (delete from client_report where deleted_at < ${before} returning institution_id, id, file_sha256),
        documents as (delete from document where deleted_at < ${before} returning id, file_sha256)
      select file_sha256 as sha256 from reports union select file_sha256 from documents
      union select v.file_sha256 from client_report_version v join reports r on r.institution_id = v.institution_id and r.id = v.client_report_id
      union select v.file_sha256 from document_version v join documents d on d.id = v.document_id
      union select o.file_sha256 from onboarding_file o join onboarding_import i on i.id = o.import_id and i.undone_at < ${before}
        join stored_file f on f.sha256 = o.file_sha256 where o.is_written`.execute(trx)
    await forgetFiles(
      trx,
      rows.map(({ sha256 }) => sha256),
    )
  })

/** Rows that refer to a file by its hash alone: a carrier file, and a person's portrait. */
const WITHOUT_CONSTRAINT = [
  { tableName: 'carrier_file', columnName: 'sha256' },
  { tableName: 'user_account', columnName: 'avatar_sha256' },
]

/** Forgets those of the files that no row refers to, whatever table it is in; what was only read from them goes along. The next sweep removes their bytes (files.ts). */
async function forgetFiles(trx: Trx, hashes: readonly string[]): Promise<void> {
  if (hashes.length === 0) return
  const { rows: references } = await sql<{ tableName: string; columnName: string }>`
    select c.conrelid::regclass::text as table_name, a.attname as column_name from pg_constraint c
    join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.confrelid = 'stored_file'::regclass and c.contype = 'f' and c.confdeltype <> 'c' and c.conparentid = 0`.execute(trx)
  const unused = [...references, ...WITHOUT_CONSTRAINT].map(
    ({ tableName, columnName }) =>
      sql` and not exists (select from ${sql.table(tableName)} r where ${sql.ref(`r.${columnName}`)} = s.sha256)`,
  )
  await sql`delete from stored_file s where s.sha256 = any(${[...hashes]}::text[])${sql.join(unused, sql``)}`.execute(trx)
}
