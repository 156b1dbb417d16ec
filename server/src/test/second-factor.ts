/** People with second factors, and a clock that moves when a test says so: `const { person, withApp, codeTo, pass } = useSecondFactors(server)`. */
import * as mfa from '@corridor/contract/mfa.ts'
import { Secret, TOTP, URI } from 'otpauth'
import { beforeEach } from 'vitest'
import { authenticatorPurpose } from '../features/second-factor/codes.ts'
import { seal } from '../platform/security/encryption.ts'
import { buildInstitution, buildSite, buildUser, signIn } from './builders.ts'
import type { TestServer } from './call.ts'

export function useSecondFactors(server: TestServer) {
  let clock = new Date('2026-11-21T12:00:00.000Z')
  const world = { site: 0, bank: 0 }
  const pass = (seconds: number) => {
    clock = new Date(clock.getTime() + seconds * 1000)
    server.setNow(clock)
  }
  beforeEach(async () => {
    // Each test a day later: what earlier ones tried and sent counts no more.
    pass(25 * 3600)
    world.site ||= await buildSite(server.ownerDb)
    world.bank ||= await buildInstitution(server.ownerDb, { sites: [world.site] })
  })

  async function person({ mfaChannel = null as 'email' | null, mfaValid = false, role = 'c' as 'c' | 'd' } = {}) {
    const userId = await buildUser(server.ownerDb, role, {
      sites: [world.site],
      institutionId: role === 'c' ? world.bank : null,
      mfaChannel,
      ...(role === 'd' ? { permissions: { USERS: 2 } } : {}),
    })
    const open = (valid = mfaValid) =>
      signIn(server.ownerDb, userId, { siteId: world.site, institutionId: role === 'c' ? world.bank : 0, mfaValid: valid, now: clock })
    const { email } = await server.ownerDb.selectFrom('userAccount').select('email').where('id', '=', userId).executeTakeFirstOrThrow()
    return { userId, cookie: await open(), open, email }
  }

  const codeOf = (otpauthUri: string | undefined, seconds = 0) => {
    const totp = URI.parse(String(otpauthUri))
    return totp instanceof TOTP ? totp.generate({ timestamp: clock.getTime() + seconds * 1000 }) : ''
  }

  /** A person with an authenticator app, signed in (`valid`) and signed in anew and asked for it (`pending`). */
  async function withApp() {
    const one = await person()
    const { base32 } = new Secret({ size: 20 })
    const sealedSecret = seal(server.configuration.keys, base32, authenticatorPurpose(one.userId))
    await server.ownerDb
      .insertInto('mfaMethod')
      .values({ userId: one.userId, channel: 'totp', name: 'Authenticator app', sealedSecret })
      .execute()
    await server.ownerDb.updateTable('userAccount').set({ mfaChannel: 'totp' }).where('id', '=', one.userId).execute()
    return { ...one, uri: new TOTP({ secret: base32 }).toString(), valid: await one.open(true), pending: await one.open(false) }
  }

  /** The same, set up by hand: with the ten recovery codes, which take a while to hash. */
  async function withCodes() {
    const one = await person()
    const { body: setup } = await server.callAs(one.cookie, mfa.startMfaSetup, { channel: 'totp' })
    const done = await server.callAs(one.cookie, mfa.verifyMfa, { code: codeOf(setup.otpauthUri), setupId: setup.id })
    pass(30)
    return {
      ...one,
      uri: setup.otpauthUri,
      valid: cookieIn(done.headers),
      codes: done.body.recoveryCodes ?? [],
      pending: await one.open(false),
    }
  }

  const outbox = (recipient: string) =>
    server.ownerDb.selectFrom('mailOutbox').select(['subject', 'bodyText']).where('recipient', '=', recipient).orderBy('id').execute()
  const codeTo = async (recipient: string) =>
    String(/\b(\d{6})\b/.exec((await outbox(recipient)).findLast((mail) => /code/i.test(mail.subject))?.bodyText ?? '')?.[1])

  return { world, pass, person, withApp, withCodes, codeOf, codeTo, outbox }
}

export const cookieIn = (headers: Record<string, unknown>): string => String(/sid=([^;]*)/.exec(String(headers['set-cookie']))?.[1])
