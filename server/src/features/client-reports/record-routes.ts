/** Client reports as the service team keeps them: the generic calls, uploading and replacing, versions. */
import {
  checkReportNames,
  finishReportBatch,
  listReportVersions,
  replaceReport,
  reportChoices,
  reports,
  reportVersionFile,
} from '@corridor/contract/report-records.ts'
import { kindOfExtension } from '@corridor/domain/files/accepted-kinds.ts'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../platform/http/errors.ts'
import { rawRoute, route } from '../../platform/http/route.ts'
import { isFirstPart, sendFile } from '../../platform/http/send-file.ts'
import type { Kernel } from '../../platform/kernel.ts'
import { resourceRoutes } from '../../platform/records/resources.ts'
import { announceFiles } from '../../shared/notifications/file-mails.ts'
import { reportBinding } from './binding.ts'
import { checkNames } from './names.ts'
import { countBatch, selectChoices, selectVersionFile, selectVersions } from './record-queries.ts'
import { replaceFile, upload } from './upload.ts'

export function reportRecordRoutes(app: FastifyInstance, kernel: Kernel): void {
  resourceRoutes(app, kernel, reportBinding, { create: false })
  rawRoute(app, kernel, reports.endpoints.create, (call) => upload(kernel, call))
  rawRoute(app, kernel, replaceReport, (call) => replaceFile(kernel, call))
  route(app, kernel, checkReportNames, async ({ trx, scope, input }) => ({
    records: await checkNames(trx, scope, input.fileNames, kernel.now().getUTCFullYear()),
  }))
  route(app, kernel, reportChoices, ({ trx, scope }) => selectChoices(trx, scope))
  route(app, kernel, finishReportBatch, async ({ trx, scope, session, input: { uploadBatch }, record }) => {
    const files = await countBatch(trx, scope, uploadBatch, session.userId)
    // A batch that is somebody else's, or of which nothing was stored, is none.
    if (files === 0) throw new AppError('not_found')
    const mails = await announceFiles(kernel, trx, scope, { batch: uploadBatch, files: [], done: true })
    await record({ action: 'reports.announced', entity: 'reports', after: { uploadBatch, files, mails } })
    return { files, mails }
  })
  route(app, kernel, listReportVersions, async ({ trx, scope, session, input }) => ({
    records: await selectVersions(trx, scope, session, input.id),
  }))
  rawRoute(app, kernel, reportVersionFile, async ({ input, scope, session, transact, request, reply }) => {
    const { extension, uploadName, ...file } = await transact(async ({ trx, record }) => {
      const found = await selectVersionFile(trx, scope, session, input.id, input.version)
      if (isFirstPart(request))
        await record({
          action: 'reports.downloaded',
          entity: 'reports',
          entityId: input.id,
          institutionId: found.institutionId,
          after: { version: input.version },
        })
      return found
    })
    return sendFile(request, reply, kernel.files, {
      sha256: file.sha256,
      sizeBytes: file.sizeBytes,
      fileName: uploadName,
      mediaType: kindOfExtension(extension)?.mediaType ?? 'application/octet-stream',
    })
  })
}
