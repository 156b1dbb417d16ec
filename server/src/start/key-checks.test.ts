import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { makeBackup } from '../commands/backup.ts'
import { restoreBackup } from '../commands/restore.ts'
import { rotateKeys } from '../commands/rotate-keys.ts'
import { recordSystemActivity } from '../platform/audit-log/activity.ts'
import { sealActivity, verifyActivity } from '../platform/audit-log/chain.ts'
import type { Configuration } from '../platform/configuration.ts'
import { openFiles } from '../platform/files/files.ts'
import { createLifecycle } from '../platform/jobs/lifecycle.ts'
import type { Keys } from '../platform/security/keys.ts'
import { hashPassword } from '../platform/security/passwords.ts'
import { hashSsn, sealSsn } from '../platform/security/ssn.ts'
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '../shared/people/demo-accounts.ts'
import { buildInstitution, buildSite, buildUser } from '../test/builders.ts'
import { testConfiguration } from '../test/configuration.ts'
import { createTestDatabase, type TestDatabase, useDatabase } from '../test/database.ts'
import { inDatabase } from '../test/test-cluster.ts'
import { joinDatabase, openDatabase } from './open-database.ts'

const database = useDatabase()
const folder = mkdtempSync(join(tmpdir(), 'corridor-keys-'))
afterAll(() => rmSync(folder, { recursive: true }))
const log = { info: () => undefined, error: () => undefined }
const lifecycle = createLifecycle(log, () => {
  throw new Error('ended')
})
const ours: Keys = { encryption: Buffer.alloc(32, 1), ssnHash: Buffer.alloc(32, 2) }
const others: Keys = { encryption: Buffer.alloc(32, 3), ssnHash: Buffer.alloc(32, 4) }

const open = (keys: Keys, work: typeof openDatabase = openDatabase, at: TestDatabase = database, over: Partial<Configuration> = {}) =>
  work(
    testConfiguration('/nowhere', { database: { kind: 'external', ownerUrl: at.ownerUrl, appUrl: at.appUrl }, keys, ...over }),
    lifecycle,
    log,
  )
const isOpened = { ownerUrl: expect.any(String), appUrl: expect.any(String) }

beforeEach(async () => {
  await database.reset()
  await buildSite(database.ownerDb)
})

describe.each([
  ['a server', openDatabase],
  ['a worker or a command', joinDatabase],
] as const)('%s', (_, work) => {
  test('opens a database with the keys that were first there, and with no others', async () => {
    expect(await open(ours, work)).toEqual(isOpened)
    await expect(open(others, work)).rejects.toThrow(
      'ENCRYPTION_KEY and SSN_HASH_KEY are not the keys that this database was set up with; nothing was changed.',
    )
    await expect(open({ ...ours, encryption: others.encryption }, work)).rejects.toThrow('ENCRYPTION_KEY is not the key')
    await expect(open({ ...ours, ssnHash: others.ssnHash }, work)).rejects.toThrow(/^SSN_HASH_KEY is not the key/)
    expect(await open(ours, work)).toEqual(isOpened)
  })

  test('is told by what lies in it that a database of before belongs to other keys', async () => {
    await recordSystemActivity(database.ownerDb, { action: 'one' })
    await sealActivity(database.ownerDb, ours)
    await expect(open(others, work)).rejects.toThrow(/^ENCRYPTION_KEY is not the key/)
    await insured(ours)
    await expect(open(others, work)).rejects.toThrow(/^ENCRYPTION_KEY is not the key/)
    await expect(open({ ...ours, ssnHash: others.ssnHash }, work)).rejects.toThrow(/^SSN_HASH_KEY is not the key/)
    expect(await bound()).toBe(0)
    expect(await open(ours, work)).toEqual(isOpened)
    expect(await bound()).toBe(1)
    expect(await verifyActivity(database.ownerDb, ours)).toMatchObject({ sealed: 1, broken: undefined })
  })
})

const bound = async () => (await sql`select 1 from key_check`.execute(database.ownerDb)).rows.length

async function insured(keys: Keys): Promise<void> {
  const institutionId = await buildInstitution(database.ownerDb, { sites: [await buildSite(database.ownerDb)] })
  await sql`insert into insured (institution_id, site_id, first_name, last_name, date_of_birth, gender, ssn_encrypted, ssn_hash, ssn_last4)
    select ${institutionId}, site_id, 'Ada', 'Quill', '1960-01-01', 'F', ${sealSsn(keys, '123456789')}, ${hashSsn(keys, '123456789')}, '6789'
    from institution_site where institution_id = ${institutionId}`.execute(database.ownerDb)
}

test('nothing at all is written before the keys are known to be right', async () => {
  const name = `${database.name}_elsewhere`
  const superuser = async (url: string, statement: string, values: unknown[] = []) => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    try {
      return await client.query(statement, values)
    } finally {
      await client.end()
    }
  }
  await superuser(database.superuserUrl, `create database ${name}`)
  try {
    const at = { ...database, ownerUrl: inDatabase(database.superuserUrl, name), appUrl: inDatabase(database.appUrl, name) }
    await superuser(at.ownerUrl, 'create table key_check (encryption bytea, ssn_hash bytea)')
    await superuser(at.ownerUrl, `insert into key_check values (sha256('a'), sha256('b'))`)
    await expect(open(ours, openDatabase, at)).rejects.toThrow('are not the keys')
    const { rows } = await superuser(
      at.ownerUrl,
      `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`,
    )
    expect(rows).toEqual([{ relname: 'key_check' }])
  } finally {
    await superuser(database.superuserUrl, `drop database ${name}`)
  }
})

test('of two that come first with different keys one is refused', async () => {
  const outcomes = await Promise.allSettled([open(ours), open(others)])
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(await bound()).toBe(1)
})

test('after a change of keys the new ones open it and the old ones do not', async () => {
  await open(ours)
  await rotateKeys(database.ownerDb, ours, others)
  await expect(open(ours)).rejects.toThrow('are not the keys')
  expect(await open(others)).toEqual(isOpened)
})

test('a restored database belongs to the keys its backup was made under', async () => {
  await open(ours)
  const path = join(folder, 'book.backup')
  const files = openFiles({ dataDirectory: join(folder, 'files'), s3: undefined })
  await makeBackup({ ownerUrl: database.ownerUrl, files, keys: ours }, path)
  const target = await createTestDatabase()
  try {
    await open(others, (...given) => joinDatabase(...given, { begins: true }), target)
    await expect(restoreBackup({ ownerUrl: target.ownerUrl, files, keys: others }, path)).rejects.toThrow('ENCRYPTION_KEY')
    await restoreBackup({ ownerUrl: target.ownerUrl, files, keys: ours }, path)
    await expect(open(others, openDatabase, target)).rejects.toThrow('are not the keys')
    expect(await open(ours, openDatabase, target)).toEqual(isOpened)
  } finally {
    await target.drop()
  }
})

test.each([openDatabase, joinDatabase])(
  'production refuses a database with an account of the demo, open or deactivated (%#)',
  async (work) => {
    const production = () => open(ours, work, database, { mode: 'production' })
    const [manager, staff] = DEMO_ACCOUNTS
    if (!manager || !staff) throw new Error('the demo has accounts')
    const passwordHash = await hashPassword(DEMO_PASSWORD)
    const sites = [await buildSite(database.ownerDb)]
    const id = await buildUser(database.ownerDb, 'd', { sites, email: manager.email.toUpperCase(), passwordHash })
    await buildUser(database.ownerDb, 'b', { sites, email: staff.email, passwordHash, status: 0 })
    await expect(production()).rejects.toThrow(
      new RegExp(`whose password is public: ${manager.email.toUpperCase()}, ${staff.email}. Production does not open it`),
    )
    expect(await open(ours, work)).toEqual(isOpened)
    const everybody = database.ownerDb.updateTable('userAccount')
    await everybody.set({ passwordHash: await hashPassword('another password by now') }).execute()
    await expect(production(), 'what lies beside them is invented, whatever they sign in with').rejects.toThrow(
      'Production does not open it',
    )
    // Another person may have chosen such a password; nobody knows their address.
    await database.ownerDb.deleteFrom('userSite').execute()
    await database.ownerDb.deleteFrom('userAccount').where('id', '<>', id).execute()
    await everybody.set({ email: 'own@firm.test', passwordHash }).execute()
    expect(await production()).toEqual(isOpened)
  },
)
