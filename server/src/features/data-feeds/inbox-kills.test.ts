/** A process that is killed while it looks into the inbox, at seeded moments: nothing is lost, nothing is taken twice. `npm run faults` kills it forty times. */
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, inject, onTestFinished, test } from 'vitest'
import { FAULTS_PROGRAM } from '../../test/faults/import-program.ts'
import { feedText } from '../../test/feed-fixture.ts'
import { useFeeds } from '../../test/feed-server.ts'
import { inDatabase } from '../../test/test-cluster.ts'
import { look } from './inbox.ts'

const feeds = useFeeds()
const KILLS = process.env.FAULTS === 'whole' ? 40 : 4
const SEED = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31))
const LONGEST = 700

/** The same seed gives the same moments (mulberry32). */
function moments(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

async function killedLook(root: string, after: number): Promise<void> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(feeds.server.ownerDb)
  const [owner = '', app = ''] = [inject('testCluster').ownerUrl, inject('testCluster').appUrl].map((url) =>
    inDatabase(url, rows[0]?.name ?? ''),
  )
  const given = ['inbox', owner, app, feeds.server.configuration.dataDirectory, String(feeds.book.siteId), root]
  const child = spawn(process.execPath, [FAULTS_PROGRAM, ...given], { stdio: ['ignore', 'pipe', 'inherit'] })
  child.stdout.once('data', () => setTimeout(() => child.kill('SIGKILL'), after))
  await new Promise((resolve) => child.once('exit', resolve))
}

test(`seed ${SEED}: whenever a look is killed, each file is taken once and lies whole in one place`, {
  timeout: KILLS * 30_000,
}, async () => {
  const root = mkdtempSync(join(tmpdir(), 'corridor-inbox-kills-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const folder = join(root, feeds.carrier)
  mkdirSync(folder)
  const next = moments(SEED)
  const texts: string[] = []
  for (let kill = 0; kill < KILLS; kill++) {
    const fresh = [0, 1].map((file) => feedText(feeds.sound(), { preamble: [`Delivery ${kill} ${file}`] }))
    texts.push(...fresh)
    for (const [at, text] of fresh.entries()) {
      writeFileSync(join(folder, `${kill}-${at}.csv`), text)
      writeFileSync(join(folder, `${kill}-${at}.csv.done`), '')
    }
    writeFileSync(join(folder, `${kill}-wrong.pdf`), `%PDF-1.7 ${kill}`)
    writeFileSync(join(folder, `${kill}-wrong.pdf.done`), '')
    await killedLook(root, next() * LONGEST)
  }
  // The dead client's lock ends when the server notices; then two looks finish what is left.
  const left = () => readdirSync(folder).filter((name) => name !== 'taken' && name !== 'refused')
  await expect
    .poll(
      async () => {
        await look(feeds.server.kernel, root, new AbortController().signal)
        return left()
      },
      { timeout: 60_000, interval: 200 },
    )
    .toEqual([])
  const { rows } = await sql<{ files: number; contents: number; received: number; refused: number }>`
    select count(*)::int as files, count(distinct sha256)::int as contents,
      (select count(*) from activity where action = 'feed.received' and site_id = ${feeds.book.siteId})::int as received
    from carrier_file where site_id = ${feeds.book.siteId} and arrival = 'INBOX'`.execute(feeds.server.ownerDb)
  expect(rows).toEqual([{ files: texts.length, contents: texts.length, received: texts.length }])
  const kept = (place: string, ending: string) =>
    readdirSync(join(folder, place))
      .filter((name) => name.endsWith(ending))
      .map((name) => readFileSync(join(folder, place, name), 'utf8'))
      .sort()
  expect(kept('taken', '.csv')).toEqual(texts.toSorted())
  expect(kept('refused', '.pdf')).toHaveLength(KILLS)
})
