/** The files that a person may bind: reports and documents that they may open, of one institution, each with what the page of sources says of it. */
import { BOOK_FILES_MOST, type BookFile } from '@corridor/contract/board-books.ts'
import { formatDate, type PlainDate } from '@corridor/domain/primitives/period.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import type { Acting } from '../../platform/http/route.ts'
import { asProduct, type Scope } from '../../platform/http/scope.ts'
import { typeNameOf } from '../../shared/papers/type-name.ts'
import { siteDayOf } from '../../shared/site-day.ts'
import { visibleDocuments } from '../../shared/visibility/documents.ts'
import { documentTypesOf, typesOf } from '../../shared/visibility/report-types.ts'
import { visibleReports } from '../../shared/visibility/reports.ts'
import { reportFileFor, reportSizeFor } from '../../shared/visibility/salaries.ts'

export type Reader = Pick<Acting, 'trx' | 'scope' | 'session'>

export interface Part extends BookFile {
  sha256: string
  version: number
  /** The right that opens it to its reader. */
  accessWords: string
  safety: 'TRUSTED' | 'PASSED' | 'HELD' | 'REFUSED'
  /** The file of a return with the salaries in it. */
  isPersonal: boolean
}

interface Row extends Omit<Part, 'standing' | 'accessWords'> {
  typeCode: string
  isReleased: boolean
  /** By the site's calendar: since when lists have the file, and since when it stands as it does. */
  filedOn: PlainDate
  statedOn: PlainDate
  statedBy: string | null
}

/** The newest month first, whenever it was released; what is of no month stands where it came, within its year. Papers of carriers and vendors that the institution may see are among them, with whose they are: each carrier has its own of one name. @param ids of records; all when not given */
export async function selectParts(
  { trx, scope, session }: Reader,
  institutionId: number,
  only?: readonly { kind: BookFile['kind']; id: number }[],
): Promise<Part[]> {
  const named = (kind: BookFile['kind']) =>
    only ? sql`f.id = any(${only.filter((one) => one.kind === kind).map(({ id }) => id)}::int[])` : sql`true`
  const about = sql`f.type_code, f.upload_name, f.extension, f.year_override as year, f.created_at, s.safety`
  const filedOn = siteDayOf(sql`f.created_at`, scope.siteId)
  const { rows } = await sql<Row>`
    select * from (
      select 'REPORT' as kind, f.id, f.display_name as title, r.period, ${typeNameOf('t', 'r')} as type_name, ${about}, ${reportSizeFor(session, 'f')} as size_bytes, ${reportFileFor(session, 'f')} as sha256, ${reportFileFor(session, 'f')} <> f.file_sha256 as is_personal,
        coalesce(f.source_version, f.version) as version, f.origin = 'RELEASED' as is_released, ${filedOn} as filed_on, ${siteDayOf(sql`case when f.origin = 'RELEASED' then coalesce(r.released_at, f.updated_at) else f.created_at end`, scope.siteId)} as stated_on,
        (select ${PERSON} from user_account u where u.id = coalesce(r.released_by, f.created_by)) as stated_by
      from client_report f join stored_file s on s.sha256 = f.file_sha256 join report_type t on t.code = f.type_code
      left join report r on r.institution_id = f.institution_id and r.id = f.source_report_id
      where ${visibleReports(scope, await typesOf(trx, session), 'f')} and f.institution_id = ${institutionId} and ${named('REPORT')}
      union all
      select 'DOCUMENT', f.id, concat_ws(', ', f.display_name, coalesce(c.short_name, f.vendor_name)), null::date, t.name, ${about}, f.size_bytes, f.file_sha256, false, f.version, false, ${filedOn}, ${filedOn},
        (select ${PERSON} from user_account u where u.id = f.created_by)
      from document f join stored_file s on s.sha256 = f.file_sha256 join report_type t on t.code = f.type_code left join carrier c on c.code = f.carrier_code
      where ${visibleDocuments(scope, await documentTypesOf(trx, session), 'f')} and (f.institution_id = ${institutionId} or f.institution_id is null) and ${named('DOCUMENT')}
    ) f order by coalesce(f.period, least(${filedOn}, make_date(f.year, 12, 31))) desc, f.created_at desc, f.kind, f.id limit ${BOOK_FILES_MOST + 1}`.execute(
    trx,
  )
  const replaced = await selectReplaced(
    trx,
    scope,
    rows.filter(({ isReleased, version }) => !isReleased && version > 1),
  )
  return rows.map(({ typeCode, isReleased, filedOn: first, statedOn, statedBy, ...row }) => {
    const filed = isReleased ? 'Released' : row.kind === 'REPORT' ? 'Filed' : 'Filed in Documents'
    const stands = replaced.get(`${row.kind} ${row.id}`) ?? { statedOn, statedBy }
    const since = stands.statedOn === first ? '' : `, version ${row.version} on ${formatDate(stands.statedOn)}`
    return {
      ...row,
      standing: `${filed} ${formatDate(first)}${since}${stands.statedBy ? ` by ${stands.statedBy}` : ''}`,
      accessWords: `${row.kind === 'REPORT' ? 'Client reports' : 'Documents'}, type ${typeCode}`,
    }
  })
}

const PERSON = sql`nullif(concat_ws(' ', u.first_name, u.last_name), '')`

type Replaced = Pick<Row, 'kind' | 'id' | 'statedOn' | 'statedBy'>

/** Files with another before them: when and by whom the one that stands was filed. Institutions do not read versions: those of files found for them are read by the product's rights. */
async function selectReplaced(trx: Trx, scope: Scope, files: readonly Pick<Row, 'kind' | 'id'>[]): Promise<Map<string, Replaced>> {
  if (files.length === 0) return new Map()
  const ids = (kind: BookFile['kind']) => sql`any(${files.filter((one) => one.kind === kind).map(({ id }) => id)}::int[])`
  const about = sql`${siteDayOf(sql`v.created_at`, scope.siteId)} as stated_on, (select ${PERSON} from user_account u where u.id = v.created_by) as stated_by`
  const { rows } = await asProduct(trx, scope, () =>
    sql<Replaced>`
      select 'REPORT' as kind, f.id, ${about} from client_report f
      join client_report_version v on v.institution_id = f.institution_id and v.client_report_id = f.id and v.version = f.version where f.id = ${ids('REPORT')}
      union all
      select 'DOCUMENT', f.id, ${about} from document f join document_version v on v.document_id = f.id and v.version = f.version where f.id = ${ids('DOCUMENT')}`.execute(
      trx,
    ),
  )
  return new Map(rows.map((row) => [`${row.kind} ${row.id}`, row]))
}
