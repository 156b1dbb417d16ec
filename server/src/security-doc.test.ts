/** docs/security.md answers all of ASVS 5.0 at levels 1 and 2, and every test and section it names is there. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const document = read('docs/security.md')
const rows = [...document.matchAll(/^\| (\d+\.\d+\.\d+) \| ([12]) \| (.+?) \| (.+) \|$/gm)].map(
  ([, number = '', level = '', what = '', answer = '']) => ({
    number,
    level: Number(level),
    what,
    answer,
  }),
)

test('253 requirements are answered, 70 of level 1 and 183 of level 2, each once and in order', () => {
  expect([rows.length, rows.filter(({ level }) => level === 1).length]).toEqual([253, 70])
  const numbers = rows.map(({ number }) => number.split('.').map(Number))
  const after = ([a = 0, b = 0, c = 0]: number[], [x = 0, y = 0, z = 0]: number[]) => a > x || (a === x && (b > y || (b === y && c > z)))
  numbers.forEach((number, index) => {
    const before = numbers[index - 1]
    if (before) expect([number, after(number, before)]).toEqual([number, true])
  })
})

test('every test that is named is there, by its very name', () => {
  const named = [...document.matchAll(/`([\w./-]+\.(?:test|spec)\.tsx?)`: "([^"]+)"/g)].map(([, path = '', name = '']) => ({ path, name }))
  expect(named.length).toBeGreaterThan(120)
  const missing = named.filter(
    ({ path, name }) => !existsSync(join(ROOT, path)) || !['"', "'", '`'].some((quote) => read(path).includes(`${quote}${name}${quote}`)),
  )
  expect(missing).toEqual([])
})

test('what is on access, session, password, second factor, upload and injection names a test, or says why there is none', () => {
  const chapters = /^(1\.[235]|5\.[2-4]|6\.[2-8]|7\.[2-6]|8\.[2-4])\b/
  const open = rows.filter(
    ({ number, answer }) => chapters.test(number) && !answer.includes('`: "') && !/^(gap|not applicable): /.test(answer),
  )
  // For these the reason is the whole answer: there is nothing a test could do that the code does not show.
  expect(open.map(({ number }) => number)).toEqual(['1.2.9', '1.3.7', '6.2.7', '6.4.2', '6.5.3', '6.5.4', '7.2.3'])
})

test('sections of other pages that are named are there', () => {
  const named = [...document.matchAll(/(docs\/[\w/-]+\.md|ARCHITECTURE\.md)(?:, "([^"]+)")?/g)]
  for (const [, path = '', section] of named) {
    expect([path, existsSync(join(ROOT, path))]).toEqual([path, true])
    if (section) expect([section, read(path).includes(`## ${section}`)]).toEqual([section, true])
  }
})

test('the counts at the top are those of the table', () => {
  expect(document).toContain(`Tested: ${rows.filter(({ answer }) => answer.includes('`: "')).length}.`)
  expect(document).toContain(`Gaps: ${rows.filter(({ answer }) => answer.includes('gap:')).length}, `)
})
