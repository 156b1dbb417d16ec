/** The files that a person may bind: reports and documents that they may open, of one institution, each with what the page of sources says of it. */
import { BOOK_FILES_MOST, type BookFile } from '@corridor/contract/board-books.ts'
import { formatDate, type PlainDate } from '@corridor/domain/primitives/period.ts'
import { reportTitle } from '@corridor/domain/reports/families.ts'
import { sql } from 'kysely'
import type { Acting } from '../../platform/http/route.ts'
import { siteDayOf } from '../../shared/site-day.ts'
import { visibleDocuments } from '../../shared/visibility/documents.ts'
import { documentTypesOf, typesOf } from '../../shared/visibility/report-types.ts'
import { visibleReports } from '../../shared/visibility/reports.ts'
import { reportFileFor, reportSizeFor } from '../../shared/visibility/salaries.ts'

export type Reader = Pick<Acting, 'trx' | 'scope' | 'session'>

export interface Part extends BookFile {
  sha256: string
  version: number
  /** Since when the file stands as it is, and by whom. */
  standing: string
  /** The right that opens it to its reader. */
  accessWords: string
  safety: 'TRUSTED' | 'PASSED' | 'HELD' | 'REFUSED'
  /** The file of a return with the salaries in it. */
  isPersonal: boolean
}

interface Row extends Omit<Part, 'standing' | 'accessWords'> {
  typeCode: string
  isReleased: boolean
  /** By the site's calendar. */
  statedOn: PlainDate
  statedBy: string | null
  /** The family of a quarterly report, which its type’s name calls monthly. */
  quarterly: string | null
}

/** The newest month first, whenever it was released; what is of no month stands where it came, within its year. Papers of carriers and vendors that the institution may see are among them, with whose they are: each carrier has its own of one name. @param ids of records; all when not given */
export async function selectParts(
  { trx, scope, session }: Reader,
  institutionId: number,
  only?: readonly { kind: BookFile['kind']; id: number }[],
): Promise<Part[]> {
  const named = (kind: BookFile['kind']) =>
    only ? sql`f.id = any(${only.filter((one) => one.kind === kind).map(({ id }) => id)}::int[])` : sql`true`
  const about = sql`t.name as type_name, f.type_code, f.upload_name, f.extension, f.year_override as year, f.created_at, s.safety`
  const { rows } = await sql<Row>`
    select * from (
      select 'REPORT' as kind, f.id, f.display_name as title, r.period, ${about}, ${reportSizeFor(session, 'f')} as size_bytes, ${reportFileFor(session, 'f')} as sha256, ${reportFileFor(session, 'f')} <> f.file_sha256 as is_personal,
        coalesce(f.source_version, f.version) as version, f.origin = 'RELEASED' as is_released, ${siteDayOf(sql`coalesce(r.released_at, f.updated_at)`, scope.siteId)} as stated_on,
        (select nullif(concat_ws(' ', u.first_name, u.last_name), '') from user_account u where u.id = coalesce(r.released_by, f.created_by)) as stated_by, case when r.is_quarterly then r.report_type end as quarterly
      from client_report f join stored_file s on s.sha256 = f.file_sha256 join report_type t on t.code = f.type_code
      left join report r on r.institution_id = f.institution_id and r.id = f.source_report_id
      where ${visibleReports(scope, await typesOf(trx, session), 'f')} and f.institution_id = ${institutionId} and ${named('REPORT')}
      union all
      select 'DOCUMENT', f.id, concat_ws(', ', f.display_name, coalesce(c.short_name, f.vendor_name)), null::date, ${about}, f.size_bytes, f.file_sha256, false, f.version, false, ${siteDayOf(sql`f.updated_at`, scope.siteId)},
        (select nullif(concat_ws(' ', u.first_name, u.last_name), '') from user_account u where u.id = f.created_by), null
      from document f join stored_file s on s.sha256 = f.file_sha256 join report_type t on t.code = f.type_code left join carrier c on c.code = f.carrier_code
      where ${visibleDocuments(scope, await documentTypesOf(trx, session), 'f')} and (f.institution_id = ${institutionId} or f.institution_id is null) and ${named('DOCUMENT')}
    ) f order by coalesce(f.period, least(${siteDayOf(sql`f.created_at`, scope.siteId)}, make_date(f.year, 12, 31))) desc, f.created_at desc, f.kind, f.id limit ${BOOK_FILES_MOST + 1}`.execute(
    trx,
  )
  return rows.map(({ typeCode, isReleased, statedOn, statedBy, quarterly, ...row }) => ({
    ...row,
    typeName: quarterly === null ? row.typeName : reportTitle(quarterly, true),
    standing: `${isReleased ? 'Released' : row.kind === 'REPORT' ? 'Filed' : 'Filed in Documents'} ${formatDate(statedOn)}${statedBy ? ` by ${statedBy}` : ''}`,
    accessWords: `${row.kind === 'REPORT' ? 'Client reports' : 'Documents'}, type ${typeCode}`,
  }))
}
