/** Cost-of-insurance tables from a file: what one would change, and the table itself; what it corrects is superseded and kept. */

import type { ParsedOf } from '@corridor/contract/kernel/endpoint.ts'
import type { importCharges, previewCharges } from '@corridor/contract/rate-table.ts'
import { type CostOfInsuranceTable, rateKey } from '@corridor/domain/calculations/interest-credited.ts'
import { compareCharges, readCharges } from '@corridor/domain/carriers/charge-file.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import { AppError, inputError } from '../../platform/http/errors.ts'
import type { Acting } from '../../platform/http/route.ts'
import { auditAgain } from './audit-again.ts'
import { changedSince, countsOf, digestOf, refuseProblems, rowsOf } from './rate-import.ts'
import { selectCharges, selectChargeTable } from './rate-queries.ts'

type Asked = ParsedOf<typeof previewCharges>

/** The table that holds on the day before the new one takes its place. */
async function heldTable(trx: Trx, { productId, effectiveOn }: Asked) {
  const table = await trx
    .selectFrom('costOfInsuranceTable')
    .select(['id', 'per', 'effectiveFrom'])
    .where('productId', '=', productId)
    .where('supersededAt', 'is', null)
    .where(sql`effective_from`, '<=', effectiveOn)
    .orderBy('effectiveFrom', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!table) return null
  const rates = new Map((await selectCharges(trx, table.id)).map((rate) => [rateKey(rate), rate.rate]))
  return { ...table, rates } satisfies CostOfInsuranceTable & { id: number; effectiveFrom: string }
}

async function compared(trx: Trx, asked: Asked) {
  const { text, per, productId, effectiveOn } = asked
  const { rows, problem } = rowsOf(text)
  const read = problem ? { lines: [], problems: [problem], notes: [] } : readCharges(rows, per)
  const held = await heldTable(trx, asked)
  const { lines, gone } = compareCharges(read.lines, held, per)
  const corrected = held?.effectiveFrom === effectiveOn ? held.id : null
  return { ...read, lines, gone, corrected, digest: digestOf([text, per, productId, effectiveOn, held?.id ?? null]) }
}

export async function previewOfCharges(trx: Trx, asked: Asked) {
  const { id } = await carrierOf(trx, asked.productId)
  if (id === undefined) throw new AppError('not_found')
  const { corrected, ...shown } = await compared(trx, asked)
  return { ...shown, ...countsOf(shown.lines), supersedes: corrected !== null }
}

async function carrierOf(trx: Trx, productId: number, { lock = false } = {}) {
  const query = trx
    .selectFrom('product')
    .innerJoin('carrier', 'carrier.code', 'product.carrierCode')
    .where('product.id', '=', productId)
    .select(['carrier.id', 'product.productName'])
  const found = await (lock ? query.forUpdate('product') : query).executeTakeFirst()
  if (!found) throw new AppError('not_found')
  return found
}

/** @throws AppError('input') for a file with a problem @throws AppError('conflict') when it is not what was shown */
export async function importOfCharges(call: Acting, input: ParsedOf<typeof importCharges>) {
  const { trx, kernel, session, record } = call
  const { fileName, source, reason, digest, ...asked } = input
  const { id: carrierId, productName } = await carrierOf(trx, asked.productId, { lock: true })
  const found = await compared(trx, asked)
  refuseProblems(found.problems)
  if (found.digest !== digest) throw changedSince()
  if (found.corrected !== null && reason === undefined)
    throw inputError({ reason: ['Say why the table that holds from this day is corrected.'] })
  const now = kernel.now().toISOString()
  if (found.corrected !== null)
    await trx
      .updateTable('costOfInsuranceTable')
      .set({ supersededBy: session.userId, supersededAt: now })
      .where('id', '=', found.corrected)
      .execute()
  const { rows } = await sql<{ id: number }>`
    insert into cost_of_insurance_table (product_id, effective_from, per, source, reason, entered_by, entered_at)
    values (${asked.productId}, ${asked.effectiveOn}, ${asked.per}, ${source}, ${found.corrected === null ? null : (reason ?? null)}, ${session.userId}, ${now}) returning id`.execute(
    trx,
  )
  const id = rows[0]?.id ?? 0
  await sql`insert into cost_of_insurance_rate (table_id, sex, smoker_class, attained_age, rate)
    select ${id}, sex, smoker_class, attained_age, rate from jsonb_to_recordset(${JSON.stringify(
      found.lines.map(({ sex, smokerClass, attainedAge, rate }) => ({ sex, smoker_class: smokerClass, attained_age: attainedAge, rate })),
    )}::jsonb) as r (sex text, smoker_class text, attained_age int, rate float8)`.execute(trx)
  await record({
    action: 'charges.imported',
    entity: 'rate-table',
    entityId: id,
    after: {
      carrierId,
      product: productName,
      effectiveOn: asked.effectiveOn,
      per: asked.per,
      fileName,
      source,
      ...(found.corrected === null ? {} : { supersedes: found.corrected, reason }),
      rates: found.lines.length,
    },
  })
  await auditAgain(kernel, call)
  const made = await selectChargeTable(trx, id)
  if (!made) throw new AppError('not_found')
  return made
}
