/** The words of a reply by email that its writer wrote: mail programs add the mail that is answered below it, and signatures. In doubt a line is kept. */

/** Stands at the top of a mail that can be answered, so that whatever a program quotes begins with it. */
export const REPLY_ABOVE = 'Please write your reply above this line.'

/** A signature after "-- " (RFC 3676, 4.3) is a few lines; what is longer is text. */
const SIGNATURE_MOST = 12
/** How programs break "On Monday, Pat Ellis <pat@bank.example> wrote:". */
const ATTRIBUTION_LINES = 4

const isQuoted = (line: string): boolean => /^\s*>/.test(line)
const isBlank = (line: string): boolean => line.trim() === ''
const unquoted = (line: string): string => line.replace(/^[\s>]+/, '').replace(/^\*+|\*+$/g, '')
const isSignature = (line: string): boolean => /^-- ?$/.test(line)
const isOriginal = (line: string): boolean => /^\s*-{2,}\s*(Original Message|Forwarded message)\s*-{2,}\s*$/i.test(line)

/** @returns the text without what follows it; the whole text where nothing of one's own would be left */
export function ownWords(text: string): string {
  const lines = text.replace(/\r\n?/g, '\n').replaceAll('\u00a0', ' ').split('\n')
  const own = withoutSignature(lines.slice(0, quoteStart(lines)))
  return trimmed(own) || trimmed(lines)
}

/** The first line of the quoted mail, or the number of lines. Words between or below quoted lines answer these: then all of it is kept. */
function quoteStart(lines: readonly string[]): number {
  for (const [index, line] of lines.entries()) {
    if (unquoted(line).startsWith(REPLY_ABOVE))
      return isQuoted(line) && !isQuotedToTheEnd(lines, index) ? lines.length : above(lines, index)
    if (isOriginal(line) || isOutlookHead(lines, index)) return afterRule(lines, index)
    if (isQuoted(line)) return isQuotedToTheEnd(lines, index) ? above(lines, index) : lines.length
  }
  return lines.length
}

/** Quoted or empty lines, but for a signature that a program puts below the quotation. */
function isQuotedToTheEnd(lines: readonly string[], from: number): boolean {
  const rest = lines.slice(from)
  const signature = rest.findIndex(isSignature)
  return (signature === -1 || rest.length - signature > SIGNATURE_MOST ? rest : rest.slice(0, signature)).every(
    (line) => isQuoted(line) || isBlank(line),
  )
}

/** From, then Sent or Date, then To or Subject, on lines of their own. */
function isOutlookHead(lines: readonly string[], index: number): boolean {
  if (!/^\s*\*?From:\*?\s+\S/.test(lines[index] ?? '')) return false
  const next = lines
    .slice(index + 1, index + 8)
    .filter((line) => !isBlank(line))
    .slice(0, 4)
  const has = (names: string) => next.some((line) => new RegExp(`^\\s*\\*?(${names}):\\*?\\s+\\S`).test(line))
  return has('Sent|Date') && has('To|Subject')
}

/** Without the line of underscores that Outlook draws above its head. */
function afterRule(lines: readonly string[], index: number): number {
  let start = index
  while (start > 0 && isBlank(lines[start - 1] ?? '')) start -= 1
  return start > 0 && /^\s*[_-]{8,}\s*$/.test(lines[start - 1] ?? '') ? start - 1 : index
}

/** Without the words that introduce a quotation: "On … wrote:", or the head of the mail that is answered. */
function above(lines: readonly string[], index: number): number {
  let last = index - 1
  while (last >= 0 && isBlank(unquoted(lines[last] ?? ''))) last -= 1
  const first = Math.max(0, last - ATTRIBUTION_LINES + 1)
  if (/\bwrote:\s*$/.test(lines[last] ?? ''))
    for (let start = last; start >= first; start -= 1) if (/^\s*On\b/.test(lines[start] ?? '')) return start
  return index
}

function withoutSignature(lines: readonly string[]): readonly string[] {
  const mark = lines.findLastIndex(isSignature)
  const kept = mark !== -1 && lines.length - mark <= SIGNATURE_MOST ? lines.slice(0, mark) : lines
  const last = kept.findLastIndex((line) => !isBlank(line))
  return /^\s*(Sent from my \w[\w -]{0,30}|Get Outlook for (iOS|Android).*)$/.test(kept[last] ?? '') ? kept.slice(0, last) : kept
}

const trimmed = (lines: readonly string[]): string =>
  lines
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
