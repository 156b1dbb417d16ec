/** Typed values against stored ones: the part a draft keeps, and both versions of a record that two people changed. */
import { type Fields, type JsonRecord, same, type Values } from './form-fields.ts'

/** Fields typed into: what a draft keeps, with what stood there before. */
export function changesOf(values: Values, stored: Values): { values: Values; base: Values } | null {
  const names = Object.keys(stored).filter((name) => !same(values[name], stored[name]))
  if (names.length === 0) return null
  const pick = (from: Values) => Object.fromEntries(names.map((name) => [name, from[name] ?? null]))
  return { values: pick(values), base: pick(stored) }
}

export interface Merge {
  /** Theirs where only they changed it, ours elsewhere. */
  merged: Values
  /** Both changed it, to different ends: a person decides. */
  conflicts: string[]
  /** Only they changed it: taken over. */
  taken: string[]
}

/** @param base what both began with  @param theirs what is stored now  @param ours what stands in the form */
export function mergeOf(base: Values, theirs: Values, ours: Values): Merge {
  const merged: Values = { ...ours }
  const [conflicts, taken]: [string[], string[]] = [[], []]
  for (const name of Object.keys(theirs)) {
    const [before, now, mine] = [base[name], theirs[name], ours[name]]
    if (same(now, mine) || same(now, before)) continue
    if (same(mine, before)) {
      merged[name] = now ?? null
      taken.push(name)
    } else conflicts.push(name)
  }
  return { merged, conflicts, taken }
}

/** The watched record; where nothing is yet, the stored one. */
export const filled = (stored: Values, watched: Readonly<Record<string, Values[string] | undefined>>): Values =>
  Object.fromEntries(Object.entries(stored).map(([name, value]) => [name, watched[name] === undefined ? value : watched[name]]))

export const isRecord = (value: unknown): value is JsonRecord => typeof value === 'object' && value !== null && !Array.isArray(value)

/** A draft as this form understands it; fields it no longer has are left out. */
export function draftContent(content: JsonRecord, fields: Fields): { values: Values; base: Values } {
  const read = (part: unknown): Values => {
    if (!isRecord(part)) return {}
    const known = Object.entries(part).filter(([name]) => name in fields)
    return Object.fromEntries(known.flatMap(([name, value]) => (isValue(value) ? [[name, value]] : [])))
  }
  return { values: read(content.values), base: read(content.base) }
}
const isValue = (value: unknown): value is Values[string] =>
  value === null || ['string', 'number', 'boolean'].includes(typeof value) || Array.isArray(value)
