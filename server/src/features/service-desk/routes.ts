/** The service desk: an institution's people ask, the service team answers, both follow what becomes of it. */
import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import {
  assignServiceRequest,
  attachToServiceRequest,
  countWaitingRequests,
  detachFromServiceRequest,
  getServiceRequest,
  listRequestOwners,
  listServiceRequests,
  mergeServiceRequest,
  moveServiceRequest,
  readServiceRequest,
  replyToServiceRequest,
  sendServiceRequest,
  serviceRequestEvents,
  serviceRequestFile,
  serviceRequestTimes,
} from '@corridor/contract/service-desk.ts'
import { receiveRequestMail } from '@corridor/contract/service-desk-intake.ts'
import { timesOf } from '@corridor/domain/service-requests/times.ts'
import type { FastifyInstance } from 'fastify'
import { receiveFile } from '../../platform/files/uploads.ts'
import { pageOf } from '../../platform/http/lists.ts'
import { publicRoute, rawRoute, route } from '../../platform/http/route.ts'
import { isFirstPart, sendFile } from '../../platform/http/send-file.ts'
import { openStream } from '../../platform/jobs/events.ts'
import type { Kernel } from '../../platform/kernel.ts'
import { dayOfSite } from '../../shared/site-day.ts'
import { assign, merge, move } from './changes.ts'
import { markRead, readConversation } from './conversation.ts'
import { addFile, removeFile, selectFile } from './files.ts'
import { receiveMail } from './inbound.ts'
import { countWaiting, narrowed, SEARCHED, SORTS, selectOwners, selectRequests, selectTimed, withOverdue } from './queries.ts'
import { reply } from './reply.ts'
import { send } from './requests.ts'

/** Beside the secret: what the gateway, or who pretends to be it, may bring to one node in a minute. */
const AT_MOST = { rateLimit: { max: 120, timeWindow: 60_000 } }

export function serviceDeskRoutes(app: FastifyInstance, kernel: Kernel): void {
  route(app, kernel, listServiceRequests, async ({ trx, scope, input }) => {
    const today = await dayOfSite(kernel, trx, scope.siteId)
    const query = narrowed(selectRequests(trx, scope), scope, today, input)
    const { records, page } = await pageOf(query, input, { id: 'r.id', sort: SORTS, search: SEARCHED })
    return { records: records.map((row) => withOverdue(row, today)), page }
  })
  route(app, kernel, sendServiceRequest, send)
  route(app, kernel, getServiceRequest, (call) => readConversation(call, call.input.id))
  route(app, kernel, replyToServiceRequest, async (call) => {
    const mailed = await reply({ ...call, author: `${call.session.firstName} ${call.session.lastName}` })
    return { ...(await readConversation(call, call.input.id)), mailed }
  })
  route(app, kernel, moveServiceRequest, async (call) => {
    await move(call)
    return readConversation(call, call.input.id)
  })
  route(app, kernel, assignServiceRequest, async (call) => {
    await assign(call)
    return readConversation(call, call.input.id)
  })
  route(app, kernel, mergeServiceRequest, async (call) => {
    await merge(call)
    return readConversation(call, call.input.id)
  })
  route(app, kernel, readServiceRequest, async (call) => {
    await markRead(call, call.input.id, call.input.upTo)
    return undefined
  })

  rawRoute(app, kernel, attachToServiceRequest, async (call) => addFile(call, await receiveFile(call, 'SERVICE_REQUEST')))
  route(app, kernel, detachFromServiceRequest, async (call) => {
    await removeFile(call, call.input.fileId)
    return undefined
  })
  rawRoute(app, kernel, serviceRequestFile, async ({ input, scope, transact, request, reply }) => {
    const file = await transact(async ({ trx, record }) => {
      const found = await selectFile(trx, scope, input.fileId)
      if (isFirstPart(request))
        await record({
          action: input.inline ? 'service-requests.opened' : 'service-requests.downloaded',
          entity: 'service-requests',
          ...(found.requestId === null ? {} : { entityId: found.requestId }),
          institutionId: found.institutionId,
          after: { uploadName: found.fileName },
        })
      return found
    })
    return sendFile(request, reply, kernel.files, { ...file, inline: input.inline })
  })

  publicRoute(
    app,
    kernel,
    receiveRequestMail,
    async ({ request }): Promise<ReplyOf<typeof receiveRequestMail>> => {
      await receiveMail({ kernel, request })
      return { received: true }
    },
    AT_MOST,
  )

  route(app, kernel, countWaitingRequests, async ({ trx, scope }) => ({ waiting: await countWaiting(trx, scope) }))
  route(app, kernel, listRequestOwners, async ({ trx, scope }) => ({ records: await selectOwners(trx, scope) }))
  route(app, kernel, serviceRequestTimes, async ({ trx, scope }) => {
    const { timed, byMail, merged } = await selectTimed(trx, scope, await dayOfSite(kernel, trx, scope.siteId))
    return { records: timesOf(timed), byMail, merged }
  })
  rawRoute(app, kernel, serviceRequestEvents, async (call) => openStream(call, ({ type }) => type === 'request'))
}
