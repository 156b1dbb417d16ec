import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, expect, inject, test } from 'vitest'
import { scopeOfSystem } from '../../platform/http/scope.ts'
import { FAULTS_PROGRAM } from '../../test/faults/import-program.ts'
import { feedText } from '../../test/feed-fixture.ts'
import { useFeeds } from '../../test/feed-server.ts'
import { inDatabase } from '../../test/test-cluster.ts'
import { postFile } from './import.ts'
import { checkReceived } from './receive.ts'

const feeds = useFeeds()
const folder = mkdtempSync(join(tmpdir(), 'corridor-feed-faults-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Starts the program and kills it `after` milliseconds into its work; tells whether it finished first. */
async function killed(after: number, what: 'post' | 'import', ...subject: string[]): Promise<boolean> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(feeds.server.ownerDb)
  const [owner, app] = [inject('testCluster').ownerUrl, inject('testCluster').appUrl].map((url) => inDatabase(url, rows[0]?.name ?? ''))
  const child = spawn(
    process.execPath,
    [FAULTS_PROGRAM, what, owner ?? '', app ?? '', feeds.server.configuration.dataDirectory, String(feeds.book.siteId), ...subject],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  let output = ''
  await new Promise<void>((resolve) => {
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString()
      if (output === 'begin\n') setTimeout(() => child.kill('SIGKILL'), after)
      if (output.includes('done')) resolve()
    })
    child.on('exit', () => resolve())
  })
  child.kill('SIGKILL')
  return output.includes('done')
}

const posted = async (fileId: number) => {
  const { rows } = await sql<{ status: string; values: number; exceptions: number; activities: number }>`
    select status, (select count(*) from policy_valuation where file_id = f.id)::int as values,
      (select count(*) from audit_exception where file_id = f.id)::int as exceptions,
      (select count(*) from activity where action = 'feed.posted' and entity_id = f.id::text)::int as activities
    from carrier_file f where id = ${fileId}`.execute(feeds.server.ownerDb)
  return rows[0]
}

test('a server that dies while it posts leaves a file posted whole or not at all, and posting again finishes it', async () => {
  const file = await feeds.handedIn(feedText(feeds.sound()))
  const count = feeds.policies.length
  for (const after of [0, 5, 15, 30, 50, 80, 120]) {
    await killed(after, 'post', String(file.id))
    // The dead client's transaction ends when the server notices; nobody waits for its locks longer than that.
    await sql`select from carrier_file where id = ${file.id} for update`.execute(feeds.server.ownerDb)
    expect([
      { status: 'VALIDATED', values: 0, exceptions: 0, activities: 0 },
      { status: 'POSTED', values: count, exceptions: 0, activities: 1 },
    ]).toContainEqual(await posted(file.id))
  }
  await postFile(feeds.server.kernel, scopeOfSystem(feeds.book.siteId), file.id)
  expect(await posted(file.id)).toEqual({ status: 'POSTED', values: count, exceptions: 0, activities: 1 })
}, 60_000)

test('a server that dies while it reads a file leaves no row of it, and the job reads it to the end', async () => {
  const path = join(folder, 'feed.csv')
  const seen = new Set<number>()
  for (const after of [20, 60, 120, 200, 2000]) {
    writeFileSync(path, feedText(feeds.sound(), { preamble: [`Delivery ${after}`] }))
    await killed(after, 'import', path, feeds.carrier)
    const files = await feeds.server.ownerDb
      .selectFrom('carrierFile')
      .selectAll()
      .where('siteId', '=', feeds.book.siteId)
      .orderBy('id', 'desc')
      .limit(1)
      .forUpdate()
      .execute()
    for (const { id, status } of files) {
      seen.add(id)
      const { count } = await feeds.server.ownerDb
        .selectFrom('carrierFileRow')
        .select((of) => of.fn.countAll<number>().as('count'))
        .where('fileId', '=', id)
        .executeTakeFirstOrThrow()
      expect([
        ['RECEIVED', 0],
        ['VALIDATED', feeds.policies.length],
      ]).toContainEqual([status, count])
      await checkReceived(feeds.server.kernel, scopeOfSystem(feeds.book.siteId), id)
      const after = await feeds.server.ownerDb
        .selectFrom('carrierFile')
        .select(['status', 'matched', 'openErrors'])
        .where('id', '=', id)
        .executeTakeFirst()
      expect(after).toEqual({ status: 'VALIDATED', matched: feeds.policies.length, openErrors: 0 })
    }
  }
  // Killed late enough, a file was entered: the loop above looked at something.
  expect(seen.size).toBeGreaterThan(0)
}, 60_000)
