/** Query strings the plain way: repeated keys are lists, empty values leave no key. */

export type Query = Record<string, string | string[]>

export function readQuery(text: string): Query {
  const query: Query = {}
  for (const [key, value] of new URLSearchParams(text)) {
    const earlier = query[key]
    query[key] = earlier === undefined ? value : [...(Array.isArray(earlier) ? earlier : [earlier]), value]
  }
  return query
}

/** With the leading question mark; empty for nothing. Absent, empty and null values leave no key. */
export function queryText(query: object): string {
  const text = new URLSearchParams()
  for (const [key, value] of Object.entries(query)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== undefined && item !== null && item !== '') text.append(key, String(item))
    }
  }
  return text.size > 0 ? `?${text}` : ''
}
