/**
 * PDF: what acts, hides or carries other files is refused. A reader finds objects by their offsets, wherever these point, so the look does not
 * follow the file's own order: names are sought in all bytes, with every way to write them, and in every object stream that can be unpacked.
 */
import { inflateSync } from 'node:zlib'
import { holds, holdsArchive, matchesOf, PAGE } from './bytes.ts'
import { type Refusal, type Rule, refuse } from './refusal.ts'

const MAX_OBJECTS = 500_000
const MAX_OBJECT_STREAM = 32 << 20
const MAX_UNPACKED = 128 << 20
/** A dictionary before its stream is short; nobody needs more room than this. */
const DICTIONARY = 16_384

/** Each name with its rule (ISO 32000-2: 7.5.7, 7.6, 7.11.4, 12.6.4, 12.7.6, 12.7.8, 13.2). */
const NAMES: readonly [string, Exclude<Rule, 'content'> | 'object stream'][] = [
  ['Encrypt', 'encrypted'],
  ['JavaScript', 'pdf-script'],
  ['XFA', 'pdf-script'],
  // These may carry a script without its name (12.6.4.14, 13.6.3).
  ['Rendition', 'pdf-script'],
  ['OnInstantiate', 'pdf-script'],
  ['Launch', 'pdf-launch'],
  ['GoToE', 'pdf-launch'],
  ['GoToR', 'pdf-launch'],
  ['SubmitForm', 'pdf-sends'],
  ['ImportData', 'pdf-launch'],
  ['EmbeddedFile', 'pdf-embedded'],
  ['EmbeddedFiles', 'pdf-embedded'],
  ['RichMedia', 'pdf-embedded'],
  ['ObjStm', 'object stream'],
]
/** Any letter of a name may be written as # and two digits (7.3.5). */
const anyWay = (name: string): string =>
  name.replace(/./g, (letter) => {
    const code = letter.charCodeAt(0).toString(16)
    return `(?:${letter}|#${code.replace(/[a-f]/g, (digit) => `[${digit}${digit.toUpperCase()}]`)})`
  })
const END = '(?=[\\s\\0()<>[\\]{}/%]|$)'
// A name as short as XFA is found in compressed data by chance: it counts before what it may hold.
const SOUGHT = new RegExp(
  NAMES.map(([name]) => `/${anyWay(name)}${name.length < 4 ? '\\s*(?:\\[|\\d+\\s+\\d+\\s+R)' : END}`).join('|'),
  'g',
)
const plainName = (text: string): string =>
  text.replace(/#([0-9a-f]{2})/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
const ruleOf = (text: string) => {
  const name = /^\/(\w+)/.exec(plainName(text))?.[1]
  return NAMES.find(([known]) => known === name)?.[1]
}

/** Where a file or an address is named, or a text that something else may point to; a title or a page may speak of a share as it likes. */
const NAMING = `(?:/(?:${['F', 'UF', 'URI', 'Unix', 'DOS', 'Mac', 'Base'].map(anyWay).join('|')})|\\bobj)[\\s\\0]*`
const WIDE = '(?:\\0|\\\\0{1,3})?'
const SLASH = `${WIDE}(?:\\\\\\\\|\\\\134|/)`
const MARK = '(?:\\xfe\\xff|\\\\376\\\\377|\\xef\\xbb\\xbf)?'
const FILE = 'file:'
  .split('')
  .map((letter) => `${WIDE}${letter}`)
  .join('')
/** The same in digits, which may have blanks between them. */
const digits = (hex: string) =>
  hex
    .split('')
    .map((digit) => (/[A-F]/.test(digit) ? `[${digit}${digit.toLowerCase()}]` : digit))
    .join('\\s*')
const inDigits = (code: string) => `(?:${digits('00')}\\s*)?${digits(code)}\\s*`
const DIGIT_SLASH = `(?:${inDigits('5C')}|${inDigits('2F')})`
const DIGIT_FILE = 'file:'
  .split('')
  .map((letter) => inDigits(letter.charCodeAt(0).toString(16).toUpperCase()))
  .join('')
/** \\machine\share, //machine/share, file://machine/share: a reader that follows it signs in there as whoever reads. */
const SHARE = `(?:\\(\\s*${MARK}(?:${FILE})?${SLASH}${SLASH}(?!${SLASH})|<\\s*(?:${digits('FEFF')}\\s*)?(?:${DIGIT_FILE})?${DIGIT_SLASH}${DIGIT_SLASH}(?!${DIGIT_SLASH}))`
const SHARES = new RegExp(`${NAMING}${SHARE}`, 'gi')
/** In a stream of objects there is no page: there a text that stands behind no key may be what another object points to. */
const LOOSE_SHARES = new RegExp(`${NAMING}${SHARE}|(?=[(<])(?<!/[^\\s\\0()<>[\\]{}/%]*[\\s\\0]*)${SHARE}`, 'gi')

export function checkPdf(bytes: Buffer): Refusal | undefined {
  if (!/^%PDF-[12]\.\d/.test(bytes.toString('latin1', 0, 16))) return refuse('damaged')
  const structure = checkEnds(bytes)
  if (structure) return structure
  if (countOf(bytes, 'endobj') > MAX_OBJECTS) return refuse('expands')
  // One compression within another only serves to unpack to more than anybody expects.
  if (holds(bytes, /\/Filter\s*\[\s*\/(?:FlateDecode|Fl|LZWDecode|LZW)\s*\/(?:FlateDecode|Fl|LZWDecode|LZW)\b/g)) return refuse('expands')
  const budget = { unpacked: 0, objects: 0 }
  for (const { at, text } of matchesOf(bytes, SOUGHT)) {
    const rule = ruleOf(text)
    if (rule === undefined) continue
    const refusal = rule === 'object stream' ? checkObjectStream(bytes, at, budget) : refuse(rule)
    if (refusal) return refusal
  }
  return holds(bytes, SHARES) ? refuse('pdf-share') : checkStreams(bytes, budget)
}

/** One document from the first byte to the last. */
function checkEnds(bytes: Buffer): Refusal | undefined {
  const tail = bytes.toString('latin1', Math.max(0, bytes.length - 4096))
  const end = tail.lastIndexOf('%%EOF')
  if (end < 0 || !tail.includes('startxref')) return bytes.includes('%%EOF') ? refuse('polyglot') : refuse('damaged')
  if (/[^\s\0]/.test(tail.slice(end + 5))) return refuse('polyglot')
  if (holdsArchive(bytes) || new RegExp(PAGE.source, 'i').test(bytes.toString('latin1', 0, 2048))) return refuse('polyglot')
  return undefined
}

interface Budget {
  unpacked: number
  objects: number
}

/** @param at where the name stands in the stream's dictionary */
function checkObjectStream(bytes: Buffer, at: number, budget: Budget): Refusal | undefined {
  const before = bytes.toString('latin1', Math.max(0, at - DICTIONARY), at)
  const after = bytes.toString('latin1', at, at + DICTIONARY)
  const begin = /stream(?:\r\n|\n|\r)/.exec(after)
  if (!begin) return refuse('damaged')
  const dictionary = plainName(before.slice(before.lastIndexOf('obj') + 1) + after.slice(0, begin.index))
  if (/\/Predictor\s*(?!1\b)\S/.test(dictionary)) return refuse('damaged')
  const filter = /\/(?:Filter|F)\s*(\[[^\]]*\]|\/\w+|\d+\s+\d+\s+R)/.exec(dictionary)?.[1]
  // Written plainly, its names were sought with all others.
  if (filter === undefined) return undefined
  if (!/^\[?\s*\/(FlateDecode|Fl)\s*\]?$/.test(filter)) return refuse('damaged')
  let content: Buffer
  try {
    content = inflateSync(bytes.subarray(at + begin.index + begin[0].length), { maxOutputLength: MAX_OBJECT_STREAM })
  } catch (cause) {
    return refuse(cause instanceof RangeError ? 'expands' : 'damaged')
  }
  budget.unpacked += content.length
  budget.objects += Number(/\/N\s+(\d{1,9})/.exec(dictionary)?.[1] ?? 0)
  if (budget.unpacked > MAX_UNPACKED || budget.objects > MAX_OBJECTS) return refuse('expands')
  for (const { text } of matchesOf(content, SOUGHT)) {
    const rule = ruleOf(text)
    // An object stream within another is against the standard: only a disguise.
    if (rule) return refuse(rule === 'object stream' ? 'damaged' : rule)
  }
  return holds(content, LOOSE_SHARES) ? refuse('pdf-share') : undefined
}

const LONG_STREAM = 16 << 10
/** A white page that was scanned is a picture, and packs to a thousandth. */
const LONG_PICTURE = 256 << 10
const SAMPLE = 64 << 10
const MAX_RATIO = 400

/** Between streams there is no page; and no long stream unpacks to hundreds of times its size. */
function checkStreams(bytes: Buffer, budget: Budget): Refusal | undefined {
  let from = 0
  while (from < bytes.length) {
    const found = nextStream(bytes, from)
    const until = found ?? bytes.length
    if (holds(bytes.subarray(from, until), PAGE)) return refuse('polyglot')
    if (found === undefined) return undefined
    const end = bytes.indexOf('endstream', found)
    if (end < 0) return refuse('damaged')
    const dictionary = bytes.toString('latin1', Math.max(from, found - DICTIONARY), found)
    // Readers open a stream of objects by its number, whatever type it says: what tells where its first object begins is one.
    const own = plainName(dictionary.slice(dictionary.lastIndexOf('obj') + 1))
    const refusal = /\/First\b/.test(own) && !/\/ObjStm\b/.test(own) ? checkObjectStream(bytes, found, budget) : undefined
    if (refusal) return refusal
    const long = end - found > (/\/Subtype\s*\/Image\b/.test(own) ? LONG_PICTURE : LONG_STREAM)
    if (long && /\/(?:FlateDecode|Fl)\b/.test(own) && ratioOf(bytes, found, end) > MAX_RATIO) return refuse('expands')
    from = end + 9
  }
  return undefined
}

/** Where the next stream's keyword stands. */
function nextStream(bytes: Buffer, from: number): number | undefined {
  for (let at = bytes.indexOf('stream', from); at >= 0; at = bytes.indexOf('stream', at + 6)) {
    const next = bytes[at + 6]
    if ((next === 10 || next === 13) && bytes.toString('latin1', at - 3, at) !== 'end') return at
  }
  return undefined
}

/** How much the beginning of a long stream unpacks to, for each of its bytes. */
function ratioOf(bytes: Buffer, keyword: number, end: number): number {
  const start = keyword + 6 + (bytes[keyword + 6] === 13 && bytes[keyword + 7] === 10 ? 2 : 1)
  const size = Math.min(SAMPLE, end - start)
  try {
    return inflateSync(bytes.subarray(start, start + size), { finishFlush: 2, maxOutputLength: size * (MAX_RATIO + 1) }).length / size
  } catch (cause) {
    return cause instanceof RangeError ? Number.POSITIVE_INFINITY : 0
  }
}

function countOf(bytes: Buffer, word: string): number {
  let count = 0
  for (let at = bytes.indexOf(word); at >= 0 && count <= MAX_OBJECTS; at = bytes.indexOf(word, at + word.length)) count += 1
  return count
}
