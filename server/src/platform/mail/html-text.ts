/** The words of a mail that is HTML alone, in lines as it shows them; a quotation's begin with ">", as in a plain mail. */
import { Parser } from 'htmlparser2'

const UNSEEN = new Set(['head', 'script', 'style', 'title', 'template', 'noscript', 'object'])
const BLOCKS = new Set(
  'address article aside blockquote center dd div dl dt fieldset figure footer form h1 h2 h3 h4 h5 h6 header hr li main nav ol p pre section table tr ul'.split(
    ' ',
  ),
)
/** An empty line stands around these. */
const APART = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'ul', 'ol', 'table'])

export function textOfHtml(html: string): string {
  const lines: string[] = []
  let [line, quoted, unseen, preformatted] = ['', 0, 0, 0]
  const mark = () => (quoted === 0 ? '' : `${'>'.repeat(Math.min(quoted, 20))} `)
  const push = () => lines.push(`${mark()}${line}`.trimEnd())
  const end = (apart: boolean) => {
    if (line.trim() !== '') push()
    line = ''
    if (apart && lines.length > 0 && lines.at(-1) !== mark().trimEnd()) push()
  }
  const parser = new Parser({
    onopentag: (name) => {
      if (UNSEEN.has(name)) unseen += 1
      if (name === 'br') {
        push()
        line = ''
      }
      if (BLOCKS.has(name)) end(APART.has(name))
      if (name === 'li') line = '- '
      if ((name === 'td' || name === 'th') && line.trim() !== '') line += '  '
      if (name === 'blockquote') quoted += 1
      if (name === 'pre') preformatted += 1
    },
    ontext: (text) => {
      if (unseen > 0) return
      if (preformatted > 0) {
        const [first = '', ...others] = text.split(/\r?\n/)
        line += first
        for (const other of others) {
          push()
          line = other
        }
        return
      }
      const words = text.replace(/[ \t\r\n\f]+/g, ' ')
      line += line === '' || line.endsWith(' ') ? words.trimStart() : words
    },
    onclosetag: (name) => {
      if (UNSEEN.has(name)) unseen -= 1
      if (BLOCKS.has(name)) end(APART.has(name))
      if (name === 'blockquote') quoted -= 1
      if (name === 'pre') preformatted -= 1
    },
  })
  parser.end(html)
  end(false)
  return lines.join('\n').trim()
}
