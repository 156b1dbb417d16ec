/** The sheet that a paper's tables are set on: US letter, upright or on its side, by its content and never by hand. */
import type { Measure } from '../pdf/font-metrics.ts'
import { layOutTable, type Sizes, type TableContent } from './table-layout.ts'

/** In points; the house style (house-style.typ) sets its margins by the same figures. */
export interface Sheet {
  isFlipped: boolean
  /** The text's. */
  width: number
  /** The text's on a page with a running header, and on the first one, below its band. */
  height: number
  firstHeight: number
  side: number
  band: number
}

const LETTER = { short: 612, long: 792 }
/** Running header, foot, and the air below the band. */
const TOP = 56
const FOOT = 46
const BELOW_BAND = 14
/** Rounding may cost as much. */
const SLACK = 1

const sheet = (isFlipped: boolean, side: number, band: number): Sheet => {
  const [across, down] = isFlipped ? [LETTER.long, LETTER.short] : [LETTER.short, LETTER.long]
  return {
    isFlipped,
    width: across - 2 * side,
    height: down - TOP - FOOT - SLACK,
    firstHeight: down - band - BELOW_BAND - FOOT - SLACK,
    side,
    band,
  }
}
export const UPRIGHT = sheet(false, 30, 82)
const ON_ITS_SIDE = sheet(true, 28, 92)

/** Upright, unless the widest of the tables cannot be set there in its comfortable size. */
export const sheetFor = (tables: readonly { content: TableContent; sizes: Sizes }[], measure: Measure): Sheet =>
  tables.every(({ content, sizes }) => layOutTable(content, measure, UPRIGHT.width, { ...sizes, least: 0 }).size >= sizes.comfortable)
    ? UPRIGHT
    : ON_ITS_SIDE
