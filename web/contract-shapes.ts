/** Leaves out of the browser's contracts what only a server reads: schemas and what they are made of, summaries, and calls that a page does not make. */
import type { Plugin } from 'vite'

interface Node {
  type: string
  start: number
  end: number
  [property: string]: unknown
}
interface Edit {
  start: number
  end: number
  text: string
}

/**
 * In files of contract/: an expression that begins at `z` becomes `z`, which answers itself in the browser anyway (schema-stand-in.ts); summaries are
 * emptied; and what makes an endpoint is marked as free of effects, so that the endpoints no page calls are left out with it. Imports that only schemas
 * read go too: a page would fetch the file they stand in.
 */
export function withoutSchemas(): Plugin {
  return {
    name: 'corridor-without-schemas',
    transform(code, id) {
      if (!/[\\/]contract[\\/]src[\\/].*\.ts$/.test(id)) return null
      return { code: shapeOf(code, (text) => this.parse(text)), map: null }
    },
  }
}

export function shapeOf(code: string, parse: (code: string) => { body: readonly unknown[] }): string {
  const { body } = parse(code)
  const edits: Edit[] = []
  collect(body, edits)
  const text = edited(code, edits)
  // Imports stand where they stood: before what was edited.
  const imports = body.filter(isNode).filter(({ type }) => type === 'ImportDeclaration')
  return edited(text, unread(imports, text))
}

/** Calls that answer a value and do nothing else. */
const PURE = new Set(['endpoint', 'defineResource', 'page', 'pageInput', 'repeated', 'permission', 'permissionOrOwn', 'signedIn'])

function collect(value: unknown, edits: Edit[]): void {
  if (Array.isArray(value)) for (const each of value) collect(each, edits)
  if (!isNode(value)) return
  const { type, start, end } = value
  if ((type === 'CallExpression' || type === 'MemberExpression') && rootOf(value) === 'z') {
    edits.push({ start, end, text: 'z' })
    return
  }
  if (type === 'Property' && isNode(value.key) && value.key.name === 'summary' && isNode(value.value)) {
    edits.push({ start: value.value.start, end: value.value.end, text: "''" })
    return
  }
  if (type === 'CallExpression' && PURE.has(rootOf(value) ?? '')) edits.push({ start, end: start, text: '/* @__PURE__ */ ' })
  for (const [key, each] of Object.entries(value)) if (key !== 'type') collect(each, edits)
}

/** The name that a chain of calls and properties begins with. */
function rootOf(node: Node): string | undefined {
  const inner = node.type === 'CallExpression' ? node.callee : node.type === 'MemberExpression' ? node.object : undefined
  if (isNode(inner)) return rootOf(inner)
  return typeof node.name === 'string' ? node.name : undefined
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value && 'start' in value

/** The step that takes away imports of which the text names nothing any more. */
function unread(imports: readonly Node[], text: string): Edit[] {
  const rest = text.slice(Math.max(0, ...imports.map(({ end }) => end)))
  return imports.flatMap(({ start, end, specifiers }) => {
    const names = Array.isArray(specifiers) ? specifiers.flatMap(({ local }) => (isNode(local) ? [String(local.name)] : [])) : []
    const isRead = names.length === 0 || names.some((name) => new RegExp(`\\b${name}\\b`).test(rest))
    return isRead ? [] : [{ start, end, text: '' }]
  })
}

function edited(code: string, edits: Edit[]): string {
  let text = ''
  let done = 0
  for (const { start, end, text: by } of edits.toSorted((a, b) => a.start - b.start)) {
    text += code.slice(done, start) + by
    done = end
  }
  return text + code.slice(done)
}
