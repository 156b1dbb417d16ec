/** Documents as their lists and files are read: of a menu item, of an institution, by version. */
import type { DocumentRecord, InstitutionFile, listInstitutionFiles } from '@corridor/contract/documents.ts'
import type { ParsedOf } from '@corridor/contract/kernel/endpoint.ts'
import type { Page } from '@corridor/contract/kernel/page.ts'
import type { Session } from '@corridor/contract/session.ts'
import { levelOf } from '@corridor/domain/access/access.ts'
import { VENDOR_CODE } from '@corridor/domain/files/document-paths.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/errors.ts'
import { pageOf } from '../../platform/http/lists.ts'
import { type Scope, visible } from '../../platform/http/scope.ts'
import { fieldOf } from '../../platform/records/resource-rows.ts'
import { typeNameOf } from '../../shared/papers/type-name.ts'
import { siteDayOf } from '../../shared/site-day.ts'
import { visibleDocuments } from '../../shared/visibility/documents.ts'
import { typesOf } from '../../shared/visibility/report-types.ts'
import { reportSizeFor } from '../../shared/visibility/salaries.ts'
import { documentBinding } from './binding.ts'

/** Newest years first. @param types those the caller may see at all */
export async function selectMenuDocuments(
  trx: Trx,
  scope: Scope,
  session: Session,
  types: readonly string[],
  { carrierCodes, reportTypeCodes, take, skip }: { carrierCodes: string[]; reportTypeCodes: string[]; take: number; skip: number },
): Promise<{ records: DocumentRecord[]; total: number }> {
  const { narrow } = documentBinding.resource
  const ofCarriers = carrierCodes.length === 0 ? sql`t.carrier_code is null` : sql`t.carrier_code = any(${carrierCodes}::text[])`
  const where = sql`${visibleDocuments(scope, types, 't')} and ${ofCarriers} and t.type_code = any(${reportTypeCodes}::text[])`
  const columns = Object.keys(narrow?.shape ?? {}).map((name) => sql`${fieldOf(documentBinding, session, name)} as ${sql.ref(name)}`)
  const { rows } = await sql<DocumentRecord>`select ${sql.join(columns)} from document t where ${where}
    order by t.year_override desc, t.display_name, t.id desc limit ${take} offset ${skip}`.execute(trx)
  const { rows: counted } = await sql<{ total: number }>`select count(*)::int as total from document t where ${where}`.execute(trx)
  return { records: rows, total: counted[0]?.total ?? 0 }
}

/** @param types those the caller may see at all  @returns undefined when it is not there for the caller */
export const selectDocumentFile = (trx: Trx, scope: Scope, id: number, types: readonly string[]) =>
  trx
    .selectFrom('document')
    .select(['id', 'institutionId', 'uploadName', 'extension', 'fileSha256 as sha256', 'sizeBytes', 'version'])
    .where('id', '=', id)
    .where(visibleDocuments(scope, types))
    .executeTakeFirst()

export const selectVersionFile = (trx: Trx, scope: Scope, id: number, version: number) =>
  trx
    .selectFrom('documentVersion as v')
    .innerJoin('document as d', 'd.id', 'v.documentId')
    .select(['d.id', 'd.institutionId', 'v.uploadName', 'v.extension', 'v.fileSha256 as sha256', 'v.sizeBytes', 'v.version'])
    .where('v.documentId', '=', id)
    .where('v.version', '=', version)
    .where('d.deletedAt', 'is', null)
    .where(visible(scope, 'd'))
    .executeTakeFirst()

export async function selectVersions(trx: Trx, scope: Scope, id: number) {
  const versions = await trx
    .selectFrom('documentVersion as v')
    .innerJoin('document as d', 'd.id', 'v.documentId')
    .innerJoin('storedFile as s', 's.sha256', 'v.fileSha256')
    .leftJoin('userAccount as u', 'u.id', 'v.createdBy')
    .select([
      'v.version',
      sql<boolean>`v.version = d.version`.as('current'),
      'v.uploadName',
      'v.extension',
      'v.sizeBytes',
      's.safety',
      sql<string | null>`u.first_name || ' ' || u.last_name`.as('createdBy'),
      'v.createdAt',
    ])
    .where('v.documentId', '=', id)
    .where('d.deletedAt', 'is', null)
    .where(visible(scope, 'd'))
    .orderBy('v.version', 'desc')
    .execute()
  if (versions.length === 0) throw new AppError('not_found')
  return versions
}

/** Choices of a form or filter: types and carriers of the firm, vendors of the site's own papers. */
export async function selectChoices(trx: Trx, scope: Scope) {
  const types = await trx.selectFrom('reportType').select(['code', 'name']).orderBy('displayOrder').orderBy('code').execute()
  const carriers = await trx
    .selectFrom('carrier')
    .select(['code', 'shortName as name'])
    .where('code', '!=', VENDOR_CODE)
    .orderBy('shortName')
    .orderBy('code')
    .execute()
  const vendors = await trx
    .selectFrom('document')
    .select('vendorName')
    .distinct()
    .where(visible(scope))
    .where('carrierCode', '=', VENDOR_CODE)
    .where('deletedAt', 'is', null)
    .where('vendorName', 'is not', null)
    .orderBy('vendorName')
    .limit(500)
    .execute()
  return { types, carriers, vendors: vendors.flatMap(({ vendorName }) => vendorName ?? []) }
}

/** @throws AppError not_found for an institution that is not on the site */
export async function selectInstitutionFiles(
  trx: Trx,
  scope: Scope,
  session: Session,
  input: ParsedOf<typeof listInstitutionFiles>,
): Promise<Page<InstitutionFile>> {
  const there = await trx
    .selectFrom('institutionSite')
    .select('institutionId')
    .where('institutionId', '=', input.id)
    .where('siteId', '=', scope.siteId)
    .executeTakeFirst()
  if (!there) throw new AppError('not_found')
  const opensDocuments = levelOf(session, 'DOCUMENT_CENTER') > 0
  const opensReports = await typesOf(trx, session)
  const about = (alias: string) =>
    sql.raw(
      ['type_code', 'display_name', 'upload_name', 'extension', 'year_override', 'created_at']
        .map((column) => `${alias}.${column}`)
        .join(', '),
    )
  const files = sql<InstitutionFile>`(
    select 'document:' || d.id as key, 'document' as kind, d.id, ${about('d')}, d.size_bytes, ${opensDocuments}::boolean as may_open, make_date(d.year_override, 12, 31) as period, null::boolean as is_quarterly, null as report_type from document d
    where ${visible(scope, 'd')} and d.institution_id = ${input.id} and d.deleted_at is null
    union all
    select 'report:' || c.id, 'report', c.id, ${about('c')}, ${reportSizeFor(session, 'c')}, c.type_code = any(${opensReports}::text[]), coalesce(r.period, make_date(c.year_override, 12, 31)), r.is_quarterly, r.report_type
    from client_report c left join report r on r.institution_id = c.institution_id and r.id = c.source_report_id
    where ${visible(scope, 'c')} and c.institution_id = ${input.id} and c.deleted_at is null and c.withdrawn_at is null)`
  const typeName = typeNameOf('k', 'f')
  let query = trx
    .selectFrom(files.as('f'))
    .innerJoin('reportType as k', 'k.code', 'f.typeCode')
    .select(['f.key', 'f.kind', 'f.id', 'f.typeCode', typeName.as('typeName'), 'f.displayName', 'f.uploadName', 'f.extension'])
    .select(['f.yearOverride', 'f.sizeBytes', 'f.createdAt', 'f.mayOpen'])
  if (input.kind) query = query.where('f.kind', '=', input.kind)
  if (input.typeCode) query = query.where('f.typeCode', 'in', input.typeCode)
  if (input.yearOverride !== undefined) query = query.where('f.yearOverride', '=', input.yearOverride)
  return pageOf(query, input, {
    id: 'f.key',
    // Many come on one day, such as all that a batch releases: within it the newest period is first.
    sort: {
      typeName,
      displayName: 'f.displayName',
      createdAt: sql`(${siteDayOf(sql`f.created_at`, scope.siteId)}, f.period, f.created_at)`,
    },
    search: ['f.displayName', 'f.uploadName'],
  })
}
