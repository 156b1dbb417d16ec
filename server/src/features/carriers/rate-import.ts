/** Declared rates from a file: what it would change, and the change itself, all of it or none. */
import { createHash } from 'node:crypto'
import type { ParsedOf } from '@corridor/contract/kernel/endpoint.ts'
import type { importRates } from '@corridor/contract/rate-table.ts'
import { type ComparedRate, compareRates, readRates } from '@corridor/domain/carriers/rate-file.ts'
import type { LineProblem, TextRow } from '@corridor/domain/carriers/table-file.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import { createTokenizer, dialectOf } from '../../platform/formats/reading/delimited.ts'
import { FeedRefusal } from '../../platform/formats/reading/refusal.ts'
import { AppError, inputError } from '../../platform/http/errors.ts'
import type { Acting } from '../../platform/http/route.ts'
import { auditAgain } from './audit-again.ts'
import { carrierCode } from './binding.ts'
import { addRate, correctRate } from './dated-terms.ts'
import { selectRatedProducts } from './rate-queries.ts'

/** Lines that one file of rates or charges may have. */
const MOST_LINES = 2_000

/** The rows of a text of separated cells, or why it has none. */
export function rowsOf(text: string): { rows: TextRow[]; problem: LineProblem | null } {
  // The browser, which decodes the file, leaves this where a character was no UTF-8.
  const broken = text.split('\n').findIndex((line) => line.includes('\uFFFD'))
  if (broken >= 0)
    return { rows: [], problem: { line: broken + 1, message: 'The line has a character that is not UTF-8. Save the file as “CSV UTF-8”.' } }
  try {
    const tokenizer = createTokenizer(dialectOf(text))
    const rows = [...tokenizer.push(text.replace(/^\uFEFF/, '')), ...tokenizer.end()]
    if (rows.length > MOST_LINES + 1)
      return {
        rows: [],
        problem: { line: MOST_LINES + 2, message: `A file of up to ${MOST_LINES.toLocaleString('en-US')} lines is read.` },
      }
    return { rows, problem: null }
  } catch (cause) {
    if (cause instanceof FeedRefusal) return { rows: [], problem: { line: 1, message: cause.message } }
    throw cause
  }
}

/** One word for what a preview showed: a table that changed since, or another file, has another. */
export const digestOf = (shown: unknown): string => createHash('sha256').update(JSON.stringify(shown)).digest('hex')

export const countsOf = (lines: readonly { change: 'NEW' | 'CHANGED' | 'SAME' }[]) => {
  const count = (change: 'NEW' | 'CHANGED' | 'SAME') => lines.filter((line) => line.change === change).length
  return { added: count('NEW'), changed: count('CHANGED'), same: count('SAME') }
}

async function compared(trx: Trx, today: string, text: string) {
  const { rows, problem } = rowsOf(text)
  const products = await selectRatedProducts(trx, today)
  const read = problem ? { lines: [], problems: [problem], notes: [] } : readRates(rows, products)
  const productIds = [...new Set(read.lines.map(({ product }) => product.id))]
  const { rows: held } = await sql<{
    id: number
    productId: number
    effectiveOn: string
    grossRate: number
    source: string
    updatedAt: string
  }>`
    select id, product_id, effective_from as effective_on, gross_rate, source, updated_at from product_rate where product_id = any(${productIds}::int[])`.execute(
    trx,
  )
  const lines = compareRates(read.lines, held)
  const carriers = new Map(products.map(({ id, carrierId, carrierCode: code }) => [id, { id: carrierId, code }]))
  return { ...read, lines, held, carriers, digest: digestOf([text, lines.map(({ change, before }) => [change, before])]) }
}

export async function previewOfRates(trx: Trx, today: string, text: string) {
  const { lines, problems, notes, digest } = await compared(trx, today, text)
  const shown = ({ product, line, effectiveOn, grossRate, before, change, doubt }: ComparedRate) => ({
    line,
    carrierName: product.carrierName,
    productName: product.productName,
    effectiveOn,
    grossRate,
    before,
    change,
    doubt,
  })
  return { ...countsOf(lines), problems, notes, digest, lines: lines.map(shown) }
}

/** @throws AppError('input') for a file with a problem @throws AppError('conflict') when it is not what was shown */
export async function importOfRates(call: Acting, today: string, input: ParsedOf<typeof importRates>) {
  const { trx, kernel, record } = call
  const { text, fileName, source, reason, digest } = input
  const asked = await compared(trx, today, text)
  refuseProblems(asked.problems)
  // Corrections of one carrier wait for each other; then the table is compared again, as it stands under the lock.
  for (const { id } of [...new Map([...asked.lines].map(({ product }) => [product.id, asked.carriers.get(product.id)])).values()]
    .filter((carrier) => carrier !== undefined)
    .toSorted((one, other) => one.id - other.id))
    await carrierCode(trx, id, { lock: true })
  const found = await compared(trx, today, text)
  if (found.digest !== digest) throw changedSince()
  const counts = countsOf(found.lines)
  if (counts.added + counts.changed === 0) throw inputError({ text: ['The rate table has every rate of the file already.'] })
  if (counts.changed > 0 && reason === undefined) throw inputError({ reason: ['Say why rates that were entered before are corrected.'] })
  for (const { product, effectiveOn, grossRate, change, source: own } of found.lines) {
    const carrier = found.carriers.get(product.id)
    if (change === 'SAME' || !carrier) continue
    const row = { productId: product.id, effectiveOn, grossRate, source: own ?? source }
    const standing = found.held.find((rate) => rate.productId === product.id && rate.effectiveOn === effectiveOn)
    if (standing)
      await correctRate(call, kernel, carrier, { rowId: standing.id, reason: reason ?? source, updatedAt: standing.updatedAt, row })
    else await addRate(call, kernel, carrier, row)
  }
  await record({
    action: 'rates.imported',
    entity: 'rate-table',
    after: { fileName, source, ...(reason ? { reason } : {}), added: counts.added, corrected: counts.changed, unchanged: counts.same },
  })
  await auditAgain(kernel, call)
  return counts
}

export const changedSince = () =>
  new AppError('conflict', {
    message: 'The rate table or the file changed since the preview. Look at the preview again; nothing was saved.',
  })

export function refuseProblems(problems: readonly LineProblem[]): void {
  const [first] = problems
  if (first) throw inputError({ text: problems.slice(0, 20).map(({ line, message }) => `Line ${line}: ${message}`) })
}
