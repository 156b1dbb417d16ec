/** A sheet's own statements, by its name and the lines above its header: the owner of its policies, and the month. */

import { dateOrderOf, isUnreadable, readDate } from '@corridor/domain/data-feeds/cell-values.ts'
import { periodOf } from '@corridor/domain/data-feeds/row-checks.ts'
import { monthEnd, type PlainDate, yearOf } from '@corridor/domain/primitives/period.ts'
import type { RawRow } from '../../../platform/formats/reading/refusal.ts'
import { type Directory, findInstitution } from './directory.ts'

/** When the lines were printed says nothing of when the values are of. */
const PRINTED = /\b(run|print(ed)?|prepared|created|generated|extracted|produced)\b/i
/** The labels that a line gives its date, from the surest to the least. */
const VALUED = [/\b(as of|valuation|val|month end(ing)?)\b/i, /\b(statement|stmt|period)\b/i] as const
const DATED = /\bdate\b/i

/** The month end that the lines above the header give for all rows: "As of 10/31/2026", "Valuation Date: October 31, 2026". Lines of several months give none. */
export function monthInPreamble(preamble: readonly RawRow[], words: readonly RegExp[] = [...VALUED, DATED]): PlainDate | null {
  const lines = preamble.map(({ cells }) => cells.join(' ').replace(/\s+/g, ' ').trim()).filter((text) => !PRINTED.test(text))
  for (const word of words) {
    const months = new Set(lines.filter((text) => word.test(text)).flatMap((text) => datesIn(text).map(periodOf)))
    const [month] = months
    if (month !== undefined) return months.size === 1 ? month : null
  }
  return null
}
/** Wording for values: a date beside the word “date” alone may be of anything. */
export const monthOfValues = (preamble: readonly RawRow[]): PlainDate | null => monthInPreamble(preamble, VALUED)

/** The dates of a text that tell a day; of a span, such as "October 1, 2026 - October 31, 2026", its end. */
function datesIn(text: string): PlainDate[] {
  const found = [...text.matchAll(/\d{4}-\d{2}-\d{2}|\d{1,2}[/.]\d{1,2}[/.]\d{4}|[A-Z][a-z]{2,8}\.? \d{1,2},? \d{4}/g)]
  return found.flatMap(([candidate], index) => {
    const next = found[index + 1]
    const between = next === undefined ? '' : text.slice((found[index]?.index ?? 0) + candidate.length, next.index)
    if (/^\s*([-–—]|to|through|thru)\s*$/i.test(between)) return []
    // 05/11/2026 tells no month: the rows, or a person, must.
    const order = dateOrderOf(candidate)
    const date = order === 'EITHER' ? null : readDate(candidate, undefined, order)
    return date === null || isUnreadable(date) ? [] : [date]
  })
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']
const NAMED =
  /(?<![a-z])(jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)(?![a-z])/i

/** "Oct 2026", "2026-10", "10-2026", "Alpha 10.31.2026", "October": of a month without a year, the year of the month that the file was uploaded for. */
export function monthInName(name: string, near: PlainDate | null): PlainDate | null {
  const [day] = datesIn(
    name.replace(/\b(\d{1,2})-(\d{1,2})-(\d{4})\b/g, '$1/$2/$3').replace(/\b(20\d{2})(0[1-9]|1[0-2])([0-3]\d)\b/g, '$1-$2-$3'),
  )
  if (day !== undefined) return periodOf(day)
  const numbered =
    /(?<!\d)(?<year>20\d{2})[-_. ]?(?<month>0[1-9]|1[0-2])(?!\d)/.exec(name) ??
    /(?<!\d|\d[-_. ])(?<month>0?[1-9]|1[0-2])[-_. ](?<year>20\d{2})(?!\d)/.exec(name)
  if (numbered?.groups) return monthEnd(Number(numbered.groups.year), Number(numbered.groups.month))
  const named = NAMED.exec(name)
  if (!named?.[1]) return null
  const month = MONTHS.indexOf(named[1].slice(0, 3).toLowerCase()) + 1
  const year = /(?<!\d)(20\d{2})(?!\d)/.exec(name)?.[1] ?? /['’\-_. ](\d{2})(?!\d)/.exec(name.slice(named.index))?.[1]
  if (year === undefined) return near === null ? null : monthEnd(yearOf(near), month)
  return monthEnd(year.length === 2 ? 2000 + Number(year) : Number(year), month)
}

const LABEL = /^(bank|client|owner|institution|employer|policy ?holder|policy owner|case|group)( name)?\s*:?$/i
const LABELED = /^(?:bank|client|owner|institution|employer|policy ?holder|policy owner|case|group)(?: name)?\s*:\s*(.+)$/i
/** Excel cuts the name of a sheet here. */
const LONGEST_NAME = 31

/** The sheet's institution for all its rows; null where it names none. A name known here needs no label beside it. */
export function institutionOf(sheetName: string | null, preamble: readonly RawRow[], directory: Directory): string | null {
  for (const { cells } of preamble) {
    const filled = cells.map((cell) => cell.trim()).filter((cell) => cell !== '')
    for (const [place, cell] of filled.entries()) {
      const labeled = LABELED.exec(cell)?.[1] ?? (LABEL.test(cell) ? filled[place + 1] : undefined)
      if (labeled !== undefined && labeled !== '') return labeled.trim()
      if (isKnown(directory, cell)) return cell
    }
  }
  if (sheetName === null) return null
  if (isKnown(directory, sheetName)) return sheetName
  if (sheetName.length < LONGEST_NAME) return null
  const begins = directory.institutions.filter(({ name, legalName }) =>
    [name, legalName].some((full) => full.toLowerCase().startsWith(sheetName.toLowerCase())),
  )
  return begins.length === 1 ? (begins[0]?.name ?? null) : null
}

const isKnown = (directory: Directory, institutionName: string): boolean =>
  findInstitution(directory, { institutionId: '', fdicCertificate: '', institutionName }) !== null
