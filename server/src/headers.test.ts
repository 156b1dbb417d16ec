/** Headers of every kind of answer to a browser, in full: page, script, JSON, refusal, file, export, live stream; over http and behind TLS. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PERMISSION_CODES } from '@corridor/domain/access/access.ts'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildApp } from './app.ts'
import { keepFile } from './platform/files/files.ts'
import { cookieName } from './platform/http/sessions.ts'
import { closeStreams } from './platform/jobs/events.ts'
import { hashPassword } from './platform/security/passwords.ts'
import { buildSite, buildUser, signedInAs } from './test/builders.ts'
import { useServer } from './test/call.ts'
import { useHoldings } from './test/holdings.ts'

const dist = mkdtempSync(join(tmpdir(), 'corridor-headers-'))
const plain = useServer()
const behindTls = useServer({ configuration: { publicUrl: 'https://portal.example.com' } })
const books = { plain: useHoldings(() => plain.ownerDb), tls: useHoldings(() => behindTls.ownerDb) }
const world: Record<'plain' | 'tls', { app?: FastifyInstance; cookie: string; report: number; document: number }> = {
  plain: { cookie: '', report: 0, document: 0 },
  tls: { cookie: '', report: 0, document: 0 },
}

beforeAll(async () => {
  mkdirSync(join(dist, 'assets'))
  writeFileSync(join(dist, 'assets', 'main-abc123.js'), 'export const one = 1')
  writeFileSync(join(dist, 'index.html'), '<!doctype html><style nonce="__NONCE__">a{}</style>')
  for (const [name, server] of [['plain', plain] as const, ['tls', behindTls] as const]) {
    const book = books[name]
    const { siteId } = book
    const permissions = Object.fromEntries(PERMISSION_CODES.map((code) => [code, 2 as const]))
    world[name].cookie = await signedInAs(server.ownerDb, 'd', { siteId, permissions })
    world[name].app = await buildApp(server.kernel, { webDist: dist })
    const file = await server.kernel.files.put(Buffer.from('%PDF-1.7 a report'))
    await keepFile(server.ownerDb, file, 'application/pdf')
    await server.ownerDb
      .updateTable('clientReport')
      .set({ fileSha256: file.sha256, uploadName: 'a.pdf', path: 'a.pdf' })
      .where('id', '=', book.clientReportId)
      .execute()
    await server.ownerDb
      .updateTable('document')
      .set({ fileSha256: file.sha256, uploadName: 'a.pdf' })
      .where('id', '=', book.documentId)
      .execute()
    world[name].report = book.clientReportId
    world[name].document = book.documentId
  }
})
afterAll(async () => {
  closeStreams()
  for (const { app } of Object.values(world)) await app?.close()
  rmSync(dist, { recursive: true })
})

type Kind = 'page' | 'asset' | 'api' | 'file' | 'other'
/** Every way an answer comes about. */
const ANSWERS: readonly (readonly [
  string,
  Kind,
  number,
  (world: { report: number; document: number }) => {
    method?: 'GET' | 'POST' | 'HEAD' | 'PUT' | 'OPTIONS'
    url: string
    headers?: Record<string, string>
    payload?: string
    signedIn?: boolean
  },
])[] = [
  ['the page', 'page', 200, () => ({ url: '/' })],
  ['a page by its head', 'page', 200, () => ({ method: 'HEAD', url: '/login' })],
  ['a script', 'asset', 200, () => ({ url: '/assets/main-abc123.js' })],
  ['a script that is gone', 'other', 404, () => ({ url: '/assets/gone-1.js' })],
  ['an answer', 'api', 200, () => ({ url: '/api/session' })],
  ['a list', 'api', 200, () => ({ url: '/api/activity', signedIn: true })],
  ['nobody signed in', 'api', 401, () => ({ url: '/api/activity' })],
  ['a refusal', 'api', 403, () => ({ method: 'POST', url: '/api/session/login', headers: { 'sec-fetch-site': 'cross-site' } })],
  ['what is not there', 'api', 404, () => ({ url: '/api/users/2147483000', signedIn: true })],
  ['an unknown call', 'api', 404, () => ({ url: '/api/nothing' })],
  ['a call with an unknown method', 'api', 404, () => ({ method: 'OPTIONS', url: '/api/session' })],
  ['an input that is not valid', 'api', 400, () => ({ url: '/api/activity?take=x', signedIn: true })],
  ['a path that cannot be decoded', 'api', 400, () => ({ url: '/api/users/%E0%A4%A/sites' })],
  ['a form', 'api', 415, () => ({ method: 'POST', url: '/api/session/login', headers: { 'content-type': 'text/plain' }, payload: 'x' })],
  [
    'too much',
    'api',
    413,
    () => ({
      method: 'POST',
      url: '/api/session/login',
      headers: { 'content-type': 'application/json' },
      payload: `"${'x'.repeat(5_000_000)}"`,
    }),
  ],
  ['a file', 'file', 200, ({ report }) => ({ url: `/api/reports/${report}/file`, signedIn: true })],
  ['a file in the page', 'file', 200, ({ report }) => ({ url: `/api/reports/${report}/file?inline=1`, signedIn: true })],
  [
    'a part of a file',
    'file',
    206,
    ({ report }) => ({ url: `/api/reports/${report}/file`, signedIn: true, headers: { range: 'bytes=0-3' } }),
  ],
  ['the head of a file', 'file', 200, ({ report }) => ({ method: 'HEAD', url: `/api/reports/${report}/file`, signedIn: true })],
  ['a file by its path', 'file', 200, () => ({ url: '/api/files?path=a.pdf', signedIn: true })],
  ['a document', 'file', 200, ({ document }) => ({ url: `/api/documents/${document}/file?inline=1`, signedIn: true })],
  ['an archive', 'file', 200, ({ report }) => ({ url: `/api/reports/download?ids=${report}`, signedIn: true })],
  ['an export', 'file', 200, () => ({ url: '/api/activity?format=csv', signedIn: true })],
  ['a live stream', 'api', 200, () => ({ url: '/api/asset-reports/events', signedIn: true })],
  ['the API’s description', 'api', 200, () => ({ url: '/api/openapi.json' })],
  ['its page', 'page', 200, () => ({ url: '/api/docs' })],
  ['health', 'other', 200, () => ({ url: '/healthz' })],
]

const POLICY = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self' blob:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
]
const FILE_POLICY = [
  "default-src 'none'",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  'sandbox',
]

describe.each(['plain', 'tls'] as const)('over %s', (name) => {
  test.each(ANSWERS)('%s', async (_, kind, status, ask) => {
    const { app, cookie, report, document } = world[name]
    const { signedIn, ...request } = ask({ report, document })
    const server = name === 'plain' ? plain : behindTls
    const response = await app?.inject({
      ...request,
      ...(signedIn ? { cookies: { [cookieName(server.configuration)]: cookie } } : {}),
      payloadAsStream: true,
    })
    if (!response) throw new Error('not started')
    response.stream().destroy()
    closeStreams()
    const { headers } = response
    expect(response.statusCode).toBe(status)
    expect({
      sniffing: headers['x-content-type-options'],
      referrer: headers['referrer-policy'],
      frames: headers['x-frame-options'],
      opener: headers['cross-origin-opener-policy'],
      resource: headers['cross-origin-resource-policy'],
      adobe: headers['x-permitted-cross-domain-policies'],
      transport: headers['strict-transport-security'],
      powered: headers['x-powered-by'],
      server: headers.server,
      allowedOrigin: headers['access-control-allow-origin'],
      reference: /^[0-9a-f-]{36}$/.test(String(headers['x-request-id'])),
      permissions: /camera=\(\).*geolocation=\(\).*publickey-credentials-get=\(self\)/.test(String(headers['permissions-policy'])),
    }).toEqual({
      sniffing: 'nosniff',
      referrer: 'same-origin',
      frames: 'DENY',
      opener: 'same-origin',
      resource: 'same-origin',
      adobe: 'none',
      transport: name === 'tls' ? 'max-age=31536000; includeSubDomains' : undefined,
      powered: undefined,
      server: undefined,
      allowedOrigin: undefined,
      reference: true,
      permissions: true,
    })
    const policy = String(headers['content-security-policy'])
      .split(';')
      .map((directive) => directive.trim())
    const expected = kind === 'file' ? FILE_POLICY : [...POLICY, ...(name === 'tls' ? ['upgrade-insecure-requests'] : [])]
    // A page's own styles carry a nonce that its policy names: nothing else is let in.
    expect(policy.map((directive) => (kind === 'page' ? directive.replace(/ 'nonce-[\w+/=]{20,}'/, '') : directive))).toEqual(expected)
    expect(
      headers['content-type'] === undefined || /^(text\/\S+; charset=utf-8|application\/|image\/)/.test(String(headers['content-type'])),
    ).toBe(true)
    const caching = { page: 'no-store', api: 'no-store', file: 'no-store', asset: 'public, max-age=31536000, immutable', other: undefined }[
      kind
    ]
    if (caching) expect(headers['cache-control']).toBe(caching)
    if (kind === 'file')
      expect(headers['content-disposition']).toMatch(/^(attachment|inline); filename="(a\.pdf|reports\.zip|activity-[\d-]+\.csv)"$/)
  })
})

test.each(['/%61pi/session', '/a%70i/session', '/api/session/', '/%61pi/nothing-here'])('%s is kept by no cache either', async (url) => {
  const answer = await world.plain.app?.inject({ url, cookies: { sid: world.plain.cookie } })
  expect(answer?.headers['content-type']).toMatch(/^application\/json/)
  expect(answer?.headers['cache-control']).toBe('no-store')
})

test.each(['plain', 'tls'] as const)(
  'the cookies over %s, of the session and of the browser, are for this host alone, not for scripts, and not sent from elsewhere',
  async (name) => {
    const server = name === 'plain' ? plain : behindTls
    const password = 'a password of some length'
    const siteId = await buildSite(server.ownerDb)
    await buildUser(server.ownerDb, 'd', { sites: [siteId], email: 'cookie@firm.test', passwordHash: await hashPassword(password) })
    const response = await world[name].app?.inject({
      method: 'POST',
      url: '/api/session/login',
      payload: { email: 'cookie@firm.test', password },
    })
    expect([response?.headers['set-cookie']].flat()).toEqual(
      name === 'tls'
        ? [
            expect.stringMatching(/^__Host-sid=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
            expect.stringMatching(/^__Host-device=[\w.-]+; Max-Age=15552000; Path=\/; HttpOnly; Secure; SameSite=Lax$/),
          ]
        : [
            expect.stringMatching(/^sid=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/),
            expect.stringMatching(/^device=[\w.-]+; Max-Age=15552000; Path=\/; HttpOnly; SameSite=Lax$/),
          ],
    )
  },
)
