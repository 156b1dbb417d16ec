/** Live progress: NOTIFY with the causing transaction, one LISTEN connection a node, server-sent events to the open pages of a site. */
import type { Session } from '@corridor/contract/session.ts'
import { isStaff } from '@corridor/domain/access/access.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import pg from 'pg'
import { z } from 'zod'
import { AppError } from '../http/errors.ts'
import { isAlive, sessionRowOf } from '../http/sessions.ts'
import { EVENT_TYPES, type Events, type Kernel, type LiveEvent } from '../kernel.ts'

const EVENTS = 'corridor_event'
const SESSION_END = 'corridor_session_end'
const HEARTBEAT = 10_000
/** A page holds one or two; more than this from one session is a fault or an attack. */
const STREAMS_PER_SESSION = 12
/** The most that a page that stopped reading may leave in our memory. */
const UNREAD_LIMIT = 256 * 1024

/** A command tells of its changes in the same way: the open pages of the servers show them. */
export const publish: Events['publish'] = async (trx, event) => {
  await sql`select pg_notify(${EVENTS}, ${JSON.stringify(event)})`.execute(trx)
}

export interface EventHub extends Events {
  /** Hears that a session was ended, wherever that happened. */
  onSessionEnd: (idHash: Buffer, listener: () => void) => () => void
  stop: () => Promise<void>
}

/**
 * Opens the LISTEN connection, directly to PostgreSQL (not through a transaction pooler), and opens it again whenever it breaks. What was
 * published in between is lost: events only say that something changed, pages refetch on reconnecting.
 */
export async function startEvents(ownerUrl: string, onError: (cause: unknown) => void): Promise<EventHub> {
  const bySite = new Map<number, Set<(event: LiveEvent) => void>>()
  const bySession = new Map<string, Set<() => void>>()
  const byChannel = new Map<string, Set<() => void>>()
  let client: pg.Client | undefined
  let retry: NodeJS.Timeout | undefined
  let stopped = false

  const listen = async () => {
    const fresh = new pg.Client({ connectionString: ownerUrl, application_name: 'corridor events', keepAlive: true })
    fresh.on('error', onError)
    fresh.on('end', () => again(fresh))
    fresh.on('notification', ({ channel, payload = '' }) => {
      if (channel === EVENTS) deliver(payload)
      else for (const listener of (channel === SESSION_END ? bySession.get(payload) : byChannel.get(channel)) ?? []) listener()
    })
    await fresh.connect()
    await fresh.query([EVENTS, SESSION_END, ...byChannel.keys()].map((channel) => `listen ${channel}`).join('; '))
    client = fresh
  }
  const deliver = (payload: string) => {
    const event = liveEvent.parse(JSON.parse(payload))
    for (const listener of bySite.get(event.siteId) ?? []) listener(event)
  }
  const again = (broken?: pg.Client) => {
    if (stopped || retry || (broken && client && broken !== client)) return
    client = undefined
    retry = setTimeout(() => {
      retry = undefined
      listen().catch((cause: unknown) => {
        onError(cause)
        again()
      })
    }, 500)
  }
  await listen()

  return {
    publish,
    subscribe: (siteId, listener) => add(bySite, siteId, listener),
    onSessionEnd: (idHash, listener) => add(bySession, idHash.toString('hex'), listener),
    onNotice: (channel, listener) => {
      if (!/^corridor_[a-z_]+$/.test(channel)) throw new Error(`${channel} is no channel of ours`)
      // While the connection is down this fails, and the next one listens from its beginning.
      if (!byChannel.has(channel)) client?.query(`listen ${channel}`).catch(onError)
      return add(byChannel, channel, listener)
    },
    stop: async () => {
      stopped = true
      clearTimeout(retry)
      await client?.end().catch(() => undefined)
    },
  }
}

const liveEvent = z.object({
  siteId: z.int(),
  institutionId: z.int().optional(),
  type: z.enum(EVENT_TYPES),
  batchId: z.int().optional(),
  reportId: z.int().optional(),
  fileId: z.int().optional(),
  userId: z.int().optional(),
  status: z.string().optional(),
})

/**
 * Streams the events that concern the caller until the page goes, the session ends or the server stops.
 * Client-side sessions hear of their own institution: what became of its uploads and requests, and what was released or withdrawn; how staff work on a
 * report, and what they note about a request, is not theirs.
 */
export function openStream(
  call: { kernel: Kernel; session: Session; request: FastifyRequest; reply: FastifyReply },
  wanted: (event: LiveEvent) => boolean = () => true,
): FastifyReply {
  const { kernel, session, request, reply } = call
  const row = sessionRowOf(request)
  if (!row) throw new AppError('not_signed_in')
  const owner = row.idHash.toString('hex')
  const open = (streams.get(owner) ?? 0) + 1
  if (open > STREAMS_PER_SESSION) throw new AppError('too_many_requests', { message: 'Too many pages are open. Close some of them.' })
  streams.set(owner, open)

  reply.hijack()
  const socket = reply.raw
  socket.writeHead(200, {
    // Headers of every answer to a browser; from here on Fastify adds nothing.
    ...Object.fromEntries(Object.entries(reply.getHeaders()).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))),
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
    connection: 'keep-alive',
  })
  const write = (text: string) => {
    socket.write(text)
    if (socket.writableLength > UNREAD_LIMIT) close()
  }
  const staff = isStaff(session.userRole)
  const unsubscribe = kernel.events.subscribe(session.siteId, (event) => {
    const own = event.institutionId === session.institutionId
    const shown =
      event.type === 'upload' ||
      (event.type === 'request' && event.status !== 'Note') ||
      event.status === 'Released' ||
      event.status === 'Withdrawn'
    const theirs = staff || (own && shown)
    if (theirs && wanted(event)) write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
  })
  const forget = isHub(kernel.events) ? kernel.events.onSessionEnd(row.idHash, () => close('session')) : () => undefined
  const heartbeat = setInterval(() => {
    write(': still here\n\n')
    // Idle time-out, deactivation, a lost right to the site: the same statement that guards every call.
    isAlive(kernel, row.idHash).then(
      (alive) => alive || close('session'),
      () => undefined,
    )
  }, HEARTBEAT)
  let closed = false
  const close = (reason?: 'session') => {
    if (closed) return
    closed = true
    clearInterval(heartbeat)
    unsubscribe()
    forget()
    const left = (streams.get(owner) ?? 1) - 1
    if (left > 0) streams.set(owner, left)
    else streams.delete(owner)
    openClosers.delete(close)
    if (reason) socket.write('event: session\ndata: {"ended":true}\n\n')
    socket.end()
  }
  openClosers.add(close)
  socket.on('close', () => close())
  write('retry: 2000\n\n')
  return reply
}

/** Ends every open stream: a server that stops must not wait for pages to leave. */
export function closeStreams(): void {
  for (const close of [...openClosers]) close()
}

const streams = new Map<string, number>()
const openClosers = new Set<() => void>()
const isHub = (events: Events): events is EventHub => 'onSessionEnd' in events

function add<Key, Item>(map: Map<Key, Set<Item>>, key: Key, item: Item): () => void {
  const set = map.get(key) ?? new Set()
  map.set(key, set.add(item))
  return () => {
    set.delete(item)
    if (set.size === 0) map.delete(key)
  }
}
