/** Second factors: asked at sign-in, kept by each person, reset by managers. What changes them asks for the password again (ASVS 6.4.3, 7.5.1). */

import {
  askPasskey,
  changeMfaMethod,
  checkPhone,
  listMfaMethods,
  listMfaOfUser,
  makeRecoveryCodes,
  removeMfaMethod,
  sendMfaCode,
  startMfaSetup,
  unlinkIdentities,
  verifyMfa,
} from '@corridor/contract/mfa.ts'
import { isPhone, phoneDigits } from '@corridor/domain/primitives/typed-input.ts'
import type { FastifyInstance } from 'fastify'
import { asPerson } from '../../platform/database/as-person.ts'
import { AppError } from '../../platform/http/errors.ts'
import { rawRoute, route } from '../../platform/http/route.ts'
import { endSessionsOf, requireRecentSignIn } from '../../platform/http/sessions.ts'
import type { Kernel } from '../../platform/kernel.ts'
import { sendNotice } from '../../shared/people/security-notices.ts'
import { countRecoveryCodes, selectMethods, selectPerson, shownMethod } from './queries.ts'
import { change, removeOwn, renewRecoveryCodes, resetOfAnother } from './service.ts'
import { askForPasskey, beginSetup, sendAnotherCode } from './setup.ts'
import { verify } from './verify.ts'

export function secondFactorRoutes(app: FastifyInstance, kernel: Kernel): void {
  rawRoute(app, kernel, listMfaMethods, async ({ session }) =>
    asPerson(kernel.db, session.userId, async (trx) => {
      const person = await selectPerson(trx, session.userId)
      const methods = await selectMethods(trx, person)
      return {
        methods: methods.map((method) => shownMethod(method, person, methods)),
        recoveryCodesLeft: await countRecoveryCodes(trx, person.id),
        // Whoever knows the password only need not learn the number.
        phone: session.isMfaValid || methods.length === 0 ? person.phone : null,
      }
    }),
  )
  rawRoute(app, kernel, startMfaSetup, async (visit) => {
    requireRecentSignIn(visit)
    return beginSetup(visit, visit.input)
  })
  rawRoute(app, kernel, sendMfaCode, async (visit) => sendAnotherCode(visit, visit.input.methodId))
  rawRoute(app, kernel, askPasskey, async (visit) => askForPasskey(visit))
  rawRoute(app, kernel, verifyMfa, async (visit) => verify(visit, visit.input))
  rawRoute(app, kernel, checkPhone, async ({ input }) => {
    const [phone, valid] = [phoneDigits(input.phone), isPhone(input.phone)]
    return { phone, valid, e164: valid ? `+1${phone}` : null }
  })
  rawRoute(app, kernel, changeMfaMethod, async (visit) => {
    requireRecentSignIn(visit)
    return change(visit, visit.input)
  })
  rawRoute(app, kernel, removeMfaMethod, async (visit) => {
    requireRecentSignIn(visit)
    if (!(await removeOwn(visit, visit.input.id))) await resetOfAnother(visit, visit.input.id)
  })
  rawRoute(app, kernel, makeRecoveryCodes, async (visit) => {
    requireRecentSignIn(visit)
    return renewRecoveryCodes(visit)
  })
  route(app, kernel, listMfaOfUser, async ({ trx, scope, input: { userId } }) => {
    await requireOnSite(trx, scope.siteId, userId)
    const methods = await trx
      .selectFrom('mfaMethod')
      .select(['id', 'channel', 'name', 'createdAt', 'lastUsedAt'])
      .where('userId', '=', userId)
      .orderBy('id')
      .execute()
    const identities = await trx
      .selectFrom('userIdentity')
      .select(['issuer', 'linkedAt', 'lastUsedAt'])
      .where('userId', '=', userId)
      .orderBy('linkedAt')
      .orderBy('issuer')
      .execute()
    return { methods, identities, recoveryCodesLeft: await countRecoveryCodes(trx, userId) }
  })
  route(app, kernel, unlinkIdentities, async (call) => {
    const { trx, scope, record } = call
    const { userId } = call.input
    await requireOnSite(trx, scope.siteId, userId)
    requireRecentSignIn(call)
    const before = await trx.deleteFrom('userIdentity').where('userId', '=', userId).returning('issuer').execute()
    await endSessionsOf(trx, userId)
    const happened = 'A manager unlinked your sign-in with your bank. It is linked again the next time you use it.'
    await sendNotice(kernel, trx, { kind: 'methodsChanged', userId, siteId: scope.siteId, happened })
    await record({ action: 'identity.unlinked', entity: 'users', entityId: userId, before })
    return undefined
  })
}

async function requireOnSite(trx: Parameters<typeof countRecoveryCodes>[0], siteId: number, userId: number): Promise<void> {
  const found = await trx
    .selectFrom('userSite')
    .select('userId')
    .where('userId', '=', userId)
    .where('siteId', '=', siteId)
    .executeTakeFirst()
  if (!found) throw new AppError('not_found')
}
