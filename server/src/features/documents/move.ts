/** Moving documents to another owner, type or year: all or none, said first by a preview, undone by moving each group back. */
import type { DocumentDestination, moveDocuments } from '@corridor/contract/documents.ts'
import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import { documentPath, ownerOf } from '@corridor/domain/files/document-paths.ts'
import { sql } from 'kysely'
import { AppError, inputError } from '../../platform/http/errors.ts'
import type { Call } from '../../platform/http/route.ts'
import { visible } from '../../platform/http/scope.ts'
import type { Kernel } from '../../platform/kernel.ts'
import { chosenKeys } from '../../platform/records/resource-bulk.ts'
import { checkPlace, columnsOfOwner, DOCUMENT_FIELDS, documentBinding } from './binding.ts'

type Reply = ReplyOf<typeof moveDocuments>
type Group = Reply['moved'][number]
type Place = Group['from']

export async function moveAll(kernel: Kernel, call: Call<typeof moveDocuments>): Promise<Reply> {
  const { trx, scope, record, input } = call
  const { to } = input
  if (to.owner === undefined && [to.institutionId, to.carrierCode, to.vendorName].some((value) => value !== undefined && value !== null))
    throw inputError({ owner: ['Choose an institution, a carrier or a vendor'] })
  await checkPlace(trx, scope, to)
  const keys = (await chosenKeys(call, documentBinding, input)).map(Number)
  const rows = await trx
    .selectFrom('document as t')
    .select(['t.id', 't.institutionId', 't.carrierCode', 't.vendorName', 't.typeCode', 't.yearOverride', 't.uploadName'])
    .select(sql<string>`${DOCUMENT_FIELDS.ownerName}`.as('ownerName'))
    .where('t.id', 'in', keys)
    .where(visible(scope, 't'))
    .where('t.deletedAt', 'is', null)
    .orderBy('t.id')
    .forUpdate('t')
    .execute()
  if (rows.length < keys.length) throw new AppError('not_found')

  const groups = new Map<string, Group>()
  const moves: (Place & { id: number; path: string; from: Place })[] = []
  for (const { id, uploadName, ownerName, ...stored } of rows) {
    const from = { owner: ownerOf(stored.carrierCode), ...stored }
    const place = destinationOf(from, to)
    if (JSON.stringify(place) === JSON.stringify(from)) continue
    moves.push({ ...place, id, from, path: documentPath({ ...place, id, uploadName }) })
    const group = groups.get(JSON.stringify(from)) ?? { ids: [], ownerName, from }
    groups.set(JSON.stringify(from), { ...group, ids: [...group.ids, id] })
  }
  if (!input.preview && moves.length > 0) {
    await sql`update document t set institution_id = m."institutionId", carrier_code = m."carrierCode", vendor_name = m."vendorName", type_code = m."typeCode",
        year_override = m."yearOverride", path = m.path, updated_at = greatest(${kernel.now().toISOString()}::timestamptz, t.updated_at + interval '1 millisecond')
      from jsonb_to_recordset(${JSON.stringify(moves)}::jsonb) as m (id int, "institutionId" int, "carrierCode" text, "vendorName" text, "typeCode" text,
        "yearOverride" int, path text) where t.id = m.id`.execute(trx)
    for (const { id, from, path: _, ...after } of moves)
      await record({ action: 'documents.moved', entity: 'documents', entityId: id, before: from, after })
  }
  return { moved: [...groups.values()], unchanged: rows.length - moves.length }
}

function destinationOf(from: Place, to: DocumentDestination): Place {
  const owned = to.owner === undefined ? from : { owner: to.owner, ...columnsOfOwner(to.owner, to) }
  const { owner, institutionId, carrierCode, vendorName } = owned
  return {
    owner,
    institutionId,
    carrierCode,
    vendorName,
    typeCode: to.typeCode ?? from.typeCode,
    yearOverride: to.yearOverride ?? from.yearOverride,
  }
}
