/** Settings of Salesforce that cannot work: the server says at its start what to set, and never a word of a secret. */
import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readConfiguration } from './configuration.ts'

const DATA_DIR = mkdtempSync(join(tmpdir(), 'corridor-salesforce-settings-'))
afterAll(() => rmSync(DATA_DIR, { recursive: true, force: true }))

const keyOf = (modulusLength: number): string =>
  generateKeyPairSync('rsa', {
    modulusLength,
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  }).privateKey
const [privateKey, short] = [keyOf(2048), keyOf(1024)]
const curve = generateKeyPairSync('ec', {
  namedCurve: 'P-256',
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
}).privateKey
const app = { SALESFORCE_LOGIN_URL: 'https://firm.my.salesforce.com', SALESFORCE_CLIENT_ID: '3MVG9.corridor' }
const byKey = { ...app, SALESFORCE_USER: 'integration@firm.example', SALESFORCE_PRIVATE_KEY: privateKey }

const KEY =
  'SALESFORCE_PRIVATE_KEY is not usable: set it to an RSA key of at least 2048 bits in PEM, its line ends as they are or written as \\n.'
const IN_PART =
  'Salesforce is set in part: set SALESFORCE_LOGIN_URL, SALESFORCE_CLIENT_ID, and either SALESFORCE_PRIVATE_KEY or SALESFORCE_CLIENT_SECRET, or none of them.'
const ADDRESS =
  'SALESFORCE_LOGIN_URL is no https address of Salesforce: set it to https://login.salesforce.com, https://test.salesforce.com or the organization’s own, such as https://firm.my.salesforce.com.'

test.each([
  ['a key that cannot be read', { ...byKey, SALESFORCE_PRIVATE_KEY: 'hunter2' }, KEY],
  ['a key that was cut off', { ...byKey, SALESFORCE_PRIVATE_KEY: privateKey.slice(0, 400) }, KEY],
  ['a key that is too short', { ...byKey, SALESFORCE_PRIVATE_KEY: short }, KEY],
  ['a key of another kind', { ...byKey, SALESFORCE_PRIVATE_KEY: curve }, KEY],
  [
    'a key without the user it signs in',
    { ...byKey, SALESFORCE_USER: '' },
    'SALESFORCE_PRIVATE_KEY is set but SALESFORCE_USER is not: set it to the user name of the integration user.',
  ],
  ['no consumer key', { ...byKey, SALESFORCE_CLIENT_ID: '' }, IN_PART],
  ['no login address', { ...byKey, SALESFORCE_LOGIN_URL: '' }, IN_PART],
  ['neither a key nor a secret', { ...app, SALESFORCE_USER: 'integration@firm.example' }, IN_PART],
  ['both a key and a secret', { ...byKey, SALESFORCE_CLIENT_SECRET: 'hunter2' }, IN_PART],
  [
    'a login address that is none',
    { ...byKey, SALESFORCE_LOGIN_URL: 'firm' },
    'SALESFORCE_LOGIN_URL is not usable: set it to an address such as https://firm.my.salesforce.com.',
  ],
  ['a login address without https', { ...byKey, SALESFORCE_LOGIN_URL: 'http://firm.my.salesforce.com' }, ADDRESS],
  ['a login address of somebody else', { ...byKey, SALESFORCE_LOGIN_URL: 'https://salesforce.com.example' }, ADDRESS],
  ['a login address with a name and a password', { ...byKey, SALESFORCE_LOGIN_URL: 'https://me:hunter2@firm.my.salesforce.com' }, ADDRESS],
  [
    'a version of the interface that is none',
    { ...byKey, SALESFORCE_API_VERSION: '62' },
    'SALESFORCE_API_VERSION is "62": set it to a version of the API such as 62.0.',
  ],
  [
    'a test double on another machine',
    { ...byKey, SALESFORCE_TEST_HOST: 'firm.example:443' },
    'SALESFORCE_TEST_HOST is "firm.example:443": set it to host and port of a test double on this machine, such as 127.0.0.1:4010.',
  ],
])('%s is refused with what to set', (_, environment, sentence) => {
  const start = () => readConfiguration({ DATA_DIR, ...environment })
  expect(start).toThrow(sentence)
  expect(start).toThrow(/^(?![^]*(hunter2|PRIVATE KEY-----))/)
})

test('a key in one line, its line ends written out, is read as the key it is', () => {
  const { salesforce } = readConfiguration({ DATA_DIR, ...byKey, SALESFORCE_PRIVATE_KEY: privateKey.replaceAll('\n', '\\n') })
  expect(salesforce?.credentials).toEqual({ kind: 'key', privateKey, user: 'integration@firm.example' })
})
test('without any of them Salesforce is not connected, and that is no mistake', () => {
  expect(readConfiguration({ DATA_DIR }).salesforce).toBeUndefined()
})
