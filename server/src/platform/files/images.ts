/** Pictures people upload (logos, portraits): sniffed, bounded, drawn anew so that nothing but pixels is kept, and served so that nothing can run. */
import type { FastifyReply, FastifyRequest } from 'fastify'
import sharp from 'sharp'
import type { Db, Trx } from '../database/database.ts'
import { AppError } from '../http/errors.ts'
import { sendFile } from '../http/send-file.ts'
import type { FileStore, StoredFile } from './file-store.ts'
import { keepFile } from './files.ts'

export const MAX_IMAGE_BYTES = 5 * 1024 * 1024
/** Small files can unpack to huge ones; a camera's 24 megapixels pass. */
const MAX_PIXELS = 25_000_000

/** Twice what the page shows, for fine screens: a header's logo is at most 75 px high, a portrait 128 px square. */
export const IMAGE_KINDS = {
  logo: { width: 640, height: 150, fit: 'inside', mediaType: 'image/png' },
  avatar: { width: 256, height: 256, fit: 'cover', mediaType: 'image/webp' },
} as const
export type ImageKind = keyof typeof IMAGE_KINDS

export interface StoredImage extends StoredFile {
  mediaType: string
  width: number
  height: number
}

/**
 * Reads the upload's one file, draws it anew and puts it among the files. Its row comes with `keepImage`, in the transaction that refers to it:
 *
 *   rawRoute(app, kernel, uploadLogo, async ({ kernel, request, transact }) => {
 *     const image = await receiveImage(request, kernel.files, 'logo')
 *     return transact(async ({ trx, record }) => { await keepImage(trx, image); ...set logo_sha256 = image.sha256... })
 *   })
 * @throws AppError too_large, unsupported_file or input, each with a sentence under meta.file
 */
export async function receiveImage(request: FastifyRequest, files: FileStore, kind: ImageKind): Promise<StoredImage> {
  const { content, ...drawn } = await drawImage(await uploadOf(request), kind)
  return { ...(await files.put(content)), ...drawn }
}

export const keepImage = (trx: Db | Trx, image: StoredImage): Promise<void> =>
  keepFile(trx, { sha256: image.sha256, sizeBytes: image.sizeBytes }, image.mediaType)

/** An address that changes with the picture, so that a browser may keep what it has; null when there is none. */
export const imageUrl = (path: string, sha256: string | null): string | null =>
  sha256 === null ? null : `${path}?v=${sha256.slice(0, 12)}`

/**
 * Sends a kept picture, or 304 to who has it. `shared` lets caches between keep it too: for what anybody may see.
 * @throws AppError('not_found') when there is none
 */
export async function sendImage(
  request: FastifyRequest,
  reply: FastifyReply,
  files: FileStore,
  sha256: string | null | undefined,
  { name, asked, shared = false }: { name: string; asked?: string | undefined; shared?: boolean },
): Promise<FastifyReply> {
  if (!sha256) throw new AppError('not_found')
  // The type is read from the bytes again: what lies in the store is believed no more than what came in.
  const content = await files.read(sha256)
  const mediaType = sniffImage(content)
  if (!mediaType) throw new AppError('not_found')
  const lasting = asked !== undefined && sha256.startsWith(asked)
  reply.header('cache-control', `${shared ? 'public' : 'private'}, ${lasting ? 'max-age=86400' : 'no-cache'}`)
  const fileName = `${name}.${mediaType.slice('image/'.length)}`
  return sendFile(request, reply, files, { sha256, sizeBytes: content.length, fileName, mediaType, inline: true })
}

/** The kind by the first bytes; a name or a declared type counts for nothing. SVG is text that can run, and is none of these. */
export function sniffImage(bytes: Buffer): 'image/png' | 'image/jpeg' | 'image/webp' | undefined {
  if (bytes.subarray(0, 8).equals(PNG)) return 'image/png'
  if (bytes.subarray(0, 3).equals(JPEG)) return 'image/jpeg'
  if (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP') return 'image/webp'
  return undefined
}
const PNG = Buffer.from('89504e470d0a1a0a', 'hex')
const JPEG = Buffer.from('ffd8ff', 'hex')

// No decoder but those three can be reached, whatever the bytes pretend; no decoded picture is kept in memory.
sharp.block({ operation: ['VipsForeignLoad'] })
sharp.unblock({ operation: ['VipsForeignLoadPng', 'VipsForeignLoadJpeg', 'VipsForeignLoadWebp'] })
sharp.cache(false)
sharp.concurrency(1)

/** The picture upright, within its kind's bounds, never enlarged, without metadata, profile or further frames. @throws AppError as above */
export async function drawImage(
  bytes: Buffer,
  kind: ImageKind,
): Promise<{ content: Buffer; mediaType: string; width: number; height: number }> {
  if (!sniffImage(bytes))
    throw refused('unsupported_file', 'Choose a PNG, JPEG or WebP picture. Drawings in SVG are refused: save yours as PNG.')
  const { width, height, fit, mediaType } = IMAGE_KINDS[kind]
  try {
    const upright = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' }).autoOrient()
    const fitted = upright.resize({ width, height, fit, withoutEnlargement: fit === 'inside' }).toColourspace('srgb')
    const encoded = mediaType === 'image/png' ? fitted.png({ compressionLevel: 9 }) : fitted.webp({ quality: 82 })
    const { data, info } = await encoded.toBuffer({ resolveWithObject: true })
    return { content: data, mediaType, width: info.width, height: info.height }
  } catch (cause) {
    const large = cause instanceof Error && cause.message.includes('pixel limit')
    throw refused(
      'input',
      large
        ? `The picture has more than ${MAX_PIXELS / 1_000_000} million pixels. Make it smaller and upload it again.`
        : 'The picture cannot be read: the file is damaged. Save it again and upload it.',
      cause,
    )
  }
}

/** Below this share of its area a picture is cut out of no ground: it brings its own. */
const CUT_OUT = 0.02
const LIGHT = 0.8

/** Whether a picture without a ground of its own is so light that white would swallow it. */
export async function isLightPicture(content: Uint8Array): Promise<boolean> {
  const { data } = await sharp(content).ensureAlpha().toColourspace('srgb').raw().toBuffer({ resolveWithObject: true })
  let [covered, light] = [0, 0]
  for (let at = 0; at < data.length; at += 4) {
    const alpha = (data[at + 3] ?? 0) / 255
    covered += alpha
    light += (alpha * (0.2126 * (data[at] ?? 0) + 0.7152 * (data[at + 1] ?? 0) + 0.0722 * (data[at + 2] ?? 0))) / 255
  }
  return covered < (data.length / 4) * (1 - CUT_OUT) && light > covered * LIGHT
}

async function uploadOf(request: FastifyRequest): Promise<Buffer> {
  if (!request.isMultipart()) throw refused('unsupported_file', 'Send the picture as multipart/form-data.')
  const part = await request.file({ limits: { fileSize: MAX_IMAGE_BYTES + 1, files: 1 } })
  if (!part) throw refused('input', 'Choose a picture.')
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of part.file) {
    if (!Buffer.isBuffer(chunk)) continue
    size += chunk.length
    // A body that is too large is read to its end and dropped, so that the answer reaches the sender.
    if (size <= MAX_IMAGE_BYTES) chunks.push(chunk)
  }
  if (size > MAX_IMAGE_BYTES) throw refused('too_large', 'The picture is larger than 5 MB. Make it smaller and upload it again.')
  if (size === 0) throw refused('input', 'The file is empty. Choose a picture.')
  return Buffer.concat(chunks)
}

const refused = (code: 'input' | 'too_large' | 'unsupported_file', message: string, cause?: unknown): AppError =>
  new AppError(code, { message, meta: { file: [message] }, cause })
