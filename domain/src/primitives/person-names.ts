/** A person's name as one line, taken apart into the fields of the register. */

const SUFFIX = /^(jr|sr|ii|iii|iv|v|md|phd|cpa)\.?$/i

export interface NameParts {
  firstName?: string
  middleName?: string | null
  lastName: string
  suffix?: string | null
}

/**
 * The first word is the first name, the last one the last name, what stands between them the middle name; a generation or title at the end is the
 * suffix. One word alone is a new last name, and says nothing of the others. "Roe, Jane A." is read as "Jane A. Roe".
 * @throws RangeError for a name without a letter
 */
export function nameParts(name: string): NameParts {
  const turned = /^([^,]+),\s*([^,\s][^,]*)$/.exec(name.trim())
  const words = (turned?.[1] && turned[2] && !SUFFIX.test(turned[2]) ? `${turned[2]} ${turned[1]}` : name.replaceAll(',', ' '))
    .trim()
    .split(/\s+/)
  const suffix = words.length > 1 && SUFFIX.test(words.at(-1) ?? '') ? (words.pop() ?? null) : null
  const lastName = words.pop()
  if (!lastName || !/\p{L}/u.test(lastName)) throw new RangeError(`${JSON.stringify(name)} is no name`)
  const firstName = words.shift()
  if (firstName === undefined) return { lastName }
  return { firstName, middleName: words.join(' ') || null, lastName, suffix }
}
