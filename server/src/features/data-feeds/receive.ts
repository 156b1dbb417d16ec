/** Receiving a carrier's file: kept byte for byte, entered once, then read and checked at once or by a job. */

import { createReadStream, createWriteStream } from 'node:fs'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { type Arrival, comesByItself } from '@corridor/domain/data-feeds/arrivals.ts'
import type { PlainDate } from '@corridor/domain/primitives/period.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Trx } from '../../platform/database/database.ts'
import { keepFile } from '../../platform/files/files.ts'
import { MAX_FEED_BYTES, refuseByHead } from '../../platform/formats/reading/open.ts'
import { FeedRefusal } from '../../platform/formats/reading/refusal.ts'
import { AppError, inputError } from '../../platform/http/errors.ts'
import { inScope, type Scope, scopeOfSystem } from '../../platform/http/scope.ts'
import type { ActivityEvent, JobDefinition, Kernel } from '../../platform/kernel.ts'
import { dayOfSite } from '../../shared/site-day.ts'
import { checkInTransaction } from './check-in-transaction.ts'
import { expectCheck } from './run-check.ts'
import { settleArrivedFile } from './settle-arrived.ts'

/** A way that is not a person's upload: an API key or the inbox folder, by its name, or Salesforce. */
interface ArrivalOfFile {
  way: Exclude<Arrival, 'UPLOADED'>
  name: string | null
  keyId?: number
}
export interface ReceivedContent {
  /** A stream, the bytes, or where they lie on this machine already. */
  content: Readable | Buffer | { path: string }
  fileName: string
  /** Defaults for rows that do not say. */
  carrierCode?: string | null
  period?: PlainDate | null
  /** Left out: a person uploaded it. */
  arrival?: ArrivalOfFile
  /** How its columns are read, where the sender knows; the file's page can still change it. */
  reading?: { mapping: Record<string, string | null>; forms: Record<string, string> }
  /** For whom it came in, where nobody is signed in. */
  receivedBy?: number | null
}
export type Recorder = (trx: Trx, event: ActivityEvent) => Promise<void>

/** Up to this size a file is checked before the answer; larger ones by a job. */
const AT_ONCE_BYTES = 2_000_000
/** The job behind a file that is being checked in a request: it finds nothing to do, unless the server died. */
const SAFETY_NET_SECONDS = 60

/**
 * @returns the file's id; `duplicateOf` is the same when these bytes were received before, and nothing changed
 * @throws AppError unsupported_file, too_large or input, with a sentence that says what to do
 */
export async function receiveFile(
  kernel: Kernel,
  scope: Scope,
  received: ReceivedContent,
  record: Recorder,
): Promise<{ id: number; duplicateOf: number | null }> {
  return spooled(received.content, async (path) => {
    await refuseByHead(path).catch(refused)
    if ((await stat(path)).size <= AT_ONCE_BYTES) expectCheck()
    const stored = await kernel.files.put(createReadStream(path), { limit: MAX_FEED_BYTES })
    const atOnce = stored.sizeBytes <= AT_ONCE_BYTES
    const entered = await inScope(kernel.db, scope, (trx) => enter(kernel, scope, trx, received, stored, atOnce, record))
    if (atOnce) await checkReceived(kernel, scope, entered.id, path)
    return entered
  })
}

async function enter(
  kernel: Kernel,
  scope: Scope,
  trx: Trx,
  { fileName, carrierCode = null, period = null, arrival, reading, receivedBy = scope.userId || null }: ReceivedContent,
  stored: { sha256: string; sizeBytes: number },
  atOnce: boolean,
  record: Recorder,
): Promise<{ id: number; duplicateOf: number | null }> {
  if (carrierCode !== null && !(await trx.selectFrom('carrier').select('id').where('code', '=', carrierCode).executeTakeFirst()))
    throw inputError({ carrierCode: ['No carrier has this code.'] })
  // Two people uploading the same bytes at once enter them once.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${scope.siteId} ${stored.sha256}`}, 0))`.execute(trx)
  const same = await trx
    .selectFrom('carrierFile')
    .select(['id', 'status', 'carrierCode', 'period'])
    .where('siteId', '=', scope.siteId)
    .where('sha256', '=', stored.sha256)
    .where('status', '!=', 'REJECTED')
    .orderBy('id', 'desc')
    .execute()
  const duplicate = same.find((file) => sameDefault(file.carrierCode, carrierCode) && sameDefault(file.period, period))
  if (duplicate) {
    await readAgainOnceEnded(kernel, scope, trx, duplicate.id)
    return { id: duplicate.id, duplicateOf: duplicate.id }
  }
  await keepFile(trx, stored, 'application/octet-stream')
  const { id } = await trx
    .insertInto('carrierFile')
    .values({
      siteId: scope.siteId,
      carrierCode,
      period,
      fileName: cleanName(fileName),
      sha256: stored.sha256,
      sizeBytes: stored.sizeBytes,
      mediaType: 'application/octet-stream',
      receivedBy,
      ...(arrival ? { arrival: arrival.way, arrivalName: arrival.name, apiKeyId: arrival.keyId ?? null } : {}),
      ...(reading ? { mappingSource: 'given' as const, mapping: asJson(reading.mapping), forms: asJson(reading.forms) } : {}),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await kernel.jobs.send(
    trx,
    readCarrierFile,
    { siteId: scope.siteId, fileId: id },
    { singletonKey: String(id), ...(atOnce ? { startAfterSeconds: SAFETY_NET_SECONDS } : {}) },
  )
  await record(trx, {
    action: 'feed.received',
    entity: 'carrierFile',
    entityId: id,
    after: { fileName: cleanName(fileName), sha256: stored.sha256, sizeBytes: stored.sizeBytes, carrierCode, period },
  })
  await kernel.events.publish(trx, { siteId: scope.siteId, type: 'file', fileId: id, status: 'RECEIVED' })
  return { id, duplicateOf: null }
}

const asJson = (value: object) => sql<never>`${JSON.stringify(value)}::jsonb`

/** A file whose month had not ended when it was read is read again when it is uploaded after that. */
async function readAgainOnceEnded(kernel: Kernel, scope: Scope, trx: Trx, fileId: number): Promise<void> {
  const today = await dayOfSite(kernel, trx, scope.siteId)
  const { numAffectedRows } = await sql`update carrier_file f set status = 'RECEIVED', updated_at = clock_timestamp()
    where f.id = ${fileId} and f.site_id = ${scope.siteId} and f.status in ('PARSED', 'VALIDATED') and exists (select from carrier_file_finding x
      join carrier_file_row w on w.file_id = x.file_id and w.line_number = x.line_number where x.file_id = f.id and x.rule_code = 'MONTH' and w.period <= ${today})`.execute(
    trx,
  )
  if (numAffectedRows) await kernel.jobs.send(trx, readCarrierFile, { siteId: scope.siteId, fileId }, { singletonKey: String(fileId) })
}

/** Fields that the call leaves open fit whatever they were the first time: the bytes are the same. */
const sameDefault = (before: string | null, now: string | null): boolean => now === null || before === now

/** Reads and checks a file that was received and not yet read; does nothing otherwise, so that it may run any number of times. */
export async function checkReceived(kernel: Kernel, scope: Scope, fileId: number, path?: string, signal?: AbortSignal): Promise<void> {
  await inScope(kernel.db, scope, async (trx) => {
    const file = await trx
      .selectFrom('carrierFile')
      .selectAll()
      .where('id', '=', fileId)
      .where('siteId', '=', scope.siteId)
      .forUpdate()
      .executeTakeFirst()
    if (file?.status !== 'RECEIVED' || file.canceledBy !== null) return
    await checkInTransaction(kernel, scope, trx, file, path, signal)
    if (comesByItself(file.arrival))
      await kernel.jobs.send(trx, settleArrivedFile, { siteId: file.siteId, fileId }, { singletonKey: String(fileId) })
  })
}

export const readCarrierFile: JobDefinition<{ siteId: number; fileId: number }> = {
  name: 'read-carrier-file',
  title: 'Carrier file check',
  parse: (payload) => z.strictObject({ siteId: z.int(), fileId: z.int() }).parse(payload),
  run: (kernel, { siteId, fileId }, { signal }) => checkReceived(kernel, scopeOfSystem(siteId), fileId, undefined, signal),
  concurrency: 1,
  retryLimit: 5,
}

/** The content as a file of this machine for as long as the work takes. @throws AppError too_large, input when empty */
export async function spooled<Result>(content: ReceivedContent['content'], work: (path: string) => Promise<Result>): Promise<Result> {
  if ('path' in content) return work(content.path)
  const folder = await mkdtemp(join(tmpdir(), 'corridor-feed-'))
  try {
    const path = join(folder, 'feed')
    let size = 0
    const counted = async function* (source: AsyncIterable<Buffer>) {
      for await (const chunk of source) {
        size += chunk.length
        if (size > MAX_FEED_BYTES)
          throw new AppError('too_large', {
            message: 'The file is larger than 200 MB. Ask the carrier to split it, for example by client.',
          })
        yield chunk
      }
    }
    await pipeline(Buffer.isBuffer(content) ? Readable.from([content]) : content, counted, createWriteStream(path))
    if (size === 0)
      throw new AppError('input', {
        message: 'The file is empty. Ask the carrier to send it again.',
        meta: { file: ['The file is empty.'] },
      })
    return await work(path)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function refused(cause: unknown): never {
  if (!(cause instanceof FeedRefusal)) throw cause
  throw cause.kind === 'unsupported'
    ? new AppError('unsupported_file', { message: cause.message })
    : new AppError('input', { message: cause.message, meta: { file: [cause.message] } })
}

/** The last part of a path, without what could break a header or hide the end of the name. */
function cleanName(fileName: string): string {
  const name = (fileName.split(/[/\\]/).at(-1) ?? '')
    .replace(/[\p{Cc}\p{Cf}"]/gu, '')
    .trim()
    .slice(0, 200)
  return name || 'feed'
}

/** How long a file may wait for its reading before its job counts as lost. */
const LOST_AFTER_MINUTES = 5

/** A file whose job is gone (a restored backup holds files, not jobs) is read after all. Equal jobs fold into the one that waits. */
export const sweepCarrierFiles: JobDefinition<Record<string, never>> = {
  name: 'sweep-carrier-files',
  title: 'Recovery of stalled carrier files',
  parse: () => ({}),
  run: async ({ ownerDb, jobs, now }) => {
    const before = new Date(now().getTime() - LOST_AFTER_MINUTES * 60_000).toISOString()
    const waiting = await ownerDb
      .selectFrom('carrierFile')
      .select(['id', 'siteId'])
      .where('status', '=', 'RECEIVED')
      .where('failure', 'is', null)
      .where('receivedAt', '<', before)
      .orderBy('id')
      .limit(100)
      .execute()
    await ownerDb.transaction().execute((trx) =>
      jobs.sendAll(
        trx,
        readCarrierFile,
        waiting.map(({ id, siteId }) => ({ payload: { siteId, fileId: id }, options: { singletonKey: String(id) } })),
      ),
    )
  },
  concurrency: 1,
  retryLimit: 1,
  schedule: '*/5 * * * *',
}
