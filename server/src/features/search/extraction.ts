/**
 * Reads what files say, once for the same bytes. The database notes what is to be read (0009_search.sql); this job reads it in a thread, tries a file at
 * most three times, and marks what cannot be read with the reason. Nothing that is held or refused is read: `kernel.files` would not give it.
 */

import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { SEARCH_KINDS } from '@corridor/contract/search.ts'
import { sql } from 'kysely'
import type { JobDefinition, Kernel } from '../../platform/kernel.ts'
import type { FileWords } from './read-text.ts'
import { READABLE } from './read-text.ts'
import { openReadingThread, type ReadingThread } from './reading-thread.ts'

const ATTEMPTS_MOST = 3
/** Larger files are found by their names. */
const BYTES_MOST = 50_000_000
/** Files on their way at once: one in the thread, the others being fetched or stored. */
const IN_FLIGHT = 3
/** A run ends after so long, so that a stop of the process waits for no queue; what is left follows in the next. */
const RUN_FOR = 240_000
/** Whoever took a file and died gives it back after this long. */
const LEASE_SECONDS = 120

/** One at a time reads in a process, whatever is asked for: the job is its only reader. */
const thread = openReadingThread()

export const readFiles: JobDefinition<Record<string, never>> = {
  name: 'read-files',
  title: 'Indexing of files for search',
  parse: () => ({}),
  concurrency: 1,
  retryLimit: 1,
  // The notice comes with the file; this finds what was waiting for a second try or a worker.
  schedule: '* * * * *',
  notice: 'corridor_text',
  run: async (kernel, _, { signal }) => {
    await settleDue(kernel)
    const folder = await mkdtemp(join(tmpdir(), 'corridor-reading-'))
    const until = Date.now() + RUN_FOR
    try {
      const line = async () => {
        while (!signal.aborted && Date.now() < until) if (!(await readNext(kernel, thread, folder))) return
      }
      await Promise.all(Array.from({ length: IN_FLIGHT }, line))
      await settleDue(kernel)
    } finally {
      thread.rest()
      await rm(folder, { recursive: true, force: true })
    }
  },
}

interface Taken {
  sha256: string
  extension: string
  attempts: number
  sizeBytes: number
}

/** @returns false when nothing is to be read */
async function readNext(kernel: Kernel, thread: ReadingThread, folder: string): Promise<boolean> {
  const file = await take(kernel)
  if (!file) return false
  const { sha256, extension, attempts, sizeBytes } = file
  // Counted before it is tried: a file that ends the process is not tried for ever.
  if (attempts > ATTEMPTS_MOST) await fail(kernel, file, 'Reading it ended the process three times.', true)
  else if (!READABLE.has(extension)) await settle(kernel, sha256, 'NONE')
  else if (sizeBytes > BYTES_MOST)
    await fail(kernel, file, `It is larger than ${BYTES_MOST / 1_000_000} MB: it is found by its name.`, true)
  else {
    const path = join(folder, sha256)
    try {
      const { stream } = await kernel.files.open(sha256)
      await pipeline(stream, createWriteStream(path))
      const answer = await thread.read({ path, extension })
      if ('words' in answer) await keep(kernel, sha256, answer.words)
      else if ('unreadable' in answer) await fail(kernel, file, answer.unreadable, true)
      else await fail(kernel, file, answer.failure, false)
    } catch (cause) {
      await fail(kernel, file, cause instanceof Error ? cause.message : String(cause), false)
    } finally {
      await rm(path, { force: true })
    }
  }
  return true
}

async function take({ ownerDb }: Kernel): Promise<Taken | undefined> {
  const { rows } = await sql<Taken>`
    update file_text t set attempts = t.attempts + 1, not_before = now() + ${LEASE_SECONDS} * interval '1 second'
    from stored_file s
    where s.sha256 = t.sha256 and t.sha256 = (
      select p.sha256 from file_text p join stored_file f on f.sha256 = p.sha256 and f.safety in ('TRUSTED', 'PASSED')
      where p.status = 'PENDING' and p.not_before <= now() order by p.not_before, p.created_at limit 1 for update of p skip locked)
    returning t.sha256, t.extension, t.attempts, s.size_bytes`.execute(ownerDb)
  return rows[0]
}

/** Parts, words and the entries of every record of these bytes, in one transaction. */
export async function keep(
  { ownerDb }: Pick<Kernel, 'ownerDb'>,
  sha256: string,
  { parts, characters, cut, vocabulary }: FileWords,
): Promise<void> {
  await ownerDb.transaction().execute(async (trx) => {
    await sql`delete from file_text_part where sha256 = ${sha256}`.execute(trx)
    await sql`
      insert into file_text_part (sha256, part, page, content, words)
      select ${sha256}, p.part, p.page, p.content, to_tsvector('english', p.content)
      from unnest(${parts.map(({ page }) => page)}::int[], ${parts.map(({ text }) => text)}::text[]) with ordinality p (page, content, part)`.execute(
      trx,
    )
    const { rows } = await sql<{ safe: boolean }>`
      update file_text t set status = 'READY', reason = null, read_at = now(), characters = ${characters}, cut = ${cut}, vocabulary = ${vocabulary}::text[],
        words = (select coalesce(search_together(p.words order by p.part), '') from file_text_part p where p.sha256 = t.sha256)
      from stored_file s where t.sha256 = ${sha256} and s.sha256 = t.sha256
      returning s.safety in ('TRUSTED', 'PASSED') as safe`.execute(trx)
    // Taken back by the scanner while it was being read.
    if (rows[0]?.safe === false) throw new Error('the file is held')
    await sql`select keep_search_entries_of_file(${sha256})`.execute(trx)
  })
}

async function settle({ ownerDb }: Kernel, sha256: string, status: 'NONE'): Promise<void> {
  await sql`update file_text set status = ${status}, reason = null, read_at = now() where sha256 = ${sha256}`.execute(ownerDb)
}

async function fail({ ownerDb, log }: Kernel, { sha256, attempts }: Taken, reason: string, forGood: boolean): Promise<void> {
  const [sentence = ''] = reason.split('\n')
  const last = forGood || attempts >= ATTEMPTS_MOST
  if (!forGood) log.error(`reading the file ${sha256.slice(0, 12)} failed (attempt ${attempts} of ${ATTEMPTS_MOST}): ${reason}`)
  // A minute, then five: what is busy may have calmed down.
  await sql`
    update file_text set status = ${last ? 'FAILED' : 'PENDING'}, reason = ${sentence.slice(0, 500)}, read_at = now(),
      not_before = now() + ${attempts === 1 ? 60 : 300} * interval '1 second'
    where sha256 = ${sha256}`.execute(ownerDb)
}

/** Any constant that all nodes share will do: two who learn the same words at once would wait for one another. */
const LEARNING = 0x776f7264 // 'word'
const DUE_MOST = 500

/** Entries of what was renamed are written anew, on every site; words of new entries are learnt for suggestions. */
async function settleDue({ ownerDb }: Kernel): Promise<void> {
  for (let settled = DUE_MOST; settled >= DUE_MOST; )
    settled = await ownerDb.transaction().execute(async (trx) => {
      await sql`select pg_advisory_xact_lock(${LEARNING})`.execute(trx)
      const { rows } = await sql<{ what: string; key: string }>`
        delete from search_due where id in (select id from search_due order by id limit ${DUE_MOST}) returning what, key`.execute(trx)
      if (rows.length === 0) return 0
      await sql`
        select keep_search_entries(k.kind, array(
          select distinct e.record_id from search_entry e
          join jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) r (what text, key text)
            on r.what = 'INSTITUTION' and e.institution_id::text = r.key or r.what = 'CARRIER' and e.carrier_code = r.key or r.what = 'REPORT_TYPE' and e.type_code = r.key
          where e.kind = k.kind))
        from unnest(${[...SEARCH_KINDS]}::text[]) k (kind)`.execute(trx)
      for (const kind of SEARCH_KINDS) {
        const ids = rows.filter(({ what }) => what === kind).map(({ key }) => Number(key))
        if (ids.length > 0) await sql`select keep_search_words(${kind}, ${ids}::int[])`.execute(trx)
      }
      return rows.length
    })
}
