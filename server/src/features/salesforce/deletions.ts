/** Records that were deleted in Salesforce after they had come in: found, shown, settled by a person with a reason. The book is never changed by it. */

import type { ParsedOf, ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import type { listDeletions, settleDeletion } from '@corridor/contract/salesforce.ts'
import { DELETION_PROPOSALS, PULL_TYPE_WORDS, type PullType } from '@corridor/domain/onboarding/salesforce.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/errors.ts'
import { pageOf } from '../../platform/http/lists.ts'
import type { Call } from '../../platform/http/route.ts'
import type { Scope } from '../../platform/http/scope.ts'
import type { Client } from './client/client.ts'
import { queryRecords } from './client/query.ts'
import { sinceOf, soqlOf } from './client/soql.ts'
import type { Mapping } from './mappings.ts'
import { isoInstant, LINEAGE } from './read-records.ts'

/** Salesforce keeps what was deleted for fifteen days, and shows it to a query of all records until it is emptied. */
export async function findDeletions(
  client: Client,
  { mapping, newestBefore }: { mapping: Mapping; newestBefore: string | null },
  signal: AbortSignal,
): Promise<{ keep: (trx: Trx, scope: Scope, pullId: number) => Promise<void> }> {
  if (newestBefore === null) return { keep: async () => {} }
  const soql = soqlOf({ object: mapping.object, fields: LINEAGE, since: sinceOf(newestBefore), deletedOnly: true })
  const found: { id: string; at: string }[] = []
  for await (const page of queryRecords(client, soql, LINEAGE, { signal, all: true }))
    for (const [id = '', at = ''] of page) found.push({ id, at: isoInstant(at) })
  return { keep: (trx, scope, pullId) => keep(trx, scope, pullId, mapping, found) }
}

/** Only records that came in, each once: a value with the line of the newest file that it came in by, any other with what the newest import wrote for it. */
async function keep(
  trx: Trx,
  { siteId }: Scope,
  pullId: number,
  { type, object }: Pick<Mapping, 'type' | 'object'>,
  found: readonly { id: string; at: string }[],
): Promise<void> {
  if (found.length === 0) return
  const deleted = sql`unnest(${found.map(({ id }) => id)}::text[], ${found.map(({ at }) => at)}::timestamptz[]) as d (id, at)`
  if (type !== 'valuations') {
    // The source of a row is its object, record and line.
    await sql`
      insert into salesforce_deletion (site_id, type, record_id, pull_id, deleted_at, import_id, onboarding_record_id)
      select distinct on (d.id) ${siteId}::int, ${type}::text, d.id, ${pullId}::int, d.at, r.import_id, r.id
      from ${deleted}
      join onboarding_record r on r.site_id = ${siteId} and r.record_type = ${type} and split_part(r.source, '/', 1) = ${object} and split_part(r.source, '/', 2) = d.id
      join onboarding_import i on i.id = r.import_id and i.status = 'DONE'
      order by d.id, r.import_id desc, r.id desc
      on conflict do nothing`.execute(trx)
    return
  }
  await sql`
    insert into salesforce_deletion (site_id, type, record_id, pull_id, deleted_at, file_id, line_number)
    select distinct on (d.id) ${siteId}::int, ${type}::text, d.id, ${pullId}::int, d.at, r.file_id, r.line_number
    from ${deleted}
    join carrier_file_row r on r.raw[1] = d.id
    where r.file_id in (select p.file_id from salesforce_pull p join carrier_file f on f.id = p.file_id and f.status <> 'REJECTED'
      where p.site_id = ${siteId} and p.type = ${type} and p.id <> ${pullId})
    order by d.id, r.file_id desc, r.line_number
    on conflict do nothing`.execute(trx)
}

/** The name that the book has for what an import wrote; null where it is there no more. */
const NAME = sql<string | null>`case d.type
  when 'institutions' then (select x.name from institution x where x.id = (o.record->>'id')::int)
  when 'carriers' then (select x.short_name from carrier x where x.code = o.record->>'code')
  when 'products' then (select x.product_name from product x where x.id = (o.record->>'id')::int)
  when 'plans' then (select x.plan_name from plan x where x.institution_id = o.institution_id and x.id = (o.record->>'id')::int)
  when 'people' then (select x.email from user_account x where x.id = (o.record->>'id')::int)
  when 'serviceTeams' then (select x.email from user_account x where x.id = (o.record->>'user_id')::int)
  when 'insureds' then (select x.last_name || ', ' || x.first_name from insured x where x.institution_id = o.institution_id and x.id = (o.record->>'id')::int)
  when 'policies' then (select x.policy_number from policy x where x.institution_id = o.institution_id and x.id = (o.record->>'id')::int)
  else r.policy_number end`

export async function selectDeletions(
  trx: Trx,
  scope: Scope,
  input: ParsedOf<typeof listDeletions>,
): Promise<ReplyOf<typeof listDeletions>> {
  let query = trx
    .selectFrom('salesforceDeletion as d')
    .leftJoin('carrierFileRow as r', (join) => join.onRef('r.fileId', '=', 'd.fileId').onRef('r.lineNumber', '=', 'd.lineNumber'))
    .leftJoin('onboardingRecord as o', (join) => join.onRef('o.importId', '=', 'd.importId').onRef('o.id', '=', 'd.onboardingRecordId'))
    .leftJoin('institution as i', 'i.id', 'o.institutionId')
    .leftJoin('userAccount as u', 'u.id', 'd.settledBy')
    .where('d.siteId', '=', scope.siteId)
    .select([
      'd.recordId',
      sql<PullType>`d.type`.as('type'),
      'd.deletedAt',
      'i.name as institutionName',
      'o.source',
      'd.importId',
      'r.period',
      'd.fileId',
      'd.lineNumber as line',
      'd.settledAt',
      'd.reason',
    ])
    .select(NAME.as('name'))
    .select(sql<string | null>`u.first_name || ' ' || u.last_name`.as('settledBy'))
  if (input.open) query = query.where('d.settledAt', input.open === 'true' ? 'is' : 'is not', null)
  const { page, records } = await pageOf(query, input, {
    id: 'd.recordId',
    sort: { deletedAt: 'd.deletedAt', type: 'd.type', name: NAME },
    search: ['d.recordId', 'r.policyNumber', 'i.name'],
  })
  return { page, records: records.map((row) => ({ ...row, label: PULL_TYPE_WORDS[row.type], proposal: DELETION_PROPOSALS[row.type] })) }
}

export async function settle({
  trx,
  kernel,
  scope,
  session,
  record,
  input,
}: Call<typeof settleDeletion>): Promise<ReplyOf<typeof settleDeletion>> {
  const kept = await trx
    .updateTable('salesforceDeletion')
    .set({ settledBy: session.userId, settledAt: kernel.now().toISOString(), reason: input.reason })
    .where('siteId', '=', scope.siteId)
    .where('type', '=', input.type)
    .where('recordId', '=', input.recordId)
    .returning(['recordId', 'settledAt', 'reason', 'fileId', 'importId'])
    .executeTakeFirst()
  if (!kept?.settledAt || kept.reason === null) throw new AppError('not_found')
  await record({
    action: 'salesforce.deletion.settled',
    ...(kept.fileId === null ? { entity: 'onboarding', entityId: kept.importId ?? 0 } : { entity: 'carrierFile', entityId: kept.fileId }),
    after: { recordId: input.recordId, reason: input.reason },
  })
  return { recordId: kept.recordId, settledAt: kept.settledAt, reason: kept.reason }
}
