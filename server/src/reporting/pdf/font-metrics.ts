/** How wide a text prints, in ems of Inter with tabular figures: asked of Typst itself once, so that it is what Typst will set. */

import { fileURLToPath } from 'node:url'
import type { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler'

export type Weight = 'regular' | 'semibold'
/** Width of a text at a size of 1, in the same unit as the size. */
export type Measure = (text: string, weight?: Weight) => number

/** Reads the advance widths of the letters and signs of reports from the fonts that the compiler holds. */
export function measureOf(compiler: NodeCompiler): Measure {
  const main = fileURLToPath(new URL('font-metrics.typ', import.meta.url))
  const answer: unknown = compiler.query({ mainFilePath: main }, { selector: '<advances>', field: 'value' })
  const widths: Record<Weight, Map<string, number>> = { regular: new Map(), semibold: new Map() }
  for (const [letter, regular, semibold] of rowsOf(answer)) {
    widths.regular.set(letter, regular)
    widths.semibold.set(letter, semibold)
  }
  return (text, weight = 'regular') => {
    const known = widths[weight]
    let width = 0
    for (const letter of text) width += known.get(letter) ?? WIDEST
    return width
  }
}

// A letter outside the measured ranges counts as the widest one: too much room rather than a collision.
const WIDEST = 1.02

function rowsOf(answer: unknown): [string, number, number][] {
  const rows: unknown = Array.isArray(answer) ? answer[0] : undefined
  if (!Array.isArray(rows)) throw new Error('the fonts of the reports could not be measured')
  return rows.map((row: unknown) => {
    if (!Array.isArray(row) || typeof row[0] !== 'string' || typeof row[1] !== 'number' || typeof row[2] !== 'number')
      throw new Error('the fonts of the reports could not be measured')
    return [row[0], row[1], row[2]]
  })
}
