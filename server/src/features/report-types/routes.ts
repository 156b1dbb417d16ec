/** Report types: loaded by code, which stays as it was given; shared by all sites; kept while anything is filed under them. */
import { moveReportType, reportTypes } from '@corridor/contract/report-types.ts'
import { MEMBERSHIP_TYPES } from '@corridor/domain/access/access.ts'
import { PERMISSION_WORDS } from '@corridor/domain/access/permission-labels.ts'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { AppError, inputError } from '../../platform/http/errors.ts'
import { route } from '../../platform/http/route.ts'
import type { Kernel } from '../../platform/kernel.ts'
import type { ResourceBinding } from '../../platform/records/resource-rows.ts'
import { resourceRoutes } from '../../platform/records/resources.ts'

/** Types the product itself files under, and for what: "Asset reports". */
const OWN_USE: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(PERMISSION_WORDS).flatMap(([code, { name }]) =>
    Object.entries(MEMBERSHIP_TYPES).flatMap(([family, types]) => (family === code ? types.map((type) => [type, name] as const) : [])),
  ),
)
const memberships = sql`(select count(*) from membership m where t.code = any(m.report_type_codes))`

const binding: ResourceBinding = {
  resource: reportTypes,
  table: 'reportType',
  key: 'code',
  fields: {
    order: sql`t.display_order`,
    clientReports: sql`(select count(*) from client_report r where r.type_code = t.code and r.deleted_at is null)`,
    documents: sql`(select count(*) from document d where d.type_code = t.code and d.deleted_at is null)`,
    memberships,
    ownUse: sql`${JSON.stringify(OWN_USE)}::jsonb ->> t.code`,
  },
  columns: { order: 'displayOrder' },
  reach: () => sql`true`,
  search: ['code', 'name', 'description'],
  dependants: [
    { what: 'client report', count: ({ code }) => sql`select count(*) from client_report where type_code = ${code}` },
    { what: 'document', count: ({ code }) => sql`select count(*) from document where type_code = ${code}` },
    { what: 'membership', count: ({ code }) => sql`select count(*) from membership where ${code} = any(report_type_codes)` },
  ],
  check: async ({ before, after }) => {
    if (before && after?.code !== undefined && after.code !== before.code)
      throw inputError({ code: ['The code cannot be changed, because file names use it.'] })
    if (before && after === undefined && typeof before.ownUse === 'string')
      throw new AppError('in_use', {
        message: `The product files ${String(before.ownUse).toLowerCase()} under ${String(before.code)}.`,
        meta: { [String(before.code)]: [before.ownUse] },
      })
  },
}

export function reportTypeRoutes(app: FastifyInstance, kernel: Kernel): void {
  resourceRoutes(app, kernel, binding)
  route(app, kernel, moveReportType, async ({ trx, input, record }) => {
    // The whole order is taken: two who move at once take turns.
    const types = await trx.selectFrom('reportType').select(['code', 'displayOrder']).orderBy('code').forUpdate().execute()
    const codes = types.sort((a, b) => a.displayOrder - b.displayOrder || (a.code < b.code ? -1 : 1)).map(({ code }) => code)
    const from = codes.indexOf(input.id)
    const other = codes[from + (input.direction === 'up' ? -1 : 1)]
    if (from === -1) throw new AppError('not_found')
    if (other === undefined) return { codes }
    codes[codes.indexOf(other)] = input.id
    codes[from] = other
    // Steps of ten leave room for a number typed on the page; whoever only made room keeps the time of its last change.
    const now = kernel.now().toISOString()
    await sql`update report_type t set display_order = o.place * 10,
        updated_at = case when t.code = ${input.id} then greatest(${now}::timestamptz, t.updated_at + interval '1 millisecond') else t.updated_at end
      from unnest(${codes}::text[]) with ordinality as o (code, place) where o.code = t.code and t.display_order <> o.place * 10`.execute(
      trx,
    )
    await record({
      action: 'report-types.saved',
      entity: 'report-types',
      entityId: input.id,
      before: { place: from + 1 },
      after: { place: codes.indexOf(input.id) + 1 },
    })
    return { codes }
  })
}
