import { bytes, endpoint } from '@corridor/contract/kernel/endpoint.ts'
import type { Session } from '@corridor/contract/session.ts'
import { logout } from '@corridor/contract/session.ts'
import { signedIn } from '@corridor/domain/access/access.ts'
import { sql } from 'kysely'
import { beforeAll, expect, test } from 'vitest'
import { z } from 'zod'
import { buildInstitution, buildSite, signedInAs } from '../../test/builders.ts'
import { useServer } from '../../test/call.ts'
import { rawRoute } from '../http/route.ts'
import { inScope, scopeOfSystem } from '../http/scope.ts'
import { EVENT_TYPES, type LiveEvent } from '../kernel.ts'
import { openStream } from './events.ts'

const stream = endpoint({
  method: 'GET',
  path: '/api/test/events',
  summary: 'Events.',
  access: signedIn(),
  input: z.strictObject({}),
  reply: bytes,
  kind: 'events',
  background: true,
})
const server = useServer({ bind: (app, kernel) => rawRoute(app, kernel, stream, async (call) => openStream(call)) })
const world = { address: '', site: 0, other: 0, bank: 0, foreign: 0 }

beforeAll(async () => {
  world.address = await server.app.listen({ host: '127.0.0.1', port: 0 })
  world.site = await buildSite(server.ownerDb)
  world.other = await buildSite(server.ownerDb)
  world.bank = await buildInstitution(server.ownerDb, { sites: [world.site] })
  world.foreign = await buildInstitution(server.ownerDb, { sites: [world.site] })
})

const publish = (event: LiveEvent) =>
  inScope(server.kernel.db, scopeOfSystem(event.siteId), (trx) => server.kernel.events.publish(trx, event))
const as = (role: Session['userRole'], siteId = world.site) =>
  signedInAs(server.ownerDb, role, { siteId, institutionId: role === 'b' ? 0 : world.bank })

/** An open stream whose text can be waited for. */
async function open(cookie: string) {
  const response = await fetch(`${world.address}/api/test/events`, { headers: { cookie: `sid=${cookie}` } })
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  if (!reader) throw new Error('no body')
  let text = ''
  return {
    response,
    /** Reads on until the pattern has come, or the stream ended. */
    until: async (pattern: RegExp) => {
      while (!pattern.test(text)) {
        const { done, value } = await reader.read()
        if (done) return `${text}(ended)`
        text += value
      }
      return text
    },
    toEnd: async () => {
      for (let next = await reader.read(); !next.done; next = await reader.read()) text += next.value
      return text
    },
  }
}

test('staff hear what happens on their site, and nothing of another', async () => {
  const here = await open(await as('b'))
  expect(here.response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8')
  await here.until(/retry/)
  await publish({ siteId: world.other, type: 'batch', batchId: 1 })
  await publish({ siteId: world.site, type: 'batch', batchId: 2 })
  const text = await here.until(/"batchId":2/)
  expect(text).toContain('event: batch\n')
  expect(text).not.toContain('"batchId":1')
})

test('every kind of event that can be published is heard', async () => {
  const here = await open(await as('b'))
  await here.until(/retry/)
  for (const type of EVENT_TYPES) await publish({ siteId: world.site, type, status: `of ${type}` })
  const text = await here.until(new RegExp(`of ${EVENT_TYPES.at(-1)}`))
  for (const type of EVENT_TYPES) expect(text).toContain(`event: ${type}\n`)
})

test('a client hears of its own institution’s releases only', async () => {
  const here = await open(await as('c'))
  await here.until(/retry/)
  await publish({ siteId: world.site, institutionId: world.foreign, type: 'report', reportId: 1, status: 'Released' })
  await publish({ siteId: world.site, institutionId: world.bank, type: 'report', reportId: 2, status: 'Generating' })
  await publish({ siteId: world.site, type: 'batch', batchId: 3 })
  await publish({ siteId: world.site, institutionId: world.bank, type: 'report', reportId: 4, status: 'Released' })
  const text = await here.until(/"reportId":4/)
  expect(text.match(/data:/g)).toHaveLength(1)
})

test('an event of a transaction that rolls back is never heard', async () => {
  const here = await open(await as('b'))
  await here.until(/retry/)
  await inScope(server.kernel.db, scopeOfSystem(world.site), async (trx) => {
    await server.kernel.events.publish(trx, { siteId: world.site, type: 'file', fileId: 1 })
    throw new Error('no')
  }).catch(() => undefined)
  await publish({ siteId: world.site, type: 'file', fileId: 2 })
  expect(await here.until(/"fileId":2/)).not.toContain('"fileId":1')
})

test('a stream ends when its session does', async () => {
  const cookie = await as('c')
  const here = await open(cookie)
  await here.until(/retry/)
  await server.callAs(cookie, logout, {})
  expect(await here.toEnd()).toContain('event: session\n')
})

test('the listening connection opens itself again after it was cut', async () => {
  const here = await open(await as('b'))
  await here.until(/retry/)
  await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'corridor events' and datname = current_database() and usename = current_user`.execute(
    server.ownerDb,
  )
  let heard = false
  const listening = here.until(/"fileId":9/).then(() => {
    heard = true
  })
  while (!heard) {
    await publish({ siteId: world.site, type: 'file', fileId: 9 })
    await Promise.race([listening, sql`select pg_sleep(0.1)`.execute(server.ownerDb)])
  }
  expect(heard).toBe(true)
})
