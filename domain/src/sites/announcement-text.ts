/** An announcement's text: plain, with the addresses in it as links. */

export interface TextPart {
  text: string
  /** For an address; null for words. */
  href: string | null
}

/** Punctuation that ends a sentence belongs to it, and not to the address before it. */
const ADDRESS = /https?:\/\/[^\s<>"']*[^\s<>"'.,;:!?)\]}]/gi

/** Words and addresses in turn, which together are the text. Only http and https become links. */
export function linkedText(text: string): TextPart[] {
  const parts: TextPart[] = []
  let from = 0
  for (const match of text.matchAll(ADDRESS)) {
    const [address] = match
    if (!URL.canParse(address)) continue
    if (match.index > from) parts.push({ text: text.slice(from, match.index), href: null })
    parts.push({ text: address, href: address })
    from = match.index + address.length
  }
  return from < text.length ? [...parts, { text: text.slice(from), href: null }] : parts
}
