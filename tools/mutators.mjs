// Breaks for `npm run mutants`: places in a source file, each with the text that would stand there instead.
import { parseAst } from 'vitest/node'

const OPERATORS = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '+': '-',
  '-': '+',
  '*': '/',
  '/': '*',
  '&&': '||',
  '||': '&&',
}
const CALLS = { min: 'max', max: 'min', every: 'some', some: 'every', floor: 'ceil', ceil: 'floor' }
/** Conditions a query or a list may lose. */
const NARROWING = new Set(['where', 'whereRef', 'filter'])
/** In the text of a statement. The first `and` after a `between` is none between conditions. */
const SQL = [
  [/(?<!\bbetween\b(?:(?!\band\b)[^])*)\band\b/gi, 'or'],
  [/\bis not null\b/gi, 'is null'],
  [/\bis null\b/gi, 'is not null'],
  [/\bnot exists\b/gi, 'exists'],
  [/ >= /g, ' > '],
  [/ <= /g, ' < '],
  [/ > /g, ' >= '],
  [/ < /g, ' <= '],
]

/**
 * @param name of the file, for how it is parsed
 * @returns {{ start: number, end: number, line: number, operator: string, before: string, after: string }[]} in the order of the text
 */
export function mutationsOf(text, name) {
  const found = []
  const add = (operator, { start, end }, after) => {
    const before = text.slice(start, end)
    if (before !== after) found.push({ start, end, line: text.slice(0, start).split('\n').length, operator, before, after })
  }
  const same = new Set()
  visit(parseAst(text, { lang: name.endsWith('x') ? 'tsx' : 'ts' }), (node) => {
    if (node.type === 'ConditionalExpression') for (const one of changingNothing(node, text)) same.add(one)
    if (!same.has(node)) mutate(node, text, add)
  })
  return found.sort((one, other) => one.start - other.start || one.end - other.end)
}

export const mutated = (text, { start, end, after }) => text.slice(0, start) + after + text.slice(end)

/** Every node that runs; types do not. */
function visit(node, look) {
  if (/^TS(?!AsExpression|NonNull|Satisfies)|^(Import|ExportAll)Declaration$/.test(node.type)) return
  look(node)
  for (const [key, value] of Object.entries(node)) {
    if (key === 'typeAnnotation' || key === 'typeArguments' || key === 'returnType') continue
    for (const child of [value].flat()) if (typeof child?.type === 'string') visit(child, look)
  }
}

const ORDERED = /^[<>]=?$/
/**
 * Parts of a choice whose break changes nothing: the size of what a sort is answered, the bound between two that are equal (`a < b ? a : b`), and the
 * one that is never reached by equals (`a === b ? … : a < b ? -1 : 1`).
 */
function changingNothing({ test, consequent, alternate }, text) {
  const source = (node) => text.slice(node.start, node.end)
  const sides = (node) => (node.type === 'BinaryExpression' ? [source(node.left), source(node.right)].sort().join(' , ') : undefined)
  const found = [consequent, alternate].every((branch) => /^-?1$/.test(source(branch)))
    ? [consequent, alternate].map((branch) => branch.argument ?? branch)
    : []
  if (ORDERED.test(test.operator) && sides(test) === [source(consequent), source(alternate)].sort().join(' , ')) found.push(test)
  if (test.operator === '===' && alternate.type === 'ConditionalExpression' && ORDERED.test(alternate.test.operator))
    if (sides(alternate.test) === sides(test)) found.push(alternate.test)
  return found
}

function mutate(node, text, add) {
  const source = ({ start, end }) => text.slice(start, end)
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression': {
      const after = OPERATORS[node.operator]
      // Texts are joined, not added.
      if (!after || (node.operator === '+' && isText(node))) return
      const start = node.left.end + text.slice(node.left.end, node.right.start).indexOf(node.operator)
      add('operator', { start, end: start + node.operator.length }, after)
      return
    }
    case 'UnaryExpression':
      if (node.operator === '!') add('condition', node, source(node.argument))
      return
    case 'ConditionalExpression':
      add('condition', node.test, `!(${source(node.test)})`)
      return
    case 'IfStatement':
      add('condition', node.test, `!(${source(node.test)})`)
      if (!node.alternate && leaves(node.consequent)) add('guard', node, ';')
      return
    case 'ReturnStatement':
      if (node.argument) add('return', node.argument, 'undefined')
      return
    case 'ExpressionStatement':
      if (/^(Call|Await)Expression$/.test(node.expression.type)) add('call', node, ';')
      return
    case 'Literal':
      if (typeof node.value === 'number') add('constant', node, String(node.value + 1))
      if (typeof node.value === 'boolean') add('constant', node, String(!node.value))
      return
    case 'CallExpression':
      mutateCall(node, source, add)
      return
    case 'TaggedTemplateExpression':
      if (/^sql\b/.test(source(node.tag))) mutateStatement(node.quasi, text, add)
  }
}

function mutateCall({ callee, start, end }, source, add) {
  if (callee.type !== 'MemberExpression' || callee.computed) return
  const { name } = callee.property
  if (Object.hasOwn(CALLS, name)) add('call', callee.property, CALLS[name])
  if (NARROWING.has(name)) add('condition dropped', { start, end }, source(callee.object))
}

function mutateStatement({ start, end, expressions }, text, add) {
  let statement = text.slice(start, end)
  for (const expression of expressions) {
    const [from, until] = [expression.start - start, expression.end - start]
    statement = statement.slice(0, from) + '_'.repeat(until - from) + statement.slice(until)
  }
  for (const [pattern, after] of SQL)
    for (const { index, 0: found } of statement.matchAll(pattern))
      add('statement', { start: start + index, end: start + index + found.length }, after)
}

const leaves = (node) =>
  /^(Return|Throw|Continue|Break)Statement$/.test(node.type) || (node.type === 'BlockStatement' && node.body.some((inner) => leaves(inner)))

function isText({ type, operator, left, right, value }) {
  if (type === 'BinaryExpression') return operator === '+' && (isText(left) || isText(right))
  return type === 'TemplateLiteral' || (type === 'Literal' && typeof value === 'string')
}

/** The same order for the same seed, whatever the machine. */
export function shuffled(list, seed) {
  let state = seed >>> 0
  const random = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const order = [...list]
  for (let left = order.length - 1; left > 0; left--) {
    const at = Math.floor(random() * (left + 1))
    ;[order[left], order[at]] = [order[at], order[left]]
  }
  return order
}
