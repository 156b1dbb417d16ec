/** The kind of a file by its bytes. Ours decide for the kinds that are taken; the library names what else it is. */
import { fileTypeFromBuffer } from 'file-type'

export type Content = 'pdf' | 'zip' | 'png' | 'jpeg' | 'webp' | 'other'

const starts = (bytes: Buffer, hex: string): boolean => bytes.subarray(0, hex.length / 2).equals(Buffer.from(hex, 'hex'))

export function contentOf(bytes: Buffer): Content {
  if (bytes.toString('latin1', 0, 5) === '%PDF-') return 'pdf'
  if (starts(bytes, '504b0304') || starts(bytes, '504b0506')) return 'zip'
  if (starts(bytes, '89504e470d0a1a0a')) return 'png'
  if (starts(bytes, 'ffd8ff')) return 'jpeg'
  if (bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP') return 'webp'
  return 'other'
}

const COMPOUND = 'd0cf11e0a1b11ae1'
/** Old Office files, and new ones behind a password. */
export const isCompound = (bytes: Buffer): boolean => starts(bytes, COMPOUND)
export const isProgram = (bytes: Buffer): boolean =>
  (bytes.toString('latin1', 0, 2) === 'MZ' && bytes.length > 64) ||
  ['7f454c46', 'feedface', 'feedfacf', 'cefaedfe', 'cffaedfe', 'cafebabe', '4c00000001140200', '0061736d'].some((magic) =>
    starts(bytes, magic),
  ) ||
  bytes.toString('latin1', 0, 2) === '#!'

/** Readers unpack these of their own accord; none belongs inside another file. */
export const isPacked = (bytes: Buffer): boolean =>
  ['504b0304', '504b0506', '1f8b', '425a68', 'fd377a585a00', '377abcaf271c', '526172211a07', '28b52ffd', '04224d18'].some((magic) =>
    starts(bytes, magic),
  ) || bytes.toString('latin1', 257, 262) === 'ustar'

/** For the sentence of a refusal: what people call it. */
export async function wordsFor(bytes: Buffer): Promise<string> {
  if (isCompound(bytes)) return 'an old Office file or one with a password'
  if (isProgram(bytes)) return 'a program'
  const found = await fileTypeFromBuffer(bytes.subarray(0, 4100)).catch(() => undefined)
  if (!found) return 'something else'
  return WORDS.find(([pattern]) => pattern.test(found.mime))?.[1] ?? `${found.ext.toUpperCase()}`
}
const WORDS: readonly [RegExp, string][] = [
  [/zip|compressed|x-rar|x-7z|gzip|x-tar|x-bzip/, 'an archive'],
  [/^application\/pdf/, 'a PDF document'],
  [/^image\//, 'a picture'],
  [/^(audio|video)\//, 'a recording'],
  [/xml|html/, 'a web page or XML'],
  [/rtf/, 'an RTF document'],
]
