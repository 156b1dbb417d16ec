import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'
import * as mfa from '@corridor/contract/mfa.ts'
import { isoCBOR } from '@simplewebauthn/server/helpers'
import { beforeEach, expect, test } from 'vitest'
import { buildSite, buildUser, signIn } from '../../test/builders.ts'
import { useServer } from '../../test/call.ts'
import { checkRegistration, registrationOptions } from './passkeys.ts'

const server = useServer({ configuration: { mfaRequired: true } })
const world = { site: 0, userId: 0, cookie: '' }
beforeEach(async () => {
  world.site ||= await buildSite(server.ownerDb)
  world.userId = await buildUser(server.ownerDb, 'b', { sites: [world.site] })
  world.cookie = await open()
})
const open = (userId = world.userId) => signIn(server.ownerDb, userId, { siteId: world.site, mfaValid: false })

const base64 = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64url')
const hash = (text: string | Buffer) => createHash('sha256').update(text).digest()

/** A device with one passkey, and everything a thief might change about its answers. */
function device() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const id = randomBytes(32)
  const client = (type: string, challenge: string, origin: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  const data = (flags: number, count: number, rpId: string, rest: Buffer = Buffer.alloc(0)) => {
    const counter = Buffer.alloc(4)
    counter.writeUInt32BE(count)
    return Buffer.concat([hash(rpId), Buffer.from([flags]), counter, rest])
  }
  return {
    register({ challenge }: { challenge: string }, { origin = 'http://localhost:3000', rpId = 'localhost' } = {}): mfa.PasskeyAnswer {
      const length = Buffer.from([0, id.length])
      const credential = Buffer.concat([Buffer.alloc(16), length, id, coseOf(publicKey)])
      const attestationObject = isoCBOR.encode(
        new Map<string, unknown>([
          ['fmt', 'none'],
          ['attStmt', new Map()],
          ['authData', new Uint8Array(data(0x41, 0, rpId, credential))],
        ]) as never,
      )
      const clientDataJSON = base64(client('webauthn.create', challenge, origin))
      return {
        id: base64(id),
        rawId: base64(id),
        type: 'public-key',
        response: { clientDataJSON, attestationObject: base64(attestationObject) },
      }
    },
    answer(
      { challenge }: { challenge: string },
      { origin = 'http://localhost:3000', rpId = 'localhost', count = 1, flags = 0x01, key = privateKey as KeyObject } = {},
    ): mfa.PasskeyAnswer {
      const [clientData, authenticatorData] = [client('webauthn.get', challenge, origin), data(flags, count, rpId)]
      const signature = sign('sha256', Buffer.concat([authenticatorData, hash(clientData)]), key)
      return {
        id: base64(id),
        rawId: base64(id),
        type: 'public-key',
        response: { clientDataJSON: base64(clientData), authenticatorData: base64(authenticatorData), signature: base64(signature) },
      }
    },
  }
}
function coseOf(publicKey: KeyObject): Uint8Array {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  const bytes = (text: string) => new Uint8Array(Buffer.from(text, 'base64url'))
  return isoCBOR.encode(
    new Map<number, unknown>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, bytes(x)],
      [-3, bytes(y)],
    ]) as never,
  )
}
const optionsOf = (begun: { options?: mfa.PasskeyCreation | undefined }) => begun.options ?? { challenge: '' }

async function enrolled() {
  const mine = device()
  const { body } = await server.callAs(world.cookie, mfa.startMfaSetup, { channel: 'passkey', name: 'Key ring' })
  const done = await server.callAs(world.cookie, mfa.verifyMfa, { setupId: body.id, passkey: mine.register(optionsOf(body)) })
  expect([done.status, done.body.mfaChannel, done.body.recoveryCodes?.length]).toEqual([200, 'passkey', 10])
  const cookie = await open()
  return { mine, cookie, ask: async () => (await server.callAs(cookie, mfa.askPasskey, {})).body.options }
}
const verify = (cookie: string, passkey: mfa.PasskeyAnswer) => server.callAs(cookie, mfa.verifyMfa, { passkey })

test('a passkey is made for this host and opens the next session, once for each question', async () => {
  const { mine, cookie, ask } = await enrolled()
  const options = await ask()
  expect(options).toMatchObject({ rpId: 'localhost', allowCredentials: [{ type: 'public-key' }] })
  const answer = mine.answer(options)
  expect((await verify(cookie, answer)).body.isMfaValid).toBe(true)
  expect((await verify(await open(), answer)).status).toBe(400)
  const later = await open()
  await server.callAs(later, mfa.askPasskey, {})
  expect((await verify(later, answer)).error.meta).toEqual({ code: ['The passkey was not accepted. Try again, or choose another method.'] })
})

test.each([
  ['another origin', { origin: 'http://localhost.elsewhere.example' }],
  ['another relying party', { rpId: 'elsewhere.example' }],
  ['another key', { key: generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey }],
  ['nobody there', { flags: 0 }],
])('%s is refused', async (_, change) => {
  const { mine, cookie, ask } = await enrolled()
  expect((await verify(cookie, mine.answer(await ask(), change))).status).toBe(400)
})

test('a count that goes back is a copied key', async () => {
  const { mine, cookie, ask } = await enrolled()
  expect((await verify(cookie, mine.answer(await ask(), { count: 7 }))).status).toBe(200)
  const later = await open()
  const { options } = (await server.callAs(later, mfa.askPasskey, {})).body
  expect((await verify(later, mine.answer(options, { count: 7 }))).status).toBe(400)
})

test('each passkey has a count of its own, of one person and of another', async () => {
  const first = await enrolled()
  const secondKey = device()
  const whole = await signIn(server.ownerDb, world.userId, { siteId: world.site })
  const { body } = await server.callAs(whole, mfa.startMfaSetup, { channel: 'passkey', name: 'Second' })
  expect((await server.callAs(whole, mfa.verifyMfa, { setupId: body.id, passkey: secondKey.register(optionsOf(body)) })).status).toBe(200)
  expect((await verify(first.cookie, first.mine.answer(await first.ask(), { count: 9 }))).status).toBe(200)
  world.userId = await buildUser(server.ownerDb, 'b', { sites: [world.site] })
  world.cookie = await open()
  const neighbor = await enrolled()
  const counts = await server.ownerDb
    .selectFrom('mfaMethod')
    .select('signCount')
    .where('channel', '=', 'passkey')
    .orderBy('id', 'desc')
    .limit(3)
    .execute()
  expect(counts.map(({ signCount }) => Number(signCount))).toEqual([0, 0, 9])
  expect((await verify(neighbor.cookie, neighbor.mine.answer(await neighbor.ask(), { count: 1 }))).status).toBe(200)
})

test('a question of another session, and another person’s passkey, open nothing', async () => {
  const { mine, ask } = await enrolled()
  const options = await ask()
  expect((await verify(await open(), mine.answer(options))).status).toBe(400)
  const stranger = await buildUser(server.ownerDb, 'b', { sites: [world.site] })
  const theirs = device()
  const cookie = await open(stranger)
  const { body } = await server.callAs(cookie, mfa.startMfaSetup, { channel: 'passkey' })
  await server.callAs(cookie, mfa.verifyMfa, { setupId: body.id, passkey: theirs.register(optionsOf(body)) })
  const pending = await open(stranger)
  const asked = (await server.callAs(pending, mfa.askPasskey, {})).body.options
  expect((await verify(pending, mine.answer(asked))).status).toBe(400)
  expect((await verify(pending, theirs.answer(asked))).status).toBe(200)
})

test('a set-up answered with the challenge of another, or from another host, proves nothing', async () => {
  const mine = device()
  const [one, two] = [
    (await server.callAs(world.cookie, mfa.startMfaSetup, { channel: 'passkey' })).body,
    (await server.callAs(world.cookie, mfa.startMfaSetup, { channel: 'passkey' })).body,
  ]
  for (const passkey of [mine.register(optionsOf(one)), mine.register(optionsOf(two), { origin: 'https://elsewhere.example' })])
    expect((await server.callAs(world.cookie, mfa.verifyMfa, { setupId: two.id, passkey })).status).toBe(400)
})

test('on a public address a passkey is made for its host, and holds for no other', async () => {
  const configuration = { ...server.configuration, publicUrl: 'https://portal.bank.example' }
  const person = { id: world.userId, email: 'pat@bank.example', firstName: 'Pat', phone: null, mfaChannel: null }
  const { challenge, rp, excludeCredentials } = await registrationOptions(configuration, person, [])
  expect([rp.id, excludeCredentials]).toEqual(['portal.bank.example', []])
  const mine = device()
  const check = (place: { origin: string; rpId: string }) =>
    checkRegistration(configuration, mine.register({ challenge }, place), challenge)
  expect(await check({ origin: 'https://portal.bank.example', rpId: 'portal.bank.example' })).toMatchObject({
    signCount: 0,
    transports: [],
  })
  expect(await check({ origin: 'http://localhost:3000', rpId: 'localhost' })).toBeUndefined()
  expect(await check({ origin: 'https://other.bank.example', rpId: 'portal.bank.example' })).toBeUndefined()
})
