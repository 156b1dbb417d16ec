import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readConfiguration, SETTINGS } from './configuration.ts'

const DATA_DIR = mkdtempSync(join(tmpdir(), 'corridor-configuration-'))
afterAll(() => rmSync(DATA_DIR, { recursive: true, force: true }))
const [one, other] = ['q83vEjRWeJCrze8SNFZ4kKvN7xI0VniQq83vEjRWeJA=', 'ESIzRFVmd4iZqrvM3e7/ABEiM0RVZneImaq7zN3u/wA=']
const production = {
  CORRIDOR_MODE: 'production',
  DATA_DIR,
  PUBLIC_URL: 'https://portal.example.com',
  ENCRYPTION_KEY: one,
  SSN_HASH_KEY: other,
}

test('without any variable it is the demo on this machine alone, on port 3000', () => {
  const configuration = readConfiguration({ DATA_DIR })
  expect(configuration).toMatchObject({
    mode: 'demo',
    host: '127.0.0.1',
    port: 3000,
    publicUrl: 'http://localhost:3000',
    environmentText: 'production',
  })
  expect(configuration).toMatchObject({
    database: { kind: 'embedded' },
    jobs: true,
    mfaRequired: false,
    fourEyesRelease: false,
    s3: undefined,
  })
  expect(Object.isFrozen(configuration)).toBe(true)
})

test('the demo makes its keys once, readable to its user only', () => {
  const first = readConfiguration({ DATA_DIR }).keys
  expect(readConfiguration({ DATA_DIR }).keys).toEqual(first)
  expect(first.encryption).toHaveLength(32)
  expect(first.encryption).not.toEqual(first.ssnHash)
  expect(statSync(join(DATA_DIR, 'keys.json')).mode & 0o777).toBe(0o600)
})

test('production takes its keys, MFA and four eyes', () => {
  expect(readConfiguration(production)).toMatchObject({
    mode: 'production',
    mfaRequired: true,
    fourEyesRelease: true,
    publicUrl: 'https://portal.example.com',
  })
  expect(readConfiguration(production).keys.encryption.toString('base64')).toBe(one)
})

test('production refuses the keys a demo made in the same folder', () => {
  readConfiguration({ DATA_DIR })
  const demo: { encryptionKey: string } = JSON.parse(readFileSync(join(DATA_DIR, 'keys.json'), 'utf8'))
  expect(() => readConfiguration({ ...production, ENCRYPTION_KEY: demo.encryptionKey })).toThrow(/ENCRYPTION_KEY is a key of the demo/)
})

test('every mistake is named at once', () => {
  expect(() => readConfiguration({ DATA_DIR, PORT: 'web', JOBS: 'yes', CORRIDOR_ENV: 'live' })).toThrow(/CORRIDOR_ENV[^]*PORT[^]*JOBS/)
})

test.each([
  [{ PORT: '70000' }, 'PORT is "70000": set it to a whole number from 0 to 65535.'],
  [{ CORRIDOR_MODE: 'prod' }, 'CORRIDOR_MODE is "prod": set it to demo or production.'],
  [{ CORRIDOR_MOD: 'production' }, 'CORRIDOR_MOD is not a variable of Corridor. Known ones are CORRIDOR_MODE and CORRIDOR_ENV.'],
  [
    { DATABASE_URL: 'mysql://secret@db' },
    'DATABASE_URL is not usable: set it to an address such as postgres://owner:password@db.example.com:5432/corridor.',
  ],
  [
    { DATABASE_APP_URL: 'postgres://a@b/c' },
    'DATABASE_APP_URL is set but DATABASE_URL is not: set both, or neither for the embedded PostgreSQL.',
  ],
  [
    { S3_REGION: 'us-east-1' },
    'S3_ENDPOINT or S3_REGION is set but S3_BUCKET is not: set S3_BUCKET too, or none of them for files on this disk.',
  ],
  [
    { ENCRYPTION_KEY: 'short' },
    'ENCRYPTION_KEY is not usable: set it to 32 random bytes in base64, as `openssl rand -base64 32` prints them.',
  ],
  [{ ENCRYPTION_KEY: one }, 'Only one of ENCRYPTION_KEY and SSN_HASH_KEY is set: set both.'],
  [{ ENCRYPTION_KEY: one, SSN_HASH_KEY: one }, 'ENCRYPTION_KEY equals SSN_HASH_KEY: set two different keys.'],
  [
    { INBOUND_MAIL_ADDRESS: 'requests@mail.example.com' },
    'Only one of INBOUND_MAIL_ADDRESS and INBOUND_MAIL_SECRET is set: set both, or neither where replies by email are not taken.',
  ],
  [
    { INBOUND_MAIL_ADDRESS: 'requests+all@mail.example.com' },
    'INBOUND_MAIL_ADDRESS is "requests+all@mail.example.com": set it to an address in small letters, up to 20 of them before the @, such as requests@mail.example.com.',
  ],
  [
    { INBOUND_MAIL_ADDRESS: 'requests@mail.example.com', INBOUND_MAIL_SECRET: 'short' },
    'INBOUND_MAIL_SECRET is not usable: set it to at least 32 letters and digits, as `openssl rand -hex 32` prints them.',
  ],
  [{ REPORT_WORKERS: '0' }, 'REPORT_WORKERS is "0": set it to a whole number from 1 to 64.'],
  [{ HOST: 'not an address' }, 'HOST is "not an address": set it to an address of this machine, 0.0.0.0 for all of them.'],
])('%o is refused with what to set', (environment, sentence) => {
  expect(() => readConfiguration({ DATA_DIR, ...environment })).toThrow(sentence)
})

test.each([
  ['PUBLIC_URL', { PUBLIC_URL: undefined }],
  ['PUBLIC_URL', { PUBLIC_URL: 'http://portal.example.com' }],
  ['ENCRYPTION_KEY', { ENCRYPTION_KEY: undefined, SSN_HASH_KEY: undefined }],
  ['SSN_HASH_KEY', { SSN_HASH_KEY: Buffer.alloc(32).toString('base64') }],
  ['MAIL_FROM', { SMTP_URL: 'smtp://mail.example.com' }],
])('production does not start without a proper %s', (name, environment) => {
  expect(() => readConfiguration({ ...production, ...environment })).toThrow(name)
})

test('behind TLS the proxy on this machine is believed, on plain http nobody is, and who is named instead', () => {
  expect(readConfiguration(production).trustedProxies).toEqual(['127.0.0.0/8', '::1/128'])
  expect(readConfiguration({ DATA_DIR }).trustedProxies).toBe(0)
  expect(readConfiguration({ ...production, TRUSTED_PROXIES: '10.0.0.5, 10.1.0.0/16,fd00::/8' }).trustedProxies).toEqual([
    '10.0.0.5',
    '10.1.0.0/16',
    'fd00::/8',
  ])
  expect(readConfiguration({ ...production, TRUSTED_PROXIES: '2' }).trustedProxies).toBe(2)
})

test.each([
  ['proxy.example.com', 'is no address'],
  ['10.0.0.5/16/2', 'is no address'],
  ['10.0.0.5,,10.0.0.6', 'is no address'],
  ['true', 'is no address'],
  ['10.0.0.0/33', 'is no network: an IPv4 network ends in /1 to /32'],
  ['fd00::/129', 'is no network'],
  ['0.0.0.0/0', 'is every address'],
  ['11', 'at most 10 proxies'],
])('TRUSTED_PROXIES=%s refuses the start with a sentence', (TRUSTED_PROXIES, sentence) => {
  expect(() => readConfiguration({ ...production, TRUSTED_PROXIES })).toThrow(sentence)
})

test('an empty variable counts as not set', () => {
  expect(readConfiguration({ DATA_DIR, PORT: '', DATABASE_URL: '' })).toMatchObject({ port: 3000, database: { kind: 'embedded' } })
})

test('a refusal never repeats a secret', () => {
  expect(() => readConfiguration({ DATA_DIR, SSN_HASH_KEY: 'hunter2', DATABASE_URL: 'http://owner:hunter2@db' })).toThrow(
    /^(?![^]*hunter2)/,
  )
})

test('docs/operating.md lists every setting and no other', () => {
  const rows = readFileSync(join(import.meta.dirname, '../../../docs/operating.md'), 'utf8').matchAll(/^\| ((?:`[A-Z0-9_]+`(?:, )?)+) \|/gm)
  const listed = [...rows].flatMap(([, names]) => [...(names ?? '').matchAll(/`(\w+)`/g)].map(([, name]) => name))
  // A key is told of in more than one table.
  expect([...new Set(listed)].sort()).toEqual([...SETTINGS].sort())
})
