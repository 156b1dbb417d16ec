/** The formulas of a workbook: what starts a program, or fetches from elsewhere while it is calculated. */
import type { refuse } from './refusal.ts'

/** As long as a formula with its tag can be, each of its 8,192 characters written as a number. */
const LONGEST = 128 << 10

/** Only then is a part searched for formulas. */
const SUSPECT = /\||&#|WEBSERVICE|IMAGE|RTD|CALL|REGISTER|EXEC/i
const FORMULA = /<(?:[\w.-]+:)?(?:f|formula[12]?|definedName|calculatedColumnFormula|totalsRowFormula)(?:\s[^<>]*)?>([^<]*)(<[!?])?/g
/** Dynamic data exchange: program|topic!item, the one thing that a bar means outside of texts, names of sheets and columns of tables. */
const EXCHANGE = /\|/
const STARTS = /(?<![\w.])(?:RTD|CALL|REGISTER(?:\.ID)?|EXEC)\s*\(/i
const FETCHES = /(?<![\w.])(?:_xlfn\.|_xlws\.)*(?:WEBSERVICE|IMAGE)\s*\(/i

/** @param xml a part, or a piece of one that begins where `openAt` said of the piece before */
export function actingFormula(xml: string): Parameters<typeof refuse>[0] | undefined {
  if (/<(?:[\w.-]+:)?ddeLink\b/i.test(xml)) return 'field-program'
  if (!SUSPECT.test(xml)) return undefined
  for (const [, written = '', disguise] of xml.matchAll(FORMULA)) {
    // No program puts comments or raw sections into a formula.
    if (disguise) return 'xml-entities'
    const formula = withoutTexts(decoded(written))
    if (EXCHANGE.test(formula) || STARTS.test(formula)) return 'field-program'
    if (FETCHES.test(formula)) return 'external'
  }
  return undefined
}

/** Where the last element begins of which the next piece may hold more. */
export function openAt(xml: Buffer): number {
  const least = Math.max(0, xml.length - LONGEST)
  for (let at = xml.lastIndexOf(LESS_THAN); at >= least; at = at === 0 ? -1 : xml.lastIndexOf(LESS_THAN, at - 1)) {
    const next = String.fromCharCode(xml[at + 1] ?? 0)
    if (/[a-z_]/i.test(next)) return at
  }
  return xml.length
}
const LESS_THAN = 0x3c

const NAMED: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }
const decoded = (text: string): string =>
  text.replace(
    /&(?:#x([0-9a-f]+)|#(\d+)|(\w+));/gi,
    (all, hex: string | undefined, decimal: string | undefined, name: string | undefined) =>
      name === undefined ? letter(hex === undefined ? Number(decimal) : Number.parseInt(hex, 16)) : (NAMED[name] ?? all),
  )
const letter = (code: number): string => (code <= 0x10ffff ? String.fromCodePoint(code) : '')

/** Without texts, quoted names of sheets, and columns in brackets: a bar in them is a letter. */
const withoutTexts = (formula: string): string => formula.replace(/"[^"]*"|'[^']*'|\[[^[\]]*\]/g, '""')
