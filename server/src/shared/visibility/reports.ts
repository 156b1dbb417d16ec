/** Which client reports a person sees: of their types, released or uploaded, neither withdrawn nor deleted. */
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Scope, visible } from '../../platform/http/scope.ts'

/**
 * `where(visibleReports(scope, await typesOf(trx, session)))`; row-level security says the rows again.
 * Files that are still being checked, or were found harmful, are shown to staff only.
 * @param types those the person holds (shared/visibility/report-types.ts)  @param alias of the table client_report in the statement
 */
export function visibleReports(scope: Scope, types: readonly string[], alias = 'clientReport'): RawBuilder<SqlBool> {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  const checked =
    scope.side === 'staff'
      ? sql``
      : sql` and exists (select from stored_file checked where checked.sha256 = ${column('fileSha256')} and checked.safety in ('TRUSTED', 'PASSED'))`
  return sql<SqlBool>`${visible(scope, alias)} and ${column('withdrawnAt')} is null and ${column('deletedAt')} is null and ${column('typeCode')} = any(${[...types]}::text[])${checked}`
}
