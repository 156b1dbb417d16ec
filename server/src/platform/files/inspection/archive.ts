/** The zip that an Office file is: every entry where it says, of the size it says, under a name that stays in its folder. */
import type { Readable } from 'node:stream'
import yauzl from 'yauzl'
import { type Refusal, refuse } from './refusal.ts'

const MAX_ENTRIES = 5_000
/** Over all entries, those of files within the file included. */
export const MAX_UNPACKED = 256 << 20
/** Past this size an entry of a larger ratio is no document but a bomb. */
const SUSPICIOUS_SIZE = 4 << 20
const SUSPICIOUS_RATIO = 200

/** Thrown in the middle of reading; the check's one way out. */
export class Refused extends Error {
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super(refusal.sentence)
    this.refusal = refusal
  }
}
const refused = (rule: Parameters<typeof refuse>[0]) => new Refused(refuse(rule))

export interface Archive {
  entries: ReadonlyMap<string, yauzl.Entry>
  /** Bytes as they unpack. @throws Refused when damaged, or other than the directory says */
  pieces: (entry: yauzl.Entry) => AsyncGenerator<Buffer>
}
/** Bytes unpacked so far of the whole file. */
export interface Budget {
  unpacked: number
}

/** @throws Refused */
export async function openArchive(bytes: Buffer, budget: Budget): Promise<Archive> {
  const zip = await new Promise<yauzl.ZipFile>((resolve, reject) =>
    yauzl.fromBuffer(bytes, { lazyEntries: true, validateEntrySizes: true, strictFileNames: true }, (error, opened) =>
      error ? reject(refused('damaged')) : resolve(opened),
    ),
  )
  if (zip.entryCount > MAX_ENTRIES) throw refused('expands')
  const entries = await listEntries(zip)
  checkPlaces(bytes, [...entries.values()])
  budget.unpacked += [...entries.values()].reduce((sum, entry) => sum + entry.uncompressedSize, 0)
  if (budget.unpacked > MAX_UNPACKED) throw refused('expands')
  return { entries, pieces: (entry) => piecesOf(zip, entry) }
}

function listEntries(zip: yauzl.ZipFile): Promise<Map<string, yauzl.Entry>> {
  return new Promise((resolve, reject) => {
    const entries = new Map<string, yauzl.Entry>()
    const seen = new Set<string>()
    // The library refuses names with "..", a drive, a leading slash or a backslash.
    zip.on('error', (cause: Error) =>
      reject(refused(/path|filename|fileName|characters/.test(cause.message) ? 'archive-names' : 'damaged')),
    )
    zip.on('entry', (entry: yauzl.Entry) => {
      const name = entry.fileName.toLowerCase()
      const unixType = (entry.externalFileAttributes >>> 16) & 0o170000
      if (seen.has(name) || unixType === 0o120000 || /[\p{Cc}:]|(^|\/)\.{1,2}(\/|$)/u.test(name)) return reject(refused('archive-names'))
      if (entry.isEncrypted()) return reject(refused('encrypted'))
      if (entry.uncompressedSize > SUSPICIOUS_SIZE && entry.uncompressedSize > SUSPICIOUS_RATIO * Math.max(entry.compressedSize, 1))
        return reject(refused('expands'))
      seen.add(name)
      if (!name.endsWith('/')) entries.set(entry.fileName, entry)
      zip.readEntry()
    })
    zip.on('end', () => resolve(entries))
    zip.readEntry()
  })
}

const LOCAL = 0x04034b50
const LOCAL_BYTES = Buffer.from('PK\x03\x04', 'latin1')
const LOCAL_SIZE = 30
/** Entries lie one after the other from the first byte on, each under the name the directory has: nothing overlaps, nothing hides between. */
function checkPlaces(bytes: Buffer, entries: readonly yauzl.Entry[]): void {
  let end = 0
  let previous: yauzl.Entry | undefined
  for (const entry of [...entries].sort((one, other) => one.relativeOffsetOfLocalHeader - other.relativeOffsetOfLocalHeader)) {
    const at = entry.relativeOffsetOfLocalHeader
    if (at + LOCAL_SIZE > bytes.length || bytes.readUInt32LE(at) !== LOCAL) throw refused('damaged')
    if (at < end) throw refused('expands')
    // Folders are entries without bytes and are not listed here.
    if (!isDescriptor(bytes.subarray(end, at), previous) && !onlyFolders(bytes, end, at, previous)) throw refused('polyglot')
    const [nameLength, extraLength] = [bytes.readUInt16LE(at + 26), bytes.readUInt16LE(at + 28)]
    if (bytes.toString('utf8', at + LOCAL_SIZE, at + LOCAL_SIZE + nameLength) !== entry.fileName) throw refused('polyglot')
    end = at + LOCAL_SIZE + nameLength + extraLength + entry.compressedSize
    previous = entry
  }
  if (end > bytes.length) throw refused('damaged')
}

/** Optional bytes after an entry: its sum and sizes once more, of a program that did not know them before (APPNOTE 4.3.9). */
function isDescriptor(bytes: Buffer, of: yauzl.Entry | undefined): boolean {
  if (bytes.length === 0) return true
  if (!of || ![12, 16, 20, 24].includes(bytes.length)) return false
  const signed = bytes.length === 16 || bytes.length === 24
  return (!signed || bytes.readUInt32LE(0) === 0x08074b50) && bytes.readUInt32LE(signed ? 4 : 0) === of.crc32
}

function onlyFolders(bytes: Buffer, from: number, until: number, previous: yauzl.Entry | undefined): boolean {
  let at = from
  while (at < until) {
    if (until - at < LOCAL_SIZE || bytes.readUInt32LE(at) !== LOCAL || bytes.readUInt32LE(at + 18) !== 0) {
      const next = bytes.indexOf(LOCAL_BYTES, at)
      const stop = next < 0 || next > until ? until : next
      if (at !== from || stop === at || !isDescriptor(bytes.subarray(at, stop), previous)) return false
      at = stop
      continue
    }
    const nameEnd = at + LOCAL_SIZE + bytes.readUInt16LE(at + 26)
    if (bytes[nameEnd - 1] !== 0x2f) return false
    at = nameEnd + bytes.readUInt16LE(at + 28)
  }
  return at === until
}

async function* piecesOf(zip: yauzl.ZipFile, entry: yauzl.Entry): AsyncGenerator<Buffer> {
  const stream = await new Promise<Readable>((resolve, reject) =>
    zip.openReadStream(entry, (error, opened) => (error ? reject(refused('damaged')) : resolve(opened))),
  )
  try {
    for await (const piece of stream) if (Buffer.isBuffer(piece)) yield piece
  } catch {
    // Damaged, or unpacking to more or less than the directory says.
    throw refused('damaged')
  } finally {
    stream.destroy()
  }
}
