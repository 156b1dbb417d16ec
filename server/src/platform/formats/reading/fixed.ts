/** Text without separators, whose columns stand at fixed positions; what they are is told by whoever opens it. */
import { decodedText } from './delimited.ts'
import type { OpenFeed, RawRow } from './refusal.ts'
import type { Encoding } from './sniff.ts'

export interface FixedShape {
  headers: string[]
  /** Lines above the rows. */
  skipLines: number
  /** The cells of a line, and those that are written otherwise there, by their column; null for a line that is none of the rows. */
  cut: (line: string, number: number) => Pick<RawRow, 'cells' | 'received'> | null
  /** Lines, or parts of them, that were not read since the last call. */
  leftOut: () => string[]
  /** The carrier that the layout was kept for, if it was. */
  layoutOf: string | null
}

export function openFixed(path: string, encoding: Encoding, notes: string[], shape: FixedShape): OpenFeed {
  const rows = async function* () {
    shape.leftOut()
    let rest = ''
    let line = 0
    let newline: '\n' | '\r' | undefined
    const take = (lines: readonly string[]): RawRow[] =>
      lines.flatMap((text) => {
        line++
        const cut = line <= shape.skipLines ? null : shape.cut(text.endsWith('\r') ? text.slice(0, -1) : text, line)
        return cut ? [{ line, ...cut }] : []
      })
    for await (const text of decodedText(path, encoding)) {
      newline ??= text.includes('\n') || !text.includes('\r') ? '\n' : '\r'
      const lines = `${rest}${text}`.split(newline)
      rest = lines.pop() ?? ''
      yield take(lines)
    }
    if (rest !== '') yield take([rest])
  }
  return {
    mediaType: 'text/csv',
    notes,
    leftOut: shape.leftOut,
    tables: [{ name: 'text', place: 0, rows, hiddenColumns: new Set(), headers: shape.headers }],
    hidden: [],
    sheets: null,
    layoutOf: shape.layoutOf,
    close: async () => {},
  }
}
