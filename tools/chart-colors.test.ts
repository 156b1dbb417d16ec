import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const tokens = readFileSync(join(import.meta.dirname, '../web/src/theme/tokens.css'), 'utf8')
const [light = '', dark = ''] = tokens.split(':root[data-color-scheme="dark"]')
const color = (sheet: string, name: string) => new RegExp(`--${name}: (#[0-9a-f]{6})`).exec(sheet)?.[1] ?? ''
const luminance = (hex: string) => {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((start) => {
    const part = Number.parseInt(hex.slice(start, start + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

// WCAG 2.2, 1.4.11: what a picture needs to be understood.
test.each([
  ['light', light],
  ['dark', dark],
])('in %s every color of a chart stands out 3 to 1 from its surface', (_scheme, sheet) => {
  const surface = luminance(color(sheet, 'surface'))
  for (const name of ['chart-general', 'chart-hybrid', 'chart-separate', 'chart-up', 'chart-down', 'bar']) {
    const own = luminance(color(sheet, name))
    expect((Math.max(own, surface) + 0.05) / (Math.min(own, surface) + 0.05), name).toBeGreaterThanOrEqual(3)
  }
})
