/** The summary asset report as print: one page in portrait, without insured names. */

import { MISSING } from '@corridor/domain/primitives/money.ts'
import { buildAssetReport, readAssetReportSnapshot } from '@corridor/domain/reports/asset-report/build.ts'
import { assetReportAs } from '@corridor/domain/reports/asset-report/controls-view.ts'
import type { AssetReportView } from '@corridor/domain/reports/asset-report/view.ts'
import { formatCell, type ViewTable } from '@corridor/domain/reports/table.ts'
import {
  BETWEEN_SECTIONS,
  flowSections,
  leadHeight,
  leadOf,
  type Piece,
  type Section,
  TITLE_HEIGHT,
} from '../../reporting/document/page-flow.ts'
import { printable } from '../../reporting/document/printable.ts'
import { frontMatter, printedLimits, printedMix, printedTable, printedTiles, printedTrend } from '../../reporting/document/printed-parts.ts'
import { layOutTable, type Sizes, type TableContent, wrap } from '../../reporting/document/table-layout.ts'
import type { Measure } from '../../reporting/pdf/font-metrics.ts'
import type { Paper } from '../../reporting/pdf/paper.ts'
import type { PrintedDocument } from '../../reporting/pdf/release-marks.ts'

// Points, as set up in summary-print.typ: letter portrait.
const WIDTH = 552
const PAGE_HEIGHT = 690
const BODY_OF_FIRST_PAGE = 656
const TILE_HEIGHT = 38
/** Between the rows of tiles, and below them. */
const TILE_GAP = 6
const BELOW_TILES = 10
const LIMITS = 32
const GAP = 12
const TREND_WIDTH = 330
const RING = 66
/** The chart gives way when many carriers need the room. */
const TREND_HEIGHTS = [128, 112, 90, 76, 66, 0]
/** Entries with notes on the left, months on the right. */
const PAIR = [300, 232] as const
const NOTES_SIZE = 6
const FIGURES: Sizes = { greatest: 6.9, comfortable: 6.3, least: 4, rowHeight: 11.2 }

export const paper: Paper<AssetReportView> = {
  module: import.meta.url,
  template: new URL('summary-print.typ', import.meta.url).href,
  layOut: printedSummary,
  viewOf: ({ snapshot, release }) => {
    const view = buildAssetReport(readAssetReportSnapshot(snapshot))
    return release ? assetReportAs(view, release) : view
  },
}

function printedSummary(view: AssetReportView, measure: Measure): PrintedDocument {
  const tiles = printedTiles(view, measure, (WIDTH - 4 * 8) / 5, TILE_HEIGHT)
  const tileRoom = 2 * tiles.height + TILE_GAP + BELOW_TILES
  const top = (trendHeight: number): number => tileRoom + (trendHeight === 0 ? 0 : trendHeight + 22) + LIMITS
  const carriers = section(view.carriers, printedCarriers(view), measure, WIDTH, view.header.unit)
  const entries = piece(view.ledger.summary, measure, PAIR[0], view.ledger.lead ?? view.ledger.periodText)
  const months = piece(view.trend.table, measure, PAIR[1], view.header.unit)
  // The Call Report's page has room for the notes too.
  const notesBelow = view.callReport ? 0 : heightOfNotes(view.notes, measure)
  const below = GAP + Math.max(heightOf(entries) + notesBelow, heightOf(months))
  const trendHeight = TREND_HEIGHTS.find((height) => top(height) + BETWEEN_SECTIONS + heightOf(carriers) + below <= BODY_OF_FIRST_PAGE) ?? 0
  const flow = flowSections([carriers], PAGE_HEIGHT, PAGE_HEIGHT - (BODY_OF_FIRST_PAGE - top(trendHeight)))
  return {
    ...frontMatter(view),
    tiles,
    tileRoom,
    trend: trendHeight === 0 ? null : printedTrend(view, TREND_WIDTH, trendHeight),
    mix: trendHeight === 0 ? null : printedMix(view, RING),
    trendHeight: trendHeight === 0 ? 0 : trendHeight + 22,
    limits: printedLimits(view),
    pages: flow.pages,
    entries,
    months,
    callReport: view.callReport ? piece(view.callReport.table, measure, WIDTH, view.callReport.note ?? '') : null,
    notes: [{ title: 'Notes', items: view.notes.map((text) => ({ mark: '', text: printable(text) })) }].filter(
      ({ items }) => items.length > 0,
    ),
  }
}

const heightOf = ({ lead = [], table }: Pick<Section, 'lead' | 'table'>): number =>
  TITLE_HEIGHT + leadHeight(lead) + table.headerHeight + table.rows.reduce((height, row) => height + row.height, 0)

/** As notes() of the house style sets them. */
function heightOfNotes(notes: string[], measure: Measure): number {
  const lines = notes.map((note) => wrap(note, (text) => measure(text) * NOTES_SIZE, PAIR[0]).length)
  return 14 + lines.reduce((height, count) => height + NOTES_SIZE * (count * 0.73 + (count - 1) * 0.56 + 0.8), 0)
}

const section = (table: ViewTable, content: TableContent, measure: Measure, width: number, lead: string): Section => ({
  title: printable(table.title),
  lead: leadOf(lead, measure, width),
  table: layOutTable(content, measure, width, FIGURES),
})

const piece = (table: ViewTable, measure: Measure, width: number, lead: string): Piece => ({
  title: printable(table.title),
  lead: leadOf(lead, measure, width),
  table: layOutTable(printedTable(table), measure, width, FIGURES),
  begins: true,
  above: 0,
  signatures: [],
})

/** Fourteen columns do not fit a portrait page: accounts and ratings stand in a line of words under the carrier's. */
function printedCarriers({ carriers }: AssetReportView): TableContent {
  const noted = carriers.columns.filter(({ group }) => group === 'ratings')
  const content = printedTable(
    carriers,
    carriers.columns.filter(({ group }) => group !== 'ratings'),
  )
  const notes = carriers.rows.map(({ cells }) =>
    noted.flatMap(({ key, label, kind }) => {
      const text = formatCell(kind, cells[key])
      if (text === MISSING) return []
      return key === 'accountType' ? `${text} account` : `${label} ${text}`
    }),
  )
  return {
    ...content,
    rows: content.rows.map((row, index) => (row.kind === 'row' ? { ...row, note: printable(notes[index]?.join(', ') ?? '') } : row)),
  }
}
