/** Files without separators, whose columns stand at fixed positions: a layout describes them, and nothing on a line is passed over for want of one. */

/** Positions count from 1, as carriers' record layouts do. */
export interface LayoutColumn {
  name: string
  start: number
  length: number
  /** Digits after a decimal point that is not written: 000305970652 with 2 is 3,059,706.52. */
  decimals: number
}
export interface FixedLayout {
  columns: readonly LayoutColumn[]
  /** Lines above the first policy. */
  skipLines: number
  /** Only lines with this text at this position are policies; null: all are. */
  mark: { start: number; text: string } | null
}

/** The one column of a file whose layout nobody has described yet. */
export const WHOLE_LINE = 'Whole line'
const UNDESCRIBED = /^(Whole line|Positions \d+ to \d+|From position \d+)$/
/** Columns that no layout describes may hold anything, and are shown to those alone who may see dates of birth and the like. */
export const isUndescribed = (header: string): boolean => UNDESCRIBED.test(header)

export const MOST_COLUMNS = 200
export const LONGEST_LINE = 5_000

/** Sentences that say why a layout cannot be used, by the place of its column; empty when it can. */
export function layoutProblems({ columns }: FixedLayout): { column: number; problem: string }[] {
  const problems: { column: number; problem: string }[] = []
  for (const [place, column] of columns.entries()) {
    const before = columns.slice(0, place)
    const overlapped = before.find((other) => overlap(other, column))
    if (overlapped)
      problems.push({ column: place, problem: `It overlaps “${overlapped.name}”, which ends at position ${endOf(overlapped)}.` })
    if (before.some((other) => other.name.trim().toLowerCase() === column.name.trim().toLowerCase()))
      problems.push({ column: place, problem: 'Another column has this name.' })
    if (isUndescribed(column.name.trim())) problems.push({ column: place, problem: 'Choose a name that says what the column holds.' })
  }
  return problems
}

const overlap = (one: LayoutColumn, other: LayoutColumn): boolean => one.start <= endOf(other) && other.start <= endOf(one)
const endOf = ({ start, length }: LayoutColumn): number => start + length - 1

/** The layout's columns with those between and behind them that it does not describe, in the order of the line. The mark of policies is alike in all of them. */
export function allColumns({ columns, mark }: FixedLayout): LayoutColumn[] {
  const all: LayoutColumn[] = []
  let next = 1
  const marked = mark && undescribed(mark.start, mark.text.length, mark.text)
  const described = [...columns, ...(marked && !columns.some((column) => overlap(column, marked)) ? [marked] : [])]
  for (const column of described.toSorted((one, other) => one.start - other.start)) {
    if (column.start > next) all.push(undescribed(next, column.start - next, `Positions ${next} to ${column.start - 1}`))
    if (column !== marked) all.push(column)
    next = endOf(column) + 1
  }
  return [...all, undescribed(next, LONGEST_LINE, `From position ${next}`)]
}
const undescribed = (start: number, length: number, name: string): LayoutColumn => ({ name, start, length, decimals: 0 })

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
      columns.push({ name: `Column ${columns.length + 1}`, start: start + 1, length: place - start, decimals: 0 })
    if (isBlank) start = place + 1
  }
  return columns
}
