/** Streams of a compound file (MS-CFB): the box in which Office puts a workbook that is protected with a password. */
import { FeedRefusal } from './refusal.ts'

const END_OF_CHAIN = 0xfffffffe
const ENTRY_BYTES = 128
const STREAM = 2
const ROOT = 5
const BROKEN = 'The workbook is damaged: it was cut off or changed on the way. Ask the carrier to send it again.'

/** The bytes of a stream by its name; null when the file has none. @throws FeedRefusal when the file is damaged */
export function readStream(file: Buffer, name: string): Buffer | null {
  try {
    return find(file, name)
  } catch (cause) {
    if (cause instanceof FeedRefusal) throw cause
    throw Object.assign(new FeedRefusal(BROKEN), { cause })
  }
}

function find(file: Buffer, name: string): Buffer | null {
  const sectorSize = 2 ** file.readUInt16LE(30)
  const miniSize = 2 ** file.readUInt16LE(32)
  const smallest = file.readUInt32LE(56)
  const sector = (number: number) => file.subarray((number + 1) * sectorSize, (number + 2) * sectorSize)
  const table = tableOf(file, sectorSize, sector)
  const chain = (start: number) => Buffer.concat(follow(start, table).map(sector))
  const directory = chain(file.readUInt32LE(48))
  const entries = Array.from({ length: Math.floor(directory.length / ENTRY_BYTES) }, (_, index) =>
    directory.subarray(index * ENTRY_BYTES, (index + 1) * ENTRY_BYTES),
  )
  const root = entries.find((entry) => entry[66] === ROOT)
  const wanted = entries.find(
    (entry) => entry[66] === STREAM && entry.toString('utf16le', 0, Math.max(0, entry.readUInt16LE(64) - 2)) === name,
  )
  if (!wanted || !root) return null
  const [start, size] = [wanted.readUInt32LE(116), Number(wanted.readBigUInt64LE(120))]
  if (size >= smallest) return whole(chain(start), size)
  // Small streams share the sectors of the root.
  const small = chain(root.readUInt32LE(116))
  const miniTable = numbersOf(chain(file.readUInt32LE(60)))
  return whole(Buffer.concat(follow(start, miniTable).map((number) => small.subarray(number * miniSize, (number + 1) * miniSize))), size)
}

function whole(bytes: Buffer, size: number): Buffer {
  if (bytes.length < size) throw new FeedRefusal(BROKEN)
  return bytes.subarray(0, size)
}

/** The table of what follows what: its sectors are listed in the header, and in further sectors for large files. */
function tableOf(file: Buffer, sectorSize: number, sector: (number: number) => Buffer): number[] {
  const sectors = numbersOf(file.subarray(76, 512))
  let next = file.readUInt32LE(68)
  for (let count = file.readUInt32LE(72); count > 0 && next < END_OF_CHAIN; count--) {
    const more = numbersOf(sector(next))
    next = more.pop() ?? END_OF_CHAIN
    sectors.push(...more)
  }
  const used = sectors.slice(0, file.readUInt32LE(44))
  if (used.length > file.length / sectorSize) throw new FeedRefusal(BROKEN)
  return used.flatMap((number) => numbersOf(sector(number)))
}

const numbersOf = (bytes: Buffer): number[] =>
  Array.from({ length: Math.floor(bytes.length / 4) }, (_, index) => bytes.readUInt32LE(index * 4))

/** @throws FeedRefusal for a chain that leads back into itself, or nowhere */
function follow(start: number, table: readonly number[]): number[] {
  const chain: number[] = []
  for (let next: number | undefined = start; next !== END_OF_CHAIN; next = table[next]) {
    if (next === undefined || chain.length > table.length) throw new FeedRefusal(BROKEN)
    chain.push(next)
  }
  return chain
}
