/** A person's mapping of a carrier's columns, kept by version for its next files. */
import { recognizeHeader } from '@corridor/domain/data-feeds/headers.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/http/scope.ts'
import type { ColumnForms } from './checking/column-forms.ts'
import type { Mapping } from './checking/header.ts'

/** Keeps what a person had to say for the next file of the carrier: where it differs from what is recognized anyway, and which columns are not used. */
export async function keepMapping(
  trx: Trx,
  scope: Scope,
  id: number,
  carrierCode: string | null,
  { mapping, forms }: { mapping: Mapping; forms: ColumnForms },
): Promise<void> {
  const said = Object.fromEntries(Object.entries(mapping).filter(([header, field]) => field === null || field !== recognizeHeader(header)))
  const carrier = carrierCode ?? (await onlyCarrier(trx, id))
  if (carrier === null || Object.keys(said).length + Object.keys(forms).length === 0) return
  const latest = await trx
    .selectFrom('columnMapping')
    .select(['version', 'mapping', 'forms'])
    .where('siteId', '=', scope.siteId)
    .where('carrierCode', '=', carrier)
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (latest && JSON.stringify([latest.mapping, latest.forms]) === JSON.stringify([said, forms])) return
  const version = (latest?.version ?? 0) + 1
  await trx
    .insertInto('columnMapping')
    .values({
      siteId: scope.siteId,
      carrierCode: carrier,
      version,
      mapping: sql<never>`${JSON.stringify(said)}::jsonb`,
      forms: sql<never>`${JSON.stringify(forms)}::jsonb`,
      createdBy: scope.userId || null,
    })
    .execute()
  await trx.updateTable('carrierFile').set({ mappingVersion: version }).where('id', '=', id).execute()
}

export async function onlyCarrier(trx: Trx, id: number): Promise<string | null> {
  const { rows } = await sql<{
    code: string
  }>`select jsonb_array_elements_text(summary->'carriers') as code from carrier_file where id = ${id}`.execute(trx)
  return rows.length === 1 ? (rows[0]?.code ?? null) : null
}
