/** The rate table over HTTP: declared rates and cost-of-insurance tables of every product, their imports and their changes. */
import {
  getChargeTable,
  importCharges,
  importRates,
  listChargeTables,
  listDeclaredRates,
  listRateChanges,
  listRatedProducts,
  previewCharges,
  previewRates,
} from '@corridor/contract/rate-table.ts'
import type { FastifyInstance } from 'fastify'
import type { Trx } from '../../platform/database/database.ts'
import { AppError } from '../../platform/http/errors.ts'
import { route } from '../../platform/http/route.ts'
import type { Scope } from '../../platform/http/scope.ts'
import type { Kernel } from '../../platform/kernel.ts'
import { dayOfSite } from '../../shared/site-day.ts'
import { importOfCharges, previewOfCharges } from './charge-import.ts'
import { importOfRates, previewOfRates } from './rate-import.ts'
import { pageOfChanges, pageOfChargeTables, pageOfRates, selectCharges, selectChargeTable, selectRatedProducts } from './rate-queries.ts'

export function rateTableRoutes(app: FastifyInstance, kernel: Kernel): void {
  const today = (trx: Trx, scope: Scope) => dayOfSite(kernel, trx, scope.siteId)
  route(app, kernel, listRatedProducts, async ({ trx, scope }) => ({
    records: (await selectRatedProducts(trx, await today(trx, scope))).map(({ legalName: _legalName, ...product }) => product),
  }))
  route(app, kernel, listDeclaredRates, async ({ trx, scope, input }) => pageOfRates(trx, await today(trx, scope), input))
  route(app, kernel, previewRates, async ({ trx, scope, input }) => previewOfRates(trx, await today(trx, scope), input.text))
  route(app, kernel, importRates, async (call) => importOfRates({ ...call, kernel }, await today(call.trx, call.scope), call.input))
  route(app, kernel, listChargeTables, async ({ trx, input }) => pageOfChargeTables(trx, input))
  route(app, kernel, getChargeTable, async ({ trx, input }) => {
    const table = await selectChargeTable(trx, input.id)
    if (!table) throw new AppError('not_found')
    return { ...table, lines: await selectCharges(trx, table.id) }
  })
  route(app, kernel, previewCharges, async ({ trx, input }) => previewOfCharges(trx, input))
  route(app, kernel, importCharges, async (call) => importOfCharges({ ...call, kernel }, call.input))
  route(app, kernel, listRateChanges, async ({ trx, input }) => pageOfChanges(trx, input))
}
