/** PNG, JPEG and WebP: whole, of a size that can be shown, with nothing before, after or in between that is no picture. */
import { holds, holdsArchive, PAGE } from './bytes.ts'
import { type Refusal, refuse } from './refusal.ts'

const MAX_PIXELS = 50_000_000

export function checkPicture(bytes: Buffer, content: 'png' | 'jpeg' | 'webp'): Refusal | undefined {
  const size = SIZES[content](bytes)
  if (size === 'damaged' || size === 'polyglot') return refuse(size)
  if (size.width * size.height > MAX_PIXELS) return refuse('pixels')
  if (size.width === 0 || size.height === 0) return refuse('damaged')
  return holds(bytes, PAGE) || holds(bytes, /%PDF-[12]\./g) || holdsArchive(bytes) ? refuse('polyglot') : undefined
}

type Size = { width: number; height: number } | 'damaged' | 'polyglot'

function sizeOfPng(bytes: Buffer): Size {
  let size: Size = 'damaged'
  for (let at = 8; at + 12 <= bytes.length; ) {
    const length = bytes.readUInt32BE(at)
    const type = bytes.toString('latin1', at + 4, at + 8)
    if (at === 8) {
      if (type !== 'IHDR' || length !== 13) return 'damaged'
      size = { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
    }
    at += 12 + length
    if (type === 'IEND') return at === bytes.length ? size : 'polyglot'
  }
  return 'damaged'
}

function sizeOfJpeg(bytes: Buffer): Size {
  // A first segment as long as "/*" says is the beginning of a script that is a picture too.
  if (bytes.toString('latin1', 4, 6) === '/*') return 'polyglot'
  let size: Size = 'damaged'
  let at = 2
  while (at + 4 <= bytes.length) {
    if (bytes[at] !== 0xff) return 'damaged'
    const marker = bytes[at + 1] ?? 0
    if (marker === 0xff) {
      at += 1
      continue
    }
    if (marker === 0xd9) return endOfJpeg(bytes, at + 2, size)
    if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd7)) {
      at += 2
      continue
    }
    const length = bytes.readUInt16BE(at + 2)
    if (length < 2 || at + 2 + length > bytes.length) return 'damaged'
    const frame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (frame && length >= 8) size = { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    at += 2 + length
    // After a scan's header comes its picture: the next marker is an FF that neither a zero nor a restart follows.
    if (marker === 0xda) at = afterScan(bytes, at)
  }
  return bytes.toString('latin1', bytes.length - 2) === '\xff\xd9' ? size : 'damaged'
}

function afterScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1]
    if (next !== undefined && next !== 0 && !(next >= 0xd0 && next <= 0xd7) && next !== 0xff) return at
  }
  return bytes.length
}

/** Cameras put further pictures and fillings behind the first; anything else is something else. */
function endOfJpeg(bytes: Buffer, end: number, size: Size): Size {
  let at = end
  while (bytes[at] === 0 || bytes[at] === 0xff) at += 1
  if (at >= bytes.length) return size
  return bytes[at] === 0xd8 && bytes[at - 1] === 0xff ? size : 'polyglot'
}

function sizeOfWebp(bytes: Buffer): Size {
  if (bytes.length < 30) return 'damaged'
  const end = bytes.readUInt32LE(4) + 8
  if (end !== bytes.length && end + 1 !== bytes.length) return end < bytes.length ? 'polyglot' : 'damaged'
  const type = bytes.toString('latin1', 12, 16)
  if (type === 'VP8X') return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
  if (type === 'VP8 ') return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
  if (type !== 'VP8L') return 'damaged'
  const bits = bytes.readUInt32LE(21)
  return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
}

const SIZES = { png: sizeOfPng, jpeg: sizeOfJpeg, webp: sizeOfWebp } as const
