/** Records of a list made flat, and what they tell of its columns: names, kinds, widths. */

import type { listFields } from '@corridor/contract/kernel/list-cells.ts'
import { zoneName } from '../formats/clock.ts'
import type { SheetColumn, SheetKind } from '../formats/xlsx-writer.ts'
import { inputError } from './errors.ts'

export type Cell = string | number | boolean | null | undefined
export type FlatRecord = Readonly<Record<string, Cell>>
export interface ListColumn extends SheetColumn {
  key: string
}

/** Learns the columns of a list from its rows, one after another: what is in each of them, and how wide it is. */
export interface ColumnsSeen {
  add: (row: FlatRecord) => void
  /**
   * In the order in which the rows showed them, or in the one asked for.
   * @param wanted fields, each with the heading that the page has for it (`stateCode:State`), or its name in words where none is given
   * @param declared the fields of a record, for a list that is empty and for records that are open
   * @throws AppError('input') for a column that the list does not have
   */
  columns: (wanted?: readonly string[], declared?: readonly string[]) => ListColumn[]
}

type Form = 'flag' | 'integer' | 'number' | 'date' | 'instant' | 'text'
/** Rows that the width of a column is taken from. */
const MEASURED = 200
const WIDEST = 60

export function watchColumns(): ColumnsSeen {
  const seen = new Map<string, { form: Form | undefined; longest: number }>()
  let rows = 0
  return {
    add: (row) => {
      rows += 1
      for (const [key, value] of Object.entries(row)) {
        const column = seen.get(key) ?? { form: undefined, longest: 0 }
        if (column.form !== 'text' && value !== null && value !== undefined) column.form = formOfBoth(column.form, formOf(value))
        if (rows <= MEASURED) column.longest = Math.max(column.longest, String(value ?? '').length)
        seen.set(key, column)
      }
    },
    columns: (wanted, declared = []) => {
      const keys = rows > 0 ? [...seen.keys()] : declared
      // Open records differ by row: a column of theirs may be in none.
      const isKnown = (key: string) => keys.includes(key) || declared.some((field) => key === field || key.startsWith(`${field}.`))
      const asked = (wanted ?? keys).map(askedColumn)
      const unknown = wanted ? asked.filter(({ key }) => !isKnown(key)) : []
      if (unknown.length > 0 && keys.length > 0) throw inputError({ columns: unknown.map(({ key }) => `There is no column ${key}.`) })
      return asked.map(({ key, label }) => {
        const [kind, { longest }] = [kindOf(key, seen.get(key)?.form), seen.get(key) ?? { longest: 0 }]
        return { key, label, kind, ...(kind === 'text' ? { width: Math.min(WIDEST, Math.max(label.length, longest)) } : {}) }
      })
    },
  }
}

function askedColumn(asked: string): { key: string; label: string } {
  const [key = '', ...heading] = asked.split(':')
  return { key, label: heading.join(':').trim() || titleOf(key) }
}

/** Columns of moments say whose clock they are on: a sheet has no time zone of its own. */
export const onClock = (columns: readonly ListColumn[], timeZone: string): ListColumn[] =>
  columns.map((column) => (column.kind === 'instant' ? { ...column, label: `${column.label} (${zoneName(timeZone)})` } : column))

/** A field's codes in words. */
type WordOf = (key: string, code: Cell) => Cell

/** A record with the objects in it spread one level deep, lists joined, codes in words; what has no place in a cell is left out. */
export function flatRecord(record: Readonly<Record<string, unknown>>, wordOf: WordOf = (_, code) => code): FlatRecord {
  const flat: Record<string, Cell> = {}
  for (const [key, value] of Object.entries(record)) {
    if (isCell(value)) flat[key] = wordOf(key, value)
    else if (Array.isArray(value))
      flat[key] = value
        .filter(isCell)
        .map((item) => wordOf(key, item))
        .join(', ')
    else
      for (const [inner, item] of Object.entries(value ?? {})) if (isCell(item)) flat[`${key}.${inner}`] = wordOf(`${key}.${inner}`, item)
  }
  return flat
}

/** Codes of a list's fields as the screen reads them; what is no code stays as it is. */
export const wordsOf =
  (fields: ReturnType<typeof listFields>): WordOf =>
  (key, code) => {
    const words = fields.get(key)?.words
    const word =
      words !== undefined && code !== null && code !== undefined && Object.hasOwn(words, String(code)) ? words[String(code)] : undefined
    return word === undefined ? code : typeof word === 'string' ? word : word.label
  }

const isCell = (value: unknown): value is Cell =>
  value === null || value === undefined || typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'

/** `cashSurrenderValueCents` -> `Cash Surrender Value`. */
export function titleOf(key: string): string {
  const words = key
    .replace(/Cents$/, '')
    .replace(/[._]/g, ' ')
    .replace(/([a-z\d])([A-Z])/g, '$1 $2')
    .split(' ')
  return words.map((word) => (/^(id|ssn|mbr)$/i.test(word) ? word.toUpperCase() : word.charAt(0).toUpperCase() + word.slice(1))).join(' ')
}

const DATE = /^\d{4}-\d{2}-\d{2}$/
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/

function formOf(value: string | number | boolean): Form {
  if (typeof value === 'boolean') return 'flag'
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number'
  return DATE.test(value) ? 'date' : INSTANT.test(value) ? 'instant' : 'text'
}

const isNumber = (form: Form) => form === 'integer' || form === 'number'
const formOfBoth = (one: Form | undefined, other: Form): Form =>
  one === undefined || one === other ? other : isNumber(one) && isNumber(other) ? 'number' : 'text'

function kindOf(key: string, form: Form = 'text'): SheetKind {
  if (form !== 'integer' && form !== 'number') return form
  if (/Cents$/.test(key)) return 'money'
  if (/(yield|rate|fraction)$/i.test(key) || /^shareOf/.test(key)) return 'percent'
  // A number that names something is written without thousands.
  return form === 'integer' && !/(^id|Id|Year|Line(Number)?)$/.test(key) ? 'count' : 'decimal'
}
