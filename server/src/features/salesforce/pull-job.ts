/** The job that pulls: reads the records into a file of this machine, then hands it in with its pull in one transaction, so that dying anywhere leaves nothing half-made. */
import { createReadStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PULL_TYPE_WORDS, type PullType, recordTypeOfPull } from '@corridor/domain/onboarding/salesforce.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import { recordSystemActivity } from '../../platform/audit-log/activity.ts'
import type { Trx } from '../../platform/database/database.ts'
import { keepFile } from '../../platform/files/files.ts'
import { MAX_FEED_BYTES } from '../../platform/formats/reading/open.ts'
import { AppError } from '../../platform/http/errors.ts'
import { inScope, type Scope, scopeOfSystem } from '../../platform/http/scope.ts'
import type { ActivityEvent, JobDefinition, Kernel } from '../../platform/kernel.ts'
import { importRows } from './book-rows.ts'
import { SalesforceFault } from './client/faults.ts'
import { connectTo } from './connection.ts'
import { findDeletions } from './deletions.ts'
import { mappingOf } from './mappings.ts'
import { endPull, newestBefore, PULL_JOB, type PullPayload } from './pulls.ts'
import { type RecordFile, readRecords } from './read-records.ts'

/** The data feeds' own way in: the file is kept, entered once and checked. */
export type ReceiveFile = (
  kernel: Kernel,
  scope: Scope,
  file: {
    content: { path: string }
    fileName: string
    reading: RecordFile['reading']
    receivedBy: number | null
    arrival: { way: 'SALESFORCE'; name: null }
  },
  record: (trx: Trx, event: ActivityEvent) => Promise<void>,
) => Promise<{ id: number; duplicateOf: number | null }>

/** Records between two signs of life. */
const PROGRESS_EVERY = 10_000

export const pullFromSalesforce = (receive: ReceiveFile): JobDefinition<PullPayload> => ({
  name: PULL_JOB,
  title: 'Pull from Salesforce',
  parse: (payload) => z.strictObject({ siteId: z.int(), id: z.int() }).parse(payload),
  concurrency: 1,
  // A worker that dies or stops used one attempt; the next begins the pull anew.
  retryLimit: 5,
  run: async (kernel, { siteId, id: pullId }, { lastAttempt, signal }) => {
    const scope = scopeOfSystem(siteId)
    const failed = (failure: string) =>
      inScope(kernel.db, scope, (trx) => endPull(trx, kernel, siteId, pullId, { status: 'FAILED', failure }))
    try {
      await pull(kernel, scope, pullId, signal, receive)
    } catch (cause) {
      if (cause instanceof Stopped) return
      // A process that stops is no failure of Salesforce's: the queue gives the pull to the next worker.
      if (signal.aborted) throw cause
      if (cause instanceof SalesforceFault) {
        kernel.log.error(`pull ${pullId} from Salesforce failed: ${cause.code}`, cause)
        await failed(cause.message)
        return
      }
      if (cause instanceof AppError) {
        await failed(cause.message)
        return
      }
      if (lastAttempt) await failed('The pull ended in an error. Pull again; the log tells more.')
      throw cause
    }
  },
})

/** Somebody canceled the pull, or it had ended before. */
class Stopped extends Error {}

async function pull(kernel: Kernel, scope: Scope, pullId: number, signal: AbortSignal, receive: ReceiveFile): Promise<void> {
  const begun = await inScope(kernel.db, scope, (trx) => begin(kernel, trx, scope, pullId))
  if (!begun) throw new Stopped()
  const client = connectTo(kernel)
  const folder = await mkdtemp(join(tmpdir(), 'corridor-salesforce-'))
  try {
    const path = join(folder, 'records.csv')
    let announced = 0
    const tell = async (change: { recordsExpected?: number; recordsRead?: number }) => {
      if (!(await inScope(kernel.db, scope, (trx) => note(kernel, trx, scope, pullId, change)))) throw new Stopped()
    }
    const found = await readRecords(begun.mapping, {
      client,
      signal,
      path,
      since: begun.since ?? undefined,
      counted: (recordsExpected) => tell({ recordsExpected }),
      progress: async (recordsRead) => {
        if (recordsRead - announced < PROGRESS_EVERY) return
        announced = recordsRead
        await tell({ recordsRead })
      },
    })
    const deleted = await findDeletions(client, begun, signal)
    signal.throwIfAborted()
    const ended = { status: 'DONE' as const, failure: null, newest: found.newest, recordsRead: found.rows, calls: client.calls() }
    const end = async (trx: Trx, fileId: number | null, more: { fileSha256?: string; importId?: number } = {}) => {
      if (!(await endPull(trx, kernel, scope.siteId, pullId, { ...ended, fileId, ...more }))) throw new Stopped()
      await deleted.keep(trx, scope, pullId)
    }
    if (found.rows === 0) return await inScope(kernel.db, scope, (trx) => end(trx, null))
    const recordType = recordTypeOfPull(begun.type)
    if (recordType) {
      const rows = { type: recordType, object: begun.mapping.object, mapping: found.reading.mapping, path }
      const stored = await kernel.files.put(createReadStream(path), { limit: MAX_FEED_BYTES })
      // Checked before the pull ends: a worker that dies in between leaves a check that nobody waits for.
      const { importId } = await importRows(kernel, scope, rows, { purpose: 'CHECK', signal })
      return await inScope(kernel.db, scope, async (trx) => {
        await keepFile(trx, stored, 'text/csv')
        await end(trx, null, { fileSha256: stored.sha256, importId })
      })
    }
    let entered = false
    const { id } = await receive(
      kernel,
      scope,
      {
        content: { path },
        fileName: nameOf(begun.type, begun.mapping.object, kernel.now()),
        reading: found.reading,
        receivedBy: begun.startedBy,
        arrival: { way: 'SALESFORCE', name: null },
      },
      async (trx, event) => {
        await recordSystemActivity(trx, { ...event, siteId: scope.siteId })
        await end(trx, Number(event.entityId))
        entered = true
      },
    )
    // The same bytes had come in before: the pull points to them, and nothing is entered twice.
    if (!entered) await inScope(kernel.db, scope, (trx) => end(trx, id))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const nameOf = (type: PullType, object: string, now: Date): string =>
  `Salesforce ${PULL_TYPE_WORDS[type]} ${object} ${now.toISOString().slice(0, 16).replace('T', ' ').replace(':', '.')}.csv`

/** @returns undefined where the pull has ended: canceled while it waited, or done by a worker that died afterwards */
async function begin(kernel: Kernel, trx: Trx, scope: Scope, pullId: number) {
  const found = await trx
    .updateTable('salesforcePull')
    .set({ status: 'RUNNING', startedAt: kernel.now().toISOString(), recordsRead: 0, recordsExpected: null })
    .where('siteId', '=', scope.siteId)
    .where('id', '=', pullId)
    .where('status', 'in', ['WAITING', 'RUNNING'])
    .returning(['mappingVersion', 'since', 'startedBy', sql<PullType>`type`.as('type')])
    .executeTakeFirst()
  if (!found) return undefined
  await kernel.events.publish(trx, { siteId: scope.siteId, type: 'file', status: 'pull RUNNING' })
  const mapping = await mappingOf(trx, scope, found.type, found.mappingVersion)
  return { ...found, mapping, newestBefore: await newestBefore(trx, scope, found.type, pullId) }
}

/** @returns false where somebody canceled the pull */
async function note(
  kernel: Kernel,
  trx: Trx,
  { siteId }: Scope,
  pullId: number,
  change: { recordsExpected?: number; recordsRead?: number },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('salesforcePull')
    .set(change)
    .where('siteId', '=', siteId)
    .where('id', '=', pullId)
    .where('status', '=', 'RUNNING')
    .executeTakeFirst()
  await kernel.events.publish(trx, { siteId, type: 'file', status: 'pull RUNNING' })
  return numUpdatedRows > 0n
}
