/** The words of a file, by page, sheet or stretch. Runs in a thread of its own: what a file does to its reader stays there. */
import { readFile } from 'node:fs/promises'
import { PdfRefusal, textOfPages } from '../../platform/formats/reading/pdf.ts'
import { encodingOf } from '../../platform/formats/reading/sniff.ts'
import { openWorkbook } from '../../platform/formats/reading/xlsx-reader.ts'

export interface TextPart {
  /** The page of a PDF, from 1. */
  page: number | null
  text: string
}
export interface FileWords {
  parts: TextPart[]
  characters: number
  /** True: the file says more than is kept. */
  cut: boolean
  /** Different words as written, lower case, for suggestions. */
  vocabulary: string[]
}
/** A file that cannot be read however often it is tried; the sentence is for the staff who look after it. */
export class Unreadable extends Error {}

/** The kept text of one file: some two hundred pages of prose. An index entry holds a limited number of different words. */
const CHARACTERS_MOST = 400_000
const DIFFERENT_MOST = 18_000
const VOCABULARY_MOST = 4_000
const PAGES_MOST = 2_000
/** A stretch of text without pages: about a printed page. */
const STRETCH = 3_000

/** Kinds that have words; the others are found by their names. */
export const READABLE: ReadonlySet<string> = new Set(['pdf', 'docx', 'xlsx', 'csv', 'txt'])

/** @throws Unreadable when trying again would not help */
export async function readText(path: string, extension: string): Promise<FileWords> {
  const kept = keeper()
  const read = READERS[extension]
  if (!read) throw new Unreadable('Files of this kind have no readable text.')
  await read(path, kept.add)
  return kept.words()
}

/** Takes text while there is room. @returns false: enough */
type Add = (text: string, page?: number) => boolean

const READERS: Readonly<Record<string, (path: string, add: Add) => Promise<void>>> = {
  pdf: readPdf,
  docx: readDocx,
  xlsx: readWorkbook,
  csv: readPlain,
  txt: readPlain,
}

async function readPdf(path: string, add: Add): Promise<void> {
  let page = 0
  try {
    for await (const text of textOfPages(await readFile(path))) {
      page += 1
      if (page > PAGES_MOST || !add(text, page)) return
    }
  } catch (cause) {
    if (!(cause instanceof PdfRefusal)) throw cause
    throw new Unreadable(
      cause.reason === 'password' ? 'The PDF is protected with a password.' : 'The PDF is damaged or is not a PDF: it cannot be opened.',
    )
  }
}

async function readDocx(path: string, add: Add): Promise<void> {
  const { default: mammoth } = await import('mammoth')
  const { value } = await mammoth.extractRawText({ path }).catch(() => {
    throw new Unreadable('The Word document is damaged, or protected with a password: it cannot be opened.')
  })
  addStretches(value, add)
}

async function readWorkbook(path: string, add: Add): Promise<void> {
  const workbook = await openWorkbook(path).catch((cause: unknown) => {
    throw new Unreadable(firstSentence(cause, 'The workbook is damaged, or protected with a password: it cannot be opened.'))
  })
  try {
    for (const sheet of workbook.tables) {
      let stretch = `${sheet.name}\n`
      for await (const rows of sheet.rows()) {
        for (const { cells } of rows) {
          stretch += `${cells.filter((cell) => cell !== '').join('  ')}\n`
          if (stretch.length < STRETCH) continue
          if (!add(stretch)) return
          stretch = ''
        }
      }
      if (!add(stretch)) return
    }
  } catch (cause) {
    throw new Unreadable(firstSentence(cause, 'The workbook is damaged: a sheet cannot be read.'))
  } finally {
    await workbook.close()
  }
}

async function readPlain(path: string, add: Add): Promise<void> {
  const encoding = await encodingOf(path).catch((cause: unknown) => {
    throw new Unreadable(firstSentence(cause, 'The file contains bytes that are not text.'))
  })
  addStretches(new TextDecoder(encoding).decode(await readFile(path)), add)
}

/** Cut where a paragraph, line or word ends. */
function addStretches(text: string, add: Add): void {
  for (let start = 0; start < text.length; ) {
    const most = Math.min(start + STRETCH, text.length)
    const window = text.slice(start + STRETCH / 2, most)
    const within = most === text.length ? -1 : Math.max(window.lastIndexOf('\n'), window.lastIndexOf('. '), window.lastIndexOf(' '))
    const end = within < 0 ? most : start + STRETCH / 2 + within + 1
    if (!add(text.slice(start, end))) return
    start = end
  }
}

function keeper(): { add: Add; words: () => FileWords } {
  const parts: TextPart[] = []
  const different = new Set<string>()
  const vocabulary = new Set<string>()
  let characters = 0
  let cut = false
  return {
    add: (raw, page) => {
      const text = clean(raw).slice(0, CHARACTERS_MOST - characters)
      if (text === '') return !cut
      for (const [word] of text.matchAll(/[\p{L}\p{N}]+/gu)) {
        different.add(word)
        if (vocabulary.size < VOCABULARY_MOST && /^\p{L}{4,24}$/u.test(word)) vocabulary.add(word.toLowerCase())
      }
      parts.push({ page: page ?? null, text })
      characters += text.length
      cut = characters >= CHARACTERS_MOST || different.size >= DIFFERENT_MOST
      return !cut
    },
    words: () => ({ parts, characters, cut, vocabulary: [...vocabulary] }),
  }
}

/** Without the characters that no text has (the marks of passages are among them), words put together again that a line's end took apart. */
const clean = (text: string): string =>
  text
    .normalize('NFC')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
    .replace(
      /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g,
      ' ',
    )
    .replace(/(\p{Ll})[-\u00ad]\r?\n(\p{Ll})/gu, '$1$2')
    .replace(/\u00ad/g, '')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n\s*/g, '\n')
    .trim()

/** The part of a reader's refusal that names the fault; the advice in it is written for people who upload a carrier file. */
const firstSentence = (cause: unknown, otherwise: string): string =>
  cause instanceof Error && cause.name !== 'RangeError' && /^The |^This |^Row /.test(cause.message)
    ? `${cause.message.split(/(?<=\.) /)[0]}`
    : otherwise
