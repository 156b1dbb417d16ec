/** The articles of docs/help as modules of the build: `virtual:help-index` names them, `virtual:help-texts` holds their text as a tree of elements. */
import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { lexer, type Token, type Tokens } from 'marked'
import type { Plugin } from 'vite'
import { HELP_TAGS, type HelpArticle, type HelpNode, READERS } from './src/shared/help/article.ts'

const FOLDER = fileURLToPath(new URL('../docs/help', import.meta.url))

interface ReadArticle extends HelpArticle {
  body: HelpNode[]
}

/** @throws Error when an article has no front matter, no title, or something that the panel could not draw */
export const readArticles = (): ReadArticle[] =>
  readdirSync(FOLDER)
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => readArticle(basename(name, '.md'), readFileSync(join(FOLDER, name), 'utf8')))

export function readArticle(id: string, text: string): ReadArticle {
  const [, who, pages, body] = /^---\nfor: (\w+)\npages: ([\w, ]+)\n---\n\n([^]*)$/.exec(text) ?? []
  const reader = READERS.find((each) => each === who)
  if (!reader || pages === undefined || body === undefined)
    throw new Error(`docs/help/${id}.md does not begin with whom and which pages it is for`)
  const [heading, ...rest] = lexer(body).filter(({ type }) => type !== 'space')
  if (heading?.type !== 'heading') throw new Error(`docs/help/${id}.md has no title`)
  const nodes = (tokens: readonly Token[] | undefined): HelpNode[] => (tokens ?? []).flatMap((token) => nodeOf(id, token, nodes))
  return {
    id,
    title: plain(heading.text),
    for: reader,
    pages: pages.split(/, */),
    body: rest.flatMap((token, index) => partOf(id, token, rest[index - 1], nodes)),
  }
}

/** The comment above a part of an article that an institution's people do not read. */
const FOR_STAFF = '<!-- for staff -->'
const isMark = (token: Token | undefined): boolean => token?.type === 'html' && token.raw.trim() === FOR_STAFF

function partOf(id: string, token: Token, before: Token | undefined, nodes: Nodes): HelpNode[] {
  if (isMark(token)) return []
  const made = nodeOf(id, token, nodes)
  return isMark(before) ? made.map((node): HelpNode => (typeof node === 'string' ? node : { ...node, forStaff: true })) : made
}

type Nodes = (tokens: readonly Token[] | undefined) => HelpNode[]

function nodeOf(id: string, token: Token, nodes: Nodes): HelpNode[] {
  if (isOf(token, 'text')) return token.tokens ? nodes(token.tokens) : [plain(token.text)]
  if (isOf(token, 'escape')) return [plain(token.text)]
  if (isOf(token, 'codespan')) return [{ tag: 'code', children: [plain(token.text)] }]
  if (isOf(token, 'code')) return [{ tag: 'pre', children: [token.text] }]
  if (isOf(token, 'list'))
    return [
      { tag: token.ordered ? 'ol' : 'ul', children: token.items.map((item): HelpNode => ({ tag: 'li', children: nodes(item.tokens) })) },
    ]
  if (isOf(token, 'table')) return [tableOf(token, nodes)]
  // The page title is the first heading; its own headings begin below it.
  if (isOf(token, 'heading')) return [{ tag: 'h3', children: nodes(token.tokens) }]
  if (isOf(token, 'link')) {
    const other = /^([\w-]+)\.md(?:#.*)?$/.exec(token.href)?.[1]
    // Documents beside the articles are no part of the product: their names stay.
    return other === undefined ? nodes(token.tokens) : [{ tag: 'a', to: other, children: nodes(token.tokens) }]
  }
  // Pictures of papers are for who reads the repository: the product shows the papers themselves.
  if (token.type === 'image' || token.type === 'space') return []
  const tag = HELP_TAGS.find((each) => each === SIMPLE[token.type])
  if (!tag) throw new Error(`docs/help/${id}.md has a ${token.type}, which the panel does not draw`)
  return [{ tag, children: nodes('tokens' in token ? token.tokens : []) }]
}
const SIMPLE: Readonly<Record<string, string>> = { paragraph: 'p', strong: 'strong', em: 'em', blockquote: 'blockquote', br: 'br' }

const tableOf = ({ header, rows }: Tokens.Table, nodes: Nodes): HelpNode => {
  const cells =
    (tag: 'th' | 'td') =>
    (row: readonly Tokens.TableCell[]): HelpNode => ({
      tag: 'tr',
      children: row.map(({ tokens }): HelpNode => ({ tag, children: nodes(tokens) })),
    })
  return {
    tag: 'table',
    children: [
      { tag: 'thead', children: [cells('th')(header)] },
      { tag: 'tbody', children: rows.map(cells('td')) },
    ],
  }
}

interface Kinds {
  text: Tokens.Text
  escape: Tokens.Escape
  codespan: Tokens.Codespan
  code: Tokens.Code
  list: Tokens.List
  table: Tokens.Table
  heading: Tokens.Heading
  link: Tokens.Link
}
const isOf = <Kind extends keyof Kinds>(token: Token, kind: Kind): token is Kinds[Kind] => token.type === kind

/** React escapes by itself; the lexer leaves entities as they were written. */
const plain = (text: string): string =>
  text.replaceAll('&quot;', '"').replaceAll('&#39;', '’').replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')

const MODULES: Readonly<Record<string, () => unknown>> = {
  'virtual:help-index': () => readArticles().map(({ body: _, ...article }) => article),
  'virtual:help-texts': () => Object.fromEntries(readArticles().map(({ id, body }) => [id, body])),
}

export function helpArticles(): Plugin {
  return {
    name: 'corridor-help-articles',
    resolveId: (id) => (id in MODULES ? `\0${id}` : undefined),
    load: (id) => {
      const made = MODULES[id.slice(1)]
      return id.startsWith('\0') && made ? `export default ${JSON.stringify(made())}` : undefined
    },
  }
}
