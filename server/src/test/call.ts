/**
 * The whole server under test, without a port, on a database of its own:
 *
 *   const server = useServer()
 *   const cookie = await signedInAs(server.ownerDb, 'b', { siteId, permissions: { CARRIERS: 1 } })
 *   const { status, body } = await server.callAs(cookie, listCarriers, { take: 5 })
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Endpoint, fillPath, type InputOf, type ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import { type ErrorReply, errorReply } from '@corridor/contract/kernel/errors.ts'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll } from 'vitest'
import { buildApp, type Feature, JOBS } from '../app.ts'
import type { Configuration } from '../platform/configuration.ts'
import type { Db } from '../platform/database/database.ts'
import { cookieName } from '../platform/http/sessions.ts'
import { closeStreams } from '../platform/jobs/events.ts'
import type { Log } from '../platform/kernel.ts'
import { createKernel, type RunningKernel } from '../start/create-kernel.ts'
import { testConfiguration } from './configuration.ts'
import { type TestDatabase, useDatabase } from './database.ts'
import { watchRecords } from './recorded.ts'

/** `body` is parsed by the endpoint's own reply when the call succeeded; `error` by the table's form when it did not. */
export interface Answer<E extends Endpoint> {
  status: number
  body: ReplyOf<E>
  error: ErrorReply
  headers: Record<string, string | string[] | number | undefined>
  bytes: Buffer
}

export interface TestServer {
  app: FastifyInstance
  kernel: RunningKernel
  ownerDb: Db
  configuration: Configuration
  /** Calls an endpoint with the cookie of a session, or without one. */
  callAs: <E extends Endpoint>(
    cookie: string | undefined,
    endpoint: E,
    input: InputOf<E>,
    headers?: Record<string, string>,
  ) => Promise<Answer<E>>
  /** Lines of the process's log so far. */
  log: string[]
  /** Sets the server's clock; undefined lets it run again. */
  setNow: (now: Date | undefined) => void
}

/**
 * @param options.jobs runs queued jobs too; otherwise they only queue
 * @param options.bind endpoints of the test's own, beside the product's
 */
export function useServer({
  configuration = {},
  jobs = false,
  bind,
}: {
  configuration?: Partial<Configuration>
  jobs?: boolean
  bind?: Feature
} = {}): TestServer {
  const database = useDatabase()
  const started: { app?: FastifyInstance; kernel?: RunningKernel; close?: () => Promise<void>; folder?: string } = {}
  const log: string[] = []
  const clock: { now: Date | undefined } = { now: undefined }
  const there = <Value>(value: Value | undefined): Value => {
    if (value === undefined) throw new Error('the server of a test file exists from beforeAll on')
    return value
  }
  beforeAll(async () => {
    const folder = mkdtempSync(join(tmpdir(), 'corridor-server-'))
    const { app, kernel, close } = await openServer(database, testConfiguration(folder, configuration), {
      now: () => clock.now ?? new Date(),
      log: { info: (message) => log.push(message), error: (message, cause) => log.push(`${message}: ${String(cause)}`) },
      ...(bind ? { bind } : {}),
    })
    Object.assign(started, { folder, kernel, close, app })
    if (jobs) await kernel.jobs.work(kernel)
  })
  const recorder = watchRecords(() => database.ownerDb)
  afterAll(async () => {
    const silent = recorder.silent()
    closeStreams()
    await started.app?.close()
    await started.close?.()
    if (started.folder) rmSync(started.folder, { recursive: true, force: true })
    if (silent.length > 0) throw new Error(`changed something and left no row in the activity log: ${silent.join(', ')}`)
  })
  return {
    get app() {
      return there(started.app)
    },
    get kernel() {
      return there(started.kernel)
    },
    get ownerDb() {
      return database.ownerDb
    },
    get configuration() {
      return there(started.kernel).configuration
    },
    callAs: async (cookie, endpoint, input, headers) => {
      const answer = await call(there(started.app), there(started.kernel), cookie, endpoint, input, headers)
      if (answer.status < 300) await recorder.note(endpoint, answer.headers['x-request-id'])
      return answer
    },
    log,
    setNow: (now) => {
      clock.now = now
    },
  }
}

/** A server on a database, which runs no jobs; whoever opened it closes it. */
export async function openServer(
  { ownerUrl, appUrl }: Pick<TestDatabase, 'ownerUrl' | 'appUrl'>,
  configuration: Configuration,
  { bind, ...options }: { log: Log; now: () => Date; bind?: Feature },
): Promise<{ app: FastifyInstance; kernel: RunningKernel; close: () => Promise<void> }> {
  const { kernel, close } = await createKernel(configuration, { ownerUrl, appUrl, definitions: JOBS, poolSize: 8, ...options })
  const webDist = join(configuration.dataDirectory, 'no-web')
  return { kernel, app: await buildApp(kernel, { webDist, ...(bind ? { alsoBind: bind } : {}) }), close }
}

export async function call<E extends Endpoint>(
  app: FastifyInstance,
  kernel: RunningKernel,
  cookie: string | undefined,
  endpoint: E,
  input: InputOf<E>,
  headers: Record<string, string> = {},
): Promise<Answer<E>> {
  const { path, rest } = fillPath(endpoint.path, { ...(input as Record<string, unknown>) })
  const inQuery = endpoint.method === 'GET' || endpoint.method === 'DELETE'
  const response = await app.inject({
    method: endpoint.method,
    url: inQuery ? withQuery(path, rest) : path,
    headers,
    ...(cookie === undefined ? {} : { cookies: { [cookieName(kernel.configuration)]: cookie } }),
    ...(inQuery ? {} : { payload: rest }),
  })
  const ok = response.statusCode < 400
  const json: unknown = /json/.test(String(response.headers['content-type'])) ? response.json() : undefined
  return {
    status: response.statusCode,
    body: (ok && endpoint.kind === 'json' && (json !== undefined || response.statusCode === 204)
      ? endpoint.reply.parse(json)
      : ok
        ? json
        : refused(json, `${endpoint.method} ${path} answered ${response.statusCode}`)) as ReplyOf<E>,
    error: ok ? { message: '', code: '' } : errorReply.parse(json),
    headers: response.headers,
    bytes: response.rawPayload,
  }
}

/** A refusal has no field of the reply: read as missing, two refusals would be alike and a test of what is absent would hold. */
const refused = (said: unknown, answer: string): unknown =>
  typeof said === 'object' && said !== null
    ? new Proxy(said, {
        get(error, key) {
          if (key in error || typeof key === 'symbol' || NOT_OF_A_REPLY.has(key)) return Reflect.get(error, key)
          throw new Error(`${answer}, and has no ${key}: ${JSON.stringify(error)}`)
        },
      })
    : said
/** Asked for by promises, comparisons and failure messages. */
const NOT_OF_A_REPLY: ReadonlySet<string> = new Set(['then', 'toJSON', 'asymmetricMatch', '$$typeof', 'nodeType', 'tagName'])

/** Array parameters repeat their key. */
function withQuery(path: string, input: Record<string, unknown>): string {
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(input))
    for (const item of Array.isArray(value) ? value : [value]) if (item !== undefined) query.append(key, String(item))
  return query.size > 0 ? `${path}?${query.toString()}` : path
}
