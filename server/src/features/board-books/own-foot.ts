/**
 * The foot that the portal's papers print themselves, in a book: their page number and the hash of their values are taken out of it, since the book
 * counts its pages beside theirs and names the hash of each file at its end. Typst marks a foot as an artifact (ISO 32000-1, 14.8.2.2).
 */
import { decodePDFRawStream, PDFArray, PDFDict, type PDFDocument, PDFName, type PDFObject, type PDFPage, PDFRawStream } from 'pdf-lib'

/** The place of a number that was taken out: where its line ends, and the height it stands on; and the number, "9 of 17". */
export interface NumberPlace {
  right: number
  y: number
  number: string
}

const OWN_NUMBER = /^Page (\d+ of \d+)$/
const OWN_HASH = /(?: · Values|, answers) [0-9a-f]{8}/

/** @returns undefined for a page without a number in a marked foot, which stays as it is */
export function takeOwnNumber(source: PDFDocument, page: PDFPage): NumberPlace | undefined {
  const content = contentOf(source, page)
  const foot = content === undefined ? undefined : footOf(content)
  if (content === undefined || !foot) return undefined
  const letters = lettersOf(page)
  const changes: { start: number; end: number; text: string }[] = []
  let place: NumberPlace | undefined
  let [x, y, right, font] = [0, 0, 0, '']
  for (const [index, token] of foot.entries()) {
    const before = (count: number) => foot[index - count]?.text ?? ''
    if (token.text === 'cm') [x, y] = [Number(before(2)), Number(before(1))]
    else if (token.text === 'l') right = Math.max(right, x + Number(before(2)))
    else if (token.text === 'Tf') font = before(2)
    else if (token.text === 'TJ') {
      const from = foot.findLastIndex(({ text }, at) => at < index && text === '[')
      const glyphs = glyphsOf(foot.slice(from + 1, index - 1), letters.get(font))
      const words = glyphs.map(({ letter }) => letter).join('')
      const hash = OWN_HASH.exec(words)
      const [start, end] = [foot[from]?.end ?? 0, foot[index - 1]?.start ?? 0]
      const number = OWN_NUMBER.exec(words)?.[1]
      if (number !== undefined) {
        place = { right, y, number }
        changes.push({ start, end, text: '' })
      } else if (hash) {
        const kept = [...glyphs.slice(0, hash.index), ...glyphs.slice(hash.index + hash[0].length)]
        changes.push({ start, end, text: kept.map(({ code, shift }) => `<${code}>${shift}`).join('') })
      }
    }
  }
  if (!place) return undefined
  let changed = content
  for (const { start, end, text } of changes.toReversed()) changed = changed.slice(0, start) + text + changed.slice(end)
  const { context } = source
  page.node.set(PDFName.of('Contents'), context.register(context.flateStream(Buffer.from(changed, 'latin1'))))
  return place
}

function contentOf(source: PDFDocument, page: PDFPage): string | undefined {
  const contents = page.node.Contents()
  const streams = contents instanceof PDFArray ? contents.asArray().map((one) => source.context.lookup(one)) : [contents]
  const texts = streams.map((stream) => (stream instanceof PDFRawStream ? latinOf(stream) : undefined))
  return texts.some((text) => text === undefined) ? undefined : texts.join('\n')
}

const latinOf = (stream: PDFRawStream): string => Buffer.from(decodePDFRawStream(stream).decode()).toString('latin1')

interface Token {
  text: string
  start: number
  end: number
}

/** The operators between the beginning of the marked foot and its end. */
function footOf(content: string): Token[] | undefined {
  const tokens = tokensOf(content)
  const begins = tokens.findIndex(({ text }, index) => text === 'BDC' && isFoot(tokens, index))
  const ends = tokens.findIndex(({ text }, index) => index > begins && text === 'EMC')
  return begins < 0 || ends < 0 ? undefined : tokens.slice(begins + 1, ends)
}

function isFoot(tokens: readonly Token[], bdc: number): boolean {
  const opens = tokens.findLastIndex(({ text }, index) => index < bdc && text === '<<')
  return tokens[opens - 1]?.text === '/Artifact' && tokens.slice(opens, bdc).some(({ text }) => text === '/Footer')
}

const isSpace = (letter: string | undefined) => letter !== undefined && /\s|\0/.test(letter)

/** Operands and operators of a content stream; strings are one token, whatever is in them. */
function tokensOf(content: string): Token[] {
  const tokens: Token[] = []
  for (let start = 0; start < content.length; ) {
    if (isSpace(content[start])) {
      start++
      continue
    }
    const end = endOfToken(content, start)
    tokens.push({ text: content.slice(start, end), start, end })
    start = end
  }
  return tokens
}

function endOfToken(content: string, start: number): number {
  const letter = content[start]
  if (letter === '(') return endOfString(content, start)
  if (letter === '<' || letter === '>') {
    if (content[start + 1] === letter) return start + 2
    return letter === '<' ? content.indexOf('>', start) + 1 : start + 1
  }
  if (letter === '[' || letter === ']') return start + 1
  let end = start + 1
  while (end < content.length && !isSpace(content[end]) && !'()<>[]/'.includes(content[end] ?? '')) end++
  return end
}

function endOfString(content: string, start: number): number {
  let depth = 0
  for (let at = start; at < content.length; at++) {
    if (content[at] === '\\') at++
    else if (content[at] === '(') depth++
    else if (content[at] === ')' && --depth === 0) return at + 1
  }
  return content.length
}

interface Glyph {
  /** Four hexadecimal digits. */
  code: string
  letter: string
  /** The number that moves the glyph after it, as it is written between two strings. */
  shift: string
}

function glyphsOf(operands: readonly Token[], letters: ReadonlyMap<string, string> | undefined): Glyph[] {
  const glyphs: Glyph[] = []
  for (const { text } of operands) {
    const last = glyphs.at(-1)
    const bytes = text.startsWith('(') ? bytesOf(text) : text.startsWith('<') ? Buffer.from(text.slice(1, -1), 'hex') : undefined
    if (bytes === undefined && last) last.shift += ` ${text} `
    for (let at = 0; bytes && at + 1 < bytes.length; at += 2) {
      const code = bytes.toString('hex', at, at + 2)
      glyphs.push({ code, letter: letters?.get(code) ?? '\ufffd', shift: '' })
    }
  }
  return glyphs
}

const ESCAPED: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' }
/** The bytes of a string in parentheses (ISO 32000-1, 7.3.4.2). */
function bytesOf(literal: string): Buffer {
  const inside = literal.slice(1, -1).replaceAll(/\\(\r\n|[0-7]{1,3}|[\s\S])/g, (_whole, code: string) => {
    if (/^[0-7]/.test(code)) return String.fromCharCode(Number.parseInt(code, 8) & 0xff)
    return /^[\r\n]/.test(code) ? '' : (ESCAPED[code] ?? code)
  })
  return Buffer.from(inside, 'latin1')
}

/** Letters by the code of their glyph, of every font that the page names. */
function lettersOf(page: PDFPage): ReadonlyMap<string, ReadonlyMap<string, string>> {
  const fonts = page.node.Resources()?.lookupMaybe(PDFName.of('Font'), PDFDict)
  return new Map(
    (fonts?.keys() ?? []).map((name) => {
      const font = fonts?.lookup(name)
      return [name.asString(), unicodeOf(font instanceof PDFDict ? font.lookup(PDFName.of('ToUnicode')) : undefined)]
    }),
  )
}

function unicodeOf(map: PDFObject | undefined): ReadonlyMap<string, string> {
  if (!(map instanceof PDFRawStream)) return new Map()
  const text = latinOf(map)
  const single = [...text.matchAll(/beginbfchar([\s\S]*?)endbfchar/g)].flatMap(([, lines = '']) =>
    [...lines.matchAll(/<([0-9A-Fa-f]{4})>\s*<([0-9A-Fa-f]+)>/g)].map(([, code = '', letter = '']): [string, string] => [
      code.toLowerCase(),
      wordOf(letter),
    ]),
  )
  return new Map(single)
}

const wordOf = (hex: string): string => Buffer.from(hex, 'hex').swap16().toString('utf16le')
