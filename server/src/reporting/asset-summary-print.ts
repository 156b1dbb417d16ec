/** The summary asset report as print: one page in portrait, without insured names. */
import type { AssetReportView, ViewTable } from '@corridor/domain/asset-report-view.ts'
import type { Measure } from './font-metrics.ts'
import { flowSections } from './page-flow.ts'
import {
  aggregateOf,
  frontMatter,
  printable,
  printedLimits,
  printedMix,
  printedTable,
  printedTiles,
  printedTrend,
} from './printed-parts.ts'
import { layOutTable, type Sizes } from './table-layout.ts'

// Points, as set up in templates/asset-summary-report.typ: letter portrait.
const WIDTH = 540
const PAGE_HEIGHT = 690
const FIRST_PAGE_ROOM = 386
const TREND = { width: 330, height: 128 }
const RING = 66
/** Entries and months stand side by side. */
const PAIR = [282, 238] as const
const FIGURES: Sizes = { greatest: 7, comfortable: 6.3, least: 4, rowHeight: 11.6 }

export function printedSummary(view: AssetReportView, measure: Measure): object {
  const section = (table: ViewTable, width: number, lead: string) => ({
    title: printable(table.title),
    lead: printable(lead),
    table: layOutTable(printedTable(table), measure, width, FIGURES),
  })
  const piece = (table: ViewTable, width: number, lead: string) => ({
    ...section(table, width, lead),
    begins: true,
    above: 0,
    signatures: [],
  })
  const carriers = flowSections([section(view.carriers, WIDTH, view.header.unit)], PAGE_HEIGHT, PAGE_HEIGHT - FIRST_PAGE_ROOM)
  return {
    ...frontMatter(view),
    tiles: printedTiles(view),
    trend: printedTrend(view, TREND.width, TREND.height),
    mix: printedMix(view, RING),
    limits: printedLimits(view),
    pages: carriers.pages,
    pair: [piece(view.ledger.summary, PAIR[0], view.ledger.periodText), piece(view.trend.table, PAIR[1], view.header.unit)],
    callReport: view.callReport ? piece(view.callReport.table, WIDTH, view.callReport.roundingNote ?? '') : null,
    notes: [
      { title: 'Limit test', items: [{ mark: '', text: printable(aggregateOf(view.limitTests)?.sentence ?? '') }] },
      { title: 'Notes', items: view.notes.map((text) => ({ mark: '', text: printable(text) })) },
    ].filter(({ items }) => items.some(({ text }) => text !== '')),
  }
}
