/** Bytes on their way to a browser: by stream, resumable, named, and never able to run as a page of ours. */
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { INLINE_MEDIA_TYPES } from '@corridor/domain/files/accepted-kinds.ts'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { FileStore } from '../files/file-store.ts'
import { refuseHeld } from '../files/guarded.ts'
import { AppError } from './errors.ts'

export interface SentFile {
  sha256: string
  sizeBytes: number
  fileName: string
  mediaType: string
  /** Shown in the page where the type allows it; everything else is saved. */
  inline?: boolean | undefined
}

/** Files shown inside a page are shown under a policy that lets them do nothing. */
const SANDBOX = "default-src 'none'; object-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox"

/** Sends a stored file, or the part of it that was asked for (RFC 9110, one range). @throws AppError not_found, file_held */
export async function sendFile(request: FastifyRequest, reply: FastifyReply, files: FileStore, file: SentFile): Promise<FastifyReply> {
  const etag = `"${file.sha256}"`
  await refuseHeld(files, file.sha256)
  nameFile(reply, file).header('etag', etag).header('accept-ranges', 'bytes')
  if (matches(request.headers['if-none-match'], etag)) return reply.code(304).send()
  const range = rangeOf(request, etag, file.sizeBytes)
  if (range === 'unsatisfiable') return reply.code(416).header('content-range', `bytes */${file.sizeBytes}`).send()
  if (range) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${file.sizeBytes}`)
  reply.header('content-length', range ? range.end - range.start + 1 : file.sizeBytes)
  if (request.method === 'HEAD') return reply.send(noBytes())
  const { stream } = await files.open(file.sha256, range)
  closeWith(reply, stream)
  return reply.send(stream)
}

/** Sends bytes that are made on the way (an archive). */
export function sendStream(reply: FastifyReply, stream: Readable, file: Pick<SentFile, 'fileName' | 'mediaType'>): FastifyReply {
  closeWith(reply, stream)
  return nameFile(reply, file).send(stream)
}

interface SentArchive {
  fileName: string
  /** Known beforehand: the browser shows how far it is, and knows an archive that broke off. */
  sizeBytes: number
  etag: string
  open: () => Readable
}

/** Sends an archive that is made on the way; it has no parts to ask for, since its directory needs every byte. */
export function sendArchive(request: FastifyRequest, reply: FastifyReply, { fileName, sizeBytes, etag, open }: SentArchive): FastifyReply {
  nameFile(reply, { fileName, mediaType: 'application/zip' }).header('etag', etag).header('accept-ranges', 'none')
  if (matches(request.headers['if-none-match'], etag)) return reply.code(304).send()
  reply.header('content-length', sizeBytes)
  if (request.method === 'HEAD') return reply.send(noBytes())
  const stream = open()
  closeWith(reply, stream)
  return reply.send(stream)
}

export const sendBytes = (
  reply: FastifyReply,
  bytes: Buffer | string,
  file: Pick<SentFile, 'fileName' | 'mediaType' | 'inline'>,
): FastifyReply => nameFile(reply, file).send(bytes)

/** When a session began with an address, both as one hash; of this process, so that what another node goes on with is counted twice, never not at all. */
const begun = new Map<string, number>()
const BEGUN_MOST = 20_000
const GOES_ON_FOR = 3_600_000

/**
 * One download in the log, however many parts follow. A later part belongs to it when its session began with the same address within the
 * hour; whoever asks for the end alone, or for parts that are answered with the whole, begins one.
 */
export function isFirstPart(request: FastifyRequest): boolean {
  if (request.method === 'HEAD') return false
  const download = createHash('sha256').update(`${request.headers.cookie} ${request.url}`).digest('base64')
  const later = /^bytes=0*[1-9]\d*-\d*$/.test(request.headers.range ?? '') && request.headers['if-range'] === undefined
  if (later && Date.now() - (begun.get(download) ?? 0) < GOES_ON_FOR) return false
  if (begun.size >= BEGUN_MOST) begun.clear()
  begun.set(download, Date.now())
  return true
}

function nameFile(reply: FastifyReply, { fileName, mediaType, inline }: Pick<SentFile, 'fileName' | 'mediaType' | 'inline'>): FastifyReply {
  const shown = inline === true && INLINE_MEDIA_TYPES.has(mediaType.split(';')[0] ?? '')
  return reply
    .type(mediaType)
    .header('content-disposition', contentDisposition(shown ? 'inline' : 'attachment', fileName))
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', SANDBOX)
}

/** RFC 6266: a name that every browser reads, and the exact one for those that read RFC 8187. No text can end the header. */
export function contentDisposition(type: 'inline' | 'attachment', fileName: string): string {
  const safe = fileName.replace(/[\u0000-\u001f\u007f/\\]/g, '_') || 'file'
  const ascii =
    safe
      .normalize('NFKD')
      .replace(/[^\x20-\x7e]/g, '')
      .replace(/["%]/g, '_') || 'file'
  const exact = encodeURIComponent(safe).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
  return `${type}; filename="${ascii}"${ascii === safe ? '' : `; filename*=UTF-8''${exact}`}`
}

/** A stream, because Fastify writes a length of its own where a head has nothing. */
const noBytes = () => Readable.from([])

const matches = (header: string | undefined, etag: string): boolean =>
  header !== undefined && (header.trim() === '*' || header.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag))

/** Several ranges, other units and nonsense are answered with the whole file, as the RFC allows. */
function rangeOf({ headers }: FastifyRequest, etag: string, size: number): { start: number; end: number } | 'unsatisfiable' | undefined {
  const parts = /^bytes=(\d*)-(\d*)$/.exec(headers.range ?? '')
  if (!parts || (headers['if-range'] !== undefined && headers['if-range'] !== etag)) return undefined
  const [, first = '', last = ''] = parts
  if (first === '' && last === '') return undefined
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (start >= size || (first === '' && Number(last) === 0)) return 'unsatisfiable'
  return start > end ? undefined : { start, end }
}

/** A reader who leaves must not leave the file open. */
function closeWith(reply: FastifyReply, stream: Readable): void {
  if (reply.raw.destroyed) stream.destroy()
  else reply.raw.once('close', () => stream.destroy())
}

/** @throws AppError not_found when there is no file behind a row */
export function storedFile<Row extends { sha256: string | null; sizeBytes: number | null }>(
  row: Row | undefined,
): { sha256: string; sizeBytes: number } {
  if (!row || row.sha256 === null || row.sizeBytes === null) throw new AppError('not_found')
  return { sha256: row.sha256, sizeBytes: row.sizeBytes }
}
