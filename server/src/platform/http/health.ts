/** For machines that watch: /healthz (the process runs), /readyz (it can serve), /metrics (how it serves; from this machine only). */
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { Kernel } from '../kernel.ts'
import { AppError } from './errors.ts'

export function watchHealth(app: FastifyInstance, kernel: Kernel, stopping: () => boolean): void {
  const { registry, requests } = metricsOf(kernel)
  app.get('/healthz', { logLevel: 'warn' }, async () => ({ status: 'ok' }))
  app.get('/readyz', { logLevel: 'warn' }, async () => {
    if (stopping()) throw new AppError('unavailable')
    await Promise.race([sql`select 1`.execute(kernel.db), afterSeconds(2)])
    return { status: 'ready' }
  })
  app.get('/metrics', { logLevel: 'warn' }, async (request, reply) => {
    if (!isLocal(request)) throw new AppError('not_found')
    return reply.type(registry.contentType).send(await registry.metrics())
  })
  app.addHook('onResponse', async (request, reply) => {
    requests.observe(
      { method: request.method, route: request.routeOptions.url ?? 'none', status: reply.statusCode },
      reply.elapsedTime / 1000,
    )
  })
}

function metricsOf(kernel: Kernel) {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const requests = new Histogram({
    name: 'corridor_request_seconds',
    help: 'Time from request to answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 10],
    registers: [registry],
  })
  gauge(registry, 'corridor_jobs_waiting', 'Jobs queued or running', () =>
    count(kernel, sql`select count(*)::int as count from pgboss.job where state < 'completed'`),
  )
  gauge(registry, 'corridor_mails_unsent', 'Mails in the outbox', () =>
    count(kernel, sql`select count(*)::int as count from mail_outbox where sent_at is null`),
  )
  gauge(registry, 'corridor_activity_unsealed', 'Activity rows not yet in the chain', () =>
    count(kernel, sql`select count(*)::int as count from activity where seal is null`),
  )
  gauge(registry, 'corridor_clock_ahead_seconds', 'How far this machine’s clock is ahead of PostgreSQL’s', async () => {
    const { rows } = await sql<{ at: number }>`select extract(epoch from clock_timestamp())::float8 as at`.execute(kernel.ownerDb)
    return kernel.now().getTime() / 1000 - (rows[0]?.at ?? Number.NaN)
  })
  return { registry, requests }
}

function gauge(registry: Registry, name: string, help: string, read: () => Promise<number>): void {
  new Gauge({
    name,
    help,
    registers: [registry],
    async collect() {
      this.set(await read())
    },
  })
}

const count = async (kernel: Kernel, query: ReturnType<typeof sql>): Promise<number> => {
  const { rows } = await query.execute(kernel.ownerDb)
  const row: unknown = rows[0]
  return typeof row === 'object' && row !== null && 'count' in row ? Number(row.count) : 0
}

/** From this machine, and not passed on by a proxy on it. */
function isLocal(request: FastifyRequest): boolean {
  const address = request.socket.remoteAddress ?? ''
  return (
    /^(127\.|::1$|::ffff:127\.)/.test(address) &&
    request.headers['x-forwarded-for'] === undefined &&
    request.headers.forwarded === undefined
  )
}

const afterSeconds = (seconds: number) =>
  new Promise<never>((_, reject) => {
    setTimeout(() => reject(new AppError('unavailable')), seconds * 1000).unref()
  })
