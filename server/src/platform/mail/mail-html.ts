/**
 * The HTML of a mail, made of its text when it is sent: both say the same. Tables and inline styles alone, since Outlook and Gmail read little else; nothing
 * is fetched, so that no reader is asked to load pictures; dark where the reader's client is.
 */

/** Names at the head of a mail; a person of several firms or of no bank is told none. */
export interface Letterhead {
  firm: string | null
  bank: string | null
}

/** Gmail cuts a longer mail off ("Message clipped", 102 kB); its text goes alone then. */
const LONGEST = 95_000
const FONT = "font-family:Inter,'Segoe UI',Helvetica,Arial,sans-serif"
const PARAGRAPH = `margin:0 0 16px;${FONT};font-size:16px;line-height:24px;color:#1c2733`
/** Clients that know dark pages follow these, Outlook's own apps those behind data-ogsc. */
const DARK = (['', '[data-ogsc] '] as const)
  .map((within) => {
    const rules = [
      `${within}.page{background:#12181f!important}`,
      `${within}.card{background:#1b242e!important;border-color:#35414e!important}`,
      `${within}.words{color:#e6ebf0!important}`,
      `${within}.small{color:#a7b3bf!important}`,
      `${within}.button{background:#8fb8ff!important}`,
      `${within}.press{color:#0b1a33!important}`,
    ].join('')
    return within === '' ? `@media (prefers-color-scheme:dark){${rules}}` : rules
  })
  .join('')

/** @param publicUrl only addresses of the portal become links: a quoted text must not lead anywhere */
export function htmlOf(
  { subject, bodyText }: { subject: string; bodyText: string },
  publicUrl: string,
  { firm, bank }: Letterhead,
): string | undefined {
  let hasButton = false
  const blocks = bodyText
    .trim()
    .split(/\n{2,}/)
    .map((block) => {
      // The first address is where the mail leads; a second button beside it would say the same of another page.
      const button = hasButton ? undefined : buttonIn(block, publicUrl)
      hasButton ||= button !== undefined
      return button ?? blockOf(block, publicUrl)
    })
  const head = [firm ?? 'Corridor', ...(bank === null ? [] : [bank])].map(escaped).join(' &nbsp;|&nbsp; ')
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><title>${escaped(subject)}</title><style>${DARK}</style></head>
<body class="page" style="margin:0;padding:0;background:#f2f5f8">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:#f2f5f8"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" class="card" width="600" cellpadding="0" cellspacing="0" border="0" style="width:100%;max-width:600px;background:#ffffff;border:1px solid #d8dfe8">
<tr><td style="background:#0b2a5b;padding:16px 24px;${FONT};font-size:16px;line-height:24px;font-weight:600;color:#ffffff">${head}</td></tr>
<tr><td style="padding:24px 24px 8px">
${blocks.join('\n')}
</td></tr>
<tr><td class="small" style="padding:0 24px 20px;${FONT};font-size:13px;line-height:18px;color:#55636f">Sent by Corridor, ${escaped(new URL(publicUrl).host)}.</td></tr>
</table></td></tr></table></body></html>
`
  return html.length > LONGEST ? undefined : html
}

/** Lines without an empty one between: a list, a code, an address of the portal alone, a quotation, or words. */
function blockOf(block: string, publicUrl: string): string {
  const lines = block.split('\n')
  if (lines.every((line) => line.startsWith('    ')))
    return `<p class="words" style="${PARAGRAPH};font-size:28px;line-height:36px;font-weight:600;letter-spacing:4px">${lines.map((line) => escaped(line.trim())).join('<br>')}</p>`
  if (lines.every((line) => line.startsWith('>')))
    return `<blockquote class="words" style="${PARAGRAPH};padding-left:12px;border-left:3px solid #d8dfe8">${wordsOf(
      lines.map((line) => line.replace(/^> ?/, '')),
      publicUrl,
    )}</blockquote>`
  const listed = lines.findIndex((line) => line.startsWith('- '))
  if (listed >= 0) return `${listed > 0 ? paragraph(lines.slice(0, listed), publicUrl) : ''}${listOf(lines.slice(listed), publicUrl)}`
  return paragraph(lines, publicUrl)
}

/** A line with an address of the portal alone, or behind words that lead to it, becomes a button. */
function buttonIn(block: string, publicUrl: string): string | undefined {
  const [, words, address = ''] = /^(?:(.*\S) )?(\S+)$/.exec(block) ?? []
  if (!isOwn(address, publicUrl) || (words !== undefined && !words.endsWith(':'))) return undefined
  return `${words === undefined ? '' : paragraph([words], publicUrl)}${buttonOf(address)}`
}

function listOf(lines: readonly string[], publicUrl: string): string {
  // A line that is set in belongs to the entry above it; what is not, to nothing of the list.
  const entries: string[][] = []
  const after: string[] = []
  for (const line of lines)
    if (line.startsWith('- ')) entries.push([line.slice(2)])
    else if (line.startsWith(' ')) entries.at(-1)?.push(line.trim())
    else after.push(line)
  const items = entries.map((entry) => `<li style="margin:0 0 6px">${wordsOf(entry, publicUrl)}</li>`)
  return `<ul class="words" style="${PARAGRAPH};padding-left:22px">${items.join('')}</ul>${after.length > 0 ? paragraph(after, publicUrl) : ''}`
}

const paragraph = (lines: readonly string[], publicUrl: string): string =>
  `<p class="words" style="${PARAGRAPH}">${wordsOf(lines, publicUrl)}</p>`

/** The address stands below in full, for whoever would rather copy it than press. */
const buttonOf = (address: string): string =>
  `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 8px"><tr><td class="button" style="background:#0b4fa8;padding:12px 20px"><a class="press" href="${escaped(address)}" style="${FONT};font-size:16px;line-height:20px;font-weight:600;color:#ffffff;text-decoration:none">Open in Corridor</a></td></tr></table><p class="small" style="margin:0 0 16px;${FONT};font-size:13px;line-height:18px;color:#55636f;word-break:break-all">${escaped(address)}</p>`

const wordsOf = (lines: readonly string[], publicUrl: string): string => lines.map((line) => linked(line, publicUrl)).join('<br>')

const linked = (line: string, publicUrl: string): string =>
  line
    .split(/(\s+)/)
    .map((word) => {
      const [, address = '', end = ''] = /^(.*?)([.,;:!?)]*)$/.exec(word) ?? []
      return isOwn(address, publicUrl)
        ? `<a class="words" href="${escaped(address)}" style="color:#0b4fa8;word-break:break-all">${escaped(address)}</a>${escaped(end)}`
        : escaped(word)
    })
    .join('')

/** "https://portal.example.evil.test" begins with the portal's address and is another's. */
const isOwn = (address: string, publicUrl: string): boolean =>
  address === publicUrl || ['/', '?', '#'].some((next) => address.startsWith(`${publicUrl}${next}`))

const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string): string => text.replace(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign)
