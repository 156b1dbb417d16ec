/** The monthly and quarterly asset report as print: page one, then the planned pages of its tables, then notes. */
import { buildAssetReport, readAssetReportSnapshot } from '@corridor/domain/reports/asset-report/build.ts'
import { assetReportAs } from '@corridor/domain/reports/asset-report/controls-view.ts'
import { type AssetReportView, type DetailTable, limitsShown } from '@corridor/domain/reports/asset-report/view.ts'
import { wholeNote } from '@corridor/domain/reports/asset-report/year-to-date.ts'
import { isApplicable } from '@corridor/domain/reports/not-applicable.ts'
import type { Column, ViewRow, ViewTable } from '@corridor/domain/reports/table.ts'
import { flowSections, leadOf, type Section } from '../../reporting/document/page-flow.ts'
import { printable } from '../../reporting/document/printable.ts'
import {
  cellsOf,
  frontMatter,
  labelSpanOf,
  printedColumn,
  printedLimits,
  printedMix,
  printedRelease,
  printedRemark,
  printedTable,
  printedTiles,
  printedTrend,
  sumRow,
  withoutIdleColumns,
} from '../../reporting/document/printed-parts.ts'
import { layOutTable, type Sizes, type Spacing, spaced, type TableContent, type TableRow } from '../../reporting/document/table-layout.ts'
import type { Measure } from '../../reporting/pdf/font-metrics.ts'
import type { Paper } from '../../reporting/pdf/paper.ts'
import type { PrintedDocument } from '../../reporting/pdf/release-marks.ts'

// Points, as set up in print.typ: letter landscape.
const WIDTH = 736
const PAGE_HEIGHT = 509
const FIRST_PAGE_HEIGHT = 454
/** Tiles and charts at the head of the first page; they take all of it when the carriers do not fit below. */
const HEAD = { short: 290, whole: 440 }
/** Two rows of tiles stand in it; a label that takes two lines makes them higher. */
const TILE_HEIGHT = 49
const TREND = { width: 452, short: 158, whole: 296 }
const RING = 84
/** The box of a report that was released over open items, as released-over() of print.typ sets it. */
const BOX = { line: 10.4, title: 8, edges: 14, below: 10, sides: 20 }
const ABOVE_NOTES = 14

const FIGURES: Sizes = { greatest: 7.4, comfortable: 6.2, least: 4, rowHeight: 12.6 }
const PLAIN: Sizes = { greatest: 7.6, comfortable: 7, least: 4, rowHeight: 13.6 }

export const paper: Paper<AssetReportView> = {
  module: import.meta.url,
  template: new URL('print.typ', import.meta.url).href,
  layOut: printedAssetReport,
  viewOf: ({ snapshot, release }) => {
    const view = buildAssetReport(readAssetReportSnapshot(snapshot))
    return release ? assetReportAs(view, release) : view
  },
}

function printedAssetReport(view: AssetReportView, measure: Measure, spacing: Spacing): PrintedDocument {
  const tiles = printedTiles(view, measure, (WIDTH - 4 * 8) / 5, TILE_HEIGHT)
  const released = placedRelease(view, measure)
  const more = 2 * (tiles.height - TILE_HEIGHT) + (released === null ? 0 : released.height + BOX.below)
  const flow = flowSections(
    sectionsOf(view, measure, spacing),
    PAGE_HEIGHT,
    PAGE_HEIGHT - (FIRST_PAGE_HEIGHT - HEAD.short - more - 2),
    spacing,
  )
  const size = flow.pages[0]?.length ? 'short' : 'whole'
  return {
    ...frontMatter(view),
    // Beside the stamp: how much of a preliminary report's value is the month before's.
    caution: printable(view.carried?.text ?? ''),
    released,
    tiles,
    trend: printedTrend(view, TREND.width, TREND[size] - (size === 'whole' ? more : 0)),
    mix: printedMix(view, RING),
    limits: printedLimits(view),
    head: HEAD[size] + (size === 'whole' ? 0 : more),
    pages: flow.pages,
    notes: notesOf(view),
    // Notes of a report whose tables end on its first page begin the second.
    notesArea: {
      width: WIDTH,
      height: PAGE_HEIGHT,
      left: flow.pages.length > 1 ? Math.max(0, PAGE_HEIGHT - flow.used - ABOVE_NOTES - 1) : PAGE_HEIGHT - 1,
    },
  }
}

/** With its height, for the plan of the first page. */
function placedRelease({ released }: AssetReportView, measure: Measure) {
  const box = printedRelease(released, measure, WIDTH - BOX.sides)
  return box && { ...box, height: BOX.edges + BOX.title + box.lines.length * BOX.line }
}

function sectionsOf(view: AssetReportView, measure: Measure, spacing: Spacing): Section[] {
  const { carriers, yearToDate, detail, ledger, callReport, activity, controls } = view
  const flat = (table: ViewTable, lead = '', sizes = PLAIN, columns?: Column[]): Section => ({
    title: printable(table.title),
    lead: leadOf(lead, measure, WIDTH),
    table: layOutTable(printedTable(table, columns), measure, WIDTH, spaced(sizes, spacing)),
  })
  const groups = new Set(carriers.columns.map((column) => column.group))
  const of = (...wanted: Column['group'][]) => carriers.columns.filter((column) => wanted.includes(column.group))
  const sections: Section[] = []
  // Twenty columns are two tables: what the carriers earn and how they are rated, then how their values moved.
  if (groups.size > 2) {
    sections.push({ ...flat(carriers, '', PLAIN, of('key', 'ratings', 'yields')), title: 'Carriers: yields and ratings' })
    sections.push({ ...flat(carriers, view.header.unit, PLAIN, of('key', 'values', 'deathBenefit')), title: 'Carriers: values' })
  } else sections.push(flat(carriers, view.header.unit))
  // The long one first: the short one after it goes whole to the next page, where the long one would be torn.
  sections.push(flat(view.trend.table, view.header.unit))
  if (yearToDate) sections.push(flat(yearToDate.table, wholeNote(yearToDate)))
  if (detail) sections.push(...policySections(view, detail, measure, spacing))
  sections.push({ ...flat(ledger.table, ledger.lead ?? ledger.periodText), signatures: ['Entered by', 'Approved by', 'Date posted'] })
  if (ledger.schedule && isApplicable(ledger.schedule) && !ledger.isAppendix) {
    const { table, left } = withoutIdleColumns(ledger.schedule)
    sections.push(
      flat(table, left.length > 0 ? `${ledger.periodText}. All 0.00 and left out: ${left.join('; ')}.` : ledger.periodText, FIGURES),
    )
  }
  if (callReport) sections.push(flat(callReport.table, callReport.note ?? ''))
  if (callReport?.riskWeights) sections.push(flat(callReport.riskWeights.table, callReport.riskWeights.note))
  if (callReport?.riskWeights?.funds) sections.push(flat(callReport.riskWeights.funds))
  if (activity)
    for (const table of [activity.transactions, activity.rateChanges, activity.statusChanges, activity.claims].filter(isApplicable))
      sections.push(flat(table, table === activity.claims ? view.claimsLead : ''))
  if (controls && isApplicable(controls.table)) sections.push(flat(controls.table, controls.lead))
  return sections
}

/** The policies in one table; in two where one would be uncomfortable to read, as a quarter's sixteen columns are. */
function policySections(view: AssetReportView, detail: DetailTable, measure: Measure, spacing: Spacing): Section[] {
  const lead = leadOf([view.header.unit, ...view.footnotes.map(({ symbol, text }) => `${symbol} ${text}`)].join('  '), measure, WIDTH)
  const columns = detail.columns.filter((column) => column.key !== 'flags')
  const of = (...groups: Column['group'][]) => columns.filter(({ group }) => groups.includes(group))
  const drawn = (title: string, chosen: Column[]): Section => ({
    title: printable(title),
    lead,
    table: layOutTable(printedDetail(detail, chosen), measure, WIDTH, spaced(FIGURES, spacing)),
  })
  const whole = drawn(detail.title, columns)
  if (whole.table.size >= FIGURES.comfortable) return [whole]
  return [
    drawn(`${detail.title}: values`, of('key', 'values')),
    drawn(`${detail.title}: yields and death benefits`, of('key', 'yields', 'deathBenefit')),
  ]
}

/** The detail: marks stand behind the insured's name instead of in a column of their own. */
function printedDetail(detail: DetailTable, columns: Column[]): TableContent {
  const labelSpan = labelSpanOf(columns, detail.total)
  const rows: TableRow[] = []
  for (const carrier of detail.carriers) {
    rows.push({ kind: 'group', cells: [printable(carrier.carrierName)] })
    for (const product of carrier.products) {
      rows.push({ kind: 'subgroup', cells: [printable(`${product.productName}, ${product.accountTypeName.toLowerCase()}`)] })
      for (const row of product.rows) rows.push({ kind: 'row', cells: cellsOf(marked(row, columns, row.flags), columns) })
      // With one product the carrier's subtotal says the same.
      if (carrier.products.length > 1) rows.push(sumRow('minor', `Subtotal, ${product.productName}`, product.subtotal, columns, labelSpan))
    }
    rows.push(sumRow('subtotal', `Subtotal, ${carrier.carrierName}`, carrier.subtotal, columns, labelSpan))
  }
  rows.push(sumRow('total', 'Total', detail.total, columns, labelSpan))
  return { columns: columns.map((column) => printedColumn(column)), rows, labelSpan, summary: detail.title }
}

function marked(row: ViewRow, columns: Column[], flags: string[]): ViewRow {
  const name = columns[0]?.key
  if (!name || flags.length === 0) return row
  return { ...row, cells: { ...row.cells, [name]: `${row.cells[name] ?? ''} ${flags.join('')}` } }
}

function notesOf(view: AssetReportView) {
  const groups = [
    ...printedRemark(view.notPerformed),
    { title: 'Limits', items: limitsShown(view).map(({ sentence }) => ({ mark: '', text: printable(sentence) })) },
    ...printedRemark(view.notApplicable),
    { title: 'Notes', items: view.notes.map((text) => ({ mark: '', text: printable(text) })) },
  ]
  return groups.filter((group) => group.items.length > 0)
}
