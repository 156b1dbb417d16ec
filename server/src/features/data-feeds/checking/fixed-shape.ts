/** The columns of a text without separators: by the layout chosen for the file, the one kept for its carrier, or none yet, and then each line is one cell. */
import { allColumns, cutLine, type FixedLayout, looksFixed, WHOLE_LINE, withPoint } from '@corridor/domain/data-feeds/fixed-layout.ts'
import type { FixedShape } from '../../../platform/formats/reading/fixed.ts'

export interface WantedLayout {
  /** Chosen for this very file. */
  given: FixedLayout | null
  kept: readonly { carrierCode: string; layout: FixedLayout }[]
}

export const shapeOf =
  (carrierCode: string | null, { given, kept }: WantedLayout) =>
  (sample: string): FixedShape | null => {
    const lines = sample.split(/\r\n|\n|\r/)
    if (given) return shapeBy(given, lines, null)
    if (!looksFixed(sample)) return null
    const fitting = kept.filter((one) => (carrierCode === null ? fits(one.layout, lines) : one.carrierCode === carrierCode))
    const [only, other] = fitting
    // Two carriers of one layout: which of them sent the file is for somebody to say.
    return only && !other ? shapeBy(only.layout, lines, only.carrierCode) : wholeLines()
  }

/** Lines as long as the layout is, those that it passes over aside. */
function fits(layout: FixedLayout, lines: readonly string[]): boolean {
  const end = Math.max(...layout.columns.map(({ start, length }) => start + length - 1))
  const rows = lines.slice(layout.skipLines, -1).filter((line) => isRow(layout, line))
  return rows.length > 0 && Math.max(...rows.map((line) => line.length)) === end
}

const isRow = ({ mark }: FixedLayout, line: string): boolean =>
  line.trim() !== '' && (mark === null || line.startsWith(mark.text, mark.start - 1))

function shapeBy(layout: FixedLayout, lines: readonly string[], layoutOf: string | null): FixedShape {
  const rows = lines.slice(layout.skipLines).filter((line) => isRow(layout, line))
  const described = new Set(layout.columns)
  // Filler between columns that is blank where the file begins is watched, and is no column.
  const isTaken = (column: (typeof layout.columns)[number]) =>
    described.has(column) || rows.some((line) => cutLine(line, [column])[0] !== '')
  const [columns, filler] = [allColumns(layout).filter(isTaken), allColumns(layout).filter((column) => !isTaken(column))]
  const passed = { lines: 0, firstLine: 0, filled: 0, firstFilled: 0 }
  return {
    headers: columns.map(({ name }) => name),
    skipLines: layout.skipLines,
    layoutOf,
    cut: (line, number) => {
      if (line.trim() === '') return null
      if (!isRow(layout, line)) {
        passed.lines++
        passed.firstLine ||= number
        return null
      }
      if (cutLine(line, filler).some((cell) => cell !== '')) {
        passed.filled++
        passed.firstFilled ||= number
      }
      const written = cutLine(line, columns)
      const cells = written.map((cell, place) => withPoint(cell, columns[place]?.decimals ?? 0))
      const received = new Map(written.flatMap((cell, place) => (cell === cells[place] ? [] : [[place, cell] as const])))
      return received.size > 0 ? { cells, received } : { cells }
    },
    leftOut: () => {
      const told = [
        ...(passed.lines === 0
          ? []
          : [
              `${passed.lines === 1 ? 'One line is' : `${passed.lines.toLocaleString('en-US')} lines are`} not read (${passed.lines === 1 ? '' : 'the first is '}line ${passed.firstLine.toLocaleString('en-US')}): by the layout only lines with “${layout.mark?.text}” at position ${layout.mark?.start} are policies.`,
            ]),
        ...(passed.filled === 0
          ? []
          : [
              `${passed.filled === 1 ? 'One line has' : `${passed.filled.toLocaleString('en-US')} lines have`} text where the layout has no column (${passed.filled === 1 ? '' : 'the first is '}line ${passed.firstFilled.toLocaleString('en-US')}), and it is not read. Describe those positions under Layout if they hold something.`,
            ]),
      ]
      Object.assign(passed, { lines: 0, firstLine: 0, filled: 0, firstFilled: 0 })
      return told
    },
  }
}

const wholeLines = (): FixedShape => ({
  headers: [WHOLE_LINE],
  skipLines: 0,
  layoutOf: null,
  cut: (line) => (line.trim() === '' ? null : { cells: [line] }),
  leftOut: () => [],
})
