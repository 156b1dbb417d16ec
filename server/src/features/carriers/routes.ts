/** Insurance companies: shared by all sites, so every row is in reach of who holds the permission; what is counted of them is the active site's. */
import { getCarrierLogo, listCarrierHolders, removeCarrierLogo, setCarrierLogo } from '@corridor/contract/carriers.ts'
import type { FastifyInstance } from 'fastify'
import { type RawBuilder, sql } from 'kysely'
import { z } from 'zod'
import type { Db, Trx } from '../../platform/database/database.ts'
import { imageUrl, keepImage, receiveImage, sendImage } from '../../platform/files/images.ts'
import { pageOf } from '../../platform/http/lists.ts'
import { rawRoute, route } from '../../platform/http/route.ts'
import type { Kernel } from '../../platform/kernel.ts'
import { loadRow, lockRow, type ResourceCall } from '../../platform/records/resource-rows.ts'
import { resourceRoutes } from '../../platform/records/resources.ts'
import { currentPeriod } from '../../shared/policies/periods.ts'
import { bindingOf, carrierCode } from './binding.ts'
import { carrierTermRoutes } from './dated-terms.ts'
import { productRoutes } from './products.ts'
import { selectHolders } from './queries.ts'
import { rateTableRoutes } from './rate-table.ts'

export function carrierRoutes(app: FastifyInstance, kernel: Kernel): void {
  const binding = bindingOf(kernel)
  const changeLogo = async (call: ResourceCall, id: number, sha256: string | null) => {
    await lockRow(call.trx, binding, id)
    await loadRow(call, binding, setCarrierLogo.access, id)
    const before = await logoOf(call.trx, id)
    const later: RawBuilder<string> = sql`greatest(${kernel.now().toISOString()}::timestamptz, updated_at + interval '1 millisecond')`
    const { updatedAt } = await call.trx
      .updateTable('carrier')
      .set({ logoSha256: sha256, updatedAt: later })
      .where('id', '=', id)
      .returning('updatedAt')
      .executeTakeFirstOrThrow()
    await call.record({ action: 'carriers.saved', entity: 'carriers', entityId: id, before: { logo: before }, after: { logo: sha256 } })
    return { logoUrl: imageUrl(`/api/carriers/${id}/logo`, sha256), updatedAt: z.string().parse(updatedAt) }
  }

  rawRoute(app, kernel, getCarrierLogo, async ({ input, request, reply, transact }) => {
    const sha256 = await transact(({ trx }) => logoOf(trx, input.id))
    return sendImage(request, reply, kernel.files, sha256, { name: `carrier-${input.id}`, asked: input.v })
  })
  rawRoute(app, kernel, setCarrierLogo, async ({ input, session, scope, request, transact }) => {
    // The carrier before its bytes: for one that is not there nothing is taken in.
    await transact(({ trx }) => loadRow({ trx, session, scope }, binding, setCarrierLogo.access, input.id))
    const image = await receiveImage(request, kernel.files, 'logo')
    return transact(async ({ trx, record }) => {
      await keepImage(trx, image)
      return changeLogo({ trx, session, scope, record }, input.id, image.sha256)
    })
  })
  route(app, kernel, removeCarrierLogo, ({ input, ...call }) => changeLogo(call, input.id, null))
  route(app, kernel, listCarrierHolders, async ({ trx, scope, input }) => {
    const code = await carrierCode(trx, input.id)
    return pageOf(selectHolders(trx, scope, code, await currentPeriod(trx, scope)), input, {
      id: 'institutionId',
      search: ['institutionName'],
    })
  })
  productRoutes(app, kernel)
  carrierTermRoutes(app, kernel)
  rateTableRoutes(app, kernel)
  resourceRoutes(app, kernel, binding)
}

const logoOf = async (db: Db | Trx, id: number): Promise<string | null> =>
  (await db.selectFrom('carrier').select('logoSha256').where('id', '=', id).executeTakeFirst())?.logoSha256 ?? null
