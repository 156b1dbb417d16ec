import { afterEach, expect, test, vi } from 'vitest'
import { applySiteTheme } from './site-theme.ts'

const rules = (): string =>
  [...document.adoptedStyleSheets].flatMap(({ cssRules }) => [...cssRules].map(({ cssText }) => cssText)).join('\n')
afterEach(() => {
  vi.unstubAllGlobals()
  applySiteTheme(null)
})

test('a browser that takes no style sheets from a script shows the product’s own colors, and the page stands', () => {
  vi.stubGlobal('CSSStyleSheet', class {})
  expect(() => applySiteTheme({ blue: '#005a46' })).not.toThrow()
  expect(document.adoptedStyleSheets).toHaveLength(0)
})

test('a site’s color lies over the product’s in both schemes, and is gone when the site has none', () => {
  applySiteTheme({ blue: '#005a46', other: 'red' })
  expect(rules()).toContain('[data-color-scheme="light"]')
  expect(rules()).toContain('[data-color-scheme="dark"]')
  expect(rules()).toContain('--primary: #005a46')
  expect(rules()).not.toContain('red')
  applySiteTheme('of no form that colors have')
  expect(rules()).toBe('')
})
