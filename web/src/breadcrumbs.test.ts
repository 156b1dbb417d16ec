/** Pages below another page, and in no menu themselves, show the way back to it. The source is read: with every page's calls answered this would be a second set of fixtures. */
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { CLIENT, withUnder } from './layouts/navigation.ts'
import { ADMINISTRATIVE } from './layouts/staff-navigation.ts'
import { PATTERNS } from './paths.ts'
import { ROUTES } from './routes.tsx'

const here = import.meta.dirname
const routes = readFileSync(join(here, 'routes.tsx'), 'utf8')
const fileOf = new Map([...routes.matchAll(/^ {2}(\w+): page\(.*import\('(.+?)'\)/gm)].map(([, name = '', file = '']) => [name, file]))

const inMenu = new Set([...ADMINISTRATIVE, ...CLIENT].flatMap(({ items }) => items.flatMap(withUnder)).map(({ path }) => path))
const isBelowAnother = (path: string) => !inMenu.has(path) && ROUTES.some((other) => path.startsWith(`${other.path}/`))
const BELOW = Object.entries(PATTERNS).flatMap(([name, path]) => {
  const file = fileOf.get(name)
  return file !== undefined && isBelowAnother(path) ? [{ path, file }] : []
})

/** The page's file, with those beside it or below it that it draws. */
function sourceOf(file: string): string {
  const text = readFileSync(join(here, file), 'utf8')
  const beside = [...text.matchAll(/(?:from |import\()'(\.\/.+?\.tsx)'/g)].map(([, name = '']) => join(here, dirname(file), name))
  return [text, ...beside.map((name) => readFileSync(name, 'utf8'))].join('\n')
}

test.each(BELOW)('$path shows the way back to the page above it', ({ file }) => {
  expect(sourceOf(file)).toMatch(/crumbs=\{/)
})

test('most pages of the portal stand below another', () => expect(BELOW.length).toBeGreaterThan(40))
