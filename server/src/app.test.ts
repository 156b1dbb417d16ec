/** Parts that every request passes through: headers, origin, limits, failures, the web application around the API. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { ENDPOINTS } from '@corridor/contract/index.ts'
import { endpoint } from '@corridor/contract/kernel/endpoint.ts'
import { publicAccess } from '@corridor/domain/access/access.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { buildApp } from './app.ts'
import { publicRoute } from './platform/http/route.ts'
import { useServer } from './test/call.ts'

const fail = endpoint({
  method: 'GET',
  path: '/api/test/fail',
  summary: 'Fails as told.',
  access: publicAccess,
  input: z.strictObject({ how: z.enum(['surprise', 'reply', 'database', 'gone', 'large', 'overflow']) }),
  reply: z.object({ id: z.int() }),
})
const server = useServer({
  bind: (app, kernel) =>
    publicRoute(app, kernel, fail, async ({ input }) => {
      if (input.how === 'surprise') throw new Error('the password of the database is hunter2')
      if (input.how === 'reply') return { id: 'not a number' } as unknown as { id: number }
      if (input.how === 'gone') throw Object.assign(new Error('terminating connection due to administrator command'), { code: '57P01' })
      if (input.how === 'large') await sql`select id from site where id = ${9_999_999_999}`.execute(kernel.db)
      if (input.how === 'overflow') await sql`select ${2_147_483_647}::int + 1`.execute(kernel.db)
      await sql`select secret from table_that_is_not_there`.execute(kernel.db)
      return { id: 1 }
    }),
})

describe('failures', () => {
  test.each(['surprise', 'reply', 'database'] as const)(
    'a failure nobody foresaw (%s) shows a reference and none of its text',
    async (how) => {
      const { status, error, headers } = await server.callAs(undefined, fail, { how })
      expect(status).toBe(500)
      expect(error).toEqual({
        code: 'internal',
        message: 'Unable to complete operation. Please contact system administrator.',
        requestId: headers['x-request-id'],
      })
    },
  )

  test('a number that no column holds is the caller’s, a sum that overflows is ours', async () => {
    expect(await server.callAs(undefined, fail, { how: 'large' })).toMatchObject({ status: 400, error: { code: 'input' } })
    expect(await server.callAs(undefined, fail, { how: 'overflow' })).toMatchObject({ status: 500, error: { code: 'internal' } })
  })

  test('a database that is away is 503, and comes back by itself', async () => {
    expect((await server.callAs(undefined, fail, { how: 'gone' })).error.code).toBe('unavailable')
    const answers = await Promise.all(
      Array.from({ length: 20 }, async (_, number) => {
        if (number % 4 === 0)
          await sql`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'corridor' and datname = current_database()`
            .execute(server.ownerDb)
            .catch(() => undefined)
        return server.app.inject('/api/sites/settings')
      }),
    )
    expect(answers.every(({ statusCode }) => statusCode === 200 || statusCode === 503)).toBe(true)
    await expect.poll(async () => (await server.app.inject('/api/sites/settings')).statusCode, { timeout: 10_000 }).toBe(200)
  })

  test.each([
    [
      'malformed JSON',
      { method: 'POST' as const, url: '/api/session/login', headers: { 'content-type': 'application/json' }, payload: '{"email":' },
      400,
      'input',
    ],
    [
      'a form',
      {
        method: 'POST' as const,
        url: '/api/session/login',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: 'email=x',
      },
      415,
      'unsupported_file',
    ],
    [
      'plain text',
      {
        method: 'POST' as const,
        url: '/api/session/login',
        headers: { 'content-type': 'text/plain' },
        payload: '{"email":"x","password":"y"}',
      },
      415,
      'unsupported_file',
    ],
    [
      'a body over the limit',
      { method: 'POST' as const, url: '/api/session/login', payload: { email: 'x', password: 'y'.repeat(5_000_000) } },
      413,
      'too_large',
    ],
    [
      'ten thousand levels of JSON, more than a stranger may send',
      {
        method: 'POST' as const,
        url: '/api/session/login',
        headers: { 'content-type': 'application/json' },
        payload: `${'{"a":'.repeat(10_000)}1${'}'.repeat(10_000)}`,
      },
      413,
      'too_large',
    ],
    [
      'five thousand levels of JSON',
      {
        method: 'POST' as const,
        url: '/api/session/login',
        headers: { 'content-type': 'application/json' },
        payload: `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`,
      },
      400,
      'input',
    ],
    [
      'a poisoned prototype',
      {
        method: 'POST' as const,
        url: '/api/session/login',
        headers: { 'content-type': 'application/json' },
        payload: '{"__proto__":{"admin":true},"email":"x","password":"y"}',
      },
      400,
      'input',
    ],
    [
      'ten thousand query keys',
      { method: 'GET' as const, url: `/api/session?${Array.from({ length: 10_000 }, (_, key) => `k${key}=1`).join('&')}` },
      400,
      'input',
    ],
    ['a path that cannot be decoded', { method: 'GET' as const, url: '/api/users/%E0%A4%A/sites' }, 400, 'input'],
    ['an unknown call', { method: 'GET' as const, url: '/api/nothing-here' }, 404, 'not_found'],
    ['the wrong method', { method: 'PUT' as const, url: '/api/session/login', payload: {} }, 404, 'not_found'],
  ])('%s is refused with a code of the table', async (_, request, status, code) => {
    const response = await server.app.inject(request)
    expect([response.statusCode, response.json().code]).toEqual([status, code])
    expect(({} as { admin?: boolean }).admin).toBeUndefined()
  })
})

describe('browsers', () => {
  test.each(['/', '/api/session', '/api/nothing-here', '/healthz', '/api/docs'])(
    '%s carries the headers that keep a browser safe',
    async (url) => {
      const { headers } = await server.app.inject(url)
      expect(headers).toMatchObject({
        'x-content-type-options': 'nosniff',
        'x-frame-options': 'DENY',
        'referrer-policy': 'same-origin',
        'cross-origin-opener-policy': 'same-origin',
        'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
      })
      const policy = String(headers['content-security-policy'])
      expect(policy).toContain("default-src 'self'")
      expect(policy).toContain("script-src 'self';")
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).not.toMatch(/unsafe|https?:/)
      if (url.startsWith('/api/')) expect(headers['cache-control']).toBe('no-store')
    },
  )

  const changing = ENDPOINTS.filter(({ endpoint: { method, path } }) => method !== 'GET' || path === '/api/session/refresh').map(
    ({ endpoint: of }) => [`${of.method} ${of.path}`, of] as const,
  )
  test.each(changing)('%s is refused from another site, before anything is read', async (_, { method, path }) => {
    for (const headers of [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
      { 'sec-fetch-site': 'cross-site', origin: 'http://localhost:3000' },
    ]) {
      const response = await server.app.inject({ method, url: path.replace(/:\w+/g, '1'), headers })
      expect([response.statusCode, response.json().code]).toEqual([403, 'cross_site'])
    }
  })
})

describe('the web application', () => {
  const dist = mkdtempSync(join(tmpdir(), 'corridor-web-'))
  const script = `console.log(${JSON.stringify('corridor '.repeat(1000))})`
  const started: { app?: Awaited<ReturnType<typeof buildApp>> } = {}
  const get = async (url: string, headers: Record<string, string> = {}) => {
    if (!started.app) throw new Error('not started')
    return started.app.inject({ url, headers })
  }
  beforeAll(async () => {
    mkdirSync(join(dist, 'assets'))
    writeFileSync(join(dist, 'assets', 'main-abc123.js'), script)
    writeFileSync(join(dist, 'assets', 'page-def456.js'), script)
    writeFileSync(join(dist, 'secret.key'), 'not of a kind that is served')
    writeFileSync(
      join(dist, 'index.html'),
      '<!doctype html><head><meta name="csp-nonce" content="__NONCE__"><style nonce="__NONCE__">a{}</style></head>',
    )
    writeFileSync(
      join(dist, 'page-files.json'),
      JSON.stringify({ '/reports/$id': ['/assets/report-1.js'], '/reports/new': ['/assets/new-1.js', '/assets/new-1.css'] }),
    )
    started.app = await buildApp(server.kernel, { webDist: dist })
  })
  afterAll(async () => {
    await started.app?.close()
    rmSync(dist, { recursive: true })
  })

  test('answers the page, with a fresh nonce that its policy names, for every path that is a page', async () => {
    const nonces = new Set<string>()
    for (const url of ['/', '/login?fromUrl=%2Fdashboard', '/asset-reporting/3/report/7']) {
      const { statusCode, body, headers } = await get(url)
      const nonce = /content="([^"]+)"/.exec(body)?.[1] ?? ''
      expect(statusCode).toBe(200)
      expect(String(headers['content-security-policy'])).toContain(`style-src 'self' 'nonce-${nonce}'`)
      expect(headers['cache-control']).toBe('no-store')
      expect(body).not.toContain('__NONCE__')
      nonces.add(nonce)
    }
    expect(nonces.size).toBe(3)
  })

  test('names what the page needs for a browser that was signed in, and nothing for a stranger', async () => {
    const preloads = async (url: string, cookie?: string) =>
      [...(await get(url, cookie === undefined ? {} : { cookie })).body.matchAll(/<link [^>]*href="([^"]+)"/g)].map(([, href]) => href)
    expect(await preloads('/reports/7?page=2', 'sid=x')).toEqual(['/api/session', '/assets/report-1.js'])
    expect(await preloads('/reports/new', 'a=b; __Host-sid=x')).toEqual(['/api/session', '/assets/new-1.js', '/assets/new-1.css'])
    expect(await preloads('/no/such/page', 'sid=x')).toEqual(['/api/session'])
    expect(await preloads('/reports/7')).toEqual([])
    expect(await preloads('/reports/7', 'notsid=x')).toEqual([])
  })

  test('keeps hashed assets for ever, compressed as the browser can read them', async () => {
    const url = '/assets/main-abc123.js'
    const [plain, br, gz] = [
      await get(url),
      await get(url, { 'accept-encoding': 'gzip, br' }),
      await get(url, { 'accept-encoding': 'gzip' }),
    ]
    expect(plain.body).toBe(script)
    expect(brotliDecompressSync(br.rawPayload).toString()).toBe(script)
    expect(gunzipSync(gz.rawPayload).toString()).toBe(script)
    expect(br.rawPayload.length).toBeLessThan(200)
    expect(br.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-type': 'text/javascript; charset=utf-8',
      vary: 'accept-encoding',
    })
  })

  test('a build that is exchanged under a running server takes nothing from the pages that it serves', async () => {
    rmSync(join(dist, 'assets', 'page-def456.js'))
    writeFileSync(join(dist, 'assets', 'page-new789.js'), script)
    expect((await get('/assets/page-def456.js')).body).toBe(script)
    expect((await get('/assets/page-new789.js')).statusCode).toBe(404)
  })

  test.each(['/assets/gone-999.js', '/api/gone', '/secret.key', '/assets/../secret.key', '/..%2f..%2fetc%2fpasswd.txt'])(
    '%s is not there',
    async (url) => expect((await get(url)).statusCode).toBe(404),
  )
})

test('health: alive, ready, and figures for this machine only', async () => {
  expect((await server.app.inject('/healthz')).json()).toEqual({ status: 'ok' })
  expect((await server.app.inject('/readyz')).json()).toEqual({ status: 'ready' })
  const metrics = await server.app.inject('/metrics')
  expect(metrics.body).toMatch(/^corridor_request_seconds_count\{.*route="\/readyz".*\} \d+$/m)
  expect(metrics.body).toMatch(/^corridor_mails_unsent 0$/m)
  expect(metrics.body).toMatch(/^corridor_clock_ahead_seconds -?\d/m)
  expect((await server.app.inject({ url: '/metrics', remoteAddress: '192.0.2.7' })).statusCode).toBe(404)
  expect((await server.app.inject({ url: '/metrics', headers: { 'x-forwarded-for': '127.0.0.1' } })).statusCode).toBe(404)
})
