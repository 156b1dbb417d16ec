/** Parts that several printed reports share: the front matter, highlights, charts, limits, and tables of the view as print. */

import { CAPITAL_BASIS_NAMES, type LimitTest, ownValueOf } from '@corridor/domain/calculations/concentration.ts'
import { cents, EMPTY_LIST, formatMoney, formatPercent } from '@corridor/domain/primitives/money.ts'
import { dayOf, formatLongDate, monthOf, yearOf } from '@corridor/domain/primitives/period.ts'
import { type AssetReportView, type HighlightTile, limitsShown } from '@corridor/domain/reports/asset-report/view.ts'
import { type Scene, sceneSvg } from '@corridor/domain/reports/charts/scene.ts'
import {
  PRINT_THEME,
  shareRing,
  shareRingText,
  sharesOf,
  valueTrend,
  valueTrendText,
} from '@corridor/domain/reports/charts/value-and-shares.ts'
import { footerLine, longestStamp, type ReportFooter, type ReportHeader } from '@corridor/domain/reports/heading.ts'
import type { NotApplicable } from '@corridor/domain/reports/not-applicable.ts'
import type { ReleasedOver } from '@corridor/domain/reports/open-items.ts'
import { type Column, formatFigure, textOfCell, type ViewRow, type ViewTable } from '@corridor/domain/reports/table.ts'
import type { Measure } from '../pdf/font-metrics.ts'
import type { MarkedDocument } from '../pdf/release-marks.ts'
import { printable } from './printable.ts'
import { type TableColumn, type TableContent, type TableRow, wrap } from './table-layout.ts'

interface FrontMatter {
  title: string
  institution: string
  subtitle: string
  issuer: string
  asOf: string
  prepared: string
  preparedOn: number[]
  summary: string
  disclaimer: string
  footerLine: string
  unit: string
  caution: string
}

/** Parameters of the house style for every report: see report() and cover-title() in templates/house-style.typ. */
export function frontMatter({ header, footer }: { header: ReportHeader; footer: ReportFooter }): MarkedDocument & FrontMatter {
  const institution = header.subsidiaryName ?? header.legalName
  return {
    title: header.title,
    institution: printable(institution),
    subtitle: printable(
      [header.subsidiaryName ? header.legalName : null, header.place, ...header.planNames].filter((text) => text).join('  ·  '),
    ),
    issuer: printable(header.portalLabel),
    asOf: formatLongDate(header.asOf),
    prepared: formatLongDate(header.preparedOn),
    preparedOn: [yearOf(header.preparedOn), monthOf(header.preparedOn), dayOf(header.preparedOn)],
    summary: printable(`${header.title} of ${institution}, ${header.asOfText}. ${footer.reference}`),
    stamp: { ...header.stamp, longest: longestStamp(header.stamp) },
    note: null,
    disclaimer: printable(footer.disclaimer),
    footerLine: printable(footerLine(footer)),
    unit: printable(header.unit),
    caution: printable(header.caution ?? ''),
  }
}

/** The box of a report that was released over open items, its lines broken for the width inside it; null of one that was not. */
export const printedRelease = (released: ReleasedOver | undefined, measure: Measure, width: number) =>
  released
    ? {
        title: printable(released.title),
        lines: [...released.items.map(({ text }) => text), released.reason].flatMap((text) =>
          wrap(printable(text), (part) => measure(part) * BOX_TEXT, width * 0.98),
        ),
      }
    : null
/** In points, as the templates set it. */
const BOX_TEXT = 7.4

/** The parts that a report leaves out, or that were not done, among its notes. */
export const printedRemark = (remark: NotApplicable | null | undefined) =>
  remark ? [{ title: remark.title, items: [{ mark: '', text: printable(remark.text) }] }] : []

interface Tile {
  label: string
  size: number
  value: string
  note: string
  tone: string
  noteTone: string
}
/** As tile() of the house style sets label, figure and note, in points. */
const TILE = { label: 7.2, note: 6.9, between: 5.6, edge: 4, sides: 15 }
/** Fractions of a text's size: a line from its baseline to the height of its capitals, and what lies between two lines. */
const LINE = { height: 0.727, gap: 0.65 }

/**
 * Tiles with the height that the fullest of them needs, so that all of a row are as high, and where their labels begin.
 * @param width of a tile, in points   @param least height of a tile, in points
 */
export function tileRows(tiles: Tile[], measure: Measure, width: number, least: number) {
  const textHeight = (text: string, size: number) => {
    const lines = wrap(text, (part) => measure(part, 'semibold') * size, width - TILE.sides).length
    return size * (lines * LINE.height + (lines - 1) * LINE.gap)
  }
  // Every label takes the room of the longest, so that the figures of a row stand on one line.
  const label = Math.max(0, ...tiles.map((tile) => textHeight(tile.label, TILE.label)))
  const fullest = Math.max(
    0,
    ...tiles.map(
      ({ size, note }) => label + TILE.between + size * LINE.height + (note === '' ? 0 : TILE.between + textHeight(note, TILE.note)),
    ),
  )
  const height = Math.ceil(Math.max(least, fullest + 2 * TILE.edge))
  return { tiles, height, above: (height - fullest) / 2, label }
}

/** @param width of a tile, in points: every figure prints in the size at which the longest fits   @param least height of a tile */
export function printedTiles(view: AssetReportView, measure: Measure, width: number, least: number) {
  const longest = Math.max(...view.highlights.map((tile) => measure(formatFigure(tile.kind, tile.value), 'semibold')))
  const size = Math.min(13.5, Math.floor(((width - 16) / longest) * 10) / 10)
  const aggregate = aggregateOf(view.limitTests)
  const tiles = view.highlights.map((tile) => {
    const limited = /tier|capital/i.test(tile.key) && (aggregate?.status === 'near' || aggregate?.status === 'over')
    return {
      label: printable(tile.label),
      size,
      value: formatFigure(tile.kind, tile.value),
      note: printable(tile.detail ?? ''),
      tone: limited ? 'orange' : tile.kind === 'percent' ? 'green' : 'blue',
      noteTone: limited ? 'warn' : noteToneOf(tile),
    }
  })
  return tileRows(tiles, measure, width, least)
}

const noteToneOf = (tile: HighlightTile): string => (tile.detail?.startsWith('+') ? 'good' : '')

/** A chart lower than this, in points, shows the values only. */
const LOWEST_OF_TWO = 110

export function printedTrend({ trend }: AssetReportView, width: number, height: number) {
  return {
    title: `${height >= LOWEST_OF_TWO ? 'Value and increase' : 'Cash surrender value'}${trend.months.length > 1 ? `, ${trend.months.length} months` : ''}`,
    svg: trend.months.length > 0 ? printedChart(valueTrend(trend.months, PRINT_THEME, { width, height }, height >= LOWEST_OF_TWO)) : '',
    alt: valueTrendText(trend.months),
  }
}

export function printedMix(view: AssetReportView, size: number) {
  // Carriers of the report's own policies: limits take in carriers that hold others.
  const own = carrierTests(view).map(({ label, ...test }) => ({ name: label, cashSurrenderValue: ownValueOf(test) }))
  const shares = sharesOf(own.filter(({ cashSurrenderValue }) => cashSurrenderValue > 0))
  return {
    title: 'Carriers by cash surrender value',
    svg: shares.length > 0 ? printedChart(shareRing(shares, PRINT_THEME, { width: size, height: size })) : '',
    alt: printable(shareRingText(shares)),
    legend: shares.map(({ name, share, color }) => ({ name: printable(name), value: formatPercent(share), color: color })),
  }
}

/** In the reports' own letters. */
export const printedChart = (scene: Scene): string => sceneSvg(scene, 'Inter')

/** All carriers together and the largest one, each against its limit. */
export function printedLimits(view: AssetReportView) {
  if (limitsShown(view).length === 0) return []
  const largest = carrierTests(view).toSorted((a, b) => b.cashSurrenderValue - a.cashSurrenderValue)[0]
  return [aggregateOf(view.limitTests), largest].filter((test) => test !== undefined).map(limitBar)
}

function limitBar(test: LimitTest) {
  const limitText = formatPercent(test.limit)
  const note =
    test.headroom === null
      ? test.ratio === null
        ? 'No capital on file, so the limit cannot be tested'
        : 'Not all values are known, so the limit cannot be tested'
      : test.headroom < 0
        ? `Over the limit by ${formatMoney(cents(-test.headroom))}`
        : `Headroom ${formatMoney(test.headroom)}`
  // The bar's full width stands a fifth above the larger of share and limit, so that the mark of the limit is always inside.
  const full = Math.max(test.limit, test.ratio ?? 0) * 1.2
  return {
    label: `${printable(test.key === AGGREGATE ? 'All carriers' : test.label)}, of ${CAPITAL_BASIS_NAMES[test.basis]}`,
    value: `${test.lacking && test.ratio !== null ? 'at least ' : ''}${formatPercent(test.ratio)}`,
    note: `Limit ${limitText}. ${note}.${test.parts && test.capital ? ` These policies ${formatPercent(ownValueOf(test) / test.capital)}.` : ''}`,
    fraction: (test.ratio ?? 0) / full,
    limitFraction: test.limit / full,
    status: test.status,
  }
}

export const aggregateOf = (tests: LimitTest[]): LimitTest | undefined => tests.find((test) => test.key === AGGREGATE)
const carrierTests = (view: AssetReportView): LimitTest[] => view.limitTests.filter((test) => test.key !== AGGREGATE)
const AGGREGATE = 'aggregate'

/** A flat table of the view for print, of all its columns or of some. An empty table says so in one row. */
export function printedTable(table: ViewTable, columns: Column[] = table.columns): TableContent {
  const shown = columns.length > 0 ? columns : table.columns
  const rows: TableRow[] = table.rows.map((row) => ({ kind: 'row', cells: cellsOf(row, shown) }))
  if (rows.length === 0) rows.push({ kind: 'subgroup', cells: [EMPTY_LIST] })
  const labelSpan = labelSpanOf(shown, table.total)
  if (table.total) rows.push(sumRow('total', 'Total', table.total, shown, labelSpan))
  return { columns: shown.map((column) => printedColumn(column, table.rows.length <= FEW_ROWS)), rows, labelSpan, summary: table.title }
}

/** A table without the amount columns in which nothing moved, and the names of those left out. */
export function withoutIdleColumns(table: ViewTable): { table: ViewTable; left: string[] } {
  const idle = table.columns.filter(
    ({ key, kind, total }) => kind === 'money' && total === 'sum' && table.rows.length > 0 && table.rows.every((row) => !row.cells[key]),
  )
  if (idle.length === 0) return { table, left: [] }
  return { table: { ...table, columns: table.columns.filter((column) => !idle.includes(column)) }, left: idle.map(({ label }) => label) }
}

export const cellsOf = (row: ViewRow, columns: Column[]): string[] => columns.map((column) => printable(textOfCell(row, column)))

/** A subtotal or total: the label across the leading columns that it has no figure for, then its figures. */
export function sumRow(kind: 'minor' | 'subtotal' | 'total', label: string, row: ViewRow, columns: Column[], labelSpan: number): TableRow {
  const own = columns[0] ? row.cells[columns[0].key] : undefined
  const text = typeof own === 'string' && own !== '' ? own : label
  return { kind, cells: [printable(text), ...columns.slice(labelSpan).map((column) => sumCell(column, row))] }
}

// Nothing stands under a column that has no total: a dash would claim that a figure is missing.
function sumCell(column: Column, row: ViewRow): string {
  const value = row.cells[column.key]
  return column.total === 'none' && (value === null || value === undefined || value === '') ? '' : textOfCell(row, column)
}

/** How many leading columns hold no total. */
export function labelSpanOf(columns: Column[], total: ViewRow | null): number {
  const first = columns.findIndex(({ key, total: sum }, index) => index > 0 && (sum !== 'none' || isFigure(total?.cells[key])))
  return first === -1 ? Math.max(1, columns.length) : first
}

const isFigure = (value: unknown): boolean => typeof value === 'number'

/** A long text may widen its column in a short table; in a long one it wraps instead of shrinking every row. */
const FEW_ROWS = 40

export function printedColumn(column: Column, generous = false): TableColumn {
  const align = column.align
  const label = printable(column.label).replaceAll('Tier 1', 'Tier\u00a01')
  if (column.kind !== 'text') return { label, align }
  const usual = Math.max(6, column.width * 0.62)
  const widest = generous ? Math.max(usual, 26) : usual
  return { label, align, wraps: { widest, narrowest: Math.max(5, usual * 0.6) } }
}
