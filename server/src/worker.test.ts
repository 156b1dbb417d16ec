/** `npm run worker` as an administrator runs it: a process of its own on the server's database. */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { afterAll, expect, test } from 'vitest'
import { job, startJobs } from './kernel/jobs.ts'
import { queueMails, sendMails } from './kernel/mail.ts'
import { inScope, scopeOfSystem } from './kernel/scope.ts'
import { useDatabase } from './test/database.ts'

const database = useDatabase()
const folder = mkdtempSync(join(tmpdir(), 'corridor-worker-'))
const children: ChildProcess[] = []
afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
  rmSync(folder, { recursive: true })
})

function worker(environment: NodeJS.ProcessEnv = {}) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'worker.ts')], {
    env: { ...process.env, DATABASE_URL: database.ownerUrl, DATABASE_APP_URL: database.appUrl, DATA_DIR: folder, ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  children.push(child)
  return { child, errors: text(child.stderr), ended: once(child, 'close') }
}

test('it refuses a folder that holds no database, as a mistyped address gives one, and makes none there', async () => {
  const mistyped = join(folder, 'mistyped')
  const { errors, ended } = worker({ DATABASE_URL: undefined, DATABASE_APP_URL: undefined, DATA_DIR: mistyped })
  expect(await errors).toContain(`The database of DATA_DIR (${mistyped}) was never set up`)
  expect(await ended).toEqual([1, null])
  expect(readdirSync(mistyped)).toEqual(['keys.json'])
})

test('it sends the mail that a request of the server queued, and ends in order at a signal', async () => {
  const taken = Promise.withResolvers<string>()
  const mailServer = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, done) => void text(stream).then((mail) => (taken.resolve(mail), done()), taken.reject),
  })
  await new Promise<void>((listening) => mailServer.listen(0, '127.0.0.1', listening))
  const jobs = await startJobs(database.ownerUrl, [job(sendMails)], { info: () => undefined, error: () => undefined })
  try {
    await database.ownerDb.insertInto('site').values({ name: 'Ours', displayName: 'Ours' }).execute()
    const mail = { recipient: 'cfo@bank.example', subject: 'Ready', bodyText: 'Your report is ready.', dedupeKey: 'one' }
    await inScope(database.db, scopeOfSystem(1), (trx) => queueMails({ jobs, now: () => new Date() }, trx, [mail]))
    const { port } = mailServer.server.address() as AddressInfo
    const { child, errors, ended } = worker({ SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'Corridor <portal@corridor.example>' })
    expect(await taken.promise).toContain('Your report is ready.')
    child.kill('SIGTERM')
    expect(await ended).toEqual([0, null])
    expect(await errors).toBe('')
    expect(await database.ownerDb.selectFrom('mailOutbox').select('attempts').where('sentAt', 'is not', null).execute()).toEqual([
      { attempts: 1 },
    ])
  } finally {
    await jobs.stop()
    await new Promise<void>((closed) => mailServer.close(closed))
  }
})
