/** Released and uploaded reports as records: search and file. */
import { reportFile, searchReports } from '@corridor/contract/client-reports.ts'
import { isStaff } from '@corridor/domain/access/access.ts'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../platform/http/errors.ts'
import { rawRoute, route } from '../../platform/http/route.ts'
import { isFirstPart, sendFile } from '../../platform/http/send-file.ts'
import type { Kernel } from '../../platform/kernel.ts'
import { noteOpening } from '../../shared/visibility/read-receipts.ts'
import { typesOf } from '../../shared/visibility/report-types.ts'
import { selectClientReportFile, selectClientReports } from './queries.ts'

export function clientReportRoutes(app: FastifyInstance, kernel: Kernel): void {
  // The ids in the body are compared with the session and never used: a foreign one is as good as missing.
  route(app, kernel, searchReports, async ({ input, session, scope, trx }) => {
    const foreign = [
      [input.siteId, session.siteId],
      [input.userId, session.userId],
    ].some(([given, own]) => given !== undefined && given !== 0 && given !== own)
    const wrongInstitution =
      !isStaff(session.userRole) &&
      input.institutionId !== undefined &&
      input.institutionId !== 0 &&
      input.institutionId !== session.institutionId
    if (foreign || wrongInstitution) throw new AppError('not_found')
    const institutionId = isStaff(session.userRole) ? input.institutionId || session.institutionId || undefined : session.institutionId
    const { records, total } = await selectClientReports(
      trx,
      scope,
      session,
      { typeCode: input.filter?.typeCode, typeCodes: await typesOf(trx, session), institutionId },
      input,
    )
    return { page: { totalRecords: total }, records }
  })

  rawRoute(app, kernel, reportFile, async ({ input, session, scope, transact, request, reply }) => {
    const file = await transact(async ({ trx, record }) => {
      const found = await selectClientReportFile(trx, scope, session, input.id, await typesOf(trx, session))
      if (!found) throw new AppError('not_found')
      if (isFirstPart(request)) {
        await noteOpening(trx, scope, 'REPORT', found.id)
        await record({
          action: input.inline ? 'client_report.opened' : 'client_report.downloaded',
          entity: 'client_report',
          entityId: found.id,
          institutionId: found.institutionId,
          after: { version: found.sourceVersion },
        })
      }
      return found
    })
    return sendFile(request, reply, kernel.files, {
      sha256: file.sha256,
      sizeBytes: file.sizeBytes,
      fileName: file.uploadName,
      mediaType: MEDIA_TYPES[file.extension] ?? 'application/octet-stream',
      inline: input.inline,
    })
  })
}

const MEDIA_TYPES: Record<string, string> = {
  pdf: 'application/pdf',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  csv: 'text/csv; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
}
