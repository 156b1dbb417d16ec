/** Bank uploads: an institution's people send files to their service team and see what becomes of them; the team takes them. */
import {
  bankUploadEvents,
  bankUploadFile,
  finishBankUploads,
  listBankUploads,
  sendBankUpload,
  takeBankUploads,
  withdrawBankUpload,
} from '@corridor/contract/bank-uploads.ts'
import type { FastifyInstance } from 'fastify'
import { receiveFile } from '../../platform/files/uploads.ts'
import { AppError } from '../../platform/http/errors.ts'
import { pageOf } from '../../platform/http/lists.ts'
import { rawRoute, route } from '../../platform/http/route.ts'
import { asProduct } from '../../platform/http/scope.ts'
import { isFirstPart, sendFile as sendBytes } from '../../platform/http/send-file.ts'
import { openStream } from '../../platform/jobs/events.ts'
import type { Kernel } from '../../platform/kernel.ts'
import { mailTeam } from './mail.ts'
import { plainRoutes } from './no-script.ts'
import { SEARCHED, SORTS, selectBankUploads, selectFile, selectSent, withStatus } from './queries.ts'
import { sendFile, take, withdraw } from './service.ts'

export function bankUploadRoutes(app: FastifyInstance, kernel: Kernel): void {
  route(app, kernel, listBankUploads, ({ trx, scope, input }) => {
    let query = selectBankUploads(trx, scope)
    if (input.status) query = withStatus(query, input.status)
    if (input.institutionId !== undefined) query = query.where('b.institutionId', '=', input.institutionId)
    return pageOf(query, input, { id: 'b.id', sort: SORTS, search: SEARCHED })
  })
  rawRoute(app, kernel, sendBankUpload, async (call) => {
    const { fields, ...file } = await receiveFile(call, 'BANK_UPLOAD')
    return sendFile(kernel, call, file, fields)
  })
  route(app, kernel, finishBankUploads, async ({ trx, scope, input, record }) => {
    const sent = await selectSent(trx, scope, input.uploadBatch)
    if (sent.length === 0) throw new AppError('not_found')
    const told = await asProduct(trx, scope, () => mailTeam(kernel, trx, scope.siteId, scope.institutionId, input.uploadBatch))
    await record({
      action: 'bank-uploads.told',
      entity: 'bank-uploads',
      institutionId: scope.institutionId,
      after: { batch: input.uploadBatch, files: sent.length, told },
    })
    return { files: sent.length, told }
  })
  rawRoute(app, kernel, withdrawBankUpload, async (call) => {
    await withdraw(kernel, call, call.input.id)
    return undefined
  })
  route(app, kernel, takeBankUploads, async ({ trx, scope, session, input, record }) => ({
    taken: await take(kernel, trx, scope, session.userId, input.ids, record),
  }))
  rawRoute(app, kernel, bankUploadFile, async ({ input, scope, transact, request, reply }) => {
    const file = await transact(async ({ trx, record }) => {
      const found = await selectFile(trx, scope, input.id)
      if (!found) throw new AppError('not_found')
      if (found.status === 'WITHDRAWN') throw new AppError('wrong_status', { message: 'This file was withdrawn by its sender.' })
      if (isFirstPart(request))
        await record({
          action: input.inline ? 'bank-uploads.opened' : 'bank-uploads.downloaded',
          entity: 'bank-uploads',
          entityId: found.id,
          institutionId: found.institutionId,
          after: { uploadName: found.uploadName },
        })
      return found
    })
    return sendBytes(request, reply, kernel.files, { ...file, fileName: file.uploadName, inline: input.inline })
  })
  rawRoute(app, kernel, bankUploadEvents, async (call) => openStream(call, ({ type }) => type === 'upload'))
  plainRoutes(app, kernel)
}
