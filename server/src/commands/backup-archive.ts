/** Reads a backup: first its manifest and whether it is whole and signed, then its parts, each checked against its hash as it flows. */
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import yauzl from 'yauzl'
import type { Keys } from '../platform/security/keys.ts'
import { StartRefused } from '../platform/start-refused.ts'
import { fileEntry, isSigned, MANIFEST, type Manifest, manifest, SIGNATURE, tableEntry, writtenKeyChecks } from './backup-manifest.ts'

export interface Backup {
  manifest: Manifest
  /** The rows of a table as COPY wrote them. @throws StartRefused at its end when they are not what was written */
  table: (table: Manifest['tables'][number]) => Readable
  /** @throws StartRefused at its end when the bytes are not the file's */
  file: (file: Manifest['files'][number]) => Readable
  close: () => void
}

const MANIFEST_MOST = 256 * 1024 * 1024

/** @throws StartRefused with a sentence: not there, cut off, changed, made under other keys */
export async function openBackup(path: string, keys: Keys): Promise<Backup> {
  const zip = await openZip(path)
  try {
    const entries = await entriesOf(zip)
    const text = await wholeEntry(zip, entries.get(MANIFEST))
    const signature = await wholeEntry(zip, entries.get(SIGNATURE))
    const said = readManifest(text)
    refuseOtherKeys(said, keys)
    if (!isSigned(keys, text, signature)) throw tampered('its manifest is not the one that was signed')
    const missing = expectedEntries(said).filter((name) => !entries.has(name))
    if (missing.length > 0) throw tampered(`${missing[0]} is missing${missing.length > 1 ? `, and ${missing.length - 1} more` : ''}`)
    if (entries.size !== expectedEntries(said).length) throw tampered('it holds more than its manifest names')
    return {
      manifest: said,
      table: (table) =>
        Readable.from(
          checked(
            Array.from({ length: table.parts }, (_, part) => entries.get(tableEntry(table.name, part + 1))),
            zip,
            `table ${table.name}`,
            table,
          ),
        ),
      file: (file) =>
        Readable.from(checked([entries.get(fileEntry(file.sha256))], zip, `file ${file.sha256}`, { ...file, bytes: file.sizeBytes })),
      close: () => zip.close(),
    }
  } catch (cause) {
    zip.close()
    throw cause instanceof StartRefused ? cause : cutOff(path, cause)
  }
}

function openZip(path: string): Promise<yauzl.ZipFile> {
  return new Promise((resolve, reject) =>
    yauzl.open(path, { lazyEntries: true, autoClose: false, validateEntrySizes: true, strictFileNames: true }, (error, opened) => {
      if (!error) return resolve(opened)
      reject('code' in error && error.code === 'ENOENT' ? new StartRefused(`There is no file ${path}.`) : cutOff(path, error))
    }),
  )
}

function entriesOf(zip: yauzl.ZipFile): Promise<Map<string, yauzl.Entry>> {
  return new Promise((resolve, reject) => {
    const entries = new Map<string, yauzl.Entry>()
    zip.on('error', reject)
    zip.on('entry', (entry: yauzl.Entry) => {
      if (entries.has(entry.fileName)) return reject(tampered(`${entry.fileName} is in it twice`))
      entries.set(entry.fileName, entry)
      zip.readEntry()
    })
    zip.on('end', () => resolve(entries))
    zip.readEntry()
  })
}

const openEntry = (zip: yauzl.ZipFile, entry: yauzl.Entry): Promise<Readable> =>
  new Promise((resolve, reject) => zip.openReadStream(entry, (error, stream) => (error ? reject(error) : resolve(stream))))

async function wholeEntry(zip: yauzl.ZipFile, entry: yauzl.Entry | undefined): Promise<Buffer> {
  if (!entry || entry.uncompressedSize > MANIFEST_MOST) throw new StartRefused('This is no backup of Corridor: it has no manifest.')
  return buffer(await openEntry(zip, entry))
}

function readManifest(text: Buffer): Manifest {
  try {
    return manifest.parse(JSON.parse(text.toString()))
  } catch (cause) {
    throw new StartRefused('The manifest of this backup cannot be read: it is damaged, or of another version of Corridor.', { cause })
  }
}

function refuseOtherKeys(said: Manifest, keys: Keys): void {
  const own = writtenKeyChecks(keys)
  const other = [
    ...(said.keyChecks.encryption === own.encryption ? [] : ['ENCRYPTION_KEY']),
    ...(said.keyChecks.ssnHash === own.ssnHash ? [] : ['SSN_HASH_KEY']),
  ]
  if (other.length > 0)
    throw new StartRefused(
      `This backup was made under another ${other.join(' and another ')}: what it holds encrypted could not be read. Set the ${other.length > 1 ? 'keys' : 'key'} it was made under, then restore again.`,
    )
}

const expectedEntries = (said: Manifest): string[] => [
  MANIFEST,
  SIGNATURE,
  ...said.tables.flatMap(({ name, parts }) => Array.from({ length: parts }, (_, part) => tableEntry(name, part + 1))),
  ...said.files.map(({ sha256 }) => fileEntry(sha256)),
]

async function* checked(
  parts: readonly (yauzl.Entry | undefined)[],
  zip: yauzl.ZipFile,
  what: string,
  { sha256, bytes }: { sha256: string; bytes: number },
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  let length = 0
  try {
    for (const entry of parts) {
      if (!entry) throw tampered(`${what} is missing`)
      for await (const chunk of await openEntry(zip, entry)) {
        const piece = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk))
        length += piece.length
        hash.update(piece)
        yield piece
      }
    }
  } catch (cause) {
    throw cause instanceof StartRefused ? cause : tampered(`${what} cannot be unpacked`, cause)
  }
  if (length !== bytes || hash.digest('hex') !== sha256) throw tampered(`${what} is not what was written`)
}

const tampered = (reason: string, cause?: unknown) =>
  new StartRefused(`This backup was changed or damaged after it was made: ${reason}. Nothing was restored.`, { cause })
const cutOff = (path: string, cause: unknown) =>
  new StartRefused(`${path} is no whole backup: it was cut off, damaged, or is another kind of file. Nothing was restored.`, { cause })
