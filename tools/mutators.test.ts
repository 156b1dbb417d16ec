import { expect, test } from 'vitest'
import { mutated, mutationsOf, shuffled } from './mutators.mjs'

const broken = (text: string, name = 'a.ts') => mutationsOf(text, name).map((mutation) => mutated(text, mutation))

test.each([
  ['a < b', ['a <= b']],
  ['a >= b && c === d', ['a > b && c === d', 'a >= b || c === d', 'a >= b && c !== d']],
  ['cents + fee * rate', ['cents - fee * rate', 'cents + fee / rate']],
  ['!held', ['held']],
  ['held ? a : b', ['!(held) ? a : b']],
  ['let all = list.every(isHeld)', ['let all = list.some(isHeld)']],
  ['let rate = 0.25', ['let rate = 1.25']],
  ['let isOpen = true', ['let isOpen = false']],
  ['await record(row)', [';']],
])('of %s the breaks are %j', (text, expected) => expect(broken(text)).toEqual(expected))

test('a guard is turned round and taken away; one with another way out is only turned round', () => {
  expect(broken('function f() { if (held) { throw failure } }')).toEqual([
    'function f() { ; }',
    'function f() { if (!(held)) { throw failure } }',
  ])
  expect(broken('function f() { if (held) return; else go = a }')).toEqual(['function f() { if (!(held)) return; else go = a }'])
})

test('what a break leaves as it was is left alone: the size of a sort’s answer, and a bound between equals', () => {
  expect(broken('let first = a < b ? a : b')).toEqual(['let first = !(a < b) ? a : b'])
  expect(broken('let order = a === b ? c : a < b ? -1 : 1')).toEqual([
    'let order = !(a === b) ? c : a < b ? -1 : 1',
    'let order = a !== b ? c : a < b ? -1 : 1',
    'let order = a === b ? c : !(a < b) ? -1 : 1',
  ])
  expect(broken('let rate = a < b ? 1 : 2')).toHaveLength(4)
})

test('a query loses each of its conditions', () => {
  expect(broken("let rows = db.from('policy').where(ours).where(held)")).toEqual([
    "let rows = db.from('policy').where(held)",
    "let rows = db.from('policy').where(ours)",
  ])
})

test('in a statement conditions are joined otherwise, turned round and moved by one; the bounds of a range stay', () => {
  const texts = broken('sql`select 1 where ${ours} and ended is null and day between ${a} and b and not exists (x) and n >= 1`')
  expect(texts.map((text) => text.slice('sql`select 1 where ${ours} '.length, -1))).toEqual([
    'or ended is null and day between ${a} and b and not exists (x) and n >= 1',
    'and ended is not null and day between ${a} and b and not exists (x) and n >= 1',
    'and ended is null or day between ${a} and b and not exists (x) and n >= 1',
    'and ended is null and day between ${a} and b or not exists (x) and n >= 1',
    'and ended is null and day between ${a} and b and exists (x) and n >= 1',
    'and ended is null and day between ${a} and b and not exists (x) or n >= 1',
    'and ended is null and day between ${a} and b and not exists (x) and n > 1',
  ])
})

test('types, imports and joined texts are left alone, and a page is read as well as a module', () => {
  expect(broken("import a from '1'\ntype Level = 0 | 1\nlet name: 1 | 2\nlet said = 'a' + name + `b`")).toEqual([])
  expect(broken('let page = <p>{isOpen && <b>1</b>}</p>', 'a.tsx')).toEqual(['let page = <p>{isOpen || <b>1</b>}</p>'])
})

test('a line is said as an editor counts it, whatever stands before', () => {
  expect(mutationsOf('// é — 𝄞\n\na < b', 'a.ts')).toEqual([
    { start: 13, end: 14, line: 3, operator: 'operator', before: '<', after: '<=' },
  ])
})

test('the same seed takes the same places, another seed others', () => {
  const list = Array.from({ length: 50 }, (_, index) => index)
  expect(shuffled(list, 7)).toEqual(shuffled(list, 7))
  expect(shuffled(list, 7)).not.toEqual(shuffled(list, 8))
  expect(shuffled(list, 7).toSorted((a, b) => a - b)).toEqual(list)
})
