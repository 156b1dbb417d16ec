/** Client reports as the service team reads them: the versions of one, its batch, and what forms choose from. */
import type { AccessSubject } from '@corridor/domain/access/access.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/errors.ts'
import { type Scope, visible } from '../../platform/http/scope.ts'
import { reportFileFor, reportSizeFor } from '../../shared/visibility/salaries.ts'

/** The files a record has had, as `f`; of one that never had another, the one it has. */
const filesOf = (scope: Scope, reader: AccessSubject, id: number) => sql`client_report c
    cross join lateral (
      select v.version, v.upload_name, v.extension, v.size_bytes, v.file_sha256, v.created_by, v.created_at
      from client_report_version v where v.institution_id = c.institution_id and v.client_report_id = c.id
      union all
      select c.version, c.upload_name, c.extension, ${reportSizeFor(reader, 'c')}, ${reportFileFor(reader, 'c')}, c.created_by, c.created_at
      where not exists (select from client_report_version v where v.institution_id = c.institution_id and v.client_report_id = c.id and v.version = c.version)
    ) f
    where c.id = ${id} and ${visible(scope, 'c')} and c.withdrawn_at is null and c.deleted_at is null`

/** Newest first. @throws AppError not_found */
export async function selectVersions(trx: Trx, scope: Scope, reader: AccessSubject, id: number) {
  const { rows } = await sql<{
    version: number
    current: boolean
    uploadName: string
    extension: string
    sizeBytes: number
    safety: string
    createdBy: string | null
    createdAt: string
  }>`select f.version, f.version = c.version as current, f.upload_name, f.extension, f.size_bytes, f.created_at,
      (select s.safety from stored_file s where s.sha256 = f.file_sha256) as safety,
      (select u.first_name || ' ' || u.last_name from user_account u where u.id = f.created_by) as created_by
    from ${filesOf(scope, reader, id)} order by f.version desc`.execute(trx)
  if (rows.length === 0) throw new AppError('not_found')
  return rows
}

/** @throws AppError not_found */
export async function selectVersionFile(trx: Trx, scope: Scope, reader: AccessSubject, id: number, version: number) {
  const { rows } = await sql<{ institutionId: number; uploadName: string; extension: string; sha256: string; sizeBytes: number }>`
    select c.institution_id, f.upload_name, f.extension, f.file_sha256 as sha256, f.size_bytes from ${filesOf(scope, reader, id)} and f.version = ${version}`.execute(
    trx,
  )
  const [file] = rows
  if (!file) throw new AppError('not_found')
  return file
}

/** How many files of a drop are stored; somebody else's has none. */
export async function countBatch(trx: Trx, scope: Scope, uploadBatch: string, userId: number): Promise<number> {
  const { count } = await trx
    .selectFrom('clientReport')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('uploadBatch', '=', uploadBatch)
    .where('createdBy', '=', userId)
    .where(visible(scope))
    .executeTakeFirstOrThrow()
  return count
}

/** Types of the firm, years of the site's own records. */
export async function selectChoices(trx: Trx, scope: Scope) {
  const types = await trx.selectFrom('reportType').select(['code', 'name']).orderBy('displayOrder').orderBy('code').execute()
  const years = await trx
    .selectFrom('clientReport')
    .select('yearOverride')
    .distinct()
    .where(visible(scope))
    .orderBy('yearOverride', 'desc')
    .execute()
  return { types, years: years.map(({ yearOverride }) => yearOverride) }
}
