/** The viewers' own calls: one file with its neighbors, and its read receipts for staff. */
import { documentOpenings, reportOpenings, viewDocument, viewReport } from '@corridor/contract/viewers.ts'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../platform/http/errors.ts'
import { route } from '../../platform/http/route.ts'
import type { Kernel } from '../../platform/kernel.ts'
import { documentTypesOf, typesOf } from '../../shared/visibility/report-types.ts'
import { isOnSite, selectOpenings, selectViewedDocument, selectViewedReport } from './queries.ts'

export function viewerRoutes(app: FastifyInstance, kernel: Kernel): void {
  route(app, kernel, viewReport, async ({ input, session, scope, trx }) =>
    found(await selectViewedReport(trx, scope, input.id, await typesOf(trx, session))),
  )
  route(app, kernel, viewDocument, async ({ input, session, scope, trx }) =>
    found(await selectViewedDocument(trx, scope, input.id, await documentTypesOf(trx, session))),
  )
  for (const [endpoint, kind] of [
    [reportOpenings, 'REPORT'],
    [documentOpenings, 'DOCUMENT'],
  ] as const)
    route(app, kernel, endpoint, async ({ input, scope, trx }) => {
      if (!(await isOnSite(trx, scope, kind, input.id))) throw new AppError('not_found')
      return selectOpenings(trx, scope, kind, input.id)
    })
}

function found<Row>(row: Row | undefined): Row {
  if (row === undefined) throw new AppError('not_found')
  return row
}
