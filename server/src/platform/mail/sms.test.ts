import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { BUSINESS } from '../../start/business.ts'
import { testConfiguration } from '../../test/configuration.ts'
import { useDatabase } from '../../test/database.ts'
import { sendMails } from './mail.ts'
import { smsAddress, smsDelivery } from './sms.ts'

const folder = mkdtempSync(join(tmpdir(), 'corridor-sms-'))
const database = useDatabase()
const gateway = createServer()
const got: { headers: IncomingHttpHeaders; body: string }[] = []
const answer = { status: 202 }
beforeAll(async () => {
  gateway.on('request', (request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString()
    })
    request.on('end', () => {
      got.push({ headers: request.headers, body })
      response.writeHead(answer.status, answer.status === 302 ? { location: 'http://127.0.0.1:1/' } : {}).end()
    })
  })
  gateway.listen(0, '127.0.0.1')
  await once(gateway, 'listening')
})
afterAll(() => {
  gateway.close()
  gateway.closeAllConnections()
  rmSync(folder, { recursive: true })
})
beforeEach(() => {
  got.length = 0
  answer.status = 202
})
const lines: string[] = []
const log = { info: (line: string) => lines.push(line), error: (line: string) => lines.push(line) }
const withGateway = () => {
  const { port } = gateway.address() as AddressInfo
  return { configuration: testConfiguration(folder, { sms: { url: `http://portal:s%40crt@127.0.0.1:${port}/messages` } }), log }
}
const MESSAGE = { id: 7, recipient: smsAddress('3125550142'), bodyText: '123456 is your Corridor code.' }

test('without a gateway a message is a file in the outbox, and its text in no log', async () => {
  await smsDelivery({ configuration: testConfiguration(folder), log })(MESSAGE)
  expect(readFileSync(join(folder, 'outbox/000007.sms.txt'), 'utf8')).toBe('To: +13125550142\n\n123456 is your Corridor code.\n')
  expect(lines.join()).not.toContain('123456')
})

test('a gateway gets number and text, with the address’s user and password as authorization', async () => {
  await smsDelivery(withGateway())(MESSAGE)
  expect(got.map(({ body }) => JSON.parse(body))).toEqual([{ to: '+13125550142', text: MESSAGE.bodyText }])
  expect(got[0]?.headers.authorization).toBe(`Basic ${Buffer.from('portal:s@crt').toString('base64')}`)
  expect(got[0]?.headers['idempotency-key']).toBe('corridor-7')
})

test.each([
  [400, true],
  [404, true],
  [401, false],
  [429, false],
  [503, false],
  [302, false],
])('after the answer %i the outbox gives up: %s', async (status, givenUp) => {
  answer.status = status
  const now = new Date('2026-11-21T12:00:00.000Z')
  const db = database.ownerDb
  const { id } = await db
    .insertInto('mailOutbox')
    .values({
      recipient: MESSAGE.recipient,
      subject: 'Sign-in code',
      bodyText: MESSAGE.bodyText,
      dedupeKey: `sms ${status}`,
      createdAt: now.toISOString(),
      nextAttemptAt: now.toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const kernel = { ...withGateway(), ownerDb: db, now: () => now, business: BUSINESS }
  await sendMails.run(kernel as never, {}, { id: 'x', attempt: 1, lastAttempt: false, signal: new AbortController().signal })
  const row = await db.selectFrom('mailOutbox').select(['sentAt', 'givenUpAt', 'attempts']).where('id', '=', id).executeTakeFirstOrThrow()
  expect([row.sentAt, row.givenUpAt !== null, row.attempts]).toEqual([null, givenUp, 1])
})
