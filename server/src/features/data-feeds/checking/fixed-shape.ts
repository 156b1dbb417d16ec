/** The columns of a text without separators: by the layout chosen for the file, the one kept for its carrier, or none yet, and then each line is one cell. */
import {
  allColumns,
  cutLine,
  type FixedLayout,
  linesOf,
  lineTeller,
  looksFixed,
  WHOLE_LINE,
  withPoint,
} from '@corridor/domain/data-feeds/fixed-layout.ts'
import type { FixedShape } from '../../../platform/formats/reading/fixed.ts'
import type { RawRow } from '../../../platform/formats/reading/refusal.ts'

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

/** Each line of a policy is there, and as long as the layout is; those that it passes over aside. */
function fits(layout: FixedLayout, lines: readonly string[]): boolean {
  const lineOf = lineTeller(layout)
  const rows = lines.slice(layout.skipLines, -1)
  return linesOf(layout).every((onLine) => {
    const same = rows.filter((line) => lineOf(line) === onLine)
    const end = Math.max(...layout.columns.filter((column) => column.onLine === onLine).map(({ start, length }) => start + length - 1))
    return same.length > 0 && Math.max(...same.map((line) => line.length)) === end
  })
}

function shapeBy(layout: FixedLayout, lines: readonly string[], layoutOf: string | null): FixedShape {
  const lineOf = lineTeller(layout)
  const rows = lines.slice(layout.skipLines)
  const described = new Set(layout.columns)
  // Filler between columns that is blank where the file begins is watched, and is no column.
  const isTaken = (column: (typeof layout.columns)[number]) =>
    described.has(column) || rows.some((line) => lineOf(line) === column.onLine && cutLine(line, [column])[0] !== '')
  const [columns, filler] = [allColumns(layout).filter(isTaken), allColumns(layout).filter((column) => !isTaken(column))]
  const passed = { other: counted(), repeated: counted(), filled: counted() }
  let open: { row: RawRow; received: Map<number, string>; seen: Set<string | null> } | null = null
  const last = (): RawRow | null => {
    const whole = open && (open.received.size > 0 ? { ...open.row, received: open.received } : open.row)
    open = null
    return whole
  }
  return {
    headers: columns.map(({ name }) => name),
    skipLines: layout.skipLines,
    layoutOf,
    last,
    take: (line, number) => {
      const onLine = lineOf(line)
      if (onLine === undefined || (onLine !== null && open === null)) {
        if (line.trim() !== '') count(passed.other, number)
        return null
      }
      const whole = onLine === null ? last() : null
      open ??= { row: { line: number, cells: columns.map(() => '') }, received: new Map(), seen: new Set() }
      if (open.seen.has(onLine)) {
        count(passed.repeated, number)
        return whole
      }
      open.seen.add(onLine)
      if (
        cutLine(
          line,
          filler.filter((column) => column.onLine === onLine),
        ).some((cell) => cell !== '')
      )
        count(passed.filled, number)
      for (const [place, column] of columns.entries()) {
        if (column.onLine !== onLine) continue
        const [written = ''] = cutLine(line, [column])
        const cell = withPoint(written, column.decimals)
        open.row.cells[place] = cell
        if (cell !== written) open.received.set(place, written)
      }
      return whole
    },
    leftOut: () => {
      const marks = linesOf(layout).map((onLine) => `“${onLine ?? layout.mark?.text}”`)
      const told = [
        ...sentenceOf(
          passed.other,
          ['One line is', 'lines are'],
          (first) =>
            `not read (${first}): by the layout only lines with ${marks.join(' or ')} at position ${layout.mark?.start} are policies.`,
        ),
        ...sentenceOf(
          passed.repeated,
          ['One line is', 'lines are'],
          (first) =>
            `a further line of its kind in one policy, and not read (${first}): the first one counts. Ask the carrier for one such line a policy if its amounts belong together.`,
        ),
        ...sentenceOf(
          passed.filled,
          ['One line has', 'lines have'],
          (first) =>
            `text where the layout has no column (${first}), and it is not read. Describe those positions under Layout if they hold something.`,
        ),
      ]
      Object.assign(passed, { other: counted(), repeated: counted(), filled: counted() })
      return told
    },
  }
}

const counted = () => ({ lines: 0, first: 0 })
type Counted = ReturnType<typeof counted>

function count(of: Counted, number: number): void {
  of.lines++
  of.first ||= number
}

/** @param words for one line and for several @param rest of the sentence, which names the first line */
const sentenceOf = ({ lines, first }: Counted, [one, many]: [string, string], rest: (first: string) => string): string[] =>
  lines === 0
    ? []
    : lines === 1
      ? [`${one} ${rest(`line ${first.toLocaleString('en-US')}`)}`]
      : [`${lines.toLocaleString('en-US')} ${many} ${rest(`the first is line ${first.toLocaleString('en-US')}`)}`]

const wholeLines = (): FixedShape => ({
  headers: [WHOLE_LINE],
  skipLines: 0,
  layoutOf: null,
  take: (line, number) => (line.trim() === '' ? null : { line: number, cells: [line] }),
  last: () => null,
  leftOut: () => [],
})
