/** Serves the built web application: hashed assets for ever and compressed once, index.html afresh with its nonce for every path that is a page. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { extname, join, sep } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { styleNonce } from './browser-safety.ts'
import { AppError } from './errors.ts'

export const WEB_DIST = join(import.meta.dirname, '../../../../web/dist')

/** @param dist the build, or a folder that does not exist: pages then say what to run */
export function serveWeb(app: FastifyInstance, dist: string = WEB_DIST): void {
  const files = filesOf(dist)
  const index = files.has('/index.html') ? readFileSync(join(dist, 'index.html'), 'utf8') : undefined
  const preloads = preloadsOf(dist)
  app.setNotFoundHandler(async (request, reply) => {
    const file = request.method === 'GET' || request.method === 'HEAD' ? files.get(pathOf(request)) : undefined
    if (file) return sendFile(request, reply, file)
    if (!isPage(request)) throw new AppError('not_found')
    if (index === undefined)
      return reply.code(503).type('text/plain; charset=utf-8').send('The web application has not been built yet: run `npm start`.\n')
    return sendPage(
      request,
      reply,
      index.replace('</head>', () => `${preloads(request)}</head>`),
    )
  })
}

interface WebFile {
  content: Buffer
  type: string
  /** Its name carries a hash of its content. */
  hashed: boolean
  made: Map<Encoding, Promise<Buffer>>
}
type Encoding = 'br' | 'gzip' | 'identity'

const TYPES: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.mjs': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.ico': 'image/x-icon',
  '.wasm': 'application/wasm',
  '.txt': 'text/plain; charset=utf-8',
  // Files that pdf.js reads: character maps, fonts, a color profile.
  '.bcmap': 'application/octet-stream',
  '.pfb': 'application/octet-stream',
  '.icc': 'application/octet-stream',
  '.ttf': 'font/ttf',
}
const COMPRESSES = /^(text\/|image\/svg|application\/(json|wasm))/

/**
 * The build as it lay there when the server started, read whole: no path of a caller reaches the disk, and a build that is exchanged meanwhile takes
 * nothing away from the pages that name the files of this one.
 */
function filesOf(dist: string): Map<string, WebFile> {
  const files = new Map<string, WebFile>()
  for (const entry of entriesOf(dist)) {
    const type = TYPES[extname(entry)]
    const url = `/${entry.split(sep).join('/')}`
    if (type) files.set(url, { content: readFileSync(join(dist, entry)), type, hashed: url.startsWith('/assets/'), made: new Map() })
  }
  return files
}

function entriesOf(dist: string): string[] {
  try {
    return readdirSync(dist, { recursive: true, encoding: 'utf8' })
  } catch {
    return []
  }
}

async function sendFile(request: FastifyRequest, reply: FastifyReply, file: WebFile): Promise<FastifyReply> {
  const encoding = COMPRESSES.test(file.type) ? encodingOf(request) : 'identity'
  const content = await once(file, encoding)
  reply
    .code(200)
    .type(file.type)
    .header('cache-control', file.hashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600')
    .header('vary', 'accept-encoding')
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.send(content)
}

/** Compressed on its first request and kept: brotli well done takes longer than any reader would wait. */
function once(file: WebFile, encoding: Encoding): Promise<Buffer> {
  const known = file.made.get(encoding)
  if (known) return known
  const content = ENCODE[encoding](file.content)
  file.made.set(encoding, content)
  return content
}

const brotli = promisify(brotliCompress)
const deflate = promisify(gzip)
const ENCODE: Record<Encoding, (bytes: Buffer) => Promise<Buffer>> = {
  br: (bytes) => brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 9, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }),
  gzip: (bytes) => deflate(bytes, { level: 9 }),
  identity: async (bytes) => bytes,
}

function encodingOf(request: FastifyRequest): Encoding {
  const accepted = String(request.headers['accept-encoding'] ?? '')
  if (/\bbr\b/.test(accepted)) return 'br'
  return /\bgzip\b/.test(accepted) ? 'gzip' : 'identity'
}

/** As routes are matched: `/%61pi/…` is no page either. What cannot be decoded was refused before. */
const pathOf = ({ url }: FastifyRequest): string => decodeURIComponent(url.replace(/[?#].*$/, ''))

/** A missing script answers 404, not a page: the browser then offers to reload (a deploy may have replaced it). */
const isPage = (request: FastifyRequest): boolean =>
  (request.method === 'GET' || request.method === 'HEAD') &&
  !/^\/(api|assets)(\/|$)/.test(pathOf(request)) &&
  !/\.\w{1,5}$/.test(pathOf(request))

const pageFiles = z.record(z.string().startsWith('/'), z.array(z.string().regex(/^\/assets\/[\w.-]+$/)))

/** Requests of index.html besides its own scripts: for a browser that was signed in, all that the page at this address needs, and who is signed in. */
function preloadsOf(dist: string): (request: FastifyRequest) => string {
  const file = join(dist, 'page-files.json')
  const pages = Object.entries(existsSync(file) ? pageFiles.parse(JSON.parse(readFileSync(file, 'utf8'))) : {}).map(([pattern, names]) => ({
    // Addresses written out come before those with a parameter, as the router has it.
    exact: !pattern.includes('$'),
    pattern: new RegExp(`^${pattern.replace(/\$\w+/g, '[^/]+')}/?$`),
    tags: names.map((name) =>
      name.endsWith('.css')
        ? `<link rel="preload" as="style" crossorigin href="${name}">`
        : `<link rel="modulepreload" crossorigin href="${name}">`,
    ),
  }))
  const session = '<link rel="preload" as="fetch" crossorigin href="/api/session">'
  return (request) => {
    if (!SESSION_COOKIE.test(request.headers.cookie ?? '')) return ''
    const path = pathOf(request)
    const fitting = pages.filter(({ pattern }) => pattern.test(path))
    return [session, ...((fitting.find(({ exact }) => exact) ?? fitting[0])?.tags ?? [])].join('')
  }
}
/** Whether there is one; whose it is, and whether it still holds, is the business of the calls that follow. */
const SESSION_COOKIE = /(^|;\s*)(__Host-)?sid=/

async function sendPage(request: FastifyRequest, reply: FastifyReply, index: string): Promise<FastifyReply> {
  const page = Buffer.from(index.replaceAll('__NONCE__', styleNonce(reply)))
  const encoding = encodingOf(request) === 'identity' ? 'identity' : 'gzip'
  if (encoding === 'gzip') reply.header('content-encoding', 'gzip')
  return reply
    .code(200)
    .type('text/html; charset=utf-8')
    .header('cache-control', 'no-store')
    .header('vary', 'accept-encoding')
    .send(await ENCODE[encoding](page))
}
