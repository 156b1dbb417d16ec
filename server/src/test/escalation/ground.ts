/** A site with two banks and their people, and somebody with mailboxes and a sign-in provider of their own who tries to become one of them. */

import type { Endpoint, InputOf } from '@corridor/contract/kernel/endpoint.ts'
import { changePassword, getSession, login } from '@corridor/contract/session.ts'
import { type Level, PERMISSION_CODES, type Role } from '@corridor/domain/access/access.ts'
import { plainDate } from '@corridor/domain/primitives/period.ts'
import { hashPassword } from '../../platform/security/passwords.ts'
import { buildInstitution, buildSite, buildUser, next, signIn } from '../builders.ts'
import type { Answer, TestServer } from '../call.ts'
import type { TestProvider } from '../identity-provider.ts'

/** Calls made through `act`, by anybody: escalation.test.ts compares them with the contracts. */
export const called = new Set<Endpoint>()

export type Actor = `${Role}${Level}`

export interface Ground {
  server: TestServer
  provider: TestProvider
  site: number
  bank: number
  otherBank: number
  /** Everybody who was there before the attempt, by what they are. */
  people: Record<'cfo' | 'colleague' | 'neighbor' | 'manager' | 'staff' | 'representative', number>
  /** At the bank's domain. */
  domain: string
  /** The attacker. */
  self: number
  /** The domain that their mailboxes are at. */
  own: string
  scheduleId: number
  templateId: number
  /** With the session of who tries, whatever becomes of its cookie. */
  act: <E extends Endpoint>(endpoint: E, input: InputOf<E>) => Promise<Answer<E>>
  cookie: () => string
}

/** An account that is older than a week. */
const JOINED = {
  passwordHash: await hashPassword('known to the person alone'),
  passwordChangedAt: new Date().toISOString(),
  mfaChannel: 'email' as const,
  createdAt: '2020-01-01T00:00:00Z',
  permissionsUpdatedAt: '2020-01-01T00:00:00Z',
}

export async function layGround(server: TestServer, provider: TestProvider, actor: Actor): Promise<Ground> {
  const db = server.ownerDb
  const [role, level] = [actor[0] as Role, Number(actor[1]) as Level]
  const number = next()
  const [domain, own] = [`bank${number}.example`, `own${number}.example`]
  const site = await buildSite(db)
  // Whoever tries is on a second one, where nobody else is.
  const spare = await buildSite(db)
  const [bank, otherBank] = [await buildInstitution(db, { sites: [site] }), await buildInstitution(db, { sites: [site] })]
  const person = (name: string, of: Role, more: object = {}) =>
    buildUser(db, of, {
      sites: [site],
      email: `${name}${number}@${of === 'c' || of === 'a' ? domain : 'firm.example'}`,
      ...JOINED,
      ...more,
    })
  const all = (access: Level) => Object.fromEntries(PERMISSION_CODES.map((code) => [code, access]))
  const people = {
    cfo: await person('cfo', 'c', { institutionId: bank }),
    colleague: await person('colleague', 'a', { institutionId: bank }),
    neighbor: await person('neighbor', 'c', { institutionId: otherBank }),
    manager: await person('manager', 'd', { permissions: all(2) }),
    staff: await person('staff', 'b', { permissions: all(1) }),
    representative: await person('rep', 'e', { institutions: [otherBank] }),
  }
  for (const userId of Object.values(people)) await db.insertInto('mfaMethod').values({ userId, channel: 'email', name: 'Email' }).execute()
  const institutional = role === 'c' || role === 'a'
  const self = await buildUser(db, role, {
    sites: [site, spare],
    email: `self@${own}`,
    // One right is left to be gained.
    permissions: { ...all(level), ACTIVITY_REPORT: Math.max(0, level - 1) as Level },
    institutionId: institutional ? otherBank : null,
    institutions: role === 'e' ? [otherBank] : [],
    ...JOINED,
  })
  await db.insertInto('mfaMethod').values({ userId: self, channel: 'email', name: 'Email' }).execute()
  const { id: scheduleId } = await db
    .insertInto('reportSchedule')
    .values({
      siteId: site,
      name: 'Monthly',
      reportType: 'AssetReport',
      businessDay: 5,
      startsOn: plainDate('2026-01-01'),
      createdBy: people.manager,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: templateId } = await db
    .insertInto('permissionTemplate')
    .values({ name: `All ${number}`, permissions: JSON.stringify(all(2)) })
    .returning('id')
    .executeTakeFirstOrThrow()
  let cookie = await signIn(db, self, { siteId: site, institutionId: institutional || role === 'e' ? otherBank : 0 })
  return {
    server,
    provider,
    site,
    bank,
    otherBank,
    people,
    domain,
    self,
    own,
    scheduleId,
    templateId,
    cookie: () => cookie,
    act: async (endpoint, input) => {
      called.add(endpoint)
      const answer = await server.callAs(cookie, endpoint, input)
      cookie = cookieIn(answer.headers) ?? cookie
      return answer
    },
  }
}

export const cookieIn = (headers: Record<string, unknown>): string | undefined =>
  /(?:^|[,;\s])sid=([\w-]{43})/.exec([headers['set-cookie']].flat().join('\n'))?.[1]

/** The rights of a session: its person and their permissions. */
export const sessionOf = async (server: TestServer, cookie: string) => (await server.callAs(cookie, getSession, {})).body

const PASSWORD = 'Quarry-Lantern-7702'

/** Sets a password by a link that holds, and signs in with it as far as the second factor; undefined for an account that may not come in. */
export async function enterBy(server: TestServer, token: string, email: string): Promise<string | undefined> {
  const { status, error } = await server.callAs(undefined, changePassword, { token, password: PASSWORD })
  if (status !== 204) throw new Error(`a link that holds set no password: ${status} ${error.message}`)
  return cookieIn((await server.callAs(undefined, login, { email, password: PASSWORD })).headers)
}
