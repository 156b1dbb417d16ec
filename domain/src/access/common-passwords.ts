/**
 * Passwords that a guesser tries first (ASVS 6.2.4, 6.2.11; NIST SP 800-63B-4 3.1.1.2): the commonest ones, also dressed up with digits and
 * symbols, and those that hold a name everybody knows. The list itself is the server's; here is only how a password is compared with it.
 */

export const COMMON_PASSWORD = 'must not be one of the most common passwords, with or without digits and symbols around it'
export const CONTEXT_PASSWORD = 'must not contain the name of the portal, the site or the institution, nor your own name or email address'
export const REUSED_PASSWORD = (window: number): string =>
  window === 1 ? 'must not be your current password' : `must not be one of your last ${window} passwords`

/**
 * The forms under which a password is looked up in a list of common ones, case-folded: as it is, without what is put around a word, and with the
 * usual letters in place of the signs that stand for them. `Passw0rd!2026` is `password` three times over.
 */
export function commonForms(password: string): string[] {
  const folded = password.toLowerCase()
  const plain = unsign(folded)
  // Half of a doubled word: "dragondragon" is as easily guessed as "dragon".
  const halves = [folded, core(folded)].flatMap((word) => {
    const half = word.slice(0, word.length / 2)
    return word.length >= 6 && half + half === word ? [half] : []
  })
  return [...new Set([folded, core(folded), plain, core(plain), ...halves])].filter((form) => form.length >= 3)
}

/**
 * Whether a password holds a name that anybody would try: compared without case, spaces and punctuation.
 * @param names of the product, site, institution and person; an email address counts by its parts
 */
export function holdsName(password: string, names: readonly string[]): boolean {
  const squeezed = squeeze(password)
  return names.flatMap(wordsOf).some((word) => squeezed.includes(word))
}

/** Too short to be anybody's name for sure: "Ann" is part of "annual". */
const SHORTEST_WORD = 4
/** Words of a bank's name that are words of every sentence, and of every other bank's name. */
const GENERIC = new Set(
  'bank banc bancorp bancshares trust savings saving first second national federal state community company corporation holding holdings financial group united american citizens peoples people farmers merchants county city north south east west northern southern eastern western central capital credit union mutual life insurance loan association the and of portal corporate owned with team mail info office example'.split(
    ' ',
  ),
)

function wordsOf(name: string): string[] {
  const words = name
    .split(/[^\p{L}\p{N}]+/u)
    .map(squeeze)
    .filter((word) => word.length > 0)
  const telling = words.filter((word) => word.length >= SHORTEST_WORD && !GENERIC.has(word) && !/^\d+$/.test(word))
  // The name in one piece, so that "First National Bank", all of it generic, is not to be had either.
  const whole = words.join('')
  return [...telling, ...(words.length > 1 && whole.length >= 2 * SHORTEST_WORD ? [whole] : [])]
}

const squeeze = (text: string): string =>
  text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '')

/** Without digits and signs at either end. */
const core = (text: string): string => text.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')

const SIGNS: Record<string, string> = { '0': 'o', '1': 'i', '3': 'e', '4': 'a', '5': 's', '7': 't', '@': 'a', $: 's', '!': 'i' }
const unsign = (text: string): string =>
  core(text.replace(/^[^\p{L}\p{N}@$]+|[\d!]+$/gu, '')).replace(/[013457@$!]/g, (sign) => SIGNS[sign] ?? sign)
