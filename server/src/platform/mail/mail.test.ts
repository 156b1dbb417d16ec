import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { SMTPServer } from 'smtp-server'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { BUSINESS } from '../../start/business.ts'
import { testConfiguration } from '../../test/configuration.ts'
import { useDatabase } from '../../test/database.ts'
import { inScope, scopeOfSystem } from '../http/scope.ts'
import type { Kernel } from '../kernel.ts'
import { queueMails, sendMails, sendNext } from './mail.ts'

const database = useDatabase()
const queuedJobs: string[] = []
const world = { now: new Date(), folder: '' }
const closing: (() => Promise<void> | void)[] = []

beforeEach(async () => {
  await database.reset()
  world.now = new Date()
  world.folder = mkdtempSync(join(tmpdir(), 'corridor-mail-'))
  closing.push(() => rmSync(world.folder, { recursive: true }))
  queuedJobs.length = 0
})
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const kernel = (smtpUrl?: string) => {
  const jobs: Kernel['jobs'] = { send: async (_, { name }) => void queuedJobs.push(name), sendAll: async () => undefined }
  return {
    configuration: testConfiguration(world.folder, { mail: { smtpUrl, from: 'Corridor <portal@corridor.example>' } }),
    ownerDb: database.ownerDb,
    db: database.db,
    jobs,
    now: () => world.now,
    log: { info: () => undefined, error: () => undefined },
    business: BUSINESS,
  } as unknown as Kernel
}
const mail = (number: number, recipient = `client${number}@bank.example`) => ({
  recipient,
  subject: `Report ${number}\nis ready`,
  bodyText: `Dear client ${number},\nyour report is ready.`,
  dedupeKey: `report ${number}`,
})
const queue = (of: Kernel, mails: ReturnType<typeof mail>[]) => inScope(database.db, scopeOfSystem(1), (trx) => queueMails(of, trx, mails))
const run = (of: Kernel) => sendMails.run(of, {}, { id: '1', attempt: 1, lastAttempt: false, signal: new AbortController().signal })
const unsent = () =>
  database.ownerDb
    .selectFrom('mailOutbox')
    .select(['id', 'attempts', 'lastError', 'givenUpAt'])
    .where('sentAt', 'is', null)
    .orderBy('id')
    .execute()

/** A mail server that answers as told and keeps what it took. */
async function mailServer(answer: (recipient: string, count: number) => Error | undefined = () => undefined) {
  const taken: string[] = []
  let count = 0
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: (address, _session, done) => done(answer(address.address, count++) ?? null),
    onData: (stream, _session, done) => {
      let text = ''
      stream.on('data', (chunk: Buffer) => {
        text += chunk.toString()
      })
      stream.on('end', () => {
        taken.push(text)
        done()
      })
    },
  })
  server.on('error', () => undefined)
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  closing.push(() => new Promise<void>((closed) => server.close(() => closed())))
  return { url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`, taken }
}
const refusal = (responseCode: number) => Object.assign(new Error('no'), { responseCode })

test('a mail is queued with its cause, once however often the cause comes', async () => {
  const of = kernel()
  expect(await queue(of, [mail(1), mail(2)])).toBe(2)
  expect(await queue(of, [mail(1), mail(3)])).toBe(1)
  expect(await queue(of, [mail(1)])).toBe(0)
  expect(queuedJobs).toEqual(['send-mails', 'send-mails'])
  await inScope(database.db, scopeOfSystem(1), async (trx) => {
    await queueMails(of, trx, [mail(9)])
    throw new Error('no release after all')
  }).catch(() => undefined)
  expect(await unsent()).toHaveLength(3)
})

test('without a mail server mails become files', async () => {
  const of = kernel()
  await queue(of, [mail(1)])
  await run(of)
  const [name = ''] = readdirSync(join(world.folder, 'outbox'))
  const text = readFileSync(join(world.folder, 'outbox', name), 'utf8')
  expect(text).toMatch(/^To: client1@bank\.example\r$/m)
  expect(text).toMatch(/^Subject: Report 1 is ready\r$/m)
  expect(text).toContain('your report is ready.')
  expect(text).toMatch(/Content-Type: text\/plain.*Content-Type: text\/html/s)
  expect(await unsent()).toEqual([])
})

test('a mail server that is down, stutters and comes back gets every mail once', async () => {
  const of = kernel('smtp://127.0.0.1:9')
  const mails = Array.from({ length: 60 }, (_, number) => mail(number))
  await queue(of, mails)
  await run(of)
  expect((await unsent()).map(({ attempts }) => attempts)).toEqual(mails.map(() => 1))
  const server = await mailServer((_, count) => (count % 3 === 0 ? refusal(451) : undefined))
  const back = kernel(server.url)
  for (let round = 0; round < 12; round++) {
    world.now = new Date(world.now.getTime() + 3_600_000)
    // Several senders at once: each mail is one sender's.
    await Promise.all([run(back), run(back), run(back)])
  }
  expect(await unsent()).toEqual([])
  const ids = server.taken.map((text) => /^Message-ID: (.*)$/im.exec(text)?.[1])
  expect(ids).toHaveLength(60)
  expect(new Set(ids).size).toBe(60)
}, 30_000)

test('a mail that waits for its next attempt does not hold up the others', async () => {
  const server = await mailServer((recipient) => (recipient.startsWith('full') ? refusal(452) : undefined))
  const of = kernel(server.url)
  await queue(of, [mail(1, 'full@bank.example'), mail(2)])
  await run(of)
  expect(server.taken).toHaveLength(1)
  expect(await sendNext(of, async () => undefined)).toBe('none')
  world.now = new Date(world.now.getTime() + 31_000)
  expect(await sendNext(of, async () => undefined)).toBe('sent')
})

test('an address that the server refuses for good is given up, with the reason kept', async () => {
  const server = await mailServer((recipient) => (recipient.startsWith('gone') ? refusal(550) : undefined))
  const of = kernel(server.url)
  await queue(of, [mail(1, 'gone@bank.example')])
  await run(of)
  expect(await unsent()).toMatchObject([{ attempts: 1, lastError: expect.stringContaining('550'), givenUpAt: expect.any(String) }])
})
