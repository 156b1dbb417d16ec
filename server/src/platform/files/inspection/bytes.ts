/** Looking into bytes in windows: nothing here makes a copy of a whole file. */

const WINDOW = 1 << 20
/** Longer than anything looked for. */
const OVERLAP = 1024

/** Every match of a global pattern, with its place. Bytes are read as Latin-1, so that places are offsets. */
export function* matchesOf(bytes: Buffer, pattern: RegExp): Generator<{ at: number; text: string }> {
  let seen = -1
  for (let start = 0; start < bytes.length; start += WINDOW) {
    const text = bytes.toString('latin1', start, Math.min(start + WINDOW + OVERLAP, bytes.length))
    for (const match of text.matchAll(pattern)) {
      const at = start + match.index
      if (at <= seen) continue
      seen = at
      yield { at, text: match[0] }
    }
  }
}
export const holds = (bytes: Buffer, pattern: RegExp): boolean => !matchesOf(bytes, pattern).next().done

const END_OF_ZIP = Buffer.from('PK\x05\x06', 'latin1')
const OTHER_ARCHIVES = ['Rar!\x1a\x07', '7z\xbc\xaf\x27\x1c'].map((text) => Buffer.from(text, 'latin1'))

/** Whether an unpacking program finds an archive in these bytes, wherever it begins. */
export function holdsArchive(bytes: Buffer): boolean {
  if (OTHER_ARCHIVES.some((magic) => bytes.includes(magic))) return true
  for (let at = bytes.indexOf(END_OF_ZIP); at >= 0; at = bytes.indexOf(END_OF_ZIP, at + 1)) {
    if (at + 22 > bytes.length) return false
    const [entries, size, offset] = [bytes.readUInt16LE(at + 10), bytes.readUInt32LE(at + 12), bytes.readUInt32LE(at + 16)]
    // Chance makes the four bytes, but hardly a directory that fits before them.
    if (bytes.readUInt16LE(at + 4) === 0 && entries > 0 && size >= 46 && size <= at && (offset <= at || offset === 0xffffffff)) return true
  }
  return false
}

/** Text that a browser or a server would run if it read the bytes as a page; long enough that chance does not write it into compressed data. */
export const PAGE = /<(?:!doctype\s+html|html[\s>]|script[\s>]|iframe\s|body[\s>]|\?php\s|svg\s+[a-z])/gi
