/** Attacks over real connections: clients that are slow or go away, and text that would write a log of its own or carry secrets into it. */
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { downloadFile, uploadFile } from '@corridor/contract/data-feeds.ts'
import { PERMISSION_CODES } from '@corridor/domain/access/access.ts'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { buildApp, SLOW } from './app.ts'
import { keepFile } from './platform/files/files.ts'
import { buildSite, signedInAs } from './test/builders.ts'
import { useServer } from './test/call.ts'

const server = useServer()
const world = { site: 0, manager: '' }

beforeAll(async () => {
  world.site = await buildSite(server.ownerDb)
  const permissions = Object.fromEntries(PERMISSION_CODES.map((code) => [code, 2 as const]))
  world.manager = await signedInAs(server.ownerDb, 'd', { siteId: world.site, permissions })
})

const running: { app?: FastifyInstance; port: number; lines: string[] } = { port: 0, lines: [] }
beforeAll(async () => {
  const stream = new Writable({
    write: (chunk, _, done) => {
      running.lines.push(String(chunk))
      done()
    },
  })
  running.app = await buildApp(server.kernel, {
    logger: { level: 'info', stream },
    slow: { ...SLOW, headers: 1_500, body: 1_500, reader: 1_500, unread: 1_000 },
    webDist: join(server.configuration.dataDirectory, 'no-web'),
    alsoBind: (app) => {
      app.get('/api/test/slow', async () => {
        await wait(4_000)
        return {}
      })
    },
  })
  await running.app.listen({ host: '127.0.0.1', port: 0 })
  const address = running.app.server.address()
  running.port = typeof address === 'object' && address ? address.port : 0
})
afterAll(() => running.app?.close())

const dial = async (): Promise<Socket> => {
  const socket = connect(running.port, '127.0.0.1')
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  return socket
}
const closed = (socket: Socket) => new Promise<void>((resolve) => void socket.once('close', () => resolve()))
/** The lines about these answers; others may still come in from before. */
const linesOf = async (answers: readonly Response[]) => {
  const references = answers.map((answer) => answer.headers.get('x-request-id'))
  const found = () => running.lines.filter((line) => references.some((reference) => reference && line.includes(reference)))
  await expect.poll(() => found().length).toBe(answers.length)
  return found()
}
const drafts = () => {
  try {
    return readdirSync(join(server.configuration.dataDirectory, 'files', 'drafts'))
  } catch {
    return []
  }
}
const handles = () => readdirSync('/proc/self/fd').length

test('the limits on slow clients are set on purpose', () => {
  expect(SLOW).toEqual({ headers: 15_000, body: 15_000, request: 300_000, reader: 20_000, unread: 5_000 })
  const { headersTimeout, requestTimeout, keepAliveTimeout } = running.app?.server ?? {}
  expect({ headersTimeout, requestTimeout, keepAliveTimeout }).toEqual({
    headersTimeout: 1_500,
    requestTimeout: 300_000,
    keepAliveTimeout: 72_000,
  })
})

test('slow headers and slow bodies are cut when their time is over, and others are served meanwhile', async () => {
  const began = performance.now()
  const slow = await Promise.all(Array.from({ length: 40 }, dial))
  const cut = slow.map((socket, index) => {
    if (index % 2 === 0) socket.write('GET /api/session HTTP/1.1\r\nHost: x\r\nX-Slow: ')
    else
      socket.write(
        'POST /api/session/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"email":"',
      )
    const drip = setInterval(() => socket.write('a'), 200)
    return closed(socket).finally(() => clearInterval(drip))
  })
  const times: number[] = []
  for (let call = 0; call < 20; call++) {
    const asked = performance.now()
    expect((await fetch(`http://127.0.0.1:${running.port}/healthz`)).status).toBe(200)
    times.push(performance.now() - asked)
  }
  await Promise.all(cut)
  expect(performance.now() - began).toBeLessThan(8_000)
  expect(Math.max(...times)).toBeLessThan(500)
})

const FORM = 'multipart/form-data; boundary=b'
const PART = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n'
test.each([
  ['a JSON body over the limit', 'POST', '/api/session/login', 'application/json', 413],
  ['a text where JSON is expected', 'POST', '/api/session/login', 'text/plain', 415],
  ['a form where none is expected', 'POST', '/api/session/login', FORM, 415],
  ['an upload of somebody who is not signed in', 'POST', uploadFile.path, FORM, 401],
  ['a body that comes with a GET', 'GET', '/api/session', 'application/json', 200],
])('%s is answered, and whoever sends on without end is cut', async (_, method, path, type, status) => {
  const socket = await dial()
  const answer = once(socket, 'data')
  const end = closed(socket)
  const began = performance.now()
  socket.write(`${method} ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: ${type}\r\nContent-Length: 50000000000\r\n\r\n${PART}`)
  const sending = setInterval(() => socket.write('x'.repeat(65_536)), 10)
  expect(String((await answer)[0])).toMatch(new RegExp(`^HTTP/1.1 ${status} [^]*connection: close`, 'i'))
  await end
  clearInterval(sending)
  expect(performance.now() - began).toBeLessThan(4_000)
})

test('a body that nobody reads is taken in when it ends, and the connection serves the next call', async () => {
  const socket = await dial()
  const heard: string[] = []
  socket.on('data', (chunk: Buffer) => heard.push(chunk.toString()))
  socket.write(
    `POST ${uploadFile.path} HTTP/1.1\r\nHost: x\r\nContent-Type: ${FORM}\r\nContent-Length: ${PART.length + 3_000_000}\r\n\r\n${PART}`,
  )
  for (let piece = 0; piece < 3; piece++) socket.write('x'.repeat(1_000_000))
  await expect.poll(() => heard.join('')).toMatch(/^HTTP\/1\.1 401 /)
  socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
  await expect.poll(() => heard.join('')).toMatch(/HTTP\/1\.1 200 OK/)
  socket.destroy()
})

const storedFile = async (sizeBytes: number) => {
  const stored = await server.kernel.files.put(Buffer.alloc(sizeBytes, 'x'))
  await keepFile(server.ownerDb, stored, 'text/csv')
  const { id } = await server.ownerDb
    .insertInto('carrierFile')
    .values({ siteId: world.site, fileName: 'big.csv', sha256: stored.sha256, sizeBytes, mediaType: 'text/csv' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return `GET ${downloadFile.path.replace(':id', String(id))} HTTP/1.1\r\nHost: x\r\nCookie: sid=${world.manager}\r\n\r\n`
}

test('readers who take nothing are cut, one who takes little is served to the end', { timeout: 30_000 }, async () => {
  const sizeBytes = 12_000_000
  const ask = await storedFile(sizeBytes)
  const there = new Set<Socket>()
  const note = (socket: Socket) => there.add(socket.once('close', () => there.delete(socket)))
  running.app?.server.on('connection', note)
  const idle = await Promise.all(Array.from({ length: 20 }, dial))
  for (const socket of idle) {
    socket.pause()
    socket.write(ask)
  }
  const slow = await dial()
  slow.write(ask)
  let taken = 0
  const all = new Promise<number>((resolve) => {
    slow.on('data', (chunk: Buffer) => {
      taken += chunk.length
      slow.pause()
      setTimeout(() => slow.resume(), 20)
      if (taken >= sizeBytes) resolve(taken)
    })
    slow.once('close', () => resolve(taken))
  })
  await expect.poll(() => there.size).toBe(21)
  running.app?.server.off('connection', note)
  await expect.poll(() => there.size, { timeout: 10_000 }).toBe(1)
  expect(await all).toBeGreaterThan(sizeBytes)
  for (const socket of [...idle, slow]) socket.destroy()
})

test('a call that takes its time without a word is not taken for a slow reader', async () => {
  const socket = await dial()
  const answered = once(socket, 'data')
  socket.write(`GET /api/test/slow HTTP/1.1\r\nHost: x\r\n\r\n`)
  expect(String((await answered)[0])).toContain('200 OK')
  socket.destroy()
})

test('uploads and downloads that break off leave no file, no row and no open handle', { timeout: 30_000 }, async () => {
  const temporary = mkdtempSync(join(tmpdir(), 'corridor-aborts-'))
  vi.stubEnv('TMPDIR', temporary)
  const ask = await storedFile(8_000_000)
  const rows = async () => (await sql<{ count: string }>`select count(*) from carrier_file`.execute(server.ownerDb)).rows[0]?.count
  const round = async () => {
    const upload = await dial()
    upload.write(
      `POST ${uploadFile.path} HTTP/1.1\r\nHost: x\r\nCookie: sid=${world.manager}\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 5000000\r\n\r\n--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n${'1,2,3\n'.repeat(20_000)}`,
    )
    const download = await dial()
    download.write(ask)
    await once(download, 'data')
    for (const socket of [upload, download]) {
      socket.destroy()
      await closed(socket)
    }
  }
  await round()
  await wait(300)
  const before = { handles: handles(), rows: await rows() }
  for (let count = 0; count < 25; count++) await round()
  await expect.poll(handles, { timeout: 10_000 }).toBeLessThanOrEqual(before.handles + 3)
  expect(await rows()).toBe(before.rows)
  await expect.poll(drafts).toEqual([])
  await expect.poll(() => readdirSync(temporary)).toEqual([])
  rmSync(temporary, { recursive: true })
})

const EVIL = [
  'a\r\n{"level":30,"msg":"forged"}',
  'b\u001b[2J\u001b[31mred',
  'c\u2028\u2029d',
  'e\u202eeslaf',
  'f\u0000g',
  '${jndi:ldap://x}',
  '%0d%0aforged: 1',
]
test.each(EVIL.map((text) => [JSON.stringify(text), text] as const))('%s writes no line of its own into the log', async (_, text) => {
  const answers = [
    await fetch(`http://127.0.0.1:${running.port}/api/users/${encodeURIComponent(text)}/sites?q=${encodeURIComponent(text)}`, {
      headers: { 'user-agent': text.replace(/[^\x20-\x7e]/g, '?') },
    }),
    await fetch(`http://127.0.0.1:${running.port}/api/session/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: text, password: text, [text]: text }),
    }),
  ]
  for (const line of await linesOf(answers)) {
    expect(line.endsWith('\n')).toBe(true)
    expect(line.slice(0, -1)).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u2028\u2029\u202a-\u202e]/)
    expect(line).not.toContain('forged')
    expect(Object.keys(JSON.parse(line)).toSorted()).toEqual(
      expect.arrayContaining(['level', 'method', 'ms', 'msg', 'reqId', 'route', 'status', 'time']),
    )
  }
})

test('no password, cookie, email address or phone number of a person gets into the log, whatever fails', async () => {
  const answers: Response[] = []
  const ask = async (path: string, options: { method?: string; body?: string } = {}) =>
    answers.push(
      await fetch(`http://127.0.0.1:${running.port}${path}`, {
        ...options,
        headers: { cookie: `sid=${world.manager}`, 'content-type': 'application/json' },
      }),
    )
  const secret = { email: 'secret.person@bank.test', password: 'Sup3r-secret-word' }
  await ask('/api/session/login', { method: 'POST', body: JSON.stringify(secret) })
  await ask(`/api/users/${Buffer.from(secret.email).toString('base64url')}/sites`)
  await ask('/api/mfa/verify/2125550147')
  await ask('/api/users', {
    method: 'POST',
    body: JSON.stringify({ ...secret, phone: '2125550147', firstName: 'x', lastName: 'y', role: 2 }),
  })
  await ask('/api/users?search=secret.person%40bank.test')
  await ask('/api/session/password/forgot', { method: 'POST', body: JSON.stringify({ email: secret.email }) })
  await ask('/nothing/secret.person@bank.test/2125550147')
  const log = (await linesOf(answers)).join('') + server.log.join('')
  for (const word of [
    secret.email,
    'secret.person',
    secret.password,
    '2125550147',
    world.manager,
    Buffer.from(secret.email).toString('base64url'),
  ])
    expect([word, log.includes(word)]).toEqual([word, false])
  const rows = await sql<{
    text: string
  }>`select string_agg(coalesce(before::text, '') || coalesce(after::text, ''), ' ') as text from activity`.execute(server.ownerDb)
  for (const word of [secret.password, world.manager]) expect(rows.rows[0]?.text.includes(word)).toBe(false)
})

test.each(['/api/users/2147483000', '/api/test/nothing', '/api/users?take=x'])('the reference of %s is found in the log', async (path) => {
  const answer = await fetch(`http://127.0.0.1:${running.port}${path}`, { headers: { cookie: `sid=${world.manager}` } })
  const [line] = await linesOf([answer])
  expect(JSON.parse(line ?? '{}')).toMatchObject({ reqId: answer.headers.get('x-request-id'), status: answer.status })
})
