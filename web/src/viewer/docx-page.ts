/** A Word document as the page of a frame. docx-preview builds it in a document that belongs to no window: nothing there loads or runs. */
import { parseAsync, renderDocument } from 'docx-preview'
import { contentPage, placesOf } from './content-page.ts'
import { entriesOf } from './sheet/zip.ts'
import { ViewerError } from './shown-file.ts'

export interface DocxPage {
  /** How often the words stand in it. */
  count: (words: string) => number
  /** @param at which of them is shown, from 1 */
  html: (words: string, at: number, zoom: number) => string
}

/** @throws ViewerError */
export async function openDocx(bytes: Uint8Array<ArrayBuffer>): Promise<DocxPage> {
  // A password turns a document into a file of Microsoft's compound format.
  if (bytes[0] === 0xd0 && bytes[1] === 0xcf) throw new ViewerError('encrypted')
  const entries = entriesOf(bytes)
  if (!entries) throw new ViewerError('broken')
  if ([...entries.values()].reduce((sum, { unpacked }) => sum + unpacked, 0) > LARGEST_UNPACKED) throw new ViewerError('tooLarge')
  const inert = document.implementation.createHTMLDocument('')
  const options = {
    h: (element: Described) => build(inert, element),
    className: 'docx',
    inWrapper: true,
    ignoreFonts: true,
    ignoreLastRenderedPageBreak: false,
    useBase64URL: true,
    renderAltChunks: false,
    renderComments: false,
    experimental: false,
  }
  let nodes: Node[]
  try {
    nodes = await renderDocument(await parseAsync(new Blob([bytes]), options), options)
  } catch (cause) {
    throw new ViewerError('broken', { cause })
  }
  const body = inert.createElement('div')
  let style = ''
  for (const node of nodes) {
    if (node.nodeName === 'STYLE') style += `${node.textContent ?? ''}\n`
    else body.append(node)
  }
  clean(body)
  const classes = classesOf(body)
  const sheet = `${withoutAddresses(style)}\n${classes}\n${PAPER}`
  return {
    count: (words) => textsOf(inert, body).reduce((sum, text) => sum + placesOf(text.data, words).length, 0),
    html: (words, at, zoom) => {
      const copy = inert.importNode(body, true)
      if (words !== '') mark(inert, copy, words, at)
      return contentPage(`${sheet}\nbody{zoom:${zoom}}`, copy.innerHTML)
    },
  }
}

const LARGEST_UNPACKED = 150_000_000

/** On a narrow screen the paper's margins are what can be spared. */
const PAPER = `html,body{background:#e9eef3}body{font-family:Calibri,Carlito,system-ui,sans-serif}.docx-wrapper{background:none!important;padding:16px!important}.docx-wrapper>section.docx{max-width:100%;min-width:min(100%,640px);box-shadow:0 1px 4px rgb(16 46 82 / 18%)!important}
@media (max-width:800px){.docx-wrapper{padding:0!important}.docx-wrapper>section.docx{width:100%!important;padding:16px!important}}img,svg,table{max-width:100%}`

interface DescribedElement {
  ns?: string
  tagName: string
  className?: string
  style?: Record<string, string> | string
  children?: Described[]
  [property: string]: unknown
}
type Described = DescribedElement | Node | string

/** docx-preview's own builder, but in the inert document, and with attributes of a short list only. */
function build(inert: Document, described: Described): Node {
  if (typeof described === 'string') return inert.createTextNode(described)
  if (described instanceof Node) return described
  const { ns, tagName, className, style, children = [], ...rest } = described
  if (tagName === '#comment') return inert.createTextNode('')
  if (tagName === '#fragment') {
    const fragment = inert.createDocumentFragment()
    for (const child of children) fragment.append(build(inert, child))
    return fragment
  }
  // A frame without a way out has no use for a link: its words stay.
  const name = tagName.toLowerCase() === 'a' ? 'span' : tagName
  const element = ns ? inert.createElementNS(ns, name) : inert.createElement(name)
  if (className) element.setAttribute('class', className)
  // Set through the object model: a style attribute would be refused by the portal's content policy.
  if (style && 'style' in element && element.style instanceof CSSStyleDeclaration) {
    if (typeof style === 'string') element.style.cssText = style
    else Object.assign(element.style, style)
  }
  for (const [key, value] of Object.entries(rest)) if (value !== undefined && SET.has(key)) Reflect.set(element, key, value)
  for (const child of children) element.append(build(inert, child))
  return element
}
const SET = new Set(['src', 'colSpan', 'rowSpan', 'id', 'textContent', 'title', 'lang', 'dir', 'dateTime', 'alt'])

const KEPT = new Set(
  'ARTICLE B BR COL COLGROUP DEL DIV EM FOOTER H1 H2 H3 H4 H5 H6 HEADER HR I IMG INS LI MARK OL P SECTION SMALL SPAN STRONG SUB SUP TABLE TBODY TD TFOOT TH THEAD TR U UL math mrow mi mn mo mfrac msup msub msubsup msqrt mroot mtext munder mover munderover mtable mtr mtd ms mspace mstyle mpadded mphantom menclose'.split(
    ' ',
  ),
)
const ATTRIBUTES = new Set(['class', 'style', 'colspan', 'rowspan', 'lang', 'dir', 'title', 'alt', 'src'])

/** Markup that is not on the lists goes, whatever docx-preview made of the file: elements with their content, attributes, addresses. */
function clean(body: Element): void {
  for (const element of [...body.querySelectorAll('*')]) {
    if (!KEPT.has(element.nodeName)) {
      element.remove()
      continue
    }
    for (const { name, value } of [...element.attributes])
      if (!ATTRIBUTES.has(name) || (name === 'src' && !/^data:image\/(png|jpeg|gif|webp|bmp);/i.test(value))) element.removeAttribute(name)
    // A picture of a kind that is not shown.
    if (element.nodeName === 'IMG' && !element.hasAttribute('src')) element.remove()
  }
}

/** Each different style of an element becomes a class: the frame's content policy takes style sheets, no style attributes. */
function classesOf(body: Element): string {
  const names = new Map<string, string>()
  for (const element of body.querySelectorAll('[style]')) {
    const text = withoutAddresses(element.getAttribute('style') ?? '')
    const name = names.get(text) ?? `s${names.size}`
    names.set(text, name)
    element.removeAttribute('style')
    element.classList.add(name)
  }
  return [...names].map(([text, name]) => `.${name}{${text.replace(/[{}]/g, '')}}`).join('\n')
}

/** Nothing in a style may name an address or another sheet. */
const withoutAddresses = (style: string): string =>
  style
    .replace(/url\s*\([^)]*\)?/gi, 'none')
    .replace(/@import[^;]*;?/gi, '')
    .replace(/</g, '')

function textsOf(inert: Document, body: Node): Text[] {
  const walker = inert.createTreeWalker(body, NodeFilter.SHOW_TEXT)
  const texts: Text[] = []
  for (let node = walker.nextNode(); node; node = walker.nextNode()) if (node instanceof Text) texts.push(node)
  return texts
}

function mark(inert: Document, body: Node, words: string, at: number): void {
  let number = 0
  for (const text of textsOf(inert, body)) {
    let rest = text
    let done = 0
    for (const start of placesOf(text.data, words)) {
      const found = rest.splitText(start - done)
      rest = found.splitText(words.length)
      done = start + words.length
      const element = inert.createElement('mark')
      if (++number === at) element.className = 'on'
      found.replaceWith(element)
      element.append(found)
    }
  }
}
