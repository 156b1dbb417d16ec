/** An announcement's text: plain, with the addresses in it, and words that lead to a page of the portal, as links. */

export interface TextPart {
  text: string
  /** For an address; null for words. */
  href: string | null
}

/** Punctuation that ends a sentence belongs to it, and not to the address before it. */
const ADDRESS = /https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)\]}]/gi

/** "[Answer online](/questionnaires/annual)": words and the path of a page of the portal; two slashes would be another site. */
const PORTAL_PAGE = /\[([^[\]\n]{1,80})\]\((\/(?!\/)[\w\-/?=&.%]*)\)/g
const LINK = new RegExp(`${PORTAL_PAGE.source}|${ADDRESS.source}`, 'gi')

/** The page on which clients answer the annual questionnaire: an announcement that leads there is done once it is returned. */
export const QUESTIONNAIRE_PAGE = '/questionnaires/annual'

/** Words and links in turn. Only http and https become links, and pages of the portal under words of their own. */
export function linkedText(text: string): TextPart[] {
  const parts: TextPart[] = []
  let from = 0
  for (const match of text.matchAll(LINK)) {
    const [written, words, page] = match
    if (page === undefined && !URL.canParse(written)) continue
    if (match.index > from) parts.push({ text: text.slice(from, match.index), href: null })
    parts.push({ text: words ?? written, href: page ?? written })
    from = match.index + written.length
  }
  return from < text.length ? [...parts, { text: text.slice(from), href: null }] : parts
}
