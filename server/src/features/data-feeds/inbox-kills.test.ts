/** A process that is killed while it looks into the inbox, at seeded moments: nothing is lost, nothing is taken twice. `npm run faults` kills it forty times. */
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { expect, inject, onTestFinished, test } from 'vitest'
import { randomOf } from '../../test/faults/batch-kills.ts'
import { FAULTS_PROGRAM } from '../../test/faults/import-program.ts'
import { feedText } from '../../test/feed-fixture.ts'
import { useFeeds } from '../../test/feed-server.ts'
import { inDatabase } from '../../test/test-cluster.ts'
import { look } from './inbox.ts'

const feeds = useFeeds()
const KILLS = process.env.FAULTS === 'whole' ? 40 : 4
const SEED = Number(process.env.SEED ?? Math.floor(Math.random() * 2 ** 31))
const LONGEST = 700

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

test(`seed ${SEED}: whenever a look is killed, each file is taken once and lies whole in one place, the same bytes come again or not, and what is half written waits`, {
  timeout: KILLS * 30_000,
}, async () => {
  const root = mkdtempSync(join(tmpdir(), 'corridor-inbox-kills-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  const folder = join(root, feeds.carrier)
  mkdirSync(folder)
  const next = randomOf(SEED)
  const texts: string[] = []
  const growing = feedText(feeds.sound(), { preamble: ['Delivery that grows'] })
  const again: string[] = []
  for (let kill = 0; kill < KILLS; kill++) {
    const fresh = [0, 1].map((file) => feedText(feeds.sound(), { preamble: [`Delivery ${kill} ${file}`] }))
    texts.push(...fresh)
    for (const [at, text] of fresh.entries()) {
      writeFileSync(join(folder, `${kill}-${at}.csv`), text)
      writeFileSync(join(folder, `${kill}-${at}.csv.done`), '')
    }
    again.push(fresh[0] ?? '')
    writeFileSync(join(folder, `${kill}-again.csv`), fresh[0] ?? '')
    writeFileSync(join(folder, `${kill}-again.csv.done`), '')
    writeFileSync(join(folder, 'growing.csv'), growing.slice(0, Math.floor((growing.length * (kill + 1)) / (KILLS + 1))))
    writeFileSync(join(folder, `${kill}-wrong.pdf`), `%PDF-1.7 ${kill}`)
    writeFileSync(join(folder, `${kill}-wrong.pdf.done`), '')
    await killedLook(root, next() * LONGEST)
  }
  expect(readdirSync(folder), 'a file that still grows').toContain('growing.csv')
  texts.push(growing)
  writeFileSync(join(folder, 'growing.csv'), growing)
  writeFileSync(join(folder, 'growing.csv.done'), '')
  // The dead client's lock ends when the server notices; then two looks finish what is left.
  const left = () => readdirSync(folder).filter((name) => name !== 'taken' && name !== 'refused')
  await expect
    .poll(
      async () => {
        await look(feeds.server.kernel, root, new AbortController().signal)
        return left()
      },
      { timeout: 60_000 + KILLS * 5_000, interval: 200 },
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
  expect(kept('taken', '.csv')).toEqual([...texts, ...again].sort())
  expect(kept('refused', '.pdf')).toHaveLength(KILLS)
})
