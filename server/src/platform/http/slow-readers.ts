/** Clients that ask and then do not read: each holds a file, an archive or a stream open, and the memory of what waits to be sent. */
import type { ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** @param milliseconds without a byte going out, while some wait to: then the connection is cut. A slow line makes progress, however little. */
export function dropSlowReaders(app: FastifyInstance, milliseconds: number): void {
  const open = new Map<ServerResponse, { sent: string; since: number }>()
  app.addHook('onRequest', async (_, { raw }) => {
    open.set(raw, { sent: '', since: performance.now() })
    raw.once('close', () => open.delete(raw))
  })
  const sweep = setInterval(
    () => {
      const now = performance.now()
      for (const [response, seen] of open) {
        const { socket } = response
        const sent = socket ? sentOf(socket) : undefined
        // Nothing waits for the reader: the server is still at its work.
        if (sent === undefined || sent !== seen.sent) open.set(response, { sent: sent ?? '', since: now })
        else if (now - seen.since >= milliseconds) socket?.destroy()
      }
    },
    Math.min(1_000, milliseconds / 4),
  )
  sweep.unref()
  app.addHook('onClose', async () => clearInterval(sweep))
}

/** How far the operating system has taken what was written; undefined when it has all of it. */
function sentOf(socket: Socket): string | undefined {
  if (socket.writableLength === 0) return undefined
  // Progress of the piece under way is shown by Node only here: for a large one on a slow line that is all there is to see for a while.
  const handle: unknown = Reflect.get(socket, '_handle')
  const left = typeof handle === 'object' && handle !== null ? Reflect.get(handle, 'writeQueueSize') : 0
  return `${socket.bytesWritten - socket.writableLength} ${String(left)}`
}
