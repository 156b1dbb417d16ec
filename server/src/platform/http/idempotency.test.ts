import { endpoint } from '@corridor/contract/kernel/endpoint.ts'
import { signedIn } from '@corridor/domain/access/access.ts'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { buildSite, next, signedInAs } from '../../test/builders.ts'
import { useServer } from '../../test/call.ts'
import { AppError } from './errors.ts'
import { route } from './route.ts'

const createTemplate = endpoint({
  method: 'POST',
  path: '/api/test/templates',
  summary: 'Makes a template.',
  access: signedIn(['b', 'd']),
  idempotent: true,
  success: 201,
  input: z.strictObject({ name: z.string(), fail: z.boolean().optional() }),
  reply: z.object({ id: z.int() }),
})
const server = useServer({
  bind: (app, kernel) =>
    route(app, kernel, createTemplate, async ({ trx, input, record }) => {
      const made = await trx
        .insertInto('emailTemplate')
        .values({ name: input.name, subject: 's', body: 'b', type: 0 })
        .returning('id')
        .executeTakeFirstOrThrow()
      await record({ action: 'template.created', entity: 'email-template', entityId: made.id })
      if (input.fail) throw new AppError('wrong_status')
      return made
    }),
})
const world = { siteId: 0, cookie: '' }
beforeAll(async () => {
  world.siteId = await buildSite(server.ownerDb)
  world.cookie = await signedInAs(server.ownerDb, 'b', { siteId: world.siteId })
})
beforeEach(() => server.setNow(undefined))

const send = (name: string, key: string, fail?: boolean, cookie = world.cookie) =>
  server.callAs(cookie, createTemplate, { name, ...(fail ? { fail } : {}) }, { 'idempotency-key': key })
const made = async (name: string) =>
  (await server.ownerDb.selectFrom('emailTemplate').select('id').where('name', '=', name).execute()).length

test('fifty equal requests at once have one effect, one activity row and fifty equal answers', async () => {
  const [name, key] = [`fifty ${next()}`, `key-${next()}`]
  const answers = await Promise.all(Array.from({ length: 50 }, () => send(name, key)))
  expect(new Set(answers.map(({ status, bytes }) => `${status} ${bytes.toString()}`)).size).toBe(1)
  expect(answers[0]?.status).toBe(201)
  expect(await made(name)).toBe(1)
  const rows = await server.ownerDb
    .selectFrom('activity')
    .select('id')
    .where('action', '=', 'template.created')
    .where('entityId', '=', String(answers[0]?.body.id))
    .execute()
  expect(rows).toHaveLength(1)
})

test('the same key with another body is refused', async () => {
  const key = `key-${next()}`
  expect((await send('first', key)).status).toBe(201)
  expect(await send('second', key)).toMatchObject({ status: 422, error: { code: 'key_reused' } })
})

test('a key is 1 to 200 visible signs', async () => {
  expect((await send(`long ${next()}`, 'k'.repeat(200))).status).toBe(201)
  for (const key of ['k'.repeat(201), 'two words', ''])
    expect((await send('none', key)).error.meta).toEqual({ 'Idempotency-Key': ['Enter 1 to 200 visible ASCII characters'] })
  expect(await made('none')).toBe(0)
})

test('a failed request leaves its key free: the next attempt works', async () => {
  const [name, key] = [`again ${next()}`, `key-${next()}`]
  expect((await send(name, key, true)).error.code).toBe('wrong_status')
  expect(await made(name)).toBe(0)
  expect((await send(name, key)).status).toBe(201)
})

test('another person may use the same key', async () => {
  const [name, key] = [`theirs ${next()}`, `key-${next()}`]
  const other = await signedInAs(server.ownerDb, 'b', { siteId: world.siteId })
  await send(name, key)
  await send(name, key, undefined, other)
  expect(await made(name)).toBe(2)
})

test('a key is forgotten after a day', async () => {
  const [name, key] = [`daily ${next()}`, `key-${next()}`]
  await send(name, key)
  expect((await send(name, key)).status).toBe(201)
  expect(await made(name)).toBe(1)
  const tomorrow = new Date(Date.now() + 25 * 3_600_000)
  const cookie = world.cookie
  await server.ownerDb
    .updateTable('userSession')
    .set({ lastSeenAt: tomorrow.toISOString(), absoluteExpiry: new Date(tomorrow.getTime() + 3_600_000).toISOString() })
    .execute()
  server.setNow(tomorrow)
  await send(name, key, undefined, cookie)
  expect(await made(name)).toBe(2)
})

test('without a key every request counts', async () => {
  const name = `plain ${next()}`
  await server.callAs(world.cookie, createTemplate, { name })
  await server.callAs(world.cookie, createTemplate, { name })
  expect(await made(name)).toBe(2)
})
