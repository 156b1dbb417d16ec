/** The content of a 300-policy asset report, free of any layout: what every printing peer is given. */
import { buildAssetReport } from '@corridor/domain/reports/asset-report/build.ts'
import type { AssetReportView } from '@corridor/domain/reports/asset-report/view.ts'
import { PRINT_THEME, shareRing, sharesOf, valueTrend } from '@corridor/domain/reports/charts/value-and-shares.ts'
import { type Column, formatCell, formatFigure, type ViewRow, type ViewTable } from '@corridor/domain/reports/table.ts'
import { printedChart, withoutIdleColumns } from '@corridor/server/reporting/document/printed-parts.ts'
import { sampleSnapshot } from '@corridor/server/test/sample-snapshot.ts'

export interface PlainTable {
  title: string
  columns: { label: string; right: boolean }[]
  rows: { kind: 'row' | 'group' | 'sum'; cells: string[] }[]
}
export interface PlainReport {
  title: string
  institution: string
  asOf: string
  tiles: { label: string; value: string; note: string }[]
  /** SVG texts; `trend` also as points for peers that draw only by hand. */
  trendSvg: string
  ringSvg: string
  trend: number[]
  shares: { name: string; share: number; color: string }[]
  tables: PlainTable[]
  notes: string[]
  footer: string
}

export const viewOf = (policies: number, kind: AssetReportView['kind'] = 'AssetReport', seed = 1): AssetReportView =>
  buildAssetReport(sampleSnapshot({ policies, kind, seed }))

export function plainReport(view: AssetReportView): PlainReport {
  const shares = sharesOf(
    view.limitTests.filter(({ key }) => key !== 'aggregate').map(({ label, cashSurrenderValue }) => ({ name: label, cashSurrenderValue })),
  )
  return {
    title: view.header.title,
    institution: view.header.legalName,
    asOf: view.header.asOfText,
    tiles: view.highlights.map(({ label, kind, value, detail }) => ({ label, value: formatFigure(kind, value), note: detail ?? '' })),
    trendSvg: printedChart(valueTrend(view.trend.months, PRINT_THEME, { width: 452, height: 158 })),
    ringSvg: printedChart(shareRing(shares, PRINT_THEME, { width: 84, height: 84 })),
    trend: view.trend.months.map(({ cashSurrenderValue }) => cashSurrenderValue ?? 0),
    shares: shares.map(({ name, share, color }) => ({ name, share, color })),
    tables: [
      plainTable(view.carriers),
      plainTable(view.trend.table),
      ...(view.detail ? [detailOf(view.detail)] : []),
      plainTable(view.ledger.table),
      ...(view.ledger.schedule ? [plainTable(withoutIdleColumns(view.ledger.schedule).table)] : []),
      ...Object.values(view.activity ?? {}).map(plainTable),
    ],
    notes: [...view.limitTests.map(({ sentence }) => sentence), ...view.notes],
    footer: `${view.footer.disclaimer} ${view.footer.reference}`,
  }
}

const columnsOf = (columns: Column[]) => columns.map(({ label, align }) => ({ label, right: align === 'right' }))
const cellsOf = (row: ViewRow, columns: Column[]) => columns.map(({ key, kind }) => formatCell(kind, row.cells[key]))

function plainTable({ title, columns, rows, total }: ViewTable): PlainTable {
  const lines: PlainTable['rows'] = rows.map((row) => ({ kind: 'row', cells: cellsOf(row, columns) }))
  if (total) lines.push({ kind: 'sum', cells: cellsOf(total, columns) })
  return { title, columns: columnsOf(columns), rows: lines }
}

function detailOf(detail: NonNullable<AssetReportView['detail']>): PlainTable {
  const columns = detail.columns.filter(({ key }) => key !== 'flags')
  const rows: PlainTable['rows'] = []
  for (const carrier of detail.carriers) {
    rows.push({ kind: 'group', cells: [carrier.carrierName] })
    for (const product of carrier.products) {
      rows.push({ kind: 'group', cells: [product.productName] })
      for (const row of product.rows) rows.push({ kind: 'row', cells: cellsOf(row, columns) })
      rows.push({ kind: 'sum', cells: cellsOf(product.subtotal, columns) })
    }
    rows.push({ kind: 'sum', cells: cellsOf(carrier.subtotal, columns) })
  }
  rows.push({ kind: 'sum', cells: cellsOf(detail.total, columns) })
  return { title: detail.title, columns: columnsOf(columns), rows }
}

/** Inter, as Corridor prints with, for peers that embed fonts. */
export const interFile = (weight: '400Regular' | '600SemiBold'): string =>
  new URL(`../../node_modules/@expo-google-fonts/inter/${weight}/Inter_${weight}.ttf`, import.meta.url).pathname
