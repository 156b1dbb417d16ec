/** Serves the built web application: hashed assets for ever, index.html afresh with its nonce for every path that is a page. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { styleNonce } from './browser-safety.ts'
import { AppError } from './errors.ts'

export const WEB_DIST = join(import.meta.dirname, '../../../web/dist')

export async function serveWeb(app: FastifyInstance, dist: string = WEB_DIST): Promise<void> {
  const index = readIndex(dist)
  if (index !== undefined) {
    await app.register(fastifyStatic, {
      root: dist,
      index: false,
      wildcard: false,
      // index.html is a template: it goes out through the not-found handler only.
      globIgnore: ['index.html'],
      setHeaders: (reply, path) => {
        reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'public, max-age=3600')
      },
    })
  }
  app.setNotFoundHandler((request, reply) => {
    if (!isPage(request)) throw new AppError('not_found')
    if (index === undefined) return reply.code(503).type('text/plain; charset=utf-8').send('The web application has not been built yet: run `npm start`.\n')
    return sendPage(reply, index)
  })
}

/** A missing script answers 404, not a page: the browser then offers to reload (a deploy may have replaced it). */
const isPage = ({ method, url }: FastifyRequest): boolean => (method === 'GET' || method === 'HEAD') && !/^\/(api|assets)(\/|$|\?)/.test(url) && !/\.\w{1,5}($|\?)/.test(url)

function sendPage(reply: FastifyReply, index: string): FastifyReply {
  const nonce = styleNonce(reply)
  return reply.code(200).type('text/html; charset=utf-8').header('cache-control', 'no-store').send(index.replaceAll('__NONCE__', nonce))
}

function readIndex(dist: string): string | undefined {
  try {
    return readFileSync(join(dist, 'index.html'), 'utf8')
  } catch {
    return undefined
  }
}
