/** Changing the address that somebody signs in with: by two sides, never by one (service.ts). */
import {
  agreeToEmailChange,
  answerEmailChangeLink,
  cancelEmailChange,
  cancelOwnEmailChange,
  getEmailChange,
  getOwnEmailChange,
  readEmailChangeLink,
  requestEmailChange,
  requestOwnEmailChange,
} from '@corridor/contract/email-changes.ts'
import type { FastifyInstance } from 'fastify'
import { asPerson } from '../../platform/database/as-person.ts'
import { publicRoute, rawRoute, route } from '../../platform/http/route.ts'
import { requireRecentSignIn } from '../../platform/http/sessions.ts'
import type { Kernel } from '../../platform/kernel.ts'
import { answerLink, readLink } from './links.ts'
import { agree, cancel, request, selectOpen } from './service.ts'

/** Requests of one address to one node in a minute: each try costs a look at the table. */
const AT_MOST = { rateLimit: { max: 60, timeWindow: 60_000 } }

export function emailChangeRoutes(app: FastifyInstance, kernel: Kernel): void {
  route(app, kernel, getEmailChange, async (call) => ({ change: await selectOpen(call, call.input.id) }))
  route(app, kernel, requestEmailChange, async (call) => {
    requireRecentSignIn(call)
    return { change: await request(call, call.input.id, call.input.email) }
  })
  route(app, kernel, agreeToEmailChange, async (call) => {
    requireRecentSignIn(call)
    return { change: await agree(call, call.input.id) }
  })
  route(app, kernel, cancelEmailChange, async (call) => cancel(call, call.input.id))

  rawRoute(app, kernel, getOwnEmailChange, async (call) => ({
    change: await asPerson(kernel.db, call.session.userId, (trx) => selectOpen({ ...call, trx }, call.session.userId)),
  }))
  rawRoute(app, kernel, requestOwnEmailChange, async (call) => {
    requireRecentSignIn(call)
    const { userId } = call.session
    return { change: await asPerson(kernel.db, userId, (trx) => request({ ...call, trx }, userId, call.input.email)) }
  })
  rawRoute(app, kernel, cancelOwnEmailChange, async (call) =>
    asPerson(kernel.db, call.session.userId, (trx) => cancel({ ...call, trx }, call.session.userId)),
  )

  publicRoute(app, kernel, readEmailChangeLink, async ({ input }) => readLink(kernel, input.token), AT_MOST)
  publicRoute(app, kernel, answerEmailChangeLink, async ({ input, ...visit }) => answerLink(visit, input), AT_MOST)
}
