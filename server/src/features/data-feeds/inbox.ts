/**
 * Files that others put into the watched folder: each is taken once it is complete, by the same way as a person's upload, and moved to `taken` or `refused`
 * with a sentence beside it. What became of a file is written down before it is moved: a look that dies between the two moves it the next time.
 */
import { createHash } from 'node:crypto'
import { constants, createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { sql } from 'kysely'
import { z } from 'zod'
import { recordSystemActivity } from '../../platform/audit-log/activity.ts'
import { AppError } from '../../platform/http/errors.ts'
import { inScope, scopeOfSystem } from '../../platform/http/scope.ts'
import type { JobDefinition, Kernel } from '../../platform/kernel.ts'
import { tellFeedPeople } from './arrival-mails.ts'
import { type InboxEntry, listInbox } from './inbox-folders.ts'
import { moveAway, type Outcome } from './inbox-moves.ts'
import { receiveFile, spooled } from './receive.ts'

/** One look is begun by the clock, the second of each minute by the first. */
const BETWEEN_LOOKS_SECONDS = 30
const LOOKER_LOCK = 0x696e626f // 'inbo'

export const lookIntoInbox: JobDefinition<{ isSecond: boolean }> = {
  name: 'look-into-inbox',
  title: 'Pickup of files from the inbox folder',
  parse: (payload) => z.strictObject({ isSecond: z.boolean().default(false) }).parse(payload),
  concurrency: 1,
  retryLimit: 0,
  schedule: '* * * * *',
  run: async (kernel, { isSecond }, { signal }) => {
    const root = kernel.configuration.inboxDirectory
    if (root === undefined) return
    if (!isSecond)
      await kernel.ownerDb
        .transaction()
        .execute((trx) =>
          kernel.jobs.send(trx, lookIntoInbox, { isSecond: true }, { singletonKey: 'second', startAfterSeconds: BETWEEN_LOOKS_SECONDS }),
        )
    await look(kernel, root, signal)
  },
}

/** One process at a time: the lock is held until the look is over, and goes with the process that dies. */
export async function look(kernel: Kernel, root: string, signal: AbortSignal): Promise<void> {
  await kernel.ownerDb.transaction().execute(async (lock) => {
    const { rows } = await sql<{ held: boolean }>`select pg_try_advisory_xact_lock(${LOOKER_LOCK}) as held`.execute(lock)
    if (!rows[0]?.held) return
    const sites = await kernel.ownerDb.selectFrom('site').select('id').where('status', '=', 'ACTIVE').orderBy('id').execute()
    const carriers = await kernel.ownerDb.selectFrom('carrier').select('code').where('status', '=', 'ACTIVE').execute()
    const entries = await listInbox(root, { siteIds: sites.map(({ id }) => id), carrierCodes: carriers.map(({ code }) => code) })
    for (const entry of entries) {
      if (signal.aborted) return
      try {
        await consider(kernel, entry)
      } catch (cause) {
        // One file that cannot be taken now holds up no other; it is still there at the next look.
        kernel.log.error(`the inbox file ${entry.path} could not be taken or moved`, cause)
      }
    }
    await forgetGone(kernel, entries)
  })
}

const forgetGone = (kernel: Kernel, entries: readonly InboxEntry[]) =>
  sql`delete from inbox_file where path <> all(${entries.map(({ path }) => path)}::text[])`.execute(kernel.ownerDb)

async function consider(kernel: Kernel, entry: InboxEntry): Promise<void> {
  const { path, sizeBytes, modifiedMs } = entry
  const seen = await kernel.ownerDb.selectFrom('inboxFile').selectAll().where('path', '=', path).executeTakeFirst()
  const isSame = seen?.sizeBytes === sizeBytes && seen.modifiedMs === modifiedMs
  if (!isSame) await remember(kernel, entry)
  const outcome =
    isSame && seen.outcome !== null && seen.sentence !== null
      ? { outcome: seen.outcome, fileId: seen.fileId, sentence: seen.sentence }
      : undefined
  // Complete is what looks the same twice, or what its sender says so of.
  if (!isSame && !entry.isDone) return
  const settled = outcome ?? (await settle(kernel, entry))
  if (!settled) return
  await moveAway(entry, settled)
  await kernel.ownerDb.deleteFrom('inboxFile').where('path', '=', path).execute()
}

async function remember(kernel: Kernel, { path, sizeBytes, modifiedMs }: InboxEntry): Promise<void> {
  const seen = { sizeBytes, modifiedMs, seenAt: sql<string>`clock_timestamp()`, fileId: null, outcome: null, sentence: null }
  await kernel.ownerDb
    .insertInto('inboxFile')
    .values({ path, ...seen })
    .onConflict((conflict) => conflict.column('path').doUpdateSet(seen))
    .execute()
}

/** Takes or refuses it, and writes down which. @returns undefined when it changed under our hands: it is looked at again */
async function settle(kernel: Kernel, entry: InboxEntry): Promise<Outcome | undefined> {
  const settled = entry.refusal === null ? await take(kernel, entry) : await refuse(kernel, entry, entry.refusal)
  if (settled) await kernel.ownerDb.updateTable('inboxFile').set(settled).where('path', '=', entry.path).execute()
  return settled
}

async function take(kernel: Kernel, entry: InboxEntry): Promise<Outcome | undefined> {
  const { siteId, carrierCode, folder, name } = entry
  if (siteId === null || carrierCode === null) throw new Error(`${entry.path} has no place and was not refused`)
  // A link that took the file's place since the look is not followed, and a pipe not waited for.
  const file = await open(join(folder, name), constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK)
  const isAsSeen = async () => {
    const stats = await file.stat()
    return stats.isFile() && stats.size === entry.sizeBytes && Math.round(stats.mtimeMs) === entry.modifiedMs
  }
  try {
    if (!(await isAsSeen())) return undefined
    return await spooled(file.createReadStream({ autoClose: false }), async (path) => {
      if (!(await isAsSeen())) return undefined
      const before = await takenBefore(kernel, entry, siteId, await sha256Of(path))
      const id = before ?? (await receive(kernel, entry, siteId, carrierCode, path))
      return toldOf(kernel, id)
    })
  } catch (cause) {
    if (!(cause instanceof AppError) || cause.status >= 500) throw cause
    return refuse(kernel, entry, cause.message)
  } finally {
    await file.close()
  }
}

async function receive(
  kernel: Kernel,
  { path: where, name, folder }: InboxEntry,
  siteId: number,
  carrierCode: string,
  path: string,
): Promise<number> {
  const { id, duplicateOf } = await receiveFile(
    kernel,
    scopeOfSystem(siteId),
    { content: { path }, fileName: name, carrierCode, arrival: { way: 'INBOX', name: where.slice(0, -name.length - 1) || folder } },
    (trx, event) => recordSystemActivity(trx, { ...event, siteId }),
  )
  if (duplicateOf !== null)
    await recordSystemActivity(kernel.ownerDb, {
      action: 'feed.repeated',
      entity: 'carrierFile',
      entityId: id,
      siteId,
      after: { path: where },
    })
  return id
}

/** Received by a look that died before it wrote that down. */
async function takenBefore({ ownerDb }: Kernel, { path }: InboxEntry, siteId: number, sha256: string): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`select f.id from carrier_file f join inbox_file i on i.path = ${path}
    where f.site_id = ${siteId} and f.sha256 = ${sha256} and f.arrival = 'INBOX' and f.received_at >= i.seen_at order by f.id desc limit 1`.execute(
    ownerDb,
  )
  return rows[0]?.id
}

async function sha256Of(path: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return hash.digest('hex')
}

/** A file that was taken and turned out to be unreadable lies with those that were refused; Data Feeds shows it all the same. */
async function toldOf({ ownerDb, configuration }: Kernel, id: number): Promise<Outcome> {
  const { status, failure } = await ownerDb
    .selectFrom('carrierFile')
    .select(['status', 'failure'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const address = `${configuration.publicUrl}/data-feeds/${id}`
  return status === 'REJECTED'
    ? { outcome: 'REFUSED', fileId: id, sentence: `${failure ?? 'The file was discarded.'} It is file ${id} in Data Feeds: ${address}` }
    : { outcome: 'TAKEN', fileId: id, sentence: `Taken as file ${id} in Data Feeds: ${address}` }
}

/** A file that never came to Data Feeds is told of by mail. Where the portal is not known, to the people of each. */
async function refuse(kernel: Kernel, { path, siteId, carrierCode, modifiedMs }: InboxEntry, sentence: string): Promise<Outcome> {
  const sites =
    siteId === null
      ? (await kernel.ownerDb.selectFrom('site').select('id').where('status', '=', 'ACTIVE').orderBy('id').execute()).map(({ id }) => id)
      : [siteId]
  for (const id of sites) {
    const scope = scopeOfSystem(id)
    await inScope(kernel.db, scope, async (trx) => {
      await recordSystemActivity(trx, { action: 'feed.refused', siteId: id, after: { path, sentence } })
      await tellFeedPeople(kernel, trx, scope, carrierCode, {
        subject: `The inbox refused ${path}`,
        lines: [`${path} in the inbox folder was not taken:`, `- ${sentence}`, '', 'It was moved to the folder “refused” beside it.'],
        path: '/data-feeds',
        cause: `inbox-refused ${id} ${path} ${modifiedMs}`,
      })
    })
  }
  return { outcome: 'REFUSED', fileId: null, sentence }
}
