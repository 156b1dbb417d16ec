/** Backup and restore: what comes out of an empty server is what went in, and nothing comes out of a backup that is not whole, signed and fitting. */
import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import S3rver from 's3rver'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { seedSmall } from '../db/seeds/small.ts'
import { recordSystemActivity } from '../platform/audit-log/activity.ts'
import { sealActivity, verifyActivity } from '../platform/audit-log/chain.ts'
import type { FileStore } from '../platform/files/file-store.ts'
import { keepFile, openFiles } from '../platform/files/files.ts'
import type { Keys } from '../platform/security/keys.ts'
import { createTestDatabase, type TestDatabase, useDatabase } from '../test/database.ts'
import { makeBackup } from './backup.ts'
import { sequencesOf, tablesOf } from './backup-catalog.ts'
import { restoreBackup } from './restore.ts'

const source = useDatabase()
const folder = mkdtempSync(join(tmpdir(), 'corridor-backup-'))
const keys: Keys = { encryption: randomBytes(32), ssnHash: randomBytes(32) }
const path = join(folder, 'book.backup')
const files = openFiles({ dataDirectory: join(folder, 'source'), s3: undefined })
const kept: string[] = []
const targets: TestDatabase[] = []

beforeAll(async () => {
  await seedSmall(source.ownerUrl, keys)
  for (const content of [Buffer.from('%PDF-1.7 a report'), randomBytes(3_000_000), Buffer.alloc(0)]) {
    const stored = await files.put(content)
    await keepFile(source.ownerDb, stored, 'application/pdf')
    kept.push(stored.sha256)
  }
  for (let row = 0; row < 30; row++)
    await recordSystemActivity(source.ownerDb, { action: 'users.saved', after: { note: 'tab\t newline\n backslash \\ quote " ü €', row } })
  await sealActivity(source.ownerDb, keys)
  await sql`insert into user_session (id_hash, user_id, site_id, institution_id, mfa_valid, created_at, last_seen_at, absolute_expiry)
    select sha256('x'), id, 1, 0, true, now(), now(), now() + interval '1 hour' from user_account limit 1`.execute(source.ownerDb)
  await sql`insert into report_batch (id, site_id, report_type, period, batch_name, hold) select 1, id, 'AssetReport', '2026-09-30', 'A batch', true from site limit 1`.execute(
    source.ownerDb,
  )
  await sql`insert into report (institution_id, site_id, report_type, period, batch_id, status)
    select institution_id, site_id, 'AssetReport', '2026-09-30', 1, 'Ready' from institution_site limit 1`.execute(source.ownerDb)
  await sql`insert into report_version (institution_id, report_id, version, site_id, batch_id, snapshot, snapshot_sha256, prepared_on, control_totals, read_as_of)
    select institution_id, id, 1, site_id, 1, '{}', '', '2026-10-01', '{}', '5:5:' from report`.execute(source.ownerDb)
  // One key is good, the others are revoked and past their last day.
  await sql`insert into api_key (site_id, owner_id, name, hint, secret_hash, scopes, expires_on, created_at, revoked_at)
    select x.site_id, x.user_id, k.name, 'corridor_key_', md5(k.name) || md5(k.name), '[]', current_date + k.days, '2026-03-04', k.revoked_at
    from (select site_id, user_id from user_site limit 1) x,
      (values ('good', 30, null::timestamptz), ('revoked', 30, now()), ('past', -1, null)) as k (name, days, revoked_at)`.execute(
    source.ownerDb,
  )
  // Rows of a locked month are copied like everything else.
  await sql`insert into period_lock (site_id, period_end) select distinct site_id, as_of_date from policy_valuation`.execute(source.ownerDb)
  // Small parts, so that a table comes in several.
  await makeBackup({ ownerUrl: source.ownerUrl, files, keys }, path, { allowMissing: true, partBytes: 20_000 })
}, 60_000)
afterAll(async () => {
  for (const target of targets) await target.drop()
  rmSync(folder, { recursive: true })
}, 60_000)
beforeEach(() => {
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'S3RVER')
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'S3RVER')
})

async function emptyServer(): Promise<{ database: TestDatabase; files: FileStore; folder: string }> {
  const database = await createTestDatabase()
  targets.push(database)
  const dataDirectory = mkdtempSync(join(folder, 'target-'))
  return { database, files: openFiles({ dataDirectory, s3: undefined }), folder: dataDirectory }
}

/** Every table as one hash over its rows, every sequence's state; sessions end with a restore. */
async function contentOf(url: string): Promise<Record<string, string>> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const content: Record<string, string> = {}
    for (const { name } of await tablesOf(client)) {
      if (name === 'user_session') continue
      const { rows } = await client.query<{ hash: string }>(
        `select count(*) || ' rows ' || coalesce(md5(string_agg(md5(t::text), '' order by md5(t::text))), '') as hash from "${name}" t`,
      )
      content[name] = rows[0]?.hash ?? ''
    }
    for (const { name, value, called } of await sequencesOf(client)) content[`sequence ${name}`] = `${value} ${called}`
    const { rows } = await client.query<{ text: string }>(
      `select string_agg(conname || pg_get_constraintdef(oid) || convalidated, E'\\n' order by conname, conrelid::regclass::text) as text from pg_constraint where connamespace = 'public'::regnamespace`,
    )
    content.constraints = rows[0]?.text ?? ''
    const forced = await client.query<{ text: string }>(
      `select string_agg(relname, ',' order by relname) as text from pg_class where relforcerowsecurity`,
    )
    content.forced = forced.rows[0]?.text ?? ''
    const triggers = await client.query<{ text: string }>(
      `select string_agg(tgname::text || tgenabled::text, ',' order by tgname, tgrelid::regclass::text) as text from pg_trigger where not tgisinternal`,
    )
    content.triggers = triggers.rows[0]?.text ?? ''
    return content
  } finally {
    await client.end()
  }
}

test('a restored server holds every row, sequence, key, policy and file of the one backed up, and its log still verifies', async () => {
  const target = await emptyServer()
  const restored = await restoreBackup({ ownerUrl: target.database.ownerUrl, files: target.files, keys }, path, { keepApiKeys: true })
  expect(restored.apiKeys).toEqual({ count: 1, oldest: '2026-03-04', kept: true })
  expect(restored.rows).toBeGreaterThan(1_000)
  // Numbers of the other server's transactions would mean others here.
  expect(await target.database.ownerDb.selectFrom('reportVersion').select('readAsOf').execute()).toEqual([{ readAsOf: null }])
  await source.ownerDb.updateTable('reportVersion').set({ readAsOf: null }).execute()
  const [before, after] = [await contentOf(source.ownerUrl), await contentOf(target.database.ownerUrl)]
  expect(after).toEqual(before)
  expect(Object.keys(before).length).toBeGreaterThan(60)
  for (const sha256 of kept) expect((await target.files.read(sha256)).equals(await files.read(sha256))).toBe(true)
  expect(await verifyActivity(target.database.ownerDb, keys)).toMatchObject({ sealed: 30, broken: undefined })
  expect(await target.database.ownerDb.selectFrom('userSession').select('userId').execute()).toEqual([])
  // The locks hold there as they did here.
  await expect(target.database.ownerDb.updateTable('policyValuation').set({ estimated: true }).execute()).rejects.toThrow(
    /are locked, and this change reaches into them/,
  )
  // Whoever works there next gets numbers of their own.
  await recordSystemActivity(target.database.ownerDb, { action: 'next' })
})

test('no API key is good in a restored server unless it is said: some may have been revoked since the backup', async () => {
  const target = await emptyServer()
  const { apiKeys } = await restoreBackup({ ownerUrl: target.database.ownerUrl, files: target.files, keys }, path)
  expect(apiKeys).toEqual({ count: 1, oldest: '2026-03-04', kept: false })
  expect(await target.database.ownerDb.selectFrom('apiKey').select('name').where('revokedAt', 'is', null).execute()).toEqual([])
})

test('what is written meanwhile is not half in it', async () => {
  const busy = await emptyServer()
  await seedSmall(busy.database.ownerUrl, keys)
  let going = true
  const writer = (async () => {
    for (let row = 0; going; row++) {
      await busy.database.ownerDb.transaction().execute(async (trx) => {
        await trx
          .insertInto('site')
          .values({ name: `Busy ${row}`, displayName: 'Busy' })
          .execute()
        await recordSystemActivity(trx, { action: 'sites.created', entityId: row })
      })
    }
  })()
  const moving = join(folder, 'moving.backup')
  await makeBackup({ ownerUrl: busy.database.ownerUrl, files: busy.files, keys }, moving, { allowMissing: true })
  going = false
  await writer
  const target = await emptyServer()
  await restoreBackup({ ownerUrl: target.database.ownerUrl, files: target.files, keys }, moving)
  const { rows } = await sql<{ sites: string; rows: string }>`select (select count(*) from site where name like 'Busy %') as sites,
    (select count(*) from activity where action = 'sites.created') as rows`.execute(target.database.ownerDb)
  expect(rows[0]?.sites).toBe(rows[0]?.rows)
})

test('a bucket gives and takes its files too', { timeout: 60_000 }, async () => {
  mkdirSync(join(folder, 'bucket'))
  const server = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: join(folder, 'bucket'),
    configureBuckets: [{ name: 'corridor', configs: [] }],
  })
  const { port } = await server.run()
  try {
    const bucket = openFiles({
      dataDirectory: join(folder, 'bucket-drafts'),
      s3: { bucket: 'corridor', endpoint: `http://127.0.0.1:${port}`, region: 'us-east-1' },
    })
    const target = await emptyServer()
    await restoreBackup({ ownerUrl: target.database.ownerUrl, files: bucket, keys }, path, { keepApiKeys: true })
    const fromBucket = join(folder, 'bucket.backup')
    await makeBackup({ ownerUrl: target.database.ownerUrl, files: bucket, keys }, fromBucket, { allowMissing: true })
    const back = await emptyServer()
    await restoreBackup({ ownerUrl: back.database.ownerUrl, files: back.files, keys }, fromBucket, { keepApiKeys: true })
    for (const sha256 of kept) expect(await back.files.has(sha256)).toBe(true)
    expect(await contentOf(back.database.ownerUrl)).toEqual(await contentOf(source.ownerUrl))
  } finally {
    await server.close()
  }
})

describe('refused, with nothing written', () => {
  /** One empty server for all of them: each must leave it as it was. */
  const bench: { server: Awaited<ReturnType<typeof emptyServer>> | undefined; content: Record<string, string> | undefined } = {
    server: undefined,
    content: undefined,
  }
  async function refusal(of: string, under: Keys = keys, target?: Awaited<ReturnType<typeof emptyServer>>): Promise<string> {
    const shared = target === undefined
    if (shared) bench.server ??= await emptyServer()
    const into = target ?? bench.server ?? (await emptyServer())
    const before = shared ? (bench.content ??= await contentOf(into.database.ownerUrl)) : await contentOf(into.database.ownerUrl)
    const message = await restoreBackup({ ownerUrl: into.database.ownerUrl, files: into.files, keys: under }, of).then(
      () => 'restored',
      (cause: unknown) => (cause instanceof Error ? `${cause.name}: ${cause.message}` : String(cause)),
    )
    if (message === 'restored') {
      expect(await contentOf(into.database.ownerUrl)).toEqual(await contentOf(source.ownerUrl))
      if (shared) bench.server = bench.content = undefined
    } else {
      expect(await contentOf(into.database.ownerUrl)).toEqual(before)
      expect(filesUnder(into.folder)).toEqual([])
    }
    return message
  }
  const filesUnder = (root: string) => readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => /[0-9a-f]{64}$/.test(name))
  const changed = (change: (bytes: Buffer) => Buffer): string => {
    const changedPath = join(folder, `changed-${randomBytes(4).toString('hex')}.backup`)
    writeFileSync(changedPath, change(readFileSync(path)))
    return changedPath
  }

  test('a server that is not empty', async () => {
    const used = await emptyServer()
    await used.database.ownerDb.insertInto('site').values({ name: 'Ours', displayName: 'Ours' }).execute()
    expect(await refusal(path, keys, used)).toMatch(/^StartRefused: This server is not empty \(site has rows\)/)
  })

  test.each([
    ['encryption', /made under another ENCRYPTION_KEY:/],
    ['ssnHash', /made under another SSN_HASH_KEY:/],
  ] as const)('another %s key', async (name, sentence) =>
    expect(await refusal(path, { ...keys, [name]: Buffer.alloc(32, 7) })).toMatch(sentence),
  )

  test('another schema version', async () => {
    const older = await emptyServer()
    await sql`delete from migration where name = (select max(name) from migration)`.execute(older.database.ownerDb)
    expect(await refusal(path, keys, older)).toMatch(/has another schema version/)
  })

  test('a file that is no backup, or none at all', async () => {
    const other = join(folder, 'other')
    writeFileSync(other, 'not a zip')
    expect(await refusal(other)).toMatch(/is no whole backup/)
    expect(await refusal(join(folder, 'nowhere'))).toMatch(/There is no file/)
  })

  test('one that was cut off, wherever', async () => {
    const { size } = statSync(path)
    for (const part of [0, 0.1, 0.5, 0.9, 0.999])
      expect(await refusal(changed((bytes) => bytes.subarray(0, Math.floor(size * part))))).toMatch(/is no whole backup/)
  })

  test('one byte changed anywhere: refused, or the byte carried nothing and the content is the same', async () => {
    const { size } = statSync(path)
    const outcomes: string[] = []
    for (let round = 0; round < 8; round++) {
      // Half of them in the directory and manifest at the end, where the rows are named.
      const at = round % 2 === 0 ? Math.floor((size * (round + 1)) / 9) : size - 1 - Math.floor((15_000 * round) / 8)
      const outcome = await refusal(
        changed((bytes) => {
          bytes[at] = (bytes[at] ?? 0) ^ 0x41
          return bytes
        }),
      )
      outcomes.push(outcome.replace(/:.*/s, ''))
    }
    expect(outcomes.filter((outcome) => outcome === 'StartRefused').length).toBeGreaterThan(4)
    expect(outcomes.filter((outcome) => outcome !== 'StartRefused' && outcome !== 'restored')).toEqual([])
  }, 60_000)

  test('a manifest written anew by somebody without the key', async () => {
    const forged = changed((bytes) => {
      const at = bytes.lastIndexOf('"rows": ')
      bytes.write('9', bytes.indexOf('"missingFiles"') > at ? at + 8 : at)
      return bytes
    })
    expect(await refusal(forged)).toMatch(/^StartRefused: (This backup was changed|The manifest|.* is no whole backup)/)
  })
})

describe('making one', () => {
  test('does not write over a file, and leaves nothing behind when it fails', async () => {
    await expect(makeBackup({ ownerUrl: source.ownerUrl, files, keys }, path)).rejects.toThrow('is there already')
    const failed = join(folder, 'failed.backup')
    await expect(makeBackup({ ownerUrl: source.ownerUrl, files, keys }, failed)).rejects.toThrow(/stored file [0-9a-f]{64} is missing/)
    expect(readdirSync(folder).filter((name) => name.startsWith('failed'))).toEqual([])
  })

  test('the file is for its owner alone, and the keys are not in it', () => {
    expect(statSync(path).mode & 0o777).toBe(0o600)
    const bytes = readFileSync(path)
    for (const key of [keys.encryption, keys.ssnHash])
      for (const form of [key, Buffer.from(key.toString('base64')), Buffer.from(key.toString('hex'))])
        expect(bytes.includes(form)).toBe(false)
  })
})
