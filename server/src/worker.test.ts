/** `npm run worker` as an administrator runs it: a process of its own on the server's database. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { afterAll, expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { inScope, scopeOfSystem } from './platform/http/scope.ts'
import { job, startJobs } from './platform/jobs/jobs.ts'
import { queueMails, sendMails } from './platform/mail/mail.ts'
import { useDatabase } from './test/database.ts'

// Each starts programs, which take their time on a busy machine.
vi.setConfig({ testTimeout: 60_000 })

const database = useDatabase()
const folder = mkdtempSync(join(tmpdir(), 'corridor-worker-'))
const children: ChildProcess[] = []
afterAll(() => {
  for (const child of children) child.kill('SIGKILL')
  rmSync(folder, { recursive: true })
})

const addSite = () =>
  database.ownerDb
    .insertInto('site')
    .values({ name: 'Ours', displayName: 'Ours' })
    .onConflict((conflict) => conflict.doNothing())
    .execute()

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

test('a signal to `npm run worker` reaches it: npm’s shell would keep it to itself, and the worker would live on', async () => {
  await addSite()
  const npm = spawn('npm', ['run', '--silent', 'worker'], {
    cwd: join(import.meta.dirname, '../..'),
    env: { ...process.env, DATABASE_URL: database.ownerUrl, DATABASE_APP_URL: database.appUrl, DATA_DIR: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
    // A group of its own, so that what lives on can be ended whatever this test finds.
    detached: true,
  })
  onTestFinished(() => void spawnSync('kill', ['-KILL', '--', `-${npm.pid}`], { stdio: 'ignore' }))
  const ready = Promise.withResolvers<void>()
  const said: string[] = []
  npm.stdout.on('data', (chunk: Buffer) => {
    said.push(chunk.toString())
    if (said.join('').includes('Working on jobs')) ready.resolve()
  })
  const closed = once(npm, 'close')
  await Promise.race([ready.promise, closed])
  npm.kill('SIGTERM')
  // The output closes when the last process that holds it has ended.
  await closed
  expect(said.join('')).toContain('Stopping (SIGTERM)')
})

test('every npm script that starts a program stands in for npm’s shell, so that a signal ends it too', () => {
  const { scripts } = z
    .object({ scripts: z.record(z.string(), z.string()) })
    .parse(JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8')))
  // Two programs one after the other need the shell.
  const single = Object.entries(scripts).filter(([, command]) => !command.includes('&&'))
  expect(single.filter(([, command]) => !command.startsWith('exec node '))).toEqual([])
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
    await addSite()
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
