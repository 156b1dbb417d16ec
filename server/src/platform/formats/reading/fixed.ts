/** Text without separators, whose columns stand at fixed positions; what they are is told by whoever opens it. */
import { decodedText } from './delimited.ts'
import type { OpenFeed, RawRow } from './refusal.ts'
import type { Encoding } from './sniff.ts'

export interface FixedShape {
  headers: string[]
  /** Lines above the rows. */
  skipLines: number
  /** Takes the next line. @returns the row that is whole by now, if one is */
  take: (line: string, number: number) => RawRow | null
  /** The row that no further line follows. */
  last: () => RawRow | null
  /** Lines, or parts of them, that were not read since the last call. */
  leftOut: () => string[]
  /** The carrier that the layout was kept for, if it was. */
  layoutOf: string | null
}

export function openFixed(path: string, encoding: Encoding, notes: string[], shape: FixedShape): OpenFeed {
  const rows = async function* () {
    shape.leftOut()
    shape.last()
    let rest = ''
    let line = 0
    let newline: '\n' | '\r' | undefined
    const take = (lines: readonly string[]): RawRow[] =>
      lines.flatMap((text) => {
        line++
        const row = line <= shape.skipLines ? null : shape.take(text.endsWith('\r') ? text.slice(0, -1) : text, line)
        return row ? [row] : []
      })
    for await (const text of decodedText(path, encoding)) {
      newline ??= text.includes('\n') || !text.includes('\r') ? '\n' : '\r'
      const lines = `${rest}${text}`.split(newline)
      rest = lines.pop() ?? ''
      yield take(lines)
    }
    if (rest !== '') yield take([rest])
    const last = shape.last()
    if (last) yield [last]
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
