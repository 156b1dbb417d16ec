import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const folder = join(import.meta.dirname, '..')
const sheets = globSync('**/*.css', { cwd: folder }).map((path) => ({ path, text: readFileSync(join(folder, path), 'utf8') }))
const found = (pattern: RegExp, allowed: (value: string) => boolean) =>
  sheets.flatMap(({ path, text }) => [...text.matchAll(pattern)].flatMap(([, value = '']) => (allowed(value) ? [] : [`${path}: ${value}`])))

test('pages change at the widths of a small phone, a phone, the folded sidebar, a tablet, a desktop and a wide screen, and nowhere else', () => {
  expect(sheets.length).toBeGreaterThan(80)
  const widths = new Set(['560', '768', '800', '1024', '1216', '1408'])
  expect(found(/@media[^{]*?width [<>]=? (\d+)px/g, (width) => widths.has(width))).toEqual([])
  expect(found(/@media[^{]*?((?:min|max)-width)/g, () => false)).toEqual([])
})

test('type below headings has one of the four sizes of the theme, but for counters on badges', () => {
  expect(found(/font(?:-size)?: (?:\d+ )?([\d.]+)px/g, (size) => Number(size) >= 18 || Number(size) <= 11)).toEqual([])
})

test('a page keeps room for its scrollbar, and a strip of tabs shows none', () => {
  const textOf = (path: string) => sheets.find((sheet) => sheet.path === path)?.text ?? ''
  expect(textOf('theme/base.css')).toMatch(/\nhtml \{[^}]*scrollbar-gutter: stable;/)
  expect(textOf('ui/layout/Tabs.module.css')).toMatch(/^\.list \{[^}]*overflow: auto hidden;[^}]*scrollbar-width: none;/)
})

test('forms are of one width, which the theme names', () => {
  expect(found(/max-width: (1\d{3})px/g, (width) => Number(width) >= 1400)).toEqual([])
})

test('on a phone the header tells a long bank’s name in full, in as many lines as it takes', () => {
  const { text = '' } = sheets.find(({ path }) => path === 'layouts/Shell.module.css') ?? {}
  const [, phone = ''] = text.split('@media (width < 800px)')
  expect(/\.name \{[^}]*\}/.exec(phone)?.[0]).toContain('white-space: normal')
})

test('paper is light and white whatever scheme the screen has, and prints what is folded on screen', () => {
  const textOf = (path: string) => sheets.find((sheet) => sheet.path === path)?.text ?? ''
  expect(textOf('theme/tokens.css')).toMatch(/@media screen \{\s+:root\[data-color-scheme="dark"\] \{/)
  const [, paper = ''] = textOf('theme/base.css').split('@media print {')
  // A weaker selector loses to `:root[data-color-scheme="light"]`.
  expect(/:root\[data-color-scheme\] \{[^}]*\}/.exec(paper)?.[0]).toContain('--page: #fff')
  expect(/\[data-print-only\] \{[^}]*\}/.exec(paper)?.[0]).toContain('display: block')
  const [, ofAudits = ''] = textOf('features/auditing/auditing.module.css').split('@media print {')
  expect(ofAudits).toMatch(/\.rules::details-content \{\s+content-visibility: visible;/)
})
