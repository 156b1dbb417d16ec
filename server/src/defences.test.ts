/** What an attacker tries against the whole server: fields that are not theirs to set, bodies that grow, slow and broken connections, text that would write a log of its own. */
import { once } from 'node:events'
import { mkdtempSync, readdirSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { setTimeout as wait } from 'node:timers/promises'
import { downloadFile, uploadFile } from '@corridor/contract/data-feeds.ts'
import { ENDPOINTS } from '@corridor/contract/index.ts'
import { PERMISSION_CODES } from '@corridor/domain/access.ts'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { buildApp, SLOW } from './app.ts'
import { keepFile } from './kernel/files.ts'
import { buildInstitution, buildSite, buildUser, signedInAs, signIn } from './test/builders.ts'
import { useServer } from './test/call.ts'

const server = useServer()
const world = { site: 0, bank: 0, manager: '', staff: '', staffId: 0 }
const permissions = Object.fromEntries(PERMISSION_CODES.map((code) => [code, 2 as const]))

beforeAll(async () => {
  world.site = await buildSite(server.ownerDb)
  world.bank = await buildInstitution(server.ownerDb, { sites: [world.site] })
  world.manager = await signedInAs(server.ownerDb, 'd', { siteId: world.site, permissions })
  world.staffId = await buildUser(server.ownerDb, 'b', { sites: [world.site], permissions: { USERS: 2 } })
  world.staff = await signIn(server.ownerDb, world.staffId, { siteId: world.site })
})

describe('mass assignment', () => {
  const changing = ENDPOINTS.map(({ endpoint }) => endpoint).filter(({ method, kind }) => method !== 'GET' && kind !== 'multipart')
  /** What rows have and no form may set. */
  const FIELDS = [
    'passwordHash',
    'password_hash',
    'mfaValid',
    'isMfaValid',
    'permissions',
    'access',
    'actorId',
    'createdBy',
    'createdAt',
    'deletedAt',
    'releasedAt',
    'isAdmin',
    '__v',
    'constructor',
  ]

  test.each(changing.map((endpoint) => [`${endpoint.method} ${endpoint.path}`, endpoint] as const))(
    '%s takes no field it does not name',
    (_, { input }) => {
      const known = input.safeParse({})
      const before = known.success ? [] : known.error.issues.map(({ path }) => path.join('.'))
      for (const field of FIELDS) {
        const parsed = input.safeParse({ [field]: 2 })
        const refused = parsed.success
          ? []
          : parsed.error.issues.flatMap((issue) => (issue.code === 'unrecognized_keys' ? issue.keys : issue.path.map(String)))
        // Named by the contract on purpose (permissions of the call that changes permissions), it is refused for its form; otherwise as unknown.
        expect([field, parsed.success || !refused.includes(field)]).toEqual([field, false])
      }
      expect(before).not.toContain('passwordHash')
    },
  )

  test('saving oneself changes no role, status, institution or permission', async () => {
    const { updatedAt } = await server.ownerDb
      .selectFrom('userAccount')
      .select('updatedAt')
      .where('id', '=', world.staffId)
      .executeTakeFirstOrThrow()
    for (const change of [
      { role: 4 },
      { status: 0 },
      { permissions: [{ code: 'USERS', access: 2 }] },
      { mfaValid: true },
      { institutionId: world.bank },
    ])
      expect([change, (await put(world.staff, `/api/users/${world.staffId}`, { updatedAt, ...change })).statusCode]).toEqual([
        change,
        expect.toSatisfy((status) => status === 400 || status === 403),
      ])
    const after = await server.ownerDb
      .selectFrom('userAccount')
      .select(['role', 'status', 'institutionId', 'updatedAt'])
      .where('id', '=', world.staffId)
      .executeTakeFirstOrThrow()
    expect(after).toEqual({ role: 'b', status: 1, institutionId: null, updatedAt })
  })

  const put = (cookie: string, url: string, payload: object) => server.app.inject({ method: 'PUT', url, cookies: { sid: cookie }, payload })
})

describe('bodies and addresses that grow', () => {
  const login = (payload: string) =>
    server.app.inject({ method: 'POST', url: '/api/session/login', headers: { 'content-type': 'application/json' }, payload })
  const attacks: readonly (readonly [string, () => Promise<{ statusCode: number }>])[] = [
    ['ten thousand levels of objects', () => login(`${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`)],
    ['ten thousand levels of lists', () => login(`${'['.repeat(10_000)}${']'.repeat(10_000)}`)],
    ['three megabytes of one text', () => login(JSON.stringify({ email: 'x'.repeat(3_000_000), password: 'y' }))],
    [
      'a hundred thousand keys',
      () => login(JSON.stringify(Object.fromEntries(Array.from({ length: 100_000 }, (_, key) => [`k${key}`, 1])))),
    ],
    ['__proto__', () => login('{"__proto__":{"admin":true},"email":"x","password":"y"}')],
    ['constructor.prototype', () => login('{"constructor":{"prototype":{"admin":true}},"email":"x","password":"y"}')],
    ['a number past what a double holds', () => login('{"email":"x","password":"y","siteId":1e400}')],
    [
      'ten thousand query keys',
      () => server.app.inject(`/api/session?${Array.from({ length: 10_000 }, (_, key) => `k${key}=1`).join('&')}`),
    ],
    ['__proto__ in a query', () => server.app.inject('/api/session?__proto__[admin]=1&constructor=1')],
    [
      'the same parameter a thousand times',
      () => server.app.inject({ url: `/api/users?${'role=1&'.repeat(1000)}take=x`, cookies: { sid: world.manager } }),
    ],
    [
      'a parameter of the query in place of the path’s',
      () => server.app.inject({ url: `/api/users/${2_147_483_000}?id=${world.staffId}`, cookies: { sid: world.manager } }),
    ],
    ['an id past a number', () => server.app.inject({ url: '/api/users/99999999999999999999', cookies: { sid: world.manager } })],
    ['a path of four thousand letters', () => server.app.inject(`/api/users/${'a'.repeat(4_000)}/sites`)],
  ]
  test.each(attacks)('%s is refused, cheaply', async (_, attack) => {
    await attack()
    globalThis.gc?.()
    const before = process.memoryUsage().heapUsed
    const { statusCode } = await attack()
    expect([400, 404, 413, 414]).toContain(statusCode)
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(50 * 1024 * 1024)
    expect(Object.keys(Object.prototype)).toEqual([])
    expect(({} as { admin?: boolean }).admin).toBeUndefined()
  })
})

describe('over a socket', () => {
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
      slow: { ...SLOW, headers: 1_500, body: 1_500 },
      webDist: join(server.configuration.dataDirectory, 'no-web'),
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
    expect(SLOW).toEqual({ headers: 15_000, body: 15_000, request: 300_000 })
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

  test('uploads and downloads that break off leave no file, no row and no open handle', { timeout: 30_000 }, async () => {
    const temporary = mkdtempSync(join(tmpdir(), 'corridor-aborts-'))
    vi.stubEnv('TMPDIR', temporary)
    const stored = await server.kernel.files.put(Buffer.alloc(8_000_000, 'x'))
    await keepFile(server.ownerDb, stored, 'text/csv')
    const { id } = await server.ownerDb
      .insertInto('carrierFile')
      .values({ siteId: world.site, fileName: 'big.csv', sha256: stored.sha256, sizeBytes: stored.sizeBytes, mediaType: 'text/csv' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const rows = async () => (await sql<{ count: string }>`select count(*) from carrier_file`.execute(server.ownerDb)).rows[0]?.count
    const round = async () => {
      const upload = await dial()
      upload.write(
        `POST ${uploadFile.path} HTTP/1.1\r\nHost: x\r\nCookie: sid=${world.manager}\r\nContent-Type: multipart/form-data; boundary=b\r\nContent-Length: 5000000\r\n\r\n--b\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\n${'1,2,3\n'.repeat(20_000)}`,
      )
      const download = await dial()
      download.write(`GET ${downloadFile.path.replace(':id', String(id))} HTTP/1.1\r\nHost: x\r\nCookie: sid=${world.manager}\r\n\r\n`)
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

  test('no password, cookie, e-mail address or phone number of a person gets into the log, whatever fails', async () => {
    const answers: Response[] = []
    const ask = async (path: string, options: RequestInit = {}) =>
      answers.push(
        await fetch(`http://127.0.0.1:${running.port}${path}`, {
          ...options,
          headers: { cookie: `sid=${world.manager}`, 'content-type': 'application/json', ...options.headers },
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

  test.each(['/api/users/2147483000', '/api/test/nothing', '/api/users?take=x'])(
    'the reference of %s is found in the log',
    async (path) => {
      const answer = await fetch(`http://127.0.0.1:${running.port}${path}`, { headers: { cookie: `sid=${world.manager}` } })
      const [line] = await linesOf([answer])
      expect(JSON.parse(line ?? '{}')).toMatchObject({ reqId: answer.headers.get('x-request-id'), status: answer.status })
    },
  )
})
