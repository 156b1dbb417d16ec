/** Files of a site that could not be read: which, why, and once more. */
import type { Page, PageQuery } from '@corridor/contract/kernel/page.ts'
import type { listUnreadFiles, unreadFile } from '@corridor/contract/search.ts'
import { type RawBuilder, sql } from 'kysely'
import type { z } from 'zod'
import type { Trx } from '../../platform/database/database.ts'
import { matches, pageInfoOf } from '../../platform/http/lists.ts'
import type { Scope } from '../../platform/http/scope.ts'

type Unread = z.infer<typeof unreadFile>
type Reply = z.infer<(typeof listUnreadFiles)['reply']>

/** One row a file, under the name it came by first on this site. */
const FAILED = (scope: Scope): RawBuilder<unknown> => sql`
  select distinct on (t.sha256) t.sha256 as id, coalesce(c.upload_name, d.upload_name, b.upload_name, '-') as name, e.kind, e.record_id, i.name as institution_name,
    t.extension, coalesce(t.reason, '-') as reason, t.attempts, t.read_at
  from file_text t join search_entry e on e.file_sha256 = t.sha256 and e.site_id = ${scope.siteId}
  left join client_report c on e.kind = 'REPORT' and c.institution_id = e.institution_id and c.id = e.record_id
  left join document d on e.kind = 'DOCUMENT' and d.id = e.record_id
  left join bank_upload b on e.kind = 'BANK_UPLOAD' and b.institution_id = e.institution_id and b.id = e.record_id
  left join institution i on i.id = e.institution_id
  where t.status = 'FAILED' order by t.sha256, e.came_at`

const SORTS = { readAt: sql`read_at`, name: sql`lower(name)`, institutionName: sql`institution_name`, extension: sql`extension` }

export async function selectUnread(trx: Trx, scope: Scope, input: PageQuery & { sort: keyof typeof SORTS }): Promise<Reply> {
  const where = input.search ? sql`where ${matches(input.search, ['name', 'institution_name', 'reason'])}` : sql``
  const direction = input.desc ? sql`desc` : sql`asc`
  const { rows } = await sql<Unread>`
    select * from (${FAILED(scope)}) f ${where} order by ${SORTS[input.sort]} ${direction} nulls last, id ${direction} limit ${input.take} offset ${input.skip}`.execute(
    trx,
  )
  const { rows: counted } = await sql<{ total: number; pending: number }>`
    select (select count(*)::int from (${FAILED(scope)}) f ${where}) as total,
      (select count(distinct t.sha256)::int from file_text t join search_entry e on e.file_sha256 = t.sha256 and e.site_id = ${scope.siteId} where t.status = 'PENDING') as pending`.execute(
    trx,
  )
  const page: Page<Unread>['page'] = pageInfoOf(input, counted[0]?.total ?? 0)
  return { records: rows, page, pending: counted[0]?.pending ?? 0 }
}

/** As if they had just come. @returns how many of the ids were such files of the site */
export async function retryUnread(trx: Trx, scope: Scope, ids: readonly string[]): Promise<number> {
  const { rows } = await sql`
    update file_text t set status = 'PENDING', attempts = 0, not_before = now(), reason = null
    where t.sha256 = any(${[...ids]}::text[]) and t.status = 'FAILED' and exists (select from search_entry e where e.file_sha256 = t.sha256 and e.site_id = ${scope.siteId})
    returning t.sha256`.execute(trx)
  if (rows.length > 0) await sql`select pg_notify('corridor_text', '')`.execute(trx)
  return rows.length
}
