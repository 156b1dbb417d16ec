/** The kind of a file by its bytes and not by its name, and its encoding, when it is text. */
import { isUtf8 } from 'node:buffer'
import { open } from 'node:fs/promises'
import { FeedRefusal } from './refusal.ts'

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252'

export const SAVE_AS = 'Open it in Excel, save it as XLSX or as “CSV UTF-8”, and upload that file.'
const MAGIC: [name: string, bytes: number[], sentence: string][] = [
  [
    'pdf',
    [0x25, 0x50, 0x44, 0x46],
    'This is a PDF document, a statement to be read by people. Ask the carrier for the in-force extract behind it: one row for each policy, with policy number, valuation date, cash surrender value and death benefit, as CSV or XLSX.',
  ],
  ['gzip', [0x1f, 0x8b], 'This file is packed (gzip). Unpack it and upload the CSV or XLSX inside.'],
  ['7z', [0x37, 0x7a, 0xbc, 0xaf], 'This file is packed (7-Zip). Unpack it and upload the CSV or XLSX inside.'],
  ['rar', [0x52, 0x61, 0x72, 0x21], 'This file is packed (RAR). Unpack it and upload the CSV or XLSX inside.'],
  ['png', [0x89, 0x50, 0x4e, 0x47], 'This is a picture, not a carrier file. Ask the carrier for the file as CSV or XLSX.'],
  ['jpeg', [0xff, 0xd8, 0xff], 'This is a picture, not a carrier file. Ask the carrier for the file as CSV or XLSX.'],
  ['exe', [0x4d, 0x5a, 0x90], 'This is a program, not a carrier file. It was not kept.'],
]

/**
 * @param head the first bytes of the file, 8 KB or all of it
 * @throws FeedRefusal when these bytes can be no feed
 */
export function kindOf(head: Buffer): 'workbook' | 'compound' | 'text' {
  if (head.length === 0) throw new FeedRefusal('The file is empty. Ask the carrier to send it again.')
  const starts = (bytes: number[]) => bytes.every((byte, index) => head[index] === byte)
  if (starts([0x50, 0x4b, 0x03, 0x04])) return 'workbook'
  if (starts([0x50, 0x4b, 0x05, 0x06])) throw new FeedRefusal('This is an empty archive. Upload the CSV or XLSX itself.', 'unsupported')
  if (starts([0xd0, 0xcf, 0x11, 0xe0])) return 'compound'
  for (const [, bytes, sentence] of MAGIC) if (starts(bytes)) throw new FeedRefusal(sentence, 'unsupported')
  const opening = head.subarray(0, 512).toString('latin1').trimStart().slice(0, 15).toLowerCase()
  if (opening.startsWith('<!doctype html') || opening.startsWith('<html') || opening.startsWith('<table'))
    throw new FeedRefusal(`This is a web page, even if its name says otherwise. ${SAVE_AS}`, 'unsupported')
  if (opening.startsWith('<?xml') || opening.startsWith('{\\rtf'))
    throw new FeedRefusal(`This is an XML or RTF document, not a file with rows and columns. ${SAVE_AS}`, 'unsupported')
  if (/^[[{]\s*(["{[]|$)/.test(opening)) throw new FeedRefusal(`This is JSON, not a file with rows and columns. ${SAVE_AS}`, 'unsupported')
  return 'text'
}

/** The encoding of a text file, decided over all of it. @throws FeedRefusal when it holds bytes no text has */
export async function encodingOf(path: string): Promise<Encoding> {
  const file = await open(path)
  try {
    const chunk = Buffer.allocUnsafe(1 << 18)
    let tail = Buffer.alloc(0)
    let position = 0
    let utf8 = true
    for (;;) {
      const { bytesRead } = await file.read(chunk, 0, chunk.length, position)
      if (bytesRead === 0) break
      const bytes = chunk.subarray(0, bytesRead)
      if (position === 0) {
        refuseUtf32(bytes)
        const wide = wideEncoding(bytes)
        if (wide) return wide
      }
      position += bytesRead
      if (bytes.includes(0)) throw new FeedRefusal(`The file holds binary data, not text. ${SAVE_AS}`, 'unsupported')
      if (utf8) {
        const joined = tail.length > 0 ? Buffer.concat([tail, bytes]) : bytes
        const whole = joined.length - incompleteEnd(joined)
        utf8 = isUtf8(joined.subarray(0, whole))
        tail = Buffer.from(joined.subarray(whole))
      }
      if (!utf8 && bytes.some((byte) => byte === 0x81 || byte === 0x8d || byte === 0x8f || byte === 0x90 || byte === 0x9d))
        throw new FeedRefusal(`The file’s encoding is neither UTF-8 nor Windows-1252. ${SAVE_AS}`)
    }
    return utf8 && tail.length === 0 ? 'utf-8' : 'windows-1252'
  } finally {
    await file.close()
  }
}

/** The mark of UTF-32 begins like that of UTF-16, and read as such every other character would be a NUL. @throws FeedRefusal */
function refuseUtf32(bytes: Buffer): void {
  const marks = ['fffe0000', '0000feff']
  if (marks.includes(bytes.subarray(0, 4).toString('hex')))
    throw new FeedRefusal(`The file is encoded in UTF-32, which is not supported. ${SAVE_AS}`, 'unsupported')
}

/** UTF-16 by its byte order mark, or by the zeros that Latin text has in every other byte. */
function wideEncoding(bytes: Buffer): Encoding | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le'
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be'
  const sample = bytes.subarray(0, 2048)
  let even = 0
  let odd = 0
  for (const [index, byte] of sample.entries()) {
    if (byte !== 0) continue
    if (index % 2 === 0) even++
    else odd++
  }
  const half = sample.length / 2
  if (odd > half * 0.7 && even < half * 0.05) return 'utf-16le'
  if (even > half * 0.7 && odd < half * 0.05) return 'utf-16be'
  return undefined
}

/** How many bytes at the end begin a character that is not complete yet. */
function incompleteEnd(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0
    if ((byte & 0xc0) === 0x80) continue
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc0 ? 2 : 1
    return length > back ? back : 0
  }
  return 0
}
