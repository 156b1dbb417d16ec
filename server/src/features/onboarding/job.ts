/** The job behind the Onboarding page: checks, writes or undoes an import in the name of the manager who asked for it. */
import { createWriteStream, existsSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, extname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { isSystemFile, paperName } from '@corridor/domain/onboarding/papers.ts'
import { sql } from 'kysely'
import { z } from 'zod'
import type { Trx } from '../../platform/database/database.ts'
import { openArchive } from '../../platform/formats/reading/archive.ts'
import { FeedRefusal } from '../../platform/formats/reading/refusal.ts'
import { AppError } from '../../platform/http/errors.ts'
import { LOCKED_STATE, lockedByDatabase } from '../../platform/http/locked-by-database.ts'
import { inScope, type Scope } from '../../platform/http/scope.ts'
import type { JobDefinition, Kernel } from '../../platform/kernel.ts'
import { importBook } from '../../shared/onboarding/import-book.ts'
import { teller } from '../../shared/onboarding/imports-at-work.ts'
import { portalsOfManager } from '../../shared/onboarding/manager-scope.ts'
import { filesOf, openBook } from '../../shared/onboarding/open-book.ts'
import { undoLastImport } from '../../shared/onboarding/undo.ts'

/** `id` is the import’s: by that name the queue tells the page Jobs what a job works on. */
const payload = z.object({ siteId: z.int(), id: z.int(), userId: z.int(), does: z.enum(['CHECK', 'IMPORT', 'UNDO']) })
export type Payload = z.infer<typeof payload>

export const ONBOARDING_JOB = 'onboarding'

const ONBOARDING = { name: ONBOARDING_JOB, parse: (given: unknown) => payload.parse(given) }

type NoteLocks = (kernel: Kernel, scope: Scope, trx: Trx) => Promise<void>

/** @param noteLocks tells whoever waits for a month that an import or its undo moved its lock */
export const runOnboarding = (noteLocks: NoteLocks): JobDefinition<Payload> => ({
  ...ONBOARDING,
  title: 'Onboarding import',
  concurrency: 1,
  retryLimit: 2,
  run: async (kernel, asked, { lastAttempt, signal }) => {
    const portal = (await portalsOfManager(kernel.ownerDb, { userId: asked.userId })).find(({ scope }) => scope.siteId === asked.siteId)
    // A right that was lost since the request is not given back by the queue.
    if (!portal) return fail(kernel, asked, 'Whoever started this is no longer a manager who may import a book.')
    try {
      if (asked.does === 'UNDO') await undo(kernel, portal.scope, asked.id, noteLocks)
      else await bring(kernel, portal.scope, asked, { noteLocks, signal })
    } catch (cause) {
      const refusal = refusalOf(cause)
      if (!refusal && !(lastAttempt && !signal.aborted)) throw cause
      if (!refusal) kernel.log.error(`onboarding ${asked.id} ended in an error`, cause)
      await fail(
        kernel,
        asked,
        refusal ?? 'It ended in an error. What was written before stays; start it again, and it goes on where it ended.',
      )
    }
  },
})

/** The sentence for a failure that no further attempt gets past; undefined for any other. */
function refusalOf(cause: unknown): string | undefined {
  if (cause instanceof AppError || cause instanceof FeedRefusal) return cause.message
  if (cause instanceof Error && 'code' in cause && cause.code === LOCKED_STATE) return lockedByDatabase(cause).message
  return undefined
}

/** Puts the work in the queue, in the transaction that notes it. */
export const sendOnboarding = (kernel: Pick<Kernel, 'jobs'>, trx: Trx, work: Payload): Promise<void> =>
  kernel.jobs.send(trx, ONBOARDING, work)

/** Notes that an import is to be checked or written, in the name of whoever asks, and queues it. */
export async function beginWork(
  kernel: Pick<Kernel, 'jobs'>,
  trx: Trx,
  { siteId, userId }: Scope,
  { id, does, acceptedReason }: { id: number; does: 'CHECK' | 'IMPORT'; acceptedReason: string | null },
): Promise<void> {
  await trx
    .updateTable('onboardingImport')
    .set({
      status: does === 'CHECK' ? 'CHECKING' : 'WRITING',
      purpose: does,
      acceptedReason,
      startedBy: userId,
      progress: '{}',
      failure: null,
      canceledBy: null,
    })
    .where('id', '=', id)
    .where('siteId', '=', siteId)
    .execute()
  await sendOnboarding(kernel, trx, { siteId, id, userId, does })
}

async function bring(
  kernel: Kernel,
  scope: Scope,
  { id: importId, does }: Payload,
  { noteLocks, signal }: { noteLocks: NoteLocks; signal: AbortSignal },
): Promise<void> {
  const row = await inScope(kernel.db, scope, (trx) =>
    trx
      .selectFrom('onboardingImport')
      .select(['name', 'status', 'acceptedReason'])
      .where('id', '=', importId)
      .where('siteId', '=', scope.siteId)
      .executeTakeFirst(),
  )
  // Done by a run that died afterwards.
  if (row?.status !== (does === 'CHECK' ? 'CHECKING' : 'WRITING')) return
  const folder = await mkdtemp(join(tmpdir(), 'corridor-onboarding-'))
  try {
    await unpack(kernel, scope, importId, folder)
    const { book, close } = await openBook(await filesOf(folder))
    try {
      await importBook({
        db: kernel.db,
        scope,
        keys: kernel.configuration.keys,
        now: kernel.now,
        book,
        name: row.name,
        purpose: does === 'CHECK' ? 'CHECK' : 'IMPORT',
        acceptedReason: row.acceptedReason ?? undefined,
        importId,
        told: teller(kernel, scope, importId),
        examining: kernel,
        noteLocks: (trx) => noteLocks(kernel, scope, trx),
        signal,
      })
    } finally {
      await close()
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/**
 * Uploaded files into a folder, those of a zip beside them. Names were cleaned when they came; of a zip's entries the last part counts, of reports and documents
 * their folders too.
 * @throws FeedRefusal when two zips hold reports or documents of one name: neither is to take the place of the other
 */
async function unpack(kernel: Kernel, scope: Scope, importId: number, folder: string): Promise<void> {
  const files = await inScope(kernel.db, scope, (trx) =>
    trx
      .selectFrom('onboardingSource')
      .select(['name', 'fileSha256'])
      .where('importId', '=', importId)
      .where('fileSha256', 'is not', null)
      .orderBy('id')
      .execute(),
  )
  await mkdir(folder, { recursive: true })
  for (const { name, fileSha256 } of files) {
    const { stream } = await kernel.files.open(String(fileSha256))
    const path = join(folder, name)
    await pipeline(stream, createWriteStream(path))
    if (extname(name).toLowerCase() !== '.zip') continue
    const archive = await openArchive(path, 'zip')
    try {
      for (const entry of archive.names()) {
        if (entry.endsWith('/') || isSystemFile(entry)) continue
        const paper = paperName(entry)
        const target = join(folder, paper ?? basename(entry))
        if (paper !== null) await makePlace(target, paper)
        await pipeline(await archive.stream(entry), createWriteStream(target))
      }
    } finally {
      archive.close()
    }
    await rm(path)
  }
}

async function makePlace(target: string, paper: string): Promise<void> {
  if (paper.split('/').some((part) => Buffer.byteLength(part) > 255)) throw new FeedRefusal(`The name of ${paper} is too long. Shorten it.`)
  if (existsSync(target)) throw new FeedRefusal(`${paper} is in two of the zips. Take it out of one of them.`)
  await mkdir(dirname(target), { recursive: true })
}

async function undo(kernel: Kernel, scope: Scope, importId: number, noteLocks: NoteLocks): Promise<void> {
  const row = await inScope(kernel.db, scope, (trx) =>
    trx.selectFrom('onboardingImport').select('status').where('id', '=', importId).where('siteId', '=', scope.siteId).executeTakeFirst(),
  )
  if (row?.status === 'UNDOING')
    await undoLastImport({ db: kernel.db, now: kernel.now, noteLocks: (trx) => noteLocks(kernel, scope, trx) }, scope, importId)
}

/** An undo that is refused leaves the import as it was. */
async function fail(kernel: Kernel, { siteId, id: importId, does }: Payload, failure: string): Promise<void> {
  await kernel.ownerDb
    .updateTable('onboardingImport')
    .set(
      does === 'UNDO'
        ? {
            status: sql`case when failure is null then 'DONE' else 'FAILED' end`,
            failure: sql`case when failure is null then '' else 'It was not undone. ' end || ${failure}::text`,
            undoneBy: null,
          }
        : { status: 'FAILED', failure, endedAt: kernel.now().toISOString() },
    )
    .where('id', '=', importId)
    .where('siteId', '=', siteId)
    .where('status', 'in', ['CHECKING', 'WRITING', 'UNDOING', 'FAILED'])
    .execute()
}
