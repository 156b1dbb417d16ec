/** Which documents of the Document Center a person sees: a bank its own papers, every vendor's, and those of the carriers it holds policies of. */
import { VENDOR_CODE } from '@corridor/domain/files/document-paths.ts'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Scope, visible } from '../../platform/http/scope.ts'

/**
 * `where(visibleDocuments(scope, await documentTypesOf(trx, session)))`; row-level security says the rows again.
 * Files that are still being checked, or were found harmful, are shown to staff only.
 * @param types those the person holds (shared/visibility/report-types.ts)  @param alias of the table `document` in the statement
 */
export function visibleDocuments(scope: Scope, types: readonly string[], alias = 'document'): RawBuilder<SqlBool> {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  const own = visible(scope, alias)
  const rows =
    scope.side === 'staff'
      ? own
      : sql`(${own} or (${column('siteId')} = ${scope.siteId} and (${column('carrierCode')} = ${VENDOR_CODE}
          or ${column('carrierCode')} = any(array(select distinct held.carrier_code from policy held where ${visible(scope, 'held')})))))
        and exists (select from stored_file checked where checked.sha256 = ${column('fileSha256')} and checked.safety in ('TRUSTED', 'PASSED'))`
  return sql<SqlBool>`${rows} and ${column('deletedAt')} is null and ${column('typeCode')} = any(${[...types]}::text[])`
}
