/** Binds a contract to Fastify: session, access, parse, scope, one transaction, reply parsed by the same contract. */

import { accessOfKeys, beforeSecondFactor, type Endpoint, type ParsedOf, type ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import type { Session } from '@corridor/contract/session.ts'
import { allows, isStaff } from '@corridor/domain/access/access.ts'
import type { FastifyContextConfig, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { recordActivity } from '../audit-log/activity.ts'
import type { Trx } from '../database/database.ts'
import type { ActivityEvent, Kernel } from '../kernel.ts'
import { hasKey, keyOf, sessionOfKey } from './api-keys.ts'
import { AppError, inputError } from './errors.ts'
import { exportFormat, sendList } from './exports.ts'
import { type Replay, replayOr } from './idempotency.ts'
import { inScope, type Scope, scopeOfSession } from './scope.ts'
import { sessionOf } from './sessions.ts'

interface Asked<E extends Endpoint> {
  input: ParsedOf<E>
  session: Session
  scope: Scope
  kernel: Kernel
  request: FastifyRequest
  reply: FastifyReply
}
/** Inside the call's one transaction. */
export interface Call<E extends Endpoint> extends Asked<E> {
  trx: Trx
  record: (event: ActivityEvent) => Promise<void>
}
/** Facts of a call that a rule needs, whatever was asked: actor, place and transaction. */
export type Acting = Pick<Call<Endpoint>, 'kernel' | 'trx' | 'scope' | 'session' | 'request' | 'record'>
/** For files, uploads and live streams: no transaction is held open while bytes flow; `transact` opens one. */
export interface RawCall<E extends Endpoint> extends Asked<E> {
  transact: <Result>(work: (call: { trx: Trx; record: (event: ActivityEvent) => Promise<void> }) => Promise<Result>) => Promise<Result>
}

const bound = new WeakMap<Kernel, Endpoint[]>()
/** The endpoints bound for a kernel; a test compares them with the contract's list. */
export const boundEndpoints = (kernel: Kernel): readonly Endpoint[] => bound.get(kernel) ?? []

export function route<E extends Endpoint>(
  app: FastifyInstance,
  kernel: Kernel,
  endpoint: E,
  handler: (call: Call<E>) => Promise<z.input<E['reply']>>,
): void {
  bind(app, kernel, endpoint, async (request, reply) => {
    const asked = await ask(kernel, endpoint, request, reply)
    const format = exportFormat(asked.input)
    if (format)
      return sendList(asked, endpoint, format, ({ page, ...call }) =>
        handler({ ...asked, ...call, input: Object.assign({}, asked.input, page) }),
      )
    const run = (replay: Replay) =>
      inScope(kernel.db, asked.scope, (trx) => {
        let recorded = false
        const record = (event: ActivityEvent) => {
          recorded = true
          return recordActivity(trx, asked, event)
        }
        return replay(trx, async () => {
          const value = await handler({ ...asked, trx, record })
          // Whoever looks through a client's eyes leaves a trace of every look.
          if (asked.session.actingAs && !recorded) await record({ action: 'view_as.looked', entity: endpoint.path, after: asked.input })
          return value
        })
      })
    const value = await (endpoint.idempotent ? replayOr(asked, endpoint, run) : run((_, work) => work()))
    return send(endpoint, reply, value)
  })
}

export function rawRoute<E extends Endpoint>(
  app: FastifyInstance,
  kernel: Kernel,
  endpoint: E,
  handler: (call: RawCall<E>) => Promise<unknown>,
  config: FastifyContextConfig = {},
): void {
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const asked = await ask(kernel, endpoint, request, reply)
    const transact: RawCall<E>['transact'] = (work) =>
      inScope(kernel.db, asked.scope, (trx) => work({ trx, record: (event) => recordActivity(trx, asked, event) }))
    const value = await handler({ ...asked, transact })
    return reply.sent || value === reply ? reply : send(endpoint, reply, value)
  }
  bind(app, kernel, endpoint, answer, config)
}

/** Endpoints without a session (sign-in, health): parsed, but without scope or client data. */
export function publicRoute<E extends Endpoint>(
  app: FastifyInstance,
  kernel: Kernel,
  endpoint: E,
  handler: (call: {
    input: ParsedOf<E>
    session: Session
    kernel: Kernel
    request: FastifyRequest
    reply: FastifyReply
  }) => Promise<z.input<E['reply']>>,
  config: FastifyContextConfig = {},
): void {
  if (endpoint.access.kind !== 'public') throw new Error(`${endpoint.path} is not public`)
  const answer = async (request: FastifyRequest, reply: FastifyReply) => {
    const session = await sessionOf(kernel, request, endpoint.background)
    keepReadOnly(session, endpoint)
    const value = await handler({ input: parseInput(endpoint, request), session, kernel, request, reply })
    return reply.sent || value === reply ? reply : send(endpoint, reply, value)
  }
  bind(app, kernel, endpoint, answer, config)
}

function bind(
  app: FastifyInstance,
  kernel: Kernel,
  endpoint: Endpoint,
  handler: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
  config: FastifyContextConfig = {},
) {
  if (!endpoint.access) throw new Error(`${endpoint.method} ${endpoint.path} declares no access`)
  bound.set(kernel, [...boundEndpoints(kernel), endpoint])
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    handler,
    config,
    ...(endpoint.kind === 'multipart' ? {} : { onRequest: refuseUploads }),
    // Strangers have little to say: their long texts are not even read, let alone parsed.
    ...(endpoint.access.kind === 'public' ? { bodyLimit: STRANGERS_BODY } : {}),
    // Ranges and the hash speak of the file's own bytes.
    ...(endpoint.kind === 'file' ? { compress: false as const } : {}),
  })
}

const STRANGERS_BODY = 32 * 1024

/** A form with files is what another site's page could send without asking: only where a file is expected. */
async function refuseUploads({ headers }: FastifyRequest): Promise<void> {
  if (/^(multipart\/|application\/octet-stream)/i.test(headers['content-type'] ?? '')) throw new AppError('unsupported_file')
}

/** Session, then access, then parse: who may not call learns nothing about the input's form. */
async function ask<E extends Endpoint>(kernel: Kernel, endpoint: E, request: FastifyRequest, reply: FastifyReply): Promise<Asked<E>> {
  const session = hasKey(request) ? await sessionOfKey(kernel, request, endpoint) : await sessionOf(kernel, request, endpoint.background)
  if (session.userId === 0) throw new AppError('not_signed_in')
  if (!session.isMfaValid && !beforeSecondFactor(endpoint)) throw new AppError('mfa_required')
  // MFA comes before an expired password.
  if (session.passwordExpired && !/^\/api\/(session|mfa|site|sites\/settings)(\/|$)/.test(endpoint.path))
    throw new AppError('password_expired')
  keepReadOnly(session, endpoint)
  if (!allows(session, hasKey(request) ? accessOfKeys(endpoint) : endpoint.access)) throw new AppError('forbidden', beyondKey(request))
  const only = isStaff(session.userRole) ? keyOf(request)?.institutionId : null
  const scope = scopeOfSession(session, only)
  return { input: parseInput(endpoint, request), session, scope, kernel, request, reply }
}

const beyondKey = (request: FastifyRequest): { message: string } | undefined => {
  const key = keyOf(request)
  return (
    key && {
      message: `This call is beyond the API key “${key.name}”: its scopes, or the rights of the person who made it, do not cover it.`,
    }
  )
}

/** Viewing as a client is looking: nothing changes but the view itself. */
function keepReadOnly(session: Session, { changes, path }: Endpoint): void {
  if (session.actingAs && changes && !WAYS_OUT.has(path)) throw new AppError('read_only')
}
const WAYS_OUT = new Set(['/api/session/view-as', '/api/session/logout', '/api/session/refresh'])

function parseInput<E extends Endpoint>(endpoint: E, request: FastifyRequest): ParsedOf<E> {
  // A multipart body is read by its handler; only path and query are parsed here.
  const body =
    endpoint.kind === 'multipart' || endpoint.kind === 'mail' || request.body === null || typeof request.body !== 'object'
      ? {}
      : request.body
  if (isTooDeep(body)) throw inputError({ body: [`This is nested more than ${MOST_LEVELS} levels deep.`] })
  const given = Object.entries(body).filter(([field]) => !endpoint.ignores.includes(field))
  const parsed = endpoint.input.safeParse({ ...(request.query as object), ...Object.fromEntries(given), ...(request.params as object) })
  if (!parsed.success) throw refusedInput(parsed.error)
  const unkept = unkeptTexts(parsed.data)
  if (unkept.length > 0)
    throw inputError(Object.fromEntries(unkept.map((field) => [field, ['This contains a character that cannot be stored.']])))
  return parsed.data as ParsedOf<E>
}

/** Nothing of ours is nested a tenth as deep; PostgreSQL gives up on JSON that is nested some thousands of levels. */
const MOST_LEVELS = 100

/** Without recursion, whatever the depth. */
function isTooDeep(body: object): boolean {
  const left: [value: object, level: number][] = [[body, 1]]
  for (let next = left.pop(); next; next = left.pop()) {
    const [value, level] = next
    if (level > MOST_LEVELS) return true
    for (const item of Object.values(value)) if (typeof item === 'object' && item !== null) left.push([item, level + 1])
  }
  return false
}

/** Where texts or keys hold what PostgreSQL keeps in none: a zero byte, or half of a character. Without recursion, whatever the depth. */
function unkeptTexts(input: unknown): string[] {
  const unkept = (text: string) => text.includes('\0') || !text.isWellFormed()
  const found: string[] = []
  const left: [field: string, value: unknown][] = [['', input]]
  for (let next = left.pop(); next; next = left.pop()) {
    const [field, value] = next
    if (typeof value === 'string' && unkept(value)) found.push(field || 'body')
    if (typeof value !== 'object' || value === null) continue
    for (const [key, item] of Object.entries(value)) {
      if (unkept(key)) found.push(field || 'body')
      left.push([field ? `${field}.${key}` : key, item])
    }
  }
  return found
}

/** Refusals of a contract, by field. */
export function refusedInput({ issues }: z.ZodError): AppError {
  // A map, not an object: a key called constructor or __proto__ is a key like any other.
  const meta = new Map<string, string[]>()
  const say = (field: string, message: string) => meta.set(field, [...(meta.get(field) ?? []), message])
  for (const issue of issues) {
    if (issue.code === 'unrecognized_keys') for (const key of issue.keys) say(key, 'This is not known.')
    else say(issue.path.join('.') || 'body', issue.message)
  }
  return new AppError('input', { meta: Object.fromEntries(meta) })
}

function send<E extends Endpoint>(endpoint: E, reply: FastifyReply, value: unknown): unknown {
  reply.code(endpoint.success)
  if (endpoint.success === 204) return reply.send()
  if (endpoint.kind === 'file' || endpoint.kind === 'events') return value
  return reply.send(endpoint.reply.parse(value) as ReplyOf<E>)
}
