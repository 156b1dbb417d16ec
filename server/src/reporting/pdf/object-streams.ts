/**
 * Packs the plain objects of a PDF into object streams (ISO 32000-1, 7.5.7 and 7.5.8). A tagged report holds thousands of small
 * structure objects; packed they are a tenth of the size. Works on what Typst writes (one section, a classic cross-reference
 * table, no encryption) and refuses anything else; a tenth of the time that loading and saving with a PDF library takes.
 */
import { deflateSync, inflateSync } from 'node:zlib'

/** The same document with its plain objects compressed. Same bytes in, same bytes out. @throws Error when the file is not of the plain kind described above */
export function packObjectStreams(file: Buffer): Buffer {
  const head = packed(file, () => false)
  return finished(head, [], head.free)
}

/** The packed objects of a document, before its cross-references. */
export interface Head {
  bytes: Buffer[]
  length: number
  places: Map<number, Place>
  /** The first number that no object has. */
  free: number
  trailer: Trailer
}

/** @param isApart objects that are left out: whoever asks writes them */
export function packed(file: Buffer, isApart: (object: ObjectText) => boolean): Head {
  const table = readCrossReferences(file)
  const plain: ObjectText[] = []
  const head: Head = {
    bytes: [file.subarray(0, table.firstOffset)],
    length: table.firstOffset,
    places: new Map(),
    free: table.size,
    trailer: table.trailer,
  }
  for (const object of objectsOf(file, table)) {
    if (isApart(object)) continue
    if (object.isStream || object.number === table.trailer.root) append(head, object.number, object.whole)
    else plain.push(object)
  }
  for (let start = 0; start < plain.length; start += OBJECTS_A_STREAM) {
    const members = plain.slice(start, start + OBJECTS_A_STREAM)
    const number = head.free++
    members.forEach((member, index) => head.places.set(member.number, { kind: 'packed', stream: number, index }))
    append(head, number, objectStream(number, members))
  }
  return head
}

function append(head: Pick<Head, 'bytes' | 'length' | 'places'>, number: number, whole: Buffer): void {
  head.places.set(number, { kind: 'offset', offset: head.length })
  head.bytes.push(whole)
  head.length += whole.length
}

/**
 * The whole document: the head, then these objects as they stand, then the cross-references.
 * @param free a number above every object's  @param comment a line that readers of the format pass over
 */
export function finished(head: Head, last: readonly [number: number, whole: Buffer][], free: number, comment = ''): Buffer {
  const file = { bytes: [...head.bytes], length: head.length, places: new Map(head.places) }
  for (const [number, whole] of last) append(file, number, whole)
  file.places.set(free, { kind: 'offset', offset: file.length })
  return Buffer.concat([...file.bytes, crossReferenceStream(free, file.places, head.trailer, file.length, comment)])
}

/** The objects of a document as Typst writes it, by their numbers. @throws Error as `packObjectStreams` */
export const plainObjects = (file: Buffer): Map<number, ObjectText> =>
  new Map([...objectsOf(file, readCrossReferences(file))].map((object) => [object.number, object]))

// Readers unpack a whole stream to reach one object: a few hundred keeps that cheap and still compresses well.
const OBJECTS_A_STREAM = 400

export interface Trailer {
  root: number
  info: number | undefined
  id: string | undefined
}
interface CrossReferences {
  size: number
  firstOffset: number
  startOfTable: number
  entries: { number: number; offset: number }[]
  trailer: Trailer
}
export interface ObjectText {
  number: number
  body: Buffer
  whole: Buffer
  isStream: boolean
}
export type Place = { kind: 'offset'; offset: number } | { kind: 'packed'; stream: number; index: number }

function readCrossReferences(file: Buffer): CrossReferences {
  const end = file.subarray(-64).toString('latin1')
  const startOfTable = Number(/startxref\s+(\d+)\s+%%EOF\s*$/.exec(end)?.[1] ?? Number.NaN)
  if (!Number.isSafeInteger(startOfTable)) throw new Error('the PDF does not end in a cross-reference offset')
  const text = file.toString('latin1', startOfTable)
  const header = /^xref\r?\n0 (\d+)\r?\n/.exec(text)
  if (!header?.[1]) throw new Error('the PDF has no classic cross-reference table of one section')
  const size = Number(header[1])
  const entries: { number: number; offset: number }[] = []
  for (let number = 1; number < size; number++) {
    const entry = text.slice(header[0].length + number * 20, header[0].length + (number + 1) * 20)
    if (entry[17] === 'n') entries.push({ number, offset: Number(entry.slice(0, 10)) })
  }
  const trailer = text.slice(header[0].length + size * 20)
  const root = /\/Root (\d+) 0 R/.exec(trailer)?.[1]
  if (!root || /\/(Prev|Encrypt)\b/.test(trailer)) throw new Error('the trailer of the PDF is not a plain one')
  const info = /\/Info (\d+) 0 R/.exec(trailer)?.[1]
  entries.sort((a, b) => a.offset - b.offset)
  return {
    size,
    startOfTable,
    entries,
    firstOffset: entries[0]?.offset ?? startOfTable,
    trailer: { root: Number(root), info: info ? Number(info) : undefined, id: /\/ID (\[[^\]]*\])/.exec(trailer)?.[1] },
  }
}

function* objectsOf(file: Buffer, table: CrossReferences): Generator<ObjectText> {
  for (const [index, { number, offset }] of table.entries.entries()) {
    const whole = file.subarray(offset, table.entries[index + 1]?.offset ?? table.startOfTable)
    const opening = `${number} 0 obj`
    if (whole.toString('latin1', 0, opening.length) !== opening) throw new Error(`object ${number} of the PDF is not where its table says`)
    const closing = whole.lastIndexOf('endobj')
    const isStream = whole.subarray(Math.max(0, closing - 16), closing).includes('endstream')
    yield { number, whole, isStream, body: whole.subarray(opening.length, closing) }
  }
}

function objectStream(number: number, members: ObjectText[]): Buffer {
  const bodies: Buffer[] = []
  const index: string[] = []
  let offset = 0
  for (const member of members) {
    index.push(`${member.number} ${offset}`)
    bodies.push(member.body)
    offset += member.body.length
  }
  const head = Buffer.from(`${index.join(' ')}\n`, 'latin1')
  const packed = deflateSync(Buffer.concat([head, ...bodies]), { level: 6 })
  return streamObject(number, `/Type /ObjStm /N ${members.length} /First ${head.length}`, packed)
}

function crossReferenceStream(number: number, places: Map<number, Place>, trailer: Trailer, offset: number, comment: string): Buffer {
  const size = number + 1
  const rows = Buffer.alloc(size * 7)
  rows.writeUInt16BE(65535, 5)
  for (const [object, place] of places) {
    const at = object * 7
    rows[at] = place.kind === 'offset' ? 1 : 2
    rows.writeUInt32BE(place.kind === 'offset' ? place.offset : place.stream, at + 1)
    rows.writeUInt16BE(place.kind === 'offset' ? 0 : place.index, at + 5)
  }
  const info = trailer.info === undefined ? '' : ` /Info ${trailer.info} 0 R`
  const id = trailer.id === undefined ? '' : ` /ID ${trailer.id}`
  const stream = streamObject(number, `/Type /XRef /Size ${size} /W [1 4 2] /Root ${trailer.root} 0 R${info}${id}`, deflateSync(rows))
  return Buffer.concat([stream, Buffer.from(`${comment}startxref\n${offset}\n%%EOF\n`, 'latin1')])
}

/** The places of a packed document's objects. @param offset of its cross-reference stream @throws Error when there is none of ours */
export function readPlaces(file: Buffer, offset: number): Map<number, Place> {
  const dictionary = /^\d+ 0 obj\n<< \/Type \/XRef [^\n]*\/Length (\d+) >>\nstream\n/.exec(file.toString('latin1', offset, offset + 600))
  if (!dictionary?.[1]) throw new Error('the PDF does not end in a cross-reference stream of ours')
  const start = offset + dictionary[0].length
  const rows = inflateSync(file.subarray(start, start + Number(dictionary[1])))
  const places = new Map<number, Place>()
  for (let at = 7; at < rows.length; at += 7) {
    const second = rows.readUInt32BE(at + 1)
    if (rows[at] === 1) places.set(at / 7, { kind: 'offset', offset: second })
    else if (rows[at] === 2) places.set(at / 7, { kind: 'packed', stream: second, index: rows.readUInt16BE(at + 5) })
  }
  return places
}

export function streamObject(number: number, dictionary: string, bytes: Buffer): Buffer {
  const head = `${number} 0 obj\n<< ${dictionary} /Filter /FlateDecode /Length ${bytes.length} >>\nstream\n`
  return Buffer.concat([Buffer.from(head, 'latin1'), bytes, Buffer.from('\nendstream\nendobj\n', 'latin1')])
}
