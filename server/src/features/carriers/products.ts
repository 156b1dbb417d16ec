/** A carrier's products, kept by hand beside what feeds name; what they declare is in terms.ts. */
import { createProduct, listProducts, removeProduct, saveProduct } from '@corridor/contract/carriers.ts'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import { AppError, inputError } from '../../platform/http/errors.ts'
import { route } from '../../platform/http/route.ts'
import type { Kernel } from '../../platform/kernel.ts'
import { HELD_STATUSES } from '../../shared/policies/in-force-policies.ts'
import { dayOfSite } from '../../shared/site-day.ts'
import { auditAgain } from './audit-again.ts'
import { carrierCode } from './binding.ts'

export function productRoutes(app: FastifyInstance, kernel: Kernel): void {
  const readProducts = async (trx: Trx, siteId: number, code: string) => selectProducts(trx, code, await dayOfSite(kernel, trx, siteId))
  const one = async (trx: Trx, siteId: number, code: string, id: number) => {
    const found = (await readProducts(trx, siteId, code)).find((product) => product.id === id)
    if (!found) throw new AppError('not_found')
    return found
  }
  route(app, kernel, listProducts, async ({ trx, scope, input }) => ({
    records: await readProducts(trx, scope.siteId, await carrierCode(trx, input.id)),
  }))
  route(app, kernel, createProduct, async ({ trx, scope, input: { id, ...fields }, record }) => {
    const code = await carrierCode(trx, id, { lock: true })
    await keepNamesApart(trx, code, fields.productName, 0)
    const now = kernel.now().toISOString()
    const { id: productId } = await trx
      .insertInto('product')
      .values({ carrierCode: code, ...fields, createdAt: now, updatedAt: now })
      .returning('id')
      .executeTakeFirstOrThrow()
    await record({ action: 'carriers.products.added', entity: 'carriers', entityId: id, after: fields })
    return one(trx, scope.siteId, code, productId)
  })
  route(app, kernel, saveProduct, async ({ trx, scope, input: { id, productId, updatedAt, ...fields }, record }) => {
    const code = await carrierCode(trx, id, { lock: true })
    const before = await one(trx, scope.siteId, code, productId)
    if (before.updatedAt !== new Date(updatedAt).toISOString()) throw new AppError('conflict', { meta: { current: before, yours: fields } })
    if (fields.productName !== undefined) await keepNamesApart(trx, code, fields.productName, productId)
    await trx
      .updateTable('product')
      .set({ ...fields, updatedAt: sql`greatest(${kernel.now().toISOString()}::timestamptz, updated_at + interval '1 millisecond')` })
      .where('id', '=', productId)
      .execute()
    await record({ action: 'carriers.products.saved', entity: 'carriers', entityId: id, before, after: fields })
    if (CREDITING.some((field) => fields[field] !== undefined && fields[field] !== before[field])) await auditAgain(kernel, { trx, scope })
    return one(trx, scope.siteId, code, productId)
  })
  route(app, kernel, removeProduct, async ({ trx, scope, input: { id, productId }, record }) => {
    const code = await carrierCode(trx, id, { lock: true })
    const product = await one(trx, scope.siteId, code, productId)
    const used =
      product.policies === 1
        ? '1 policy'
        : product.policies > 0
          ? `${product.policies} policies`
          : 'declared rates, charge tables or ended policies'
    const inUse = new AppError('in_use', {
      message: `${product.productName} has ${used} and cannot be deleted.`,
      meta: { [product.productName]: [used] },
    })
    if (product.policies > 0) throw inUse
    try {
      await trx.deleteFrom('product').where('id', '=', productId).execute()
    } catch (cause) {
      if (cause instanceof Error && 'code' in cause && cause.code === '23503') throw inUse
      throw cause
    }
    await record({ action: 'carriers.products.removed', entity: 'carriers', entityId: id, before: product })
    return undefined
  })
}

/** A month is recomputed by these. */
const CREDITING = ['interestMethod', 'dayCount', 'interestFrom', 'rateMethod'] as const

/** The policies counted are the active site's: row-level security shows no others. */
const selectProducts = (trx: Trx, code: string, today: string) =>
  trx
    .selectFrom('product as p')
    .leftJoinLateral(
      sql<{ grossRate: number; effectiveFrom: string }>`(select r.gross_rate, r.effective_from from product_rate r
        where r.product_id = p.id and r.effective_from <= ${today}::date order by r.effective_from desc limit 1)`.as('r'),
      (join) => join.onTrue(),
    )
    .select([
      'p.id',
      'p.productName',
      'p.accountType',
      'p.policyForm',
      'p.rateMethod',
      'p.guaranteedMinimumRate',
      'p.stableValueWrap',
      'p.interestMethod',
      'p.dayCount',
      'p.interestFrom',
      'p.updatedAt',
    ])
    .select(['r.grossRate', 'r.effectiveFrom as rateSince'])
    .select(
      sql<number>`(select count(*)::int from policy o where o.product_id = p.id and o.policy_status in ${HELD_STATUSES})`.as('policies'),
    )
    .where('p.carrierCode', '=', code)
    .orderBy('p.productName')
    .orderBy('p.id')
    .limit(500)
    .execute()

async function keepNamesApart(trx: Trx, code: string, productName: string, id: number): Promise<void> {
  const other = await trx
    .selectFrom('product')
    .select('id')
    .where('carrierCode', '=', code)
    .where(sql`lower(product_name)`, '=', productName.toLowerCase())
    .where('id', '!=', id)
    .executeTakeFirst()
  if (other) throw inputError({ productName: ['The carrier already has a product with this name.'] })
}
