/** A bank's year as one archive past the limits of old zips, opened by the tools people have; and readers who go away in the middle of it. */
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { createWriteStream, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from 'node:fs'
import { get, type IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { connect, type Db } from '../../platform/database/database.ts'
import { openFiles } from '../../platform/files/files.ts'
import { buildInstitution, buildSite, signedInAs } from '../builders.ts'
import { type ServerProcess, startServerProcess } from './server-process.ts'

export interface Archives {
  entries: number
  bytes: number
  seconds: number
  /** Above what the server held before, at worst. */
  extraMegabytes: number
  /** Each reader's result; the number of entries, or its words. */
  unzip: string
  python: string
  aborts: number
  /** Files of the store that the server held open after all had gone, above those before. */
  leftOpen: number
}
const LARGE_BYTES = 43_000_000
const YEAR = 2025

/** @param large files of 43 MB  @param small files of a few bytes beside them */
export async function runArchives({ large, small, aborts }: { large: number; small: number; aborts: number }): Promise<Archives> {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'corridor-archives-'))
  const server = await startServerProcess(dataDirectory)
  const { db, close } = connect(server.ownerUrl, { max: 2, applicationName: 'faults' })
  try {
    const cookie = await upload(db, dataDirectory, large, small)
    const address = new URL(`/api/reports/download?yearOverride=${YEAR}`, server.url)
    // The first of its kind warms up what is loaded once.
    await leave(address, cookie, 1_000_000)
    const path = join(dataDirectory, 'year.zip')
    const began = performance.now()
    const { bytes, extra } = await fetched(server, address, cookie, path)
    const seconds = (performance.now() - began) / 1000
    const unzip = said(() => execFileSync('unzip', ['-tqq', path]).toString().trim() || 'no errors')
    const python = said(() =>
      execFileSync('python3', ['-c', 'import sys,zipfile; z=zipfile.ZipFile(sys.argv[1]); print(z.testzip() or len(z.namelist()))', path])
        .toString()
        .trim(),
    )
    const before = openFilesOf(server)
    for (let left = aborts; left > 0; left -= 10)
      await Promise.all(Array.from({ length: Math.min(10, left) }, () => leave(address, cookie, Math.floor(Math.random() * 20_000_000))))
    let leftOpen = openFilesOf(server) - before
    for (let tries = 50; leftOpen > 0 && tries > 0; tries--) {
      await delay(100)
      leftOpen = openFilesOf(server) - before
    }
    return { entries: large + small, bytes, seconds, extraMegabytes: extra / 1e6, unzip, python, aborts, leftOpen }
  } finally {
    await close()
    await server.stop()
    rmSync(dataDirectory, { recursive: true, force: true })
  }
}

async function upload(db: Db, dataDirectory: string, large: number, small: number): Promise<string> {
  const siteId = await buildSite(db)
  await sql`insert into report_type (code, name, display_order) values ('PRE', 'Presentation', 1) on conflict do nothing`.execute(db)
  const institutionId = await buildInstitution(db, { sites: [siteId], reportTypes: ['PRE'] })
  const store = openFiles({ dataDirectory, s3: undefined })
  for (const [count, content, name] of [
    [large, randomBytes(LARGE_BYTES), 'Large'],
    [small, Buffer.from('a small file'), 'Small'],
  ] as const) {
    const { sha256, sizeBytes } = await store.put(content)
    await sql`insert into stored_file (sha256, size_bytes, media_type, safety) values (${sha256}, ${sizeBytes}, 'application/pdf', 'PASSED')`.execute(
      db,
    )
    await sql`insert into client_report (institution_id, site_id, type_code, upload_name, year_override, name, display_name, extension, path, file_sha256, size_bytes)
      select ${institutionId}, ${siteId}, 'PRE', ${name} || '_' || n || '.pdf', ${YEAR}, 'x', 'x', 'pdf', 'x', ${sha256}, ${sizeBytes}
      from generate_series(1, ${count}::int) as n`.execute(db)
  }
  return signedInAs(db, 'c', { siteId, institutionId })
}

const ask = (address: URL, cookie: string): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    get(address, { headers: { cookie: `sid=${cookie}` } }, resolve).on('error', reject)
  })

async function fetched(server: ServerProcess, address: URL, cookie: string, path: string): Promise<{ bytes: number; extra: number }> {
  const before = memoryOf(server)
  let most = before
  const timer = setInterval(() => {
    most = Math.max(most, memoryOf(server))
  }, 50)
  try {
    const answer = await ask(address, cookie)
    if (answer.statusCode !== 200) throw new Error(`the archive was answered with ${answer.statusCode}`)
    await pipeline(answer, createWriteStream(path))
    return { bytes: Number(answer.headers['content-length']), extra: most - before }
  } finally {
    clearInterval(timer)
  }
}

/** Reads so many bytes and is gone. */
async function leave(address: URL, cookie: string, after: number): Promise<void> {
  const answer = await ask(address, cookie)
  let read = 0
  await new Promise<void>((resolve) => {
    answer.on('data', (chunk: Buffer) => {
      read += chunk.length
      if (read >= after) answer.destroy()
    })
    answer.once('close', resolve)
  })
}

const memoryOf = ({ pid }: ServerProcess): number => 1024 * Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])

function openFilesOf({ pid }: ServerProcess): number {
  return readdirSync(`/proc/${pid}/fd`).filter((fd) => {
    try {
      return /\/files\/[0-9a-f]{2}\//.test(readlinkSync(`/proc/${pid}/fd/${fd}`))
    } catch {
      return false
    }
  }).length
}

function said(read: () => string): string {
  try {
    return read()
  } catch (cause) {
    return `failed: ${String(cause)}`
  }
}
