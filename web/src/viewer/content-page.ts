/** A document's text, as the page of a sandboxed frame: no script, no address outside, and every word of it escaped. */

/** The portal's content policy lets a style in by this; inside the frame the same policy holds, and a narrower one beside it. */
const nonce = (): string => document.querySelector('meta[name="csp-nonce"]')?.getAttribute('content') ?? ''

/** @param style CSS of ours or what was made of the document's; nothing in it reaches the network @param body HTML of which each word was escaped */
export function contentPage(style: string, body: string): string {
  const key = nonce()
  const policy = `default-src 'none'; img-src data:; style-src ${key ? `'nonce-${key}'` : "'unsafe-inline'"}; form-action 'none'; base-uri 'none'`
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="${policy}">
<title>Content</title><style nonce="${key}">${BASE}${style.replace(/<\/style/gi, '<\\/style')}</style></head><body>${body}</body></html>`
}

/** The colors of paper, in either theme: what a person prints is what they see. */
const BASE = `*{box-sizing:border-box}html,body{margin:0;background:#fff;color:#16202e;color-scheme:light}mark{background:#ffe08a;color:inherit}mark.on{background:#f0902f;scroll-initial-target:nearest}`

export const escaped = (text: string): string =>
  text.replace(/[&<>"'\u0000]/g, (sign) => (sign === '\u0000' ? '' : `&#${sign.charCodeAt(0)};`))

/** Text with each place that fits the words marked. @param words as typed; empty marks nothing */
export function marked(text: string, words: string): string {
  if (words === '') return escaped(text)
  const places = placesOf(text, words)
  let html = ''
  let done = 0
  for (const start of places) {
    html += `${escaped(text.slice(done, start))}<mark>${escaped(text.slice(start, start + words.length))}</mark>`
    done = start + words.length
  }
  return html + escaped(text.slice(done))
}

/** Where the words begin, one after the other, whatever the case. */
export function placesOf(text: string, words: string): number[] {
  const [wanted, all] = [lower(words), lower(text)]
  const places: number[] = []
  for (let at = wanted === '' ? -1 : all.indexOf(wanted); at >= 0; at = all.indexOf(wanted, at + wanted.length)) places.push(at)
  return places
}

/** Letter for letter: a few letters become two when they are made small, which would move all places behind them. */
const lower = (text: string): string => {
  const small = text.toLowerCase()
  return small.length === text.length
    ? small
    : text.replace(/[\s\S]/g, (letter) => (letter.toLowerCase().length === 1 ? letter.toLowerCase() : letter))
}
