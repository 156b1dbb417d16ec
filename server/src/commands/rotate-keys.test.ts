/** A change of keys: everything sealed opens under the new ones and no longer under the old, or nothing was changed. */
import { randomBytes } from 'node:crypto'
import { plainDate } from '@corridor/domain/primitives/period.ts'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { authenticatorPurpose } from '../features/second-factor/codes.ts'
import { secretPurpose } from '../features/single-sign-on/provider.ts'
import { sealActivity, verifyActivity } from '../platform/audit-log/chain.ts'
import { fingerprint, seal, unseal } from '../platform/security/encryption.ts'
import type { Keys } from '../platform/security/keys.ts'
import { hashSsn, openSsn, sealSsn } from '../platform/security/ssn.ts'
import { buildInstitution, buildSite, buildUser } from '../test/builders.ts'
import { useDatabase } from '../test/database.ts'
import { rotateKeys, SEALED_COLUMNS } from './rotate-keys.ts'

const database = useDatabase()
const before: Keys = { encryption: randomBytes(32), ssnHash: randomBytes(32) }
const after: Keys = { encryption: randomBytes(32), ssnHash: randomBytes(32) }
const SSN = '123456789'
const world = { siteId: 0, institutionId: 0, userId: 0 }

beforeEach(async () => {
  await database.reset()
  const db = database.ownerDb
  world.siteId = await buildSite(db)
  world.institutionId = await buildInstitution(db, { sites: [world.siteId] })
  world.userId = await buildUser(db, 'd', { sites: [world.siteId] })
  await db
    .insertInto('insured')
    .values({
      institutionId: world.institutionId,
      siteId: world.siteId,
      firstName: 'Ann',
      lastName: 'Hale',
      ssnEncrypted: sealSsn(before, SSN),
      ssnHash: hashSsn(before, SSN),
      ssnLast4: SSN.slice(-4),
    })
    .execute()
  await db
    .insertInto('mfaMethod')
    .values({
      userId: world.userId,
      channel: 'totp',
      name: 'Phone',
      sealedSecret: seal(before, 'JBSWY3DP', authenticatorPurpose(world.userId)),
    })
    .execute()
  await db
    .insertInto('identityProvider')
    .values({
      institutionId: world.institutionId,
      siteId: world.siteId,
      issuer: 'https://id.bank.test',
      clientId: 'corridor',
      sealedSecret: seal(before, 'hush', secretPurpose(world)),
    })
    .execute()
  await sealActivity(db, before)
})

const secrets = async (keys: Keys) => {
  const db = database.ownerDb
  const insured = await db.selectFrom('insured').select(['ssnEncrypted', 'ssnHash']).executeTakeFirstOrThrow()
  const method = await db.selectFrom('mfaMethod').select('sealedSecret').executeTakeFirstOrThrow()
  const provider = await db.selectFrom('identityProvider').select('sealedSecret').executeTakeFirstOrThrow()
  const none = Buffer.alloc(0)
  return [
    openSsn(keys, insured.ssnEncrypted ?? none),
    insured.ssnHash?.equals(hashSsn(keys, SSN)),
    unseal(keys, method.sealedSecret ?? none, authenticatorPurpose(world.userId)),
    unseal(keys, provider.sealedSecret, secretPurpose(world)),
  ]
}

test('everything opens under the new keys, nothing under the old, and the log still holds', async () => {
  const key = {
    siteId: world.siteId,
    ownerId: world.userId,
    name: 'Nightly extract',
    hint: 'corridor_key_abcdef',
    scopes: '[]',
    expiresOn: plainDate('2030-01-01'),
  }
  await database.ownerDb
    .insertInto('apiKey')
    .values({ ...key, secretHash: fingerprint(before, 'API keys', 'secret') })
    .execute()
  expect(await rotateKeys(database.ownerDb, before, after)).toEqual({ sealed: 3, hashed: 1, apiKeysEnded: 1 })
  expect(await database.ownerDb.selectFrom('apiKey').select('id').where('revokedAt', 'is', null).execute()).toEqual([])
  expect(await secrets(after)).toEqual([SSN, true, 'JBSWY3DP', 'hush'])
  await expect(secrets(before)).rejects.toThrow()
  await sealActivity(database.ownerDb, after)
  expect(await verifyActivity(database.ownerDb, after)).toMatchObject({ sealed: 1, broken: undefined })
})

test('a value that does not open leaves all as it was', async () => {
  await database.ownerDb
    .updateTable('identityProvider')
    .set({ sealedSecret: seal(after, 'hush', secretPurpose(world)) })
    .execute()
  await expect(rotateKeys(database.ownerDb, before, after)).rejects.toThrow(/identity_provider\.sealed_secret .* does not open/)
  const insured = await database.ownerDb.selectFrom('insured').select('ssnEncrypted').executeTakeFirstOrThrow()
  expect(openSsn(before, insured.ssnEncrypted ?? Buffer.alloc(0))).toBe(SSN)
  expect((await verifyActivity(database.ownerDb, before)).broken).toBeUndefined()
})

test('no column of sealed values is forgotten', async () => {
  const { rows } = await sql<{
    name: string
  }>`select c.relname || '.' || a.attname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and a.atttypid = 'bytea'::regtype
      and not a.attisdropped and a.attname ~ '(sealed|encrypted)' order by 1`.execute(database.ownerDb)
  expect(rows.map(({ name }) => name)).toEqual(SEALED_COLUMNS.map(({ table, column }) => `${table}.${column}`).toSorted())
})
