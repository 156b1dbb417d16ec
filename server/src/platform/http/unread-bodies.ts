/** Bodies that nobody reads: of calls that are refused before their body is looked at, or while it comes in. */
import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import type { FastifyInstance } from 'fastify'

/**
 * An answer that is there before the request has come in whole waits for the rest, because a browser that is still sending would read a closed connection
 * in place of the answer. Whoever sends on past the time is answered and cut: else Node takes in, for minutes, what nobody asked for.
 */
export function dropUnreadBodies(app: FastifyInstance, milliseconds: number): void {
  app.addHook('onSend', async ({ raw, headers }, reply) => {
    const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
    if (!hasBody || raw.complete !== false || reply.getHeader('connection') === 'close') return
    if (!(await rest(raw, milliseconds))) reply.header('connection', 'close')
  })
}

/** @returns whether all of it came */
async function rest(raw: IncomingMessage, milliseconds: number): Promise<boolean> {
  raw.unpipe()
  raw.resume()
  await once(raw, 'end', { signal: AbortSignal.timeout(milliseconds) }).catch(() => undefined)
  return raw.complete
}
