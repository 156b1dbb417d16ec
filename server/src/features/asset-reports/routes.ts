/** Asset and summary asset reports: the calls of a report family, and the journal entries to post. */
import { assetReports } from '@corridor/contract/asset-reports.ts'
import { getPosting } from '@corridor/contract/ledger-accounts.ts'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../platform/http/errors.ts'
import { route } from '../../platform/http/route.ts'
import type { Kernel } from '../../platform/kernel.ts'
import { permittedType } from '../../reporting/call-rights.ts'
import { reportRoutes } from '../../reporting/routes.ts'
import { readVersion, selectVersionFiles } from '../../reporting/versions.ts'
import './family.ts'
import { postingOf } from './journal-entry-file.ts'

export function assetReportRoutes(app: FastifyInstance, kernel: Kernel): void {
  reportRoutes(app, kernel, assetReports)
  route(app, kernel, getPosting, async ({ input, session, scope, trx, record }) => {
    const type = permittedType(assetReports, session, input, 1)
    const [file] = await selectVersionFiles(trx, scope, type, input.batch, [input.report], input.version)
    if (!file) throw new AppError('not_found')
    const posting = postingOf(await readVersion(trx, scope, file), file.uploadName)
    const { institutionId, reportId, version } = file
    if (posting.csv !== null)
      await record({
        action: 'report.downloaded',
        entity: 'report',
        entityId: reportId,
        institutionId,
        after: { version, format: 'posting' },
      })
    return posting
  })
}
