/** The query of a pull, made of names that cannot hold anything else. */

const PATH = /^[A-Za-z]\w{0,79}(\.[A-Za-z]\w{0,79}){0,5}$/

export interface Query {
  object: string
  fields: readonly string[]
  /** ISO instants of SystemModstamp: from, inclusive. */
  since?: string | undefined
  deletedOnly?: boolean
  /** The first so many alone. */
  most?: number | undefined
}

/** @throws Error for a name that is none: the editor offers the organization's own fields, so somebody wrote it by hand */
export function soqlOf({ object, fields, since, deletedOnly = false, most }: Query): string {
  for (const name of [object, ...fields]) if (!PATH.test(name)) throw new Error(`${name} is not the name of a field of Salesforce`)
  return `SELECT ${fields.join(', ')} FROM ${object}${whereOf({ since, deletedOnly })}${most === undefined ? '' : ` LIMIT ${most}`}`
}

export const countOf = (query: Query): string => `SELECT COUNT() FROM ${query.object}${whereOf(query)}`

function whereOf({ since, deletedOnly = false }: Pick<Query, 'since' | 'deletedOnly'>): string {
  const conditions = [
    ...(deletedOnly ? ['IsDeleted = true'] : []),
    ...(since === undefined ? [] : [`SystemModstamp >= ${new Date(since).toISOString()}`]),
  ]
  return conditions.length > 0 ? ` WHERE ${conditions.join(' AND ')}` : ''
}

/**
 * Read again before the newest change seen so far: a long transaction of Salesforce commits records under the time it began, and its servers' clocks differ.
 * Counted on Salesforce's own clock, so that ours plays no part.
 */
const OVERLAP = 15 * 60_000
export const sinceOf = (newestSeen: string): string => new Date(Date.parse(newestSeen) - OVERLAP).toISOString()
