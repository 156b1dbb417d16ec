/** A zip written by hand, so that it can say anything: what zips of programs cannot be made to hold. */
import { crc32, deflateRawSync } from 'node:zlib'

export interface Part {
  name: string
  content?: Buffer | string
  /** As it lies in the file already, deflated. */
  packed?: Buffer
  /** The headers' size, if not the truth. */
  size?: number
  /** Value of the local header, if another one. */
  localName?: string
  encrypted?: boolean
  /** Unix mode, for symbolic links. */
  mode?: number
  /** Bytes before its local header that no directory speaks of. */
  gap?: Buffer
  /** Points to the bytes of the entry before it. */
  overlaps?: boolean
}

export function zipOf(
  parts: readonly Part[],
  { before = Buffer.alloc(0), after = Buffer.alloc(0) }: { before?: Buffer; after?: Buffer } = {},
): Buffer {
  const locals: Buffer[] = [before]
  const directory: Buffer[] = []
  let at = before.length
  let last = 0
  for (const { name, content = '', packed, size, localName = name, encrypted = false, mode, gap, overlaps = false } of parts) {
    const bytes = typeof content === 'string' ? Buffer.from(content) : content
    const data = packed ?? deflateRawSync(bytes)
    const [said, sum] = [size ?? bytes.length, crc32(bytes)]
    if (gap) {
      locals.push(gap)
      at += gap.length
    }
    const own = Buffer.concat([header(30, 0x04034b50, encrypted, sum, data.length, said, localName), Buffer.from(localName), data])
    directory.push(central(encrypted, sum, data.length, said, name, mode, overlaps ? last : at), Buffer.from(name))
    if (overlaps) continue
    last = at
    locals.push(own)
    at += own.length
  }
  const list = Buffer.concat(directory)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(parts.length, 8)
  end.writeUInt16LE(parts.length, 10)
  end.writeUInt32LE(list.length, 12)
  end.writeUInt32LE(at, 16)
  return Buffer.concat([...locals, list, end, after])
}

function header(length: 30, signature: number, encrypted: boolean, sum: number, packed: number, size: number, name: string): Buffer {
  const bytes = Buffer.alloc(length)
  bytes.writeUInt32LE(signature, 0)
  bytes.writeUInt16LE(20, 4)
  bytes.writeUInt16LE((encrypted ? 1 : 0) | 0x800, 6)
  bytes.writeUInt16LE(8, 8)
  bytes.writeUInt32LE(sum, 14)
  bytes.writeUInt32LE(packed, 18)
  bytes.writeUInt32LE(size, 22)
  bytes.writeUInt16LE(Buffer.byteLength(name), 26)
  return bytes
}

function central(
  encrypted: boolean,
  sum: number,
  packed: number,
  size: number,
  name: string,
  mode: number | undefined,
  at: number,
): Buffer {
  const bytes = Buffer.alloc(46)
  bytes.writeUInt32LE(0x02014b50, 0)
  bytes.writeUInt16LE(mode === undefined ? 20 : 0x0314, 4)
  bytes.writeUInt16LE(20, 6)
  bytes.writeUInt16LE((encrypted ? 1 : 0) | 0x800, 8)
  bytes.writeUInt16LE(8, 10)
  bytes.writeUInt32LE(sum, 16)
  bytes.writeUInt32LE(packed, 20)
  bytes.writeUInt32LE(size, 24)
  bytes.writeUInt16LE(Buffer.byteLength(name), 28)
  bytes.writeUInt32LE(((mode ?? 0) << 16) >>> 0, 38)
  bytes.writeUInt32LE(at, 42)
  return bytes
}

/** So many megabytes of blanks, deflated, without ever being there: a block of one megabyte over and over. */
export function packedBlanks(megabytes: number): Buffer {
  const block = deflateRawSync(Buffer.alloc(1 << 20, ' '), { level: 9, finishFlush: 3 })
  return Buffer.concat([...Array.from({ length: megabytes }, () => block), Buffer.from([0x03, 0x00])])
}
