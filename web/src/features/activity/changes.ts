/** Before and after of an entry of the log, field by field, for a table of two columns. */
import { MISSING } from '@corridor/domain/primitives/money.ts'

export interface ChangedField {
  field: string
  before: string
  after: string
  changed: boolean
}

/** Nested values are told by their path; what is on one side only is missing on the other. */
export function changesOf(before: unknown, after: unknown): ChangedField[] {
  const [from, to] = [flat(before), flat(after)]
  const names = [...new Set([...from.keys(), ...to.keys()])]
  return names.map((field) => {
    const [was, is] = [from.get(field) ?? MISSING, to.get(field) ?? MISSING]
    return { field: wordsOf(field), before: was, after: is, changed: before !== null && after !== null && was !== is }
  })
}

function flat(value: unknown, path = '', into = new Map<string, string>()): Map<string, string> {
  if (value === null || value === undefined) {
    if (path) into.set(path, MISSING)
  } else if (Array.isArray(value) && value.every((item) => typeof item !== 'object' || item === null)) {
    into.set(path || 'value', value.length > 0 ? value.map((item) => String(item)).join(', ') : 'none')
  } else if (typeof value === 'object') {
    for (const [key, item] of Object.entries(value)) flat(item, path ? `${path}.${key}` : key, into)
  } else if (typeof value === 'boolean') into.set(path || 'value', value ? 'yes' : 'no')
  else if (typeof value === 'string' || typeof value === 'number') into.set(path || 'value', String(value))
  return into
}

/** "legalName" reads "Legal name"; a path keeps its steps. */
const wordsOf = (field: string): string =>
  field
    .split('.')
    .map((step) =>
      step
        .replace(/([a-z\d])([A-Z])/g, '$1 $2')
        .replaceAll('_', ' ')
        .toLowerCase(),
    )
    .join(', ')
    .replace(/^./, (first) => first.toUpperCase())
