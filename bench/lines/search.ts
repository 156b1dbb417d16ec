/** Line 12: search over the names and words of 200,000 files, as people ask it, beside bare PostgreSQL full text without rights. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildApp, JOBS } from '@corridor/server/app.ts'
import { readConfiguration } from '@corridor/server/platform/configuration.ts'
import { cookieName } from '@corridor/server/platform/http/sessions.ts'
import { createKernel } from '@corridor/server/start/create-kernel.ts'
import { buildInstitution, buildSite, signedInAs } from '@corridor/server/test/builders.ts'
import { startTestCluster } from '@corridor/server/test/test-cluster.ts'
import { sql } from 'kysely'
import type { BenchLine } from '../line.ts'

const WORDS = 20_000
const WORDS_A_FILE = 120
/** Ranks of words by how often they stand in files: of nearly every file, of one in ten, of a handful. */
const COMMON = [0, 1, 3, 10]
const USUAL = [60, 150, 400, 900, 1_800]
const RARE = [5_000, 9_000, 14_000, 19_000]

export const line: BenchLine = {
  number: 12,
  name: 'search',
  title: 'Search over 200,000 files',
  target: 'p95 at most 150 ms, with session, types, row-level security, total and passages',
  run: async ({ quick, say }) => {
    const files = quick ? 5_000 : 200_000
    const institutions = quick ? 20 : 500
    const cluster = await startTestCluster()
    const folder = mkdtempSync(join(tmpdir(), 'corridor-bench-search-'))
    const configuration = readConfiguration({ DATA_DIR: folder })
    const { kernel, close } = await createKernel(configuration, {
      ownerUrl: cluster.ownerUrl,
      appUrl: cluster.appUrl,
      definitions: JOBS,
      log: { info: () => {}, error: (message) => say(message) },
    })
    const app = await buildApp(kernel)
    try {
      const { ownerDb } = kernel
      const siteId = await buildSite(ownerDb)
      const ids: number[] = []
      for (let number = 0; number < institutions; number++)
        ids.push(await buildInstitution(ownerDb, { sites: [siteId], name: `Bank ${number}`, reportTypes: TYPES }))
      const started = performance.now()
      await fill(ownerDb, siteId, ids, files, say)
      say(`${files} files are in the index (${((performance.now() - started) / 1000).toFixed(0)} s)`)
      const staff = await signedInAs(ownerDb, 'd', { siteId, permissions: { CLIENT_REPORTS: 2 } })
      const clients: string[] = []
      for (const institutionId of ids.slice(0, 10)) clients.push(await signedInAs(ownerDb, 'c', { siteId, institutionId }))

      const ask = async (cookie: string, query: string) => {
        const began = performance.now()
        const { statusCode, json } = await app.inject({
          method: 'GET',
          url: `/api/search?${query}`,
          cookies: { [cookieName(configuration)]: cookie },
        })
        const milliseconds = performance.now() - began
        if (statusCode !== 200) throw new Error(`a search was answered ${statusCode}`)
        return { milliseconds, found: Number(json<{ page: { totalRecords: number } }>().page.totalRecords) }
      }
      const word = (rank: number) => wordOf(rank)
      const queries = [...COMMON, ...USUAL, ...RARE].flatMap((rank) => [
        { query: word(rank), plain: word(rank) },
        { query: `${word(rank)} ${word(USUAL[rank % 5] ?? 60)}`, plain: `${word(rank)} ${word(USUAL[rank % 5] ?? 60)}` },
        { query: word(rank), plain: word(rank), more: '&year=2020' },
      ])
      const rounds = quick ? 2 : 8
      const times: Record<'client' | 'staff' | 'bare', number[]> = { client: [], staff: [], bare: [] }
      for (let round = -1; round < rounds; round++)
        for (const { query, plain, more = '' } of queries) {
          const text = `query=${encodeURIComponent(query)}${more}`
          const client = clients[(round + query.length) % clients.length] ?? staff
          const asked = [await ask(client, text), await ask(staff, text)] as const
          const bare = await bareSearch(ownerDb, plain)
          // The first round warms up.
          if (round < 0) continue
          times.client.push(asked[0].milliseconds)
          times.staff.push(asked[1].milliseconds)
          times.bare.push(bare)
        }
      const typo: number[] = []
      for (const client of clients) typo.push((await ask(client, `query=${wordOf(60).slice(0, -1)}q`)).milliseconds)
      const subjects = [
        { name: 'Corridor, staff: all of the site', ...figures(times.staff) },
        { name: 'Corridor, client: their bank’s', ...figures(times.client) },
        { name: 'Corridor, client: a typing error', ...figures(typo) },
        { name: 'Bare PostgreSQL: ranked full text, no rights, no passages', ...figures(times.bare) },
      ]
      const all = [...times.client, ...times.staff]
      return {
        subjects,
        unit: 'ms, p95',
        lessIsBetter: true,
        reached: percentile(all, 0.95) <= 150,
        remarks: [
          `${files.toLocaleString('en-US')} files of ${institutions} institutions, ${WORDS_A_FILE} words each out of ${WORDS.toLocaleString('en-US')}, few of them frequent. ${queries.length} questions: one word, two words, one word in one year; words of nearly every file, usual and rare ones; ${rounds} rounds, one at a time, through the whole server without a socket. p95 over staff and clients together ${percentile(all, 0.95).toFixed(0)} ms.`,
          'Bare: `order by ts_rank desc limit 10` over a GIN index of the same vectors, as a superuser could; it ranks all that match, Corridor the 500 newest and those whose names match.',
        ],
      }
    } finally {
      await app.close()
      await close()
      await cluster.stop()
      rmSync(folder, { recursive: true, force: true })
    }
  },
}

const TYPES = ['MBR', 'SMB', 'AQU', 'LEG']
/** Letters only, always the same for a rank. */
const wordOf = (rank: number): string => {
  let word = ''
  for (let left = rank * 7919 + 104_729; left > 0; left = Math.floor(left / 20)) word += 'bcdfghjklmnpqrstvwxz'[left % 20]
  return `${word}a`
}

function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? Number.NaN
}
const figures = (values: readonly number[]) => ({
  value: percentile(values, 0.95),
  more: { 'median ms': percentile(values, 0.5), 'largest ms': Math.max(...values) },
})

async function fill(
  ownerDb: Parameters<typeof bareSearch>[0],
  siteId: number,
  ids: readonly number[],
  files: number,
  say: (text: string) => void,
) {
  const run = (statement: ReturnType<typeof sql>) => statement.execute(ownerDb)
  await run(
    sql`create table bench_word as select w.rank - 1 as rank, w.word from unnest(${Array.from({ length: WORDS }, (_, rank) => wordOf(rank))}::text[]) with ordinality w (word, rank)`,
  )
  await run(sql`create unique index on bench_word (rank)`)
  // The index that a book filled file by file would have; here all at once, so the index is built last.
  await run(sql`alter table client_report disable trigger user`)
  await run(sql`drop index search_entry_keys`)
  const at = 20_000
  for (let first = 1; first <= files; first += at) {
    const last = Math.min(first + at - 1, files)
    await run(
      sql`insert into stored_file (sha256, size_bytes, media_type) select encode(sha256(n::text::bytea), 'hex'), 1000, 'application/pdf' from generate_series(${first}::int, ${last}::int) n`,
    )
    await run(sql`
      insert into client_report (institution_id, site_id, type_code, upload_name, year_override, name, display_name, extension, path, file_sha256, size_bytes, created_at)
      select (${[...ids]}::int[])[1 + n % ${ids.length}::int], ${siteId}::int, (${TYPES}::text[])[1 + n % ${TYPES.length}::int], 'file ' || n || '.pdf', 2000 + n % 26, 'file', 'Statement ' || n, 'pdf', 'x',
        encode(sha256(n::text::bytea), 'hex'), 1000, timestamptz '2000-01-01' + (n % 9000) * interval '1 day' from generate_series(${first}::int, ${last}::int) n`)
    await run(sql`
      insert into file_text (sha256, extension, status, characters) select encode(sha256(n::text::bytea), 'hex'), 'pdf', 'READY', 1000 from generate_series(${first}::int, ${last}::int) n`)
    await run(sql`
      insert into file_text_part (sha256, part, page, content, words)
      select encode(sha256(q.n::text::bytea), 'hex'), 1, 1, q.content, to_tsvector('english', q.content) from (
        select x.n, string_agg(w.word, ' ') as content from (
          select n, floor(${WORDS}::int * random() ^ 3)::int as rank from generate_series(${first}::int, ${last}::int) n, generate_series(1, ${WORDS_A_FILE}::int)) x
        join bench_word w on w.rank = x.rank group by x.n) q`)
    await run(sql`
      update file_text t set words = p.words, vocabulary = (string_to_array(p.content, ' '))[1:20] from file_text_part p
      where p.sha256 = t.sha256 and t.words is null`)
    await run(
      sql`select keep_search_entries('REPORT', array(select id from client_report c where not exists (select from search_entry e where e.kind = 'REPORT' and e.record_id = c.id)))`,
    )
    say(`${last} files made`)
  }
  await run(sql`select keep_search_words('REPORT', array(select record_id from search_entry where kind = 'REPORT'))`)
  await run(sql`create index search_entry_keys on search_entry using gin (keys) with (fastupdate = off)`)
  await run(sql`create index bench_bare on file_text using gin (words)`)
  for (const table of ['search_entry', 'file_text', 'file_text_part', 'search_word', 'client_report'])
    await run(sql`analyze ${sql.table(table)}`)
}

async function bareSearch(ownerDb: Parameters<ReturnType<typeof sql>['execute']>[0], query: string): Promise<number> {
  const began = performance.now()
  await sql`select sha256, ts_rank(words, plainto_tsquery('english', ${query})) as rank from file_text where words @@ plainto_tsquery('english', ${query}) order by 2 desc limit 10`.execute(
    ownerDb,
  )
  return performance.now() - began
}
