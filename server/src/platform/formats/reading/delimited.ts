/** Separated text, RFC 4180 and what carriers make of it: any of four separators, quoted cells over several lines, exact line numbers. */
import { createReadStream } from 'node:fs'
import { FeedRefusal, MAX_CELL_LENGTH, MAX_COLUMNS, type OpenFeed, type RawRow } from './refusal.ts'
import type { Encoding } from './sniff.ts'

const SEPARATORS = [',', ';', '\t', '|'] as const
const SAMPLE = 1 << 16
/** Bytes of text cut into rows at a time: of rows that are done with soon, the memory is given back at little cost. */
const PIECE = 1 << 16

export function openDelimited(path: string, encoding: Encoding, notes: string[]): OpenFeed {
  const rows = async function* () {
    let tokenizer: ReturnType<typeof createTokenizer> | undefined
    let sample = ''
    for await (const text of decodedText(path, encoding)) {
      if (tokenizer) {
        yield tokenizer.push(text)
        continue
      }
      sample += text
      if (sample.length < SAMPLE) continue
      tokenizer = createTokenizer(dialectOf(sample))
      yield tokenizer.push(sample)
    }
    if (!tokenizer) {
      tokenizer = createTokenizer(dialectOf(sample))
      yield tokenizer.push(sample)
    }
    yield tokenizer.end()
  }
  return {
    mediaType: 'text/csv',
    notes,
    tables: [{ name: 'text', place: 0, rows, hiddenColumns: new Set() }],
    hidden: [],
    sheets: null,
    close: async () => {},
  }
}

export async function* decodedText(path: string, encoding: Encoding): AsyncGenerator<string> {
  // Strips a byte order mark; fatal, because the bytes were examined before.
  const decoder = new TextDecoder(encoding, { fatal: true })
  for await (const chunk of createReadStream(path, { highWaterMark: PIECE })) yield cleaned(() => decoder.decode(chunk, { stream: true }))
  const last = cleaned(() => decoder.decode())
  if (last) yield last
}

/** @throws FeedRefusal for bytes that are half a character, and for NUL, which no text holds and the database takes in none */
function cleaned(decode: () => string): string {
  const text = decodedWhole(decode)
  if (text.includes('\u0000')) throw new FeedRefusal(BROKEN_TEXT, 'unsupported')
  // The characters that separate cells on their way to the database are no part of any.
  // 1A ended files under DOS, and some mainframes still write it.
  if (!text.includes('\u001f') && !text.includes('\u001e') && !text.includes('\u001a')) return text
  return text.replace(/[\u001e\u001f]/g, ' ').replaceAll('\u001a', '')
}

function decodedWhole(decode: () => string): string {
  try {
    return decode()
  } catch (cause) {
    throw Object.assign(new FeedRefusal(BROKEN_TEXT, 'unsupported'), { cause })
  }
}

const BROKEN_TEXT =
  'The file holds characters that no text has (NUL, or half a character): it was damaged on the way, or is not a carrier file. Ask the carrier to send it again as “CSV UTF-8”.'

export interface Dialect {
  separator: string
  newline: '\n' | '\r'
}

/** The separator that gives most lines the same, largest number of cells. */
export function dialectOf(sample: string): Dialect {
  const newline = !sample.includes('\n') && sample.includes('\r') ? '\r' : '\n'
  const declared = /^sep=(.)\r?\n/i.exec(sample)?.[1]
  if (declared) return { separator: declared, newline }
  let best = { separator: ',', score: 0 }
  for (const separator of SEPARATORS) {
    const tokenizer = createTokenizer({ separator, newline }, true)
    const counts = new Map<number, number>()
    for (const { cells } of tokenizer.push(sample).slice(0, 60))
      if (cells.length > 1) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1)
    if (sample.length < SAMPLE)
      for (const { cells } of tokenizer.end().slice(0, 60))
        if (cells.length > 1) counts.set(cells.length, (counts.get(cells.length) ?? 0) + 1)
    for (const [cells, lines] of counts) if (cells * lines > best.score) best = { separator, score: cells * lines }
  }
  return { separator: best.separator, newline }
}

/** Cuts text that arrives in pieces into rows. `lenient` only samples: an open quotation mark at the end is no error. */
export function createTokenizer(
  { separator, newline }: Dialect,
  lenient = false,
): { push: (text: string) => RawRow[]; end: () => RawRow[] } {
  let rest = ''
  let line = 1

  const take = (text: string, atEnd: boolean): RawRow[] => {
    const rows: RawRow[] = []
    let position = 0
    while (position < text.length) {
      let end = text.indexOf(newline, position)
      if (end < 0) {
        if (!atEnd) break
        end = text.length
      }
      const plain = text.slice(position, text.charCodeAt(end - 1) === 13 && end > position && newline === '\n' ? end - 1 : end)
      if (!plain.includes('"')) {
        rows.push({ line, cells: bounded(plain.split(separator), line) })
        position = end + 1
        line++
        continue
      }
      const quoted = readQuotedRow(text, position, separator, newline, atEnd)
      if (!quoted) {
        if ((atEnd || text.length - position > 4 * MAX_CELL_LENGTH) && !lenient)
          throw new FeedRefusal(
            `The quotation mark opened in line ${line.toLocaleString('en-US')} is never closed. Ask the carrier for a corrected file, or remove it by hand.`,
          )
        break
      }
      rows.push({ line, cells: bounded(quoted.cells, line) })
      position = quoted.next
      line += quoted.lines
    }
    rest = text.slice(position)
    return rows
  }
  return { push: (text) => take(rest.length > 0 ? rest + text : text, false), end: () => take(rest, true) }
}

function bounded(cells: string[], line: number): string[] {
  if (cells.length > MAX_COLUMNS)
    throw new FeedRefusal(
      `Line ${line.toLocaleString('en-US')} has ${cells.length.toLocaleString('en-US')} columns; more than ${MAX_COLUMNS} are not read. Is this the right file?`,
    )
  return cells
}

/** One row that holds a quotation mark somewhere; undefined when the text ends inside it. */
function readQuotedRow(
  text: string,
  start: number,
  separator: string,
  newline: string,
  atEnd: boolean,
): { cells: string[]; next: number; lines: number } | undefined {
  const cells: string[] = []
  let position = start
  let lines = 1
  for (;;) {
    let cell = ''
    if (text[position] === '"') {
      position++
      for (;;) {
        const close = text.indexOf('"', position)
        if (close < 0) return undefined
        cell += text.slice(position, close)
        position = close + 1
        if (text[position] !== '"') break
        cell += '"'
        position++
      }
      for (let at = cell.indexOf(newline); at >= 0; at = cell.indexOf(newline, at + 1)) lines++
      // A quotation mark as the last character so far may be the first of a pair.
      if (position >= text.length && !atEnd) return undefined
    }
    let end = position
    while (end < text.length && text[end] !== separator && text[end] !== newline) end++
    if (end >= text.length && !atEnd) return undefined
    const tail = text.slice(position, end)
    cells.push(cell + (text[end] !== separator && newline === '\n' && tail.endsWith('\r') ? tail.slice(0, -1) : tail))
    position = end + 1
    if (text[end] !== separator) return { cells, next: position, lines }
  }
}
