/** Zip archives written as a stream, entry by entry: nothing is held but the entry under way, and a reader who leaves closes what is open. */
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { constants, crc32, createDeflateRaw } from 'node:zlib'

export interface ZipEntry {
  /** Path inside the archive; a second entry of the same name gets " (2)". */
  name: string
  /** The bytes, or where to read them once their turn comes. */
  content: Uint8Array | (() => AsyncIterable<Uint8Array> | Promise<AsyncIterable<Uint8Array>>)
  /** PDFs are stored as they are: they are compressed inside. */
  compress?: boolean
}

/** Zip64 where the archive needs it. The same entries make the same bytes: entries carry no clock time. */
export function zipStream(entries: Iterable<ZipEntry> | AsyncIterable<ZipEntry>): Readable {
  return Readable.from(zipped(entries), { objectMode: false, highWaterMark: 256 * 1024 })
}

/** How many bytes `zipStream` writes for entries that are stored as they are, so that a reader knows when it has all. @param entries in their order */
export function zipLength(
  entries: Iterable<{ name: string; size: number /** content is bytes, not a function */; known?: boolean }>,
): number {
  const names = namesInArchive()
  let [offset, directory, count] = [0, 0, 0]
  for (const { name, size, known = false } of entries) {
    const length = Buffer.byteLength(names(name))
    directory += 46 + length + (offset >= MOST_32 ? 12 : 0)
    offset += 30 + length + size + (known ? 0 : 16)
    count += 1
  }
  return offset + directory + (isFar(count, offset, directory) ? 76 : 0) + 22
}

interface Written {
  name: Buffer
  flags: number
  method: number
  crc: number
  size: number
  packedSize: number
  offset: number
}

const STORED = 0
const DEFLATED = 8
const UTF8_NAME = 0x0800
/** Checksum and sizes follow the data, because they are not known before. */
const SIZES_FOLLOW = 0x0008
const MOST_32 = 0xffff_ffff
const MOST_16 = 0xffff
/** 1980-01-01, the first day a zip can name. */
const NO_DATE = (1 << 5) | 1

async function* zipped(entries: Iterable<ZipEntry> | AsyncIterable<ZipEntry>): AsyncGenerator<Uint8Array> {
  const written: Written[] = []
  const names = namesInArchive()
  let offset = 0
  for await (const entry of entries) {
    const name = Buffer.from(names(entry.name))
    const method = entry.compress ? DEFLATED : STORED
    const record: Written = { name, method, flags: UTF8_NAME, crc: 0, size: 0, packedSize: 0, offset }
    if (entry.content instanceof Uint8Array && method === STORED) {
      const { content } = entry
      record.crc = crc32(content)
      record.size = record.packedSize = content.length
      yield localHeader(record)
      yield content
      offset += 30 + name.length + content.length
    } else {
      record.flags |= SIZES_FOLLOW
      yield localHeader(record)
      for await (const chunk of packed(entry, record)) {
        record.packedSize += chunk.length
        yield chunk
      }
      // An entry of 4 GiB would need its sizes in another place; no file of ours comes near.
      if (record.size > MOST_32 || record.packedSize > MOST_32) throw new RangeError(`${entry.name} is too large for a zip entry`)
      yield dataDescriptor(record)
      offset += 30 + name.length + record.packedSize + 16
    }
    written.push(record)
  }
  yield* directory(written, offset)
}

async function* packed(entry: ZipEntry, record: Written): AsyncGenerator<Uint8Array> {
  async function* counted() {
    const source = entry.content instanceof Uint8Array ? [entry.content] : await entry.content()
    for await (const chunk of source) {
      record.crc = crc32(chunk, record.crc)
      record.size += chunk.length
      yield chunk
    }
  }
  if (record.method === STORED) return yield* counted()
  const deflate = createDeflateRaw({ level: constants.Z_BEST_SPEED + 2, chunkSize: 64 * 1024 })
  const feeding = pipeline(counted(), deflate)
  // Whoever stops reading ends the pipeline; a failure of the source surfaces in the loop below.
  feeding.catch(() => undefined)
  for await (const chunk of deflate) yield chunk
  await feeding
}

function localHeader({ name, flags, method, crc, size, packedSize }: Written): Buffer {
  const header = Buffer.alloc(30)
  header.writeUInt32LE(0x04034b50, 0)
  header.writeUInt16LE(20, 4)
  header.writeUInt16LE(flags, 6)
  header.writeUInt16LE(method, 8)
  header.writeUInt16LE(NO_DATE, 12)
  header.writeUInt32LE(crc, 14)
  header.writeUInt32LE(packedSize, 18)
  header.writeUInt32LE(size, 22)
  header.writeUInt16LE(name.length, 26)
  return Buffer.concat([header, name])
}

function dataDescriptor({ crc, size, packedSize }: Written): Buffer {
  const descriptor = Buffer.alloc(16)
  descriptor.writeUInt32LE(0x08074b50, 0)
  descriptor.writeUInt32LE(crc, 4)
  descriptor.writeUInt32LE(packedSize, 8)
  descriptor.writeUInt32LE(size, 12)
  return descriptor
}

function* directory(written: Written[], start: number): Generator<Buffer> {
  let length = 0
  for (const record of written) {
    const line = directoryLine(record)
    length += line.length
    yield line
  }
  if (isFar(written.length, start, length)) yield farEnd(written.length, start, length)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(Math.min(written.length, MOST_16), 8)
  end.writeUInt16LE(Math.min(written.length, MOST_16), 10)
  end.writeUInt32LE(Math.min(length, MOST_32), 12)
  end.writeUInt32LE(Math.min(start, MOST_32), 16)
  yield end
}

const isFar = (count: number, start: number, length: number): boolean => count >= MOST_16 || start >= MOST_32 || length >= MOST_32

function directoryLine({ name, flags, method, crc, size, packedSize, offset }: Written): Buffer {
  const away = offset >= MOST_32
  const line = Buffer.alloc(46)
  line.writeUInt32LE(0x02014b50, 0)
  line.writeUInt16LE((3 << 8) | (away ? 45 : 20), 4)
  line.writeUInt16LE(away ? 45 : 20, 6)
  line.writeUInt16LE(flags, 8)
  line.writeUInt16LE(method, 10)
  line.writeUInt16LE(NO_DATE, 14)
  line.writeUInt32LE(crc, 16)
  line.writeUInt32LE(packedSize, 20)
  line.writeUInt32LE(size, 24)
  line.writeUInt16LE(name.length, 28)
  line.writeUInt16LE(away ? 12 : 0, 30)
  line.writeUInt32LE((0o100644 << 16) >>> 0, 38)
  line.writeUInt32LE(Math.min(offset, MOST_32), 42)
  if (!away) return Buffer.concat([line, name])
  const far = Buffer.alloc(12)
  far.writeUInt16LE(1, 0)
  far.writeUInt16LE(8, 2)
  far.writeBigUInt64LE(BigInt(offset), 4)
  return Buffer.concat([line, name, far])
}

function farEnd(count: number, start: number, length: number): Buffer {
  const end = Buffer.alloc(56 + 20)
  end.writeUInt32LE(0x06064b50, 0)
  end.writeBigUInt64LE(44n, 4)
  end.writeUInt16LE((3 << 8) | 45, 12)
  end.writeUInt16LE(45, 14)
  end.writeBigUInt64LE(BigInt(count), 24)
  end.writeBigUInt64LE(BigInt(count), 32)
  end.writeBigUInt64LE(BigInt(length), 40)
  end.writeBigUInt64LE(BigInt(start), 48)
  end.writeUInt32LE(0x07064b50, 56)
  end.writeBigUInt64LE(BigInt(start + length), 64)
  end.writeUInt32LE(1, 72)
  return end
}

/**
 * Names as they stand in one archive: no absolute paths, no way up, no backslashes, nothing that is not a character, because an archive must not write
 * outside the folder it is opened in; a second file of a name gets " (2)", whatever the case of its letters.
 */
export function namesInArchive(): (wanted: string) => string {
  const taken = new Set<string>()
  /** How far the numbers of a name got: a thousand files of one name are told apart in a thousand steps. */
  const last = new Map<string, number>()
  return (wanted) => {
    const safe =
      wanted
        .normalize('NFC')
        .replace(/[\p{Control}\u202a-\u202e\u2066-\u2069]/gu, '')
        .split(/[/\\]+/)
        .filter((part) => part !== '' && part !== '.' && part !== '..')
        .join('/') || 'file'
    const dot = safe.lastIndexOf('.')
    const [stem, ending] = dot > 0 ? [safe.slice(0, dot), safe.slice(dot)] : [safe, '']
    const key = safe.toLowerCase()
    let name = safe
    for (let copy = last.get(key) ?? 2; taken.has(name.toLowerCase()); copy++) {
      name = `${stem} (${copy})${ending}`
      last.set(key, copy + 1)
    }
    taken.add(name.toLowerCase())
    return name
  }
}
