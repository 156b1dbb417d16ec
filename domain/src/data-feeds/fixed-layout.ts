/** Files without separators, whose columns stand at fixed positions: a layout describes them, and nothing on a line is passed over for want of one. */

/** Positions count from 1, as carriers' record layouts do. */
export interface LayoutColumn {
  name: string
  start: number
  length: number
  /** Digits after a decimal point that is not written: 000305970652 with 2 is 3,059,706.52. */
  decimals: number
  /** The text that marks the line of a policy on which the column stands, for policies of several lines; null: the first line. */
  onLine: string | null
}
export interface FixedLayout {
  columns: readonly LayoutColumn[]
  /** Lines above the first policy. */
  skipLines: number
  /** A policy begins with each line that has this text at this position, where its further lines have theirs; null: every line is one. */
  mark: { start: number; text: string } | null
}

/** The one column of a file whose layout nobody has described yet. */
export const WHOLE_LINE = 'Whole line'
const UNDESCRIBED = /^(Whole line|(Line .+: )?(Positions \d+ to \d+|From position \d+))$/i
/** Columns that no layout describes may hold anything, and are shown to those alone who may see dates of birth and the like. */
export const isUndescribed = (header: string): boolean => UNDESCRIBED.test(header)

export const MOST_COLUMNS = 200
export const LONGEST_LINE = 5_000

/** Sentences that say why a layout cannot be used, by the place of its column; empty when it can. */
export function layoutProblems({ columns, mark }: FixedLayout): { column: number; problem: string }[] {
  const problems: { column: number; problem: string }[] = []
  for (const [place, column] of columns.entries()) {
    const before = columns.slice(0, place)
    const overlapped = before.find((other) => other.onLine === column.onLine && overlap(other, column))
    if (overlapped)
      problems.push({ column: place, problem: `It overlaps “${overlapped.name}”, which ends at position ${endOf(overlapped)}.` })
    if (before.some((other) => other.name.trim().toLowerCase() === column.name.trim().toLowerCase()))
      problems.push({ column: place, problem: 'Another column has this name.' })
    if (column.onLine !== null && mark === null)
      problems.push({ column: place, problem: 'Say first which text the first line of a policy has.' })
    if (column.onLine !== null && column.onLine === mark?.text)
      problems.push({
        column: place,
        problem: `“${column.onLine}” is on the first line of a policy; leave it empty for a column of that line.`,
      })
    if (isUndescribed(column.name.trim())) problems.push({ column: place, problem: 'Choose a name that says what the column holds.' })
  }
  return problems
}

const overlap = (one: LayoutColumn, other: LayoutColumn): boolean => one.start <= endOf(other) && other.start <= endOf(one)
const endOf = ({ start, length }: LayoutColumn): number => start + length - 1

/** The lines that a policy has, by the texts that mark them; null is the first. */
export const linesOf = ({ columns }: FixedLayout): (string | null)[] => [...new Set([null, ...columns.map(({ onLine }) => onLine)])]

/** Tells which line of a policy a line is; undefined for one that is none. Where one mark begins like another, the longer one counts. */
export function lineTeller(layout: FixedLayout): (line: string) => string | null | undefined {
  const { mark } = layout
  if (mark === null) return (line) => (line.trim() === '' ? undefined : null)
  const textOf = (onLine: string | null) => onLine ?? mark.text
  const marks = linesOf(layout).toSorted((one, other) => textOf(other).length - textOf(one).length)
  return (line) => (line.trim() === '' ? undefined : marks.find((onLine) => line.startsWith(textOf(onLine), mark.start - 1)))
}

/** The layout's columns with those between and behind them that it does not describe, line by line in their order. A line's mark is alike in all policies. */
export const allColumns = (layout: FixedLayout): LayoutColumn[] => linesOf(layout).flatMap((onLine) => columnsOn(layout, onLine))

function columnsOn({ columns, mark }: FixedLayout, onLine: string | null): LayoutColumn[] {
  const all: LayoutColumn[] = []
  const place = onLine === null ? '' : `Line ${onLine}: `
  const undescribed = (start: number, length: number, name: string): LayoutColumn => ({ name, start, length, decimals: 0, onLine })
  const own = columns.filter((column) => column.onLine === onLine)
  const text = onLine ?? mark?.text ?? ''
  const marked = mark && undescribed(mark.start, text.length, text)
  const described = [...own, ...(marked && !own.some((column) => overlap(column, marked)) ? [marked] : [])]
  let next = 1
  for (const column of described.toSorted((one, other) => one.start - other.start)) {
    if (column.start > next) all.push(undescribed(next, column.start - next, `${place}Positions ${next} to ${column.start - 1}`))
    if (column !== marked) all.push(column)
    next = endOf(column) + 1
  }
  return [...all, undescribed(next, LONGEST_LINE, `${place}From position ${next}`)]
}

/** The cells of a line, without the blanks that fill them up. */
export const cutLine = (line: string, columns: readonly LayoutColumn[]): string[] =>
  columns.map(({ start, length }) => line.slice(start - 1, start - 1 + length).trim())

/** Last digits with their sign in one sign, as COBOL writes signed numbers. */
const POSITIVE = '{ABCDEFGHI'
const NEGATIVE = '}JKLMNOPQR'

/** The number with its decimal point and sign; what is no such number stays as it is, to be found unreadable. */
export function withPoint(cell: string, decimals: number): string {
  const parts = /^([+-]?)(\d*)(\d|[{}A-R])([+-]?)$/.exec(cell)
  if (decimals === 0 || !parts) return cell
  const [, before = '', digits = '', last = '', after = ''] = parts
  const [plus, minus] = [POSITIVE.indexOf(last), NEGATIVE.indexOf(last)]
  const digit = plus >= 0 ? plus : minus >= 0 ? minus : Number(last)
  const isNegative = before === '-' || after === '-' || minus >= 0
  const whole = `${digits}${digit}`.padStart(decimals + 1, '0')
  const point = whole.length - decimals
  return `${isNegative ? '-' : ''}${whole.slice(0, point).replace(/^0+(?=\d)/, '')}.${whole.slice(point)}`
}

/** Whether lines have positions and no separators. */
export function looksFixed(sample: string): boolean {
  const lines = sample.split(/\r\n|\n|\r/).filter((line) => line.trim() !== '')
  if (lines.length < 2) return false
  const most = <Key>(keys: readonly Key[]) =>
    Math.max(...[...Map.groupBy(keys, (key) => key).values()].map((same) => same.length)) / lines.length
  const isSeparated = [',', ';', '\t', '|'].some((separator) => {
    const cells = lines.map((line) => (separator === ',' ? withoutInnerCommas(line) : line).split(separator).length)
    return most(cells.filter((count) => count > 2)) >= ENOUGH || cells.filter((count) => count > 2).length >= lines.length * ENOUGH
  })
  if (isSeparated) return false
  const isEven = most(lines.map((line) => line.length)) >= ENOUGH && (lines[0]?.length ?? 0) >= SHORTEST
  return isEven || lines.filter((line) => /\S {2,}\S/.test(line)).length >= lines.length * ENOUGH
}
/** Among columns that blanks keep apart, 1,234.56 and “Doe, John” have commas that separate nothing. */
const withoutInnerCommas = (line: string): string =>
  /\S {2,}\S/.test(line) ? line.replace(/(\d),(?=\d{3}(\D|$))/g, '$1').replace(/(\S), (?=\S)/g, '$1 ') : line
const ENOUGH = 0.8
const SHORTEST = 20

/** Columns where they can be seen: between positions that are blank in every line. Names are to be given. */
export function guessColumns(lines: readonly string[]): LayoutColumn[] {
  const filled = lines.filter((line) => line.trim() !== '')
  const width = Math.max(0, ...filled.map((line) => line.length))
  const columns: LayoutColumn[] = []
  let start = 0
  for (let place = 0; place <= width; place++) {
    const isBlank = place === width || filled.every((line) => (line[place] ?? ' ') === ' ')
    if (isBlank && place > start && columns.length < MOST_COLUMNS)
      columns.push({ name: `Column ${columns.length + 1}`, start: start + 1, length: place - start, decimals: 0, onLine: null })
    if (isBlank) start = place + 1
  }
  return columns
}
