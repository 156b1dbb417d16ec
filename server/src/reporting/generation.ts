/** The job that makes reports: claim, read the book, compute, print outside of any transaction, store the file, then commit it all at once. */
import { setImmediate as turn } from 'node:timers/promises'
import type { PlainDate } from '@corridor/domain/primitives/period.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Trx } from '../platform/database/database.ts'
import { AppError } from '../platform/http/errors.ts'
import { inScope, type Scope, scopeOfSystem } from '../platform/http/scope.ts'
import type { JobDefinition, Kernel } from '../platform/kernel.ts'
import { dayOfSite } from '../shared/site-day.ts'
import { type Failure, failure } from './failures.ts'
import { familyOf, type Prepared, type Printing, type ReportOrder } from './family.ts'
import { ATTEMPTS_AT_MOST, type Claim, claimReports, keepClaim, releaseClaim } from './leases.ts'
import { type Outcome, settleReports } from './outcomes.ts'
import { PdfFailure } from './pdf/pool.ts'

const payload = z.strictObject({ siteId: z.int(), batchId: z.int() })
export type GenerationPayload = z.infer<typeof payload>

export const generateReports: JobDefinition<GenerationPayload> = {
  name: 'generate-reports',
  title: 'Batch of reports',
  parse: (given) => payload.parse(given),
  run: async (kernel, { siteId, batchId }, { signal }) => {
    const until = kernel.now().getTime() + SLICE
    const scope = scopeOfSystem(siteId)
    while ((await generateSome(kernel, scope, batchId, signal)) > 0)
      // Other batches get their turn, and a process that stops ends: the rest of this one goes to the end of the queue.
      if (signal.aborted || kernel.now().getTime() > until)
        return inScope(kernel.db, scope, (trx) => kernel.jobs.send(trx, generateReports, { siteId, batchId }))
  },
  concurrency: 2,
  retryLimit: 20,
}

const SLICE = 10_000
const CLAIM_AT_MOST = 16
/** Reports are queried and printed together up to this many policies: memory stays flat. */
const POLICIES_TOGETHER = 600
const COMMIT_EVERY = 250

/** Makes the next few reports of a batch, fewer once `signal` aborts. @returns how many were claimed; 0 when there is nothing left to claim */
export async function generateSome(kernel: Kernel, scope: Scope, batchId: number, signal?: AbortSignal): Promise<number> {
  const { token, reports, preparedOn } = await inScope(kernel.db, scope, async (trx) => {
    const claimed = await claimReports(trx, scope, batchId, CLAIM_AT_MOST)
    for (const { institutionId, id, currentVersion } of claimed.reports)
      await kernel.events.publish(trx, {
        siteId: scope.siteId,
        institutionId,
        type: 'report',
        batchId,
        reportId: id,
        status: currentVersion > 0 ? 'Refreshing' : 'Generating',
      })
    return { ...claimed, preparedOn: await dayOfSite(kernel, trx, scope.siteId) }
  })
  if (reports.length === 0) return 0
  const stopKeeping = keepClaim(kernel, scope, token)
  try {
    for (const group of groupsOf(reports)) if (!signal?.aborted) await generateGroup(kernel, scope, { batchId, token, preparedOn }, group)
  } finally {
    stopKeeping()
    // After a failure that was not the reports' fault (database, full queue) they are free for the next attempt at once.
    await inScope(kernel.db, scope, (trx) => releaseClaim(trx, scope, token)).catch(() => undefined)
  }
  return reports.length
}

interface Making {
  batchId: number
  token: string
  preparedOn: PlainDate
}

async function generateGroup(kernel: Kernel, scope: Scope, { batchId, token, preparedOn }: Making, group: Claim[]): Promise<void> {
  const givenUp = group.filter((report) => report.attempts > ATTEMPTS_AT_MOST)
  const orders = group
    .filter((report) => report.attempts <= ATTEMPTS_AT_MOST)
    .map(
      (report): ReportOrder => ({
        reportId: report.id,
        reportType: report.reportType,
        institutionId: report.institutionId,
        subsidiaryId: report.subsidiaryId,
        period: report.period,
        isQuarterly: report.isQuarterly,
        version: report.currentVersion + 1,
        batchId,
        preparedOn,
        isRestated: report.wasReleased,
        preliminaryReason: report.preliminaryReason,
      }),
    )
  const prepared = await prepare(kernel, scope, orders)
  const settle = (outcomes: Outcome[]) => settleReports(kernel, scope, batchId, token, outcomes)
  if (givenUp.length > 0) await settle(givenUp.map((report): Outcome => ({ report, failure: failure('interrupted') })))
  await settleAsTheyCome(
    orders.map((order) => produce(kernel, order, prepared.get(order.reportId))),
    settle,
  )
}

/** Small reports are committed several together, but none waits long for the others: pages see it, and a death costs little. */
async function settleAsTheyCome(coming: Promise<Outcome>[], settle: (outcomes: Outcome[]) => Promise<void>): Promise<void> {
  let waiting: Outcome[] = []
  let since = performance.now()
  let settling = Promise.resolve()
  const flush = () => {
    const ready = waiting
    waiting = []
    since = performance.now()
    if (ready.length === 0) return
    settling = settling.then(() => settle(ready))
    // Told below; until then it must not count as unhandled.
    settling.catch(() => undefined)
  }
  const produced = await Promise.allSettled(
    coming.map(async (one) => {
      const outcome = await one
      waiting.push(outcome)
      if (performance.now() - since >= COMMIT_EVERY) flush()
    }),
  )
  flush()
  await settling
  for (const one of produced) if (one.status === 'rejected') throw one.reason
}

/** When the book was read: a report knows of what was corrected until then, and of nothing since, however long it is printed. */
type Read = Prepared<unknown> & { readAt: string; readAsOf: string }

/** One query run for all; when it fails, each report for itself, so that one institution's failure never stops the others. */
async function prepare(kernel: Kernel, scope: Scope, orders: ReportOrder[]): Promise<Map<number, Read>> {
  const byFamily = Map.groupBy(orders, (order) => familyOf(order.reportType))
  const answers = new Map<number, Read>()
  for (const [family, theirs] of byFamily) {
    try {
      const read = async (trx: Trx) => {
        const moment = await trx
          .selectNoFrom([sql<string>`now()`.as('readAt'), sql<string>`pg_current_snapshot()::text`.as('readAsOf')])
          .executeTakeFirstOrThrow()
        return { moment, prepared: await family.prepare(trx, scope, theirs) }
      }
      const { moment, prepared } = await inScope(kernel.db, scope, read, 'one moment')
      for (const [id, answer] of prepared) answers.set(id, { ...answer, ...moment })
    } catch (cause) {
      if (!(cause instanceof RangeError)) throw cause
      if (theirs.length === 1)
        for (const { reportId } of theirs)
          answers.set(reportId, { failure: failure('inconsistent_book', [], `${cause.message}.`), readAt: '', readAsOf: '' })
      else for (const order of theirs) for (const [id, answer] of await prepare(kernel, scope, [order])) answers.set(id, answer)
    }
  }
  return answers
}

async function produce(kernel: Kernel, order: ReportOrder, prepared: Read | undefined): Promise<Outcome> {
  const report = { institutionId: order.institutionId, id: order.reportId }
  if (!prepared) return { report, failure: failure('no_policies') }
  if ('failure' in prepared) return { report, failure: prepared.failure }
  try {
    await turn()
    const { bytes, pages, controlTotals } = await printed(() =>
      familyOf(order.reportType).print(prepared.snapshot, order.reportType, kernel.files),
    )
    const file = await kernel.files.put(bytes)
    return {
      report,
      version: {
        version: order.version,
        preparedOn: order.preparedOn,
        readAt: prepared.readAt,
        readAsOf: prepared.readAsOf,
        isPreliminary: prepared.isPreliminary,
        isRestated: order.isRestated,
        snapshot: prepared.snapshot,
        controlTotals,
        file,
        pages,
      },
    }
  } catch (cause) {
    const known = failureOf(cause)
    kernel.log.error(`report ${order.reportId} could not be made`, cause)
    return { report, failure: known }
  }
}

/** A press that broke or was too slow may have been another report's doing: once more, on a fresh one. */
async function printed(print: () => Promise<Printing>): Promise<Printing> {
  try {
    return await print()
  } catch (cause) {
    if (cause instanceof PdfFailure && (cause.reason === 'crash' || cause.reason === 'timeout')) return print()
    throw cause
  }
}

/** @throws what is not the report's fault (the database, a press that is being closed or is full): the report stays to be made */
function failureOf(cause: unknown): Failure {
  if (cause instanceof AppError && cause.code === 'storage_full') return failure('storage_full')
  if (cause instanceof PdfFailure && cause.reason !== 'closed' && cause.reason !== 'busy') return failure('render_failed')
  if (cause instanceof RangeError) return failure('inconsistent_book', [], `${cause.message}.`)
  throw cause
}

function groupsOf(reports: Claim[]): Claim[][] {
  const groups: Claim[][] = []
  let policies = Number.POSITIVE_INFINITY
  for (const report of reports) {
    policies += report.policies
    if (policies > POLICIES_TOGETHER) {
      groups.push([])
      policies = report.policies
    }
    groups.at(-1)?.push(report)
  }
  return groups
}
