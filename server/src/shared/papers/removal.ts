/** Uploaded reports and documents taken out again in number: into the trash, as a person's deletion puts them, or for good where their institution goes. */
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'

interface Removal {
  siteId: number
  by: number | null
  now: Date
  /** Institutions that go in the same transaction: they take their records along, and `forgetTrash` the bytes. */
  going: readonly number[]
}

export async function removeReports(trx: Trx, { siteId, by, now, going }: Removal, ids: readonly number[]): Promise<number> {
  const { numAffectedRows: gone = 0n } =
    await sql`delete from client_report where site_id = ${siteId} and id = any(${[...ids]}::int[]) and institution_id = any(${[...going]}::int[])`.execute(
      trx,
    )
  const { numAffectedRows: trashed = 0n } =
    await sql`update client_report set deleted_at = ${now.toISOString()}, deleted_by = ${by} where site_id = ${siteId} and id = any(${[...ids]}::int[]) and deleted_at is null`.execute(
      trx,
    )
  return Number(gone + trashed)
}

export async function removeDocuments(trx: Trx, { siteId, by, now, going }: Removal, ids: readonly number[]): Promise<number> {
  const { numAffectedRows: gone = 0n } =
    await sql`delete from document where site_id = ${siteId} and id = any(${[...ids]}::int[]) and institution_id = any(${[...going]}::int[])`.execute(
      trx,
    )
  const { numAffectedRows: trashed = 0n } =
    await sql`update document set deleted_at = ${now.toISOString()}, deleted_by = ${by} where site_id = ${siteId} and id = any(${[...ids]}::int[]) and deleted_at is null`.execute(
      trx,
    )
  return Number(gone + trashed)
}
