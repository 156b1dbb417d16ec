import { expect, test } from 'vitest'
import { contrast, DEFAULT_THEME, isDarkEnoughForSidebar, isReadableOnWhite, THEME_COLORS, themeVariables } from './theme.ts'

test('contrast is WCAG’s', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5)
  // The lightest gray that passes on white.
  expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2)
  expect(() => contrast('red', '#ffffff')).toThrow(RangeError)
})

test('the product’s own colors pass what a site’s must', () => {
  for (const name of THEME_COLORS) expect([name, isReadableOnWhite(DEFAULT_THEME[name])]).toEqual([name, true])
  expect(isDarkEnoughForSidebar(DEFAULT_THEME.darkBlue)).toBe(true)
})

test('a site without colors changes nothing, and what is no color is left out', () => {
  expect(themeVariables({}, 'light')).toEqual({})
  expect(themeVariables({ blue: null, hover: 'url(https://elsewhere.example)', accent: '#ffff00' }, 'dark')).toEqual({})
})

test.each([
  ['#7a1f1f', '#3a0a0a', '#0a6b3d', '#8a4b00'],
  ['#000000', '#000000', '#000000', '#000000'],
  ['#767676', '#24292f', '#767676', '#767676'],
])('links, marks and white on buttons stay readable in both schemes: %s', (blue, darkBlue, accent, hover) => {
  const [light, dark] = [
    themeVariables({ blue, darkBlue, accent, hover }, 'light'),
    themeVariables({ blue, darkBlue, accent, hover }, 'dark'),
  ]
  expect(contrast(light['--primary'] ?? '', '#ffffff')).toBeGreaterThanOrEqual(4.5)
  expect(contrast(light['--primary-hover'] ?? '', '#ffffff')).toBeGreaterThanOrEqual(4.5)
  expect(contrast(light['--link'] ?? '', '#ffffff')).toBeGreaterThanOrEqual(4.5)
  expect(contrast(dark['--link'] ?? '', '#1a2536')).toBeGreaterThanOrEqual(4.5)
  expect(contrast(dark['--hover'] ?? '', '#1a2536')).toBeGreaterThanOrEqual(4.5)
  expect(contrast(light['--nav-mark'] ?? '', darkBlue)).toBeGreaterThanOrEqual(3)
  expect(contrast(light['--nav-hover'] ?? '', darkBlue)).toBeGreaterThanOrEqual(4.5)
})

test('a mark that stands out from its ground stays as the site has chosen it, and one that does not is made lighter', () => {
  const markOn = (darkBlue: string, accent: string) => themeVariables({ darkBlue, accent }, 'light')['--nav-mark'] ?? ''
  expect(contrast('#767676', '#24292f')).toBeLessThan(4)
  expect(markOn('#24292f', '#767676')).toBe('#767676')
  expect(contrast('#5f5f5f', '#24292f')).toBeGreaterThan(2)
  expect(contrast(markOn('#24292f', '#5f5f5f'), '#24292f')).toBeGreaterThanOrEqual(3)
})
