/** Institutions of the active site; clients see their own in a narrow form. What hangs on one is counted with links. */
import {
  getInstitutionLogo,
  getRelated,
  listContacts,
  listOwners,
  removeInstitutionLogo,
  setInstitutionLogo,
} from '@corridor/contract/institutions.ts'
import type { FastifyInstance } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Trx } from '../../platform/database/database.ts'
import { imageUrl, keepImage, receiveImage, sendImage } from '../../platform/files/images.ts'
import { rawRoute, route } from '../../platform/http/route.ts'
import type { Kernel } from '../../platform/kernel.ts'
import { loadRow, type ResourceCall } from '../../platform/records/resource-rows.ts'
import { resourceRoutes } from '../../platform/records/resources.ts'
import { selectFirm } from '../../shared/people/staff.ts'
import { binding, reach, reachAndLock } from './binding.ts'
import { termRoutes } from './dated-terms.ts'
import { selectContacts, selectRelated } from './queries.ts'
import { placeRoutes } from './sites-and-subsidiaries.ts'

export function institutionRoutes(app: FastifyInstance, kernel: Kernel): void {
  route(app, kernel, getRelated, async ({ trx, session, scope, input }) => {
    await reach({ trx, session, scope }, input.id)
    return { records: await selectRelated(trx, scope, input.id) }
  })
  route(app, kernel, listContacts, async ({ trx, session, scope, input }) => {
    await reach({ trx, session, scope }, input.id)
    return { records: await selectContacts(trx, scope, input.id) }
  })
  route(app, kernel, listOwners, async ({ trx, scope }) => ({ records: await selectFirm(trx, scope) }))

  rawRoute(app, kernel, getInstitutionLogo, async ({ input, session, scope, request, reply, transact }) => {
    const sha256 = await transact(async ({ trx }) => {
      await loadRow({ trx, session, scope }, binding, getInstitutionLogo.access, input.id)
      return logoOf(trx, input.id)
    })
    return sendImage(request, reply, kernel.files, sha256, { name: `institution-${input.id}`, asked: input.v })
  })
  rawRoute(app, kernel, setInstitutionLogo, async ({ input, session, scope, request, transact }) => {
    // Reach before bytes: who may not change it hands in nothing.
    await transact(({ trx }) => reach({ trx, session, scope }, input.id))
    const image = await receiveImage(request, kernel.files, 'logo')
    return transact(async ({ trx, record }) => {
      await keepImage(trx, image)
      return changeLogo({ trx, session, scope, record }, kernel, input.id, image.sha256)
    })
  })
  route(app, kernel, removeInstitutionLogo, ({ input, ...call }) => changeLogo(call, kernel, input.id, null))

  termRoutes(app, kernel)
  placeRoutes(app, kernel)
  resourceRoutes(app, kernel, binding)
}

async function changeLogo(call: ResourceCall, kernel: Kernel, id: number, sha256: string | null) {
  await reachAndLock(call, id)
  const before = await logoOf(call.trx, id)
  const later: RawBuilder<string> = sql`greatest(${kernel.now().toISOString()}::timestamptz, updated_at + interval '1 millisecond')`
  const { updatedAt } = await call.trx
    .updateTable('institution')
    .set({ logoSha256: sha256, updatedAt: later })
    .where('id', '=', id)
    .returning('updatedAt')
    .executeTakeFirstOrThrow()
  await call.record({
    action: `institutions.logo.${sha256 === null ? 'removed' : 'changed'}`,
    entity: 'institutions',
    entityId: id,
    institutionId: id,
    before: { logo: before },
    after: { logo: sha256 },
  })
  return { logo: imageUrl(`/api/institutions/${id}/logo`, sha256), updatedAt: z.string().parse(updatedAt) }
}

const logoOf = async (trx: Trx, id: number): Promise<string | null> =>
  (await trx.selectFrom('institution').select('logoSha256').where('id', '=', id).executeTakeFirst())?.logoSha256 ?? null
