/**
 * From every role and level, every two calls one after the other out of those that change people, sign-in, membership, providers, schedules and settings:
 * whoever makes them can act as nobody they could not act as before, but for accounts opened by a manager, which are logged and told to those concerned.
 * `npm run faults` tries all of them, `npm test` each call alone and a seeded sample of the pairs.
 */
import { ENDPOINTS } from '@corridor/contract/index.ts'
import { ROLES } from '@corridor/domain/access/access.ts'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { useServer } from './test/call.ts'
import { startDns } from './test/dns-server.ts'
import { ATTEMPTS, NOT_TRIED } from './test/escalation/calls.ts'
import { gainsOf } from './test/escalation/gains.ts'
import { type Actor, called, type Ground, layGround, sessionOf } from './test/escalation/ground.ts'
import { startIdentityProvider } from './test/identity-provider.ts'

const provider = await startIdentityProvider('http://localhost:3000/api/session/single-sign-on/callback')
const dns = await startDns()
const server = useServer({ configuration: { mfaRequired: true, dnsServers: [dns.address] } })
afterAll(async () => {
  await provider.close()
  await dns.close()
})
beforeEach(async () => {
  await server.ownerDb.updateTable('settings').set({ failedAttempts: 100, forgottenAttempts: 100 }).execute()
})

const WHOLE = process.env.FAULTS === 'whole'
const ACTORS: readonly Actor[] = ROLES.flatMap((role): Actor[] =>
  role === 'b' || role === 'd' || role === 'a' ? [`${role}0`, `${role}1`, `${role}2`] : [`${role}0`],
)

const NAMES = Object.keys(ATTEMPTS)
/** Pairs of which `npm test` tries one. */
const SAMPLED = 160

test.each(ACTORS)('%s becomes nobody else, by one call or two', { timeout: WHOLE ? 3_600_000 : 120_000 }, async (actor) => {
  const found: string[] = []
  const lay = async () => {
    const ground = await layGround(server, provider, actor)
    return { ground, before: await sessionOf(server, ground.cookie()) }
  }
  const isThrough = async (ground: Ground, name: string) => ((await ATTEMPTS[name]?.(ground))?.status ?? 500) < 300
  const judge = async ({ ground, before }: Awaited<ReturnType<typeof lay>>, what: string) => {
    found.push(...(await gainsOf(ground, before)).map((gain) => `${what}: ${gain}`))
    await server.ownerDb.deleteFrom('mailOutbox').execute()
  }

  const first: string[] = []
  // A refused call changes nothing: the ground serves the next call, and is judged when all were refused.
  let here = await lay()
  for (const name of NAMES) {
    if (!(await isThrough(here.ground, name))) continue
    first.push(name)
    await judge(here, name)
    here = await lay()
  }
  await judge(here, 'what was refused')

  const isWanted = (one: number, other: number) => WHOLE || (one * NAMES.length + other + first.length) % SAMPLED === 0
  for (const [place, one] of first.entries()) {
    const others = NAMES.filter((_, other) => isWanted(place, other))
    const after = async () => {
      const laid = await lay()
      await isThrough(laid.ground, one)
      return laid
    }
    let there = others.length > 0 ? await after() : undefined
    for (const other of others) {
      if (!there || !(await isThrough(there.ground, other))) continue
      await judge(there, `${one}, then ${other}`)
      there = await after()
    }
    if (there) await judge(there, `${one}, then what was refused`)
  }
  expect(found).toEqual([])
})

test('every call of the contracts that changes something is tried above, or it is said why not', () => {
  const changing = ENDPOINTS.filter(({ endpoint }) => endpoint.changes)
  const nameOf = ({ feature, name }: (typeof ENDPOINTS)[number]) => `${feature}.${name}`
  const untold = changing.filter((one) => !called.has(one.endpoint) && !NOT_TRIED[nameOf(one)] && !NOT_TRIED[one.feature])
  expect(untold.map(nameOf)).toEqual([])
  const known = new Set(changing.flatMap((one) => (called.has(one.endpoint) ? [] : [nameOf(one), one.feature])))
  expect(Object.keys(NOT_TRIED).filter((name) => !known.has(name))).toEqual([])
})
