/** Debian's PostgreSQL as an outside database: the start, a batch and the fences, under an owner who is no superuser. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { connect, type Db } from './platform/database/database.ts'
import { buildBook, buildReportTypes, type TestBook } from './test/book.ts'
import { signedInAs } from './test/builders.ts'
import { debianPostgres } from './test/debian-postgres.ts'
import { startBatch, untilDone } from './test/faults/batch-kills.ts'
import { brokenInvariants } from './test/faults/invariants.ts'
import { type ServerProcess, startServerProcess } from './test/faults/server-process.ts'
import { type OutsidePostgres, startOutsidePostgres } from './test/outside-postgres.ts'

vi.setConfig({ testTimeout: 120_000 })
const programs = debianPostgres()
const REPORTS = 3
/** Tests that ask the catalog and row-level security, with and without the conditions of our queries. */
const FENCES = ['server/src/db/access.test.ts', 'server/src/db/entity-figures.test.ts']

describe.skipIf(!programs)(`an outside database on ${programs ?? 'Debian’s PostgreSQL, which is not to be had on this machine'}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'corridor-debian-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  async function onItsServer(work: (postgres: OutsidePostgres) => Promise<void>) {
    const postgres = await startOutsidePostgres(String(programs))
    try {
      await work(postgres)
    } finally {
      await postgres.remove()
    }
  }

  /** The first start on an empty database, with a book in it. */
  async function served(
    settings: { DATABASE_URL: string; DATABASE_APP_URL?: string },
    work: (world: { server: ServerProcess; db: Db; book: TestBook; cookie: string; dataDirectory: string }) => Promise<void>,
  ) {
    const dataDirectory = mkdtempSync(join(folder, 'node-'))
    const server = await startServerProcess(dataDirectory, settings)
    const { db, close } = connect(server.ownerUrl, { max: 2 })
    try {
      await buildReportTypes(db)
      const book = await buildBook(db, { institutions: REPORTS, policiesEach: 1, months: 3 })
      const cookie = await signedInAs(db, 'b', { siteId: book.siteId, permissions: { ASSET_REPORT: 2 } })
      await work({ server, db, book, cookie, dataDirectory })
    } finally {
      await close()
      expect((await server.stop()).code).toBe(0)
    }
  }

  test('serves an owner who may make roles, and makes a batch', () =>
    onItsServer(async (postgres) => {
      const DATABASE_URL = await postgres.makeDatabase('book_owner')
      await served({ DATABASE_URL }, async ({ server, db, book, cookie, dataDirectory }) => {
        const batchId = await startBatch(server, cookie, book, false)
        await untilDone(db)
        expect(await brokenInvariants(db, dataDirectory, [batchId], REPORTS, true)).toEqual([])
        expect(await db.selectFrom('report').select('status').distinct().execute()).toEqual([{ status: 'Ready' }])
      })
    }))

  test('serves an owner who may not, with the roles made by hand as docs/operating.md tells', () =>
    onItsServer(async (postgres) => {
      const DATABASE_URL = await postgres.makeDatabase('plain_owner', 'nocreaterole')
      const application = Object.assign(new URL(DATABASE_URL), { username: 'corridor_app' })
      await postgres.asAdministrator(
        `create role corridor_app login noinherit password '${application.password}'`,
        ...['client', 'staff', 'limited', 'search', 'figures'].map((name) => `create role corridor_${name} nologin`),
        'grant corridor_client, corridor_staff, corridor_limited to corridor_app',
        'grant corridor_search, corridor_figures to plain_owner',
      )
      await served({ DATABASE_URL, DATABASE_APP_URL: application.href }, async ({ server, book, cookie }) => {
        const answer = await fetch(`${server.url}/api/asset-reports/institutions?period=${book.period}`, {
          headers: { cookie: `sid=${cookie}` },
        })
        expect([answer.status, JSON.stringify(await answer.json()).match(/"id":/g)?.length]).toEqual([200, REPORTS])
      })
    }))

  test('holds the fences there', () =>
    onItsServer(async (postgres) => {
      const vitest = join(import.meta.dirname, '../../node_modules/vitest/vitest.mjs')
      const child = spawn(process.execPath, [vitest, 'run', '--maxWorkers=1', ...FENCES], {
        env: { ...process.env, TEST_POSTGRES_URL: postgres.superuserUrl, NO_COLOR: '1' },
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      const [said, complained, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
      expect(code, `${said}\n${complained}`).toBe(0)
      expect(said).toMatch(/Test Files\s+2 passed \(2\)/)
    }))
})
