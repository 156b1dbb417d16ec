/** The Document Center over HTTP: the generic calls, files and their versions, moving, what stands under a menu item and with an institution. */
import {
  documentChoices,
  documentFile,
  documents,
  documentVersionFile,
  finishDocumentBatch,
  listDocumentVersions,
  listInstitutionFiles,
  menuTypes,
  moveDocuments,
  replaceDocument,
} from '@corridor/contract/documents.ts'
import { kindOfExtension } from '@corridor/domain/files/accepted-kinds.ts'
import type { FastifyInstance } from 'fastify'
import { AppError } from '../../platform/http/errors.ts'
import { rawRoute, route } from '../../platform/http/route.ts'
import { isFirstPart, sendFile } from '../../platform/http/send-file.ts'
import type { Kernel } from '../../platform/kernel.ts'
import { resourceRoutes } from '../../platform/records/resources.ts'
import { noteOpening } from '../../shared/visibility/read-receipts.ts'
import { documentTypesOf } from '../../shared/visibility/report-types.ts'
import { documentBinding } from './binding.ts'
import { moveAll } from './move.ts'
import {
  selectChoices,
  selectDocumentFile,
  selectInstitutionFiles,
  selectMenuDocuments,
  selectVersionFile,
  selectVersions,
} from './queries.ts'
import { finishBatch, replaceFile, upload } from './upload.ts'

export function documentRoutes(app: FastifyInstance, kernel: Kernel): void {
  resourceRoutes(app, kernel, documentBinding, { create: false })
  rawRoute(app, kernel, documents.endpoints.create, (call) => upload(kernel, call))
  rawRoute(app, kernel, replaceDocument, (call) => replaceFile(kernel, call))
  route(app, kernel, finishDocumentBatch, (call) => finishBatch(kernel, call))
  route(app, kernel, moveDocuments, (call) => moveAll(kernel, call))
  route(app, kernel, documentChoices, ({ trx, scope }) => selectChoices(trx, scope))
  route(app, kernel, listDocumentVersions, async ({ trx, scope, input }) => ({ records: await selectVersions(trx, scope, input.id) }))
  route(app, kernel, listInstitutionFiles, ({ trx, scope, session, input }) => selectInstitutionFiles(trx, scope, session, input))
  route(app, kernel, menuTypes, async ({ trx, scope, session, input }) => {
    const { records, total } = await selectMenuDocuments(trx, scope, session, await documentTypesOf(trx, session), input)
    return { page: { totalRecords: total }, records }
  })

  rawRoute(app, kernel, documentFile, async ({ input, scope, session, transact, request, reply }) => {
    const file = await transact(async ({ trx, record }) => {
      const found = await selectDocumentFile(trx, scope, input.id, await documentTypesOf(trx, session))
      if (!found) throw new AppError('not_found')
      if (isFirstPart(request)) {
        await record({ ...downloaded(found), ...(input.inline ? { action: 'documents.opened' } : {}) })
        await noteOpening(trx, scope, 'DOCUMENT', found.id)
      }
      return found
    })
    return sendFile(request, reply, kernel.files, { ...served(file), inline: input.inline })
  })
  rawRoute(app, kernel, documentVersionFile, async ({ input, scope, transact, request, reply }) => {
    const file = await transact(async ({ trx, record }) => {
      const found = await selectVersionFile(trx, scope, input.id, input.version)
      if (!found) throw new AppError('not_found')
      if (isFirstPart(request)) await record(downloaded(found))
      return found
    })
    return sendFile(request, reply, kernel.files, served(file))
  })
}

interface ServedDocument {
  id: number
  institutionId: number | null
  uploadName: string
  extension: string
  sha256: string
  sizeBytes: number
  version: number
}
const downloaded = ({ id, institutionId, version }: ServedDocument) => ({
  action: 'documents.downloaded',
  entity: 'documents',
  entityId: id,
  ...(institutionId === null ? {} : { institutionId }),
  after: { version },
})
const served = ({ sha256, sizeBytes, uploadName, extension }: ServedDocument) => ({
  sha256,
  sizeBytes,
  fileName: uploadName,
  mediaType: kindOfExtension(extension)?.mediaType ?? 'application/octet-stream',
})
