/** Parts of a larger installation: PostgreSQL 18 and a bucket outside, two servers and two workers; each may fall away, and the others go on. */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Secret, TOTP } from 'otpauth'
import S3rver from 's3rver'
import { expect, test } from 'vitest'
import { authenticatorPurpose } from '../../features/second-factor/codes.ts'
import { connect, type Db } from '../../platform/database/database.ts'
import { postgresUser, providePostgresBinaries } from '../../platform/database/postgres-binaries.ts'
import { seal } from '../../platform/security/encryption.ts'
import { hashPassword } from '../../platform/security/passwords.ts'
import { buildBook, buildReportTypes, type TestBook } from '../book.ts'
import { buildUser } from '../builders.ts'
import { startOutsidePostgres } from '../outside-postgres.ts'
import { startBatch, untilDone, untilSettled } from './batch-kills.ts'
import { brokenInvariants } from './invariants.ts'
import { processKeys, type ServerProcess, startServerProcess, startWorkerProcess } from './server-process.ts'

const REPORTS = 16
const PASSWORD = 'a long word of four'
/** No answer may take longer, whatever is away: the connection's own patience, and as much again. */
const ANSWERED_WITHIN = 15_000

test('two servers and two workers on one PostgreSQL and one bucket', { timeout: 300_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'corridor-larger-'))
  const closing: (() => unknown)[] = [() => rmSync(folder, { recursive: true, force: true })]
  try {
    const postgres = await startOutsidePostgres(dirname(providePostgresBinaries(postgresUser()).initdb))
    closing.push(postgres.remove)
    mkdirSync(join(folder, 'bucket'))
    const bucket = new S3rver({
      port: 0,
      address: '127.0.0.1',
      silent: true,
      directory: join(folder, 'bucket'),
      configureBuckets: [{ name: 'corridor', configs: [] }],
    })
    const { port } = await bucket.run()
    closing.push(() => bucket.close())
    const settings = {
      DATABASE_URL: await postgres.makeDatabase('book_owner'),
      S3_BUCKET: 'corridor',
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      AWS_ACCESS_KEY_ID: 'S3RVER',
      AWS_SECRET_ACCESS_KEY: 'S3RVER',
      JOBS: 'off',
    }
    const node = (name: string) => startServerProcess(join(folder, name), settings)
    // The first start makes the tables; workers want a site.
    const first = await node('first')
    closing.push(first.stop)
    const { db, close } = connect(first.ownerUrl, { max: 2, applicationName: 'faults' })
    closing.push(close)
    await buildReportTypes(db)
    const book = await buildBook(db, { institutions: REPORTS, policiesEach: 1, months: 3 })
    const [second, dying, staying] = await Promise.all([
      node('second'),
      ...['third', 'fourth'].map((name) => startWorkerProcess(join(folder, name), settings)),
    ] as const)
    closing.push(second.stop, ...[dying, staying].map((worker) => () => worker?.stop()))

    const cookie = await signedInOnBoth(db, book, first, second)
    const get = (server: ServerProcess, path: string) =>
      fetch(`${server.url}/api/${path}`, { headers: { cookie: `sid=${cookie}` }, signal: AbortSignal.timeout(ANSWERED_WITHIN) })

    const batchId = await startBatch(second, cookie, book, false)
    expect(await untilSettled(db, 2), 'the batch still runs').toBe(true)
    await dying?.kill()
    await untilDone(db)
    expect(await brokenInvariants(db, undefined, [batchId], REPORTS, true)).toEqual([])
    for (const { id } of await db.selectFrom('report').select('id').where('status', '=', 'Ready').execute()) {
      const papers = await Promise.all(
        [first, second].map(async (server) =>
          Buffer.from(await (await get(server, `asset-reports/0/download?reportIds=${id}`)).arrayBuffer()),
        ),
      )
      expect(papers[0]?.subarray(0, 5).toString()).toBe('%PDF-')
      expect(papers[0]?.equals(papers[1] ?? Buffer.alloc(0)), 'the same bytes from both').toBe(true)
    }

    await postgres.crash()
    for (const server of [first, second]) {
      const answer = await get(server, `asset-reports/institutions?period=${book.period}`)
      expect([answer.status, await answer.json()]).toMatchObject([
        503,
        { code: 'unavailable', message: expect.stringMatching(/try again/i) },
      ])
    }
    await postgres.start()
    for (const server of [first, second]) await untilAnswers(() => get(server, `asset-reports/institutions?period=${book.period}`))
    // The worker that lived through it goes on as well.
    const again = await startBatch(first, cookie, book, true)
    await untilDone(db)
    expect(await brokenInvariants(db, undefined, [again], REPORTS, true)).toEqual([])
    expect((await staying?.stop())?.code).toBe(0)
  } finally {
    for (const close of closing.toReversed()) await close()
  }
})

/** Signs in with a password at one server, confirms by an app's code at the other, and is known to both. */
async function signedInOnBoth(db: Db, book: TestBook, first: ServerProcess, second: ServerProcess): Promise<string> {
  const email = 'analyst@portal.example'
  const userId = await buildUser(db, 'b', {
    sites: [book.siteId],
    permissions: { ASSET_REPORT: 2 },
    email,
    passwordHash: await hashPassword(PASSWORD),
    passwordChangedAt: new Date().toISOString(),
    mfaChannel: 'totp',
  })
  const { base32 } = new Secret({ size: 20 })
  const sealedSecret = seal(processKeys, base32, authenticatorPurpose(userId))
  await db.insertInto('mfaMethod').values({ userId, channel: 'totp', name: 'Authenticator app', sealedSecret }).execute()

  const post = async (server: ServerProcess, path: string, body: object, cookie?: string) => {
    const answer = await fetch(`${server.url}/api/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(cookie && { cookie: `sid=${cookie}` }) },
      body: JSON.stringify(body),
    })
    expect([answer.status, await answer.text()]).toEqual([200, expect.any(String)])
    return /sid=([^;]*)/.exec(String(answer.headers.get('set-cookie')))?.[1]
  }
  const pending = await post(first, 'session/login', { email, password: PASSWORD })
  const cookie = (await post(second, 'mfa/verify', { code: new TOTP({ secret: base32 }).generate() }, pending)) ?? pending ?? ''
  for (const { url } of [first, second]) {
    const answer = await fetch(`${url}/api/session/refresh`, { headers: { cookie: `sid=${cookie}` } })
    expect([answer.status, await answer.json()]).toMatchObject([200, { email }])
  }
  return cookie
}

/** 503 until the database is back, 200 from then on; nothing else, and nothing that hangs. */
async function untilAnswers(ask: () => Promise<Response>): Promise<void> {
  const patience = performance.now() + 4 * ANSWERED_WITHIN
  for (;;) {
    const { status } = await ask()
    if (status === 200) return
    expect(status).toBe(503)
    if (performance.now() > patience) throw new Error('the database is back, and the server still says that it is not')
    await delay(50)
  }
}
