/** The Document Center as a generic resource: what a document's fields are, who reaches it, and what a change must keep true. */
import { documents } from '@corridor/contract/documents.ts'
import { type DocumentOwner, VENDOR_CODE } from '@corridor/domain/files/document-paths.ts'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Trx } from '../../platform/database/database.ts'
import { AppError, inputError } from '../../platform/http/errors.ts'
import { type Scope, visible } from '../../platform/http/scope.ts'
import type { ChangeCall, ResourceBinding, Row } from '../../platform/records/resource-rows.ts'
import { type OwnerColumns, setDocumentPath } from '../../shared/papers/documents.ts'
import { visibleDocuments } from '../../shared/visibility/documents.ts'
import { clientDocumentTypes } from '../../shared/visibility/report-types.ts'

const personName = (column: string) =>
  sql`(select u.first_name || ' ' || u.last_name from user_account u where u.id = ${sql.ref(`t.${column}`)})`
const institutionName = sql`(select i.name from institution i where i.id = t.institution_id)`
const carrierName = sql`(select c.short_name from carrier c where c.code = t.carrier_code)`

/** Fields that are not columns; `t` is the document. */
export const DOCUMENT_FIELDS: Readonly<Record<string, RawBuilder<unknown>>> = {
  typeName: sql`(select k.name from report_type k where k.code = t.type_code)`,
  institutionName,
  carrierName,
  isCarrier: sql`(t.carrier_code is not null and t.carrier_code <> ${sql.lit(VENDOR_CODE)})`,
  isVendor: sql`(t.carrier_code is not distinct from ${sql.lit(VENDOR_CODE)})`,
  owner: sql`case when t.carrier_code is null then 'institution' when t.carrier_code = ${sql.lit(VENDOR_CODE)} then 'vendor' else 'carrier' end`,
  ownerName: sql`coalesce(${institutionName}, t.vendor_name, ${carrierName}, t.carrier_code)`,
  safety: sql`(select s.safety from stored_file s where s.sha256 = t.file_sha256)`,
  createdBy: personName('createdBy'),
  deletedBy: personName('deletedBy'),
}

const OWNED_BY: Readonly<Record<string, RawBuilder<never>>> = {
  institution: sql`t.institution_id is not null`,
  carrier: sql`t.carrier_code <> ${sql.lit(VENDOR_CODE)}`,
  vendor: sql`t.carrier_code = ${sql.lit(VENDOR_CODE)}`,
}

export const documentBinding: ResourceBinding = {
  resource: documents,
  table: 'document',
  key: 'id',
  trash: true,
  fields: DOCUMENT_FIELDS,
  columns: { owner: null },
  store: (input) => ({ ...input, ...emptied(input) }),
  reach: (scope) => sql`${visible(scope, 't')}`,
  own: (session, scope) => visibleDocuments(scope, clientDocumentTypes(session), 't'),
  search: ['displayName', 'uploadName', 'vendorName'],
  filters: { owner: (value) => OWNED_BY[String(value)] ?? sql`false` },
  dependants: [],
  nameOf: ({ displayName }) => String(displayName),
  check: checkDocument,
  link: async ({ trx, key }) => setDocumentPath(trx, Number(key)),
}

export interface OwnerAsked {
  owner: DocumentOwner
  institutionId?: number | null | undefined
  carrierCode?: string | null | undefined
  vendorName?: string | null | undefined
}
const OTHERS_OF: Readonly<Record<string, Partial<OwnerColumns>>> = {
  institution: { carrierCode: null, vendorName: null },
  carrier: { institutionId: null, vendorName: null },
  vendor: { institutionId: null, carrierCode: VENDOR_CODE },
}
/** A new owner empties what named the one before; nothing else does, so that no document is ever nobody's. */
const emptied = (input: Row): Row =>
  OTHERS_OF[String(input.owner)] ??
  Object.fromEntries(Object.keys(FIELD_OF).flatMap((field) => (input[field] === null ? [[field, undefined]] : [])))

/** One owner in one place: what belongs to the other kinds is emptied. */
export function columnsOfOwner(
  owner: DocumentOwner,
  { institutionId, carrierCode, vendorName }: Row | Omit<OwnerAsked, 'owner'>,
): OwnerColumns {
  return {
    institutionId: owner === 'institution' && typeof institutionId === 'number' ? institutionId : null,
    carrierCode: owner === 'vendor' ? VENDOR_CODE : owner === 'carrier' && typeof carrierCode === 'string' ? carrierCode : null,
    vendorName: owner === 'vendor' && typeof vendorName === 'string' ? vendorName : null,
  }
}

/**
 * That the owner is named in full and is there, and the type too; what is not asked for is not looked at.
 * @throws AppError not_found for an institution that is not on the site, as for one that never was
 */
export async function checkPlace(
  trx: Trx,
  scope: Scope,
  { owner, typeCode, ...asked }: Omit<OwnerAsked, 'owner'> & { owner?: DocumentOwner | undefined; typeCode?: string | undefined },
): Promise<void> {
  if (owner !== undefined) await checkOwner(trx, scope, owner, columnsOfOwner(owner, asked))
  if (typeCode === undefined) return
  const type = await trx.selectFrom('reportType').select('id').where('code', '=', typeCode).executeTakeFirst()
  if (!type) throw inputError({ typeCode: ['No report type has this code.'] })
}

async function checkOwner(trx: Trx, scope: Scope, owner: DocumentOwner, named: OwnerColumns): Promise<void> {
  const { institutionId, carrierCode, vendorName } = named
  if (owner === 'institution') {
    if (institutionId === null) throw inputError({ institutionId: ['Choose an institution'] })
    const there = await trx
      .selectFrom('institutionSite')
      .select('institutionId')
      .where('institutionId', '=', institutionId)
      .where('siteId', '=', scope.siteId)
      .executeTakeFirst()
    if (!there) throw new AppError('not_found')
  }
  if (owner === 'carrier') {
    if (carrierCode === null) throw inputError({ carrierCode: ['Choose a carrier'] })
    const there = await trx.selectFrom('carrier').select('id').where('code', '=', carrierCode).executeTakeFirst()
    if (!there) throw inputError({ carrierCode: ['No carrier has this code.'] })
  }
  if (owner === 'vendor' && !vendorName) throw inputError({ vendorName: ['Enter the vendor’s name'] })
}

const placeOf = z.object({
  owner: z.enum(['institution', 'carrier', 'vendor']),
  institutionId: z.number().nullable(),
  carrierCode: z.string().nullable(),
  vendorName: z.string().nullable(),
  typeCode: z.string(),
})
const FIELD_OF = { institutionId: 'institution', carrierCode: 'carrier', vendorName: 'vendor' } as const

async function checkDocument({ trx, scope, before, after }: ChangeCall): Promise<void> {
  // A deletion is no move.
  if (!before || !after) return
  const place = placeOf.parse({ ...before, ...after })
  for (const [field, owner] of Object.entries(FIELD_OF))
    if (after[field] !== undefined && after[field] !== null && owner !== place.owner)
      throw inputError({ [field]: [`This document belongs to ${place.owner === 'institution' ? 'an' : 'a'} ${place.owner}.`] })
  if (Object.keys(FIELD_OF).some((field) => field in after) || 'owner' in after || 'typeCode' in after) await checkPlace(trx, scope, place)
}
