/** The parts of an XLSX archive, with limits on what they may unpack to. */
import type { Readable } from 'node:stream'
import yauzl from 'yauzl'
import { FeedRefusal } from './refusal.ts'

const MAX_PARTS = 2_000
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

export async function openArchive(path: string): Promise<Archive> {
  const zip = await new Promise<yauzl.ZipFile>((resolve, reject) =>
    yauzl.open(path, { lazyEntries: true, autoClose: false, validateEntrySizes: true, strictFileNames: true }, (error, opened) =>
      error ? reject(damaged(error)) : resolve(opened),
    ),
  )
  const entries = await listEntries(zip).catch((cause: unknown) => {
    zip.close()
    throw cause
  })
  return {
    has: (name) => entries.has(name),
    names: () => [...entries.keys()],
    stream: (name, limit = MAX_UNPACKED) => {
      const entry = entries.get(name)
      if (!entry) throw damaged(new Error(`no ${name}`))
      if (entry.uncompressedSize > limit) throw tooLarge()
      return new Promise((resolve, reject) =>
        zip.openReadStream(entry, (error, stream) => (error ? reject(damaged(error)) : resolve(stream))),
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

function listEntries(zip: yauzl.ZipFile): Promise<Map<string, yauzl.Entry>> {
  if (zip.entryCount > MAX_PARTS) throw tooLarge()
  return new Promise((resolve, reject) => {
    const entries = new Map<string, yauzl.Entry>()
    let unpacked = 0
    zip.on('error', (cause) => reject(damaged(cause)))
    zip.on('entry', (entry: yauzl.Entry) => {
      unpacked += entry.uncompressedSize
      const ratio = entry.uncompressedSize / Math.max(entry.compressedSize, 1)
      if (entry.isEncrypted())
        return reject(new FeedRefusal('The workbook is protected with a password. Remove the password and upload it again.', 'unsupported'))
      if (unpacked > MAX_UNPACKED || (entry.uncompressedSize > SUSPICIOUS_SIZE && ratio > SUSPICIOUS_RATIO)) return reject(tooLarge())
      entries.set(entry.fileName, entry)
      zip.readEntry()
    })
    zip.on('end', () => resolve(entries))
    zip.readEntry()
  })
}

const damaged = (cause: unknown) =>
  Object.assign(
    new FeedRefusal('The workbook is damaged and cannot be opened. Open it in Excel, save it again as XLSX, and upload that file.'),
    { cause },
  )
const tooLarge = () =>
  new FeedRefusal(
    'The workbook unpacks to far more than a carrier file should hold, and was not opened. Save the sheet as CSV and upload that file.',
  )
