/** The parts of an XLSX archive, or the files of a zip, with limits on what they may unpack to. */
import type { Readable } from 'node:stream'
import yauzl from 'yauzl'
import { FeedRefusal } from './refusal.ts'

/** A workbook has a part for each sheet and picture; a zip of a firm's reports and documents has thousands of files. */
const MAX_PARTS = { workbook: 2_000, zip: 50_000 } as const
const MAX_UNPACKED = 1 << 30
/** Past this size a part that unpacks to more than a hundred times its packed size is no workbook but a bomb. */
const SUSPICIOUS_SIZE = 32 << 20
const SUSPICIOUS_RATIO = 100

export interface Archive {
  has: (name: string) => boolean
  names: () => string[]
  /** @param limit bytes unpacked @throws FeedRefusal when absent, damaged or larger */
  stream: (name: string, limit?: number) => Promise<Readable>
  close: () => void
}

export async function openArchive(path: string, kind: keyof typeof MAX_PARTS = 'workbook'): Promise<Archive> {
  const zip = await new Promise<yauzl.ZipFile>((resolve, reject) =>
    yauzl.open(path, { lazyEntries: true, autoClose: false, validateEntrySizes: true, strictFileNames: true }, (error, opened) =>
      error ? reject(damaged(error, kind)) : resolve(opened),
    ),
  )
  const entries = await listEntries(zip, kind).catch((cause: unknown) => {
    zip.close()
    throw cause
  })
  return {
    has: (name) => entries.has(name),
    names: () => [...entries.keys()],
    stream: (name, limit = MAX_UNPACKED) => {
      const entry = entries.get(name)
      if (!entry) throw damaged(new Error(`no ${name}`), kind)
      if (entry.uncompressedSize > limit) throw tooLarge(kind)
      return new Promise((resolve, reject) =>
        zip.openReadStream(entry, (error, stream) => (error ? reject(damaged(error, kind)) : resolve(stream))),
      )
    },
    close: () => zip.close(),
  }
}

/** Reads a part to its end, in pieces. @throws FeedRefusal when the archive is damaged, or unpacks to other than it says */
export async function* pieces(stream: Readable): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const chunk of stream) yield decoder.decode(chunk, { stream: true })
    yield decoder.decode()
  } catch (cause) {
    throw cause instanceof FeedRefusal ? cause : damaged(cause)
  } finally {
    stream.destroy()
  }
}

function listEntries(zip: yauzl.ZipFile, kind: keyof typeof MAX_PARTS): Promise<Map<string, yauzl.Entry>> {
  if (zip.entryCount > MAX_PARTS[kind]) throw tooLarge(kind)
  return new Promise((resolve, reject) => {
    const entries = new Map<string, yauzl.Entry>()
    let unpacked = 0
    zip.on('error', (cause) => reject(damaged(cause, kind)))
    zip.on('entry', (entry: yauzl.Entry) => {
      unpacked += entry.uncompressedSize
      const ratio = entry.uncompressedSize / Math.max(entry.compressedSize, 1)
      if (entry.isEncrypted())
        return reject(new FeedRefusal(`The ${kind} is protected with a password. Remove the password and upload it again.`, 'unsupported'))
      if (unpacked > MAX_UNPACKED || (entry.uncompressedSize > SUSPICIOUS_SIZE && ratio > SUSPICIOUS_RATIO)) return reject(tooLarge(kind))
      entries.set(entry.fileName, entry)
      zip.readEntry()
    })
    zip.on('end', () => resolve(entries))
    zip.readEntry()
  })
}

const DAMAGED = {
  workbook: 'The workbook is damaged and cannot be opened. Open it in Excel, save it again as XLSX, and upload that file.',
  zip: 'The zip is damaged and cannot be opened. Make it again and upload that file.',
} as const
const TOO_LARGE = {
  workbook:
    'The workbook unpacks to far more than a carrier file should hold, and was not opened. Save the sheet as CSV and upload that file.',
  zip: 'The zip holds more than 50,000 files or unpacks to more than 1 GB, and was not opened. Divide it into several.',
} as const
const damaged = (cause: unknown, kind: keyof typeof MAX_PARTS = 'workbook') => Object.assign(new FeedRefusal(DAMAGED[kind]), { cause })
const tooLarge = (kind: keyof typeof MAX_PARTS) => new FeedRefusal(TOO_LARGE[kind])
