/** The service team: chosen and ordered by staff, read by the institution's people. */
import { getInstitutionTeam, getServiceTeam, getTeamAvatar, setInstitutionTeam } from '@corridor/contract/service-team.ts'
import type { FastifyInstance } from 'fastify'
import type { Trx } from '../../platform/database/database.ts'
import { sendImage } from '../../platform/files/images.ts'
import { AppError } from '../../platform/http/errors.ts'
import { rawRoute, route } from '../../platform/http/route.ts'
import type { Scope } from '../../platform/http/scope.ts'
import type { Kernel } from '../../platform/kernel.ts'
import { selectFirm } from '../../shared/people/staff.ts'
import { selectAvatar, selectContact, selectTeam } from './queries.ts'
import { selectReaders } from './readers.ts'

export function serviceTeamRoutes(app: FastifyInstance, kernel: Kernel): void {
  route(app, kernel, getServiceTeam, async ({ trx, scope, session }) => ({
    records: await selectTeam(trx, scope, scope.institutionId),
    contact: await selectContact(trx, scope),
    readers: session.userRole === 'c' ? await selectReaders(trx, scope, kernel.configuration.mfaRequired) : null,
  }))
  rawRoute(app, kernel, getTeamAvatar, async ({ input, scope, request, reply, transact }) => {
    const sha256 = await transact(({ trx }) => selectAvatar(trx, scope, input.id))
    return sendImage(request, reply, kernel.files, sha256, { name: `portrait-${input.id}`, asked: input.v })
  })

  route(app, kernel, getInstitutionTeam, async ({ trx, scope, input }) => {
    await institutionOf(trx, input.id)
    return readTeam(trx, scope, input.id)
  })
  route(app, kernel, setInstitutionTeam, async ({ trx, scope, input, record }) => {
    await institutionOf(trx, input.id, true)
    const before = await readTeam(trx, scope, input.id)
    const ids = before.records.map(({ id }) => id)
    if (ids.join() !== input.before.join())
      throw new AppError('conflict', { meta: { current: { userIds: ids }, yours: { userIds: input.userIds } } })
    const after = [...new Set(input.userIds)]
    // Members on it already may stay, also after leaving the firm; new ones are of the firm and active.
    const known = new Set([...ids, ...before.candidates.map(({ id }) => id)])
    if (after.some((id) => !known.has(id))) throw new AppError('not_found')
    await trx.deleteFrom('serviceTeamMember').where('institutionId', '=', input.id).where('siteId', '=', scope.siteId).execute()
    if (after.length > 0)
      await trx
        .insertInto('serviceTeamMember')
        .values(after.map((userId, index) => ({ institutionId: input.id, siteId: scope.siteId, userId, position: index + 1 })))
        .execute()
    await record({
      action: 'institutions.service-team',
      entity: 'institutions',
      entityId: input.id,
      institutionId: input.id,
      before: { userIds: ids },
      after: { userIds: after },
    })
    return readTeam(trx, scope, input.id)
  })
}

/** Row-level security shows staff the institutions of the active site only. @throws AppError('not_found') */
async function institutionOf(trx: Trx, id: number, lock = false): Promise<void> {
  const query = trx.selectFrom('institution').select('id').where('id', '=', id)
  if (!(await (lock ? query.forUpdate() : query).executeTakeFirst())) throw new AppError('not_found')
}

async function readTeam(trx: Trx, scope: Scope, institutionId: number) {
  const records = await selectTeam(trx, scope, institutionId)
  const firm = await selectFirm(trx, scope)
  return { records, candidates: firm.filter(({ id }) => !records.some((member) => member.id === id)) }
}
