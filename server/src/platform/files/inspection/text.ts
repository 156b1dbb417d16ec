/** Text and CSV: only text, in an encoding that programs agree on, and nothing that a page, shell or spreadsheet would run. */
import { isUtf8 } from 'node:buffer'
import { holds, holdsArchive } from './bytes.ts'
import { otherThanNamed, type Refusal, refuse } from './refusal.ts'
import { contentOf, isCompound, isProgram, wordsFor } from './sniff.ts'

export async function checkText(bytes: Buffer, words: string): Promise<Refusal | undefined> {
  if (bytes.toString('latin1', 0, 256).trimStart().startsWith(TEST_VIRUS)) return refuse('test-virus')
  if (isProgram(bytes)) return refuse('program')
  if (contentOf(bytes) !== 'other' || isCompound(bytes)) return otherThanNamed(words, await wordsFor(bytes))
  const wide = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)
  const text = wide ? narrowed(bytes) : bytes
  if (!text || holds(text, CONTROL))
    return (await wordsFor(bytes)) === 'something else' ? refuse('not-text') : otherThanNamed(words, await wordsFor(bytes))
  if (!wide && !isUtf8(bytes) && holds(bytes, NOT_WINDOWS_1252)) return refuse('not-text')
  const opening = text
    .toString('latin1', 0, 4096)
    .replace(/^\xef\xbb\xbf/, '')
    .trimStart()
  if (OPENINGS.test(opening)) return refuse('web-page')
  if (SCRIPTS.test(opening)) return refuse('program')
  if (/^({\\rtf|%!PS)/.test(opening)) return otherThanNamed(words, 'a document of another kind')
  if (opening.slice(0, 1024).includes('%PDF-') || holdsArchive(bytes)) return refuse('polyglot')
  return holds(text, STARTS_PROGRAM) ? refuse('field-program') : undefined
}

/** How a scanner is tried (eicar.org), which no scanner has to be there for; in two halves, so that none takes this file for it. */
const TEST_VIRUS = ['X5O!P%@AP[4\\PZX54(P^)7CC)7}$EICAR', '-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'].join('')
/** Anything below a blank but tab, line ends, form feed and the end mark of DOS. */
const CONTROL = /[\x00-\x08\x0b\x0e-\x19\x1b-\x1f\x7f]/g
const NOT_WINDOWS_1252 = /[\x81\x8d\x8f\x90\x9d]/g
const OPENINGS =
  /^(?:<!--(?:(?!-->)[^])*-->\s*)*<(?:!doctype|html|head|body|script|iframe|svg|\?php|\?xml|table|div|a\s|img|object|embed|meta|link|style|form)\b/i
const SCRIPTS = /^(?:#!|@echo\s+off|\(function|javascript:|powershell\b|<%)/i
/** A cell that asks the spreadsheet to start a program (dynamic data exchange): =cmd|' /c calc'!A1 */
const STARTS_PROGRAM = /(?:^|[\n\r,;\t"']) *[=+\-@][ \t=+\-@(]*[A-Za-z][\w.\\: -]{0,60}\|[^\n\r|]{0,200}!/g

/** UTF-16 by its mark, as the Latin letters it holds; undefined when it is not that. */
function narrowed(bytes: Buffer): Buffer | undefined {
  if (bytes.length % 2 !== 0) return undefined
  const label = bytes[0] === 0xff ? 'utf-16le' : 'utf-16be'
  try {
    return Buffer.from(new TextDecoder(label, { fatal: true }).decode(bytes))
  } catch {
    return undefined
  }
}
