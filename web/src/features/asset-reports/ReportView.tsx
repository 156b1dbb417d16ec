/** The body of a report on screen: highlights, charts, carriers, policies, ledger entries, activity, notes. It draws the view and computes nothing. */
import type { AssetReportView, DetailRow } from '@corridor/domain/asset-report-view.ts'
import { type Column, formatCell, formatFigure, type ViewRow } from '@corridor/domain/cells.ts'
import { valueTrend, valueTrendText } from '@corridor/domain/charts.ts'
import { formatShortMonth } from '@corridor/domain/period.ts'
import { type ReactNode, useState } from 'react'
import * as z from 'zod/mini'
import { optionalText, useUrlSearch } from '../../kernel/url-search.ts'
import { Chart } from '../../ui/chart/Chart.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { StatTile, StatTiles } from '../../ui/StatTile.tsx'
import { type Family, useMayTrace } from './family.ts'
import css from './ReportView.module.css'
import { TracePolicy } from './TracePolicy.tsx'
import { FlatTable, GroupedTable } from './ViewTables.tsx'

interface ReportViewProps {
  view: AssetReportView
  family: Family
  batch: number
  report: number
  history: ReactNode
}

const url = z.object({ carrier: optionalText })
const CHART_HEIGHT = 300

export function ReportView({ view, family, batch, report, history }: ReportViewProps) {
  const mayTrace = useMayTrace(family)
  const [{ carrier }, change] = useUrlSearch(url)
  const [traced, setTraced] = useState<DetailRow | null>(null)
  const opened = view.detail?.carriers.find((each) => each.carrierCode === carrier)
  const openCarrier = (row: ViewRow, column: Column, text: string) => {
    if (!view.detail || column.key !== view.carriers.columns[0]?.key || !('carrierCode' in row) || typeof row.carrierCode !== 'string')
      return undefined
    const code = row.carrierCode
    return (
      <button type="button" className={css.drill} onClick={() => change({ carrier: code })} aria-label={`${text}: show its policies`}>
        {text}
      </button>
    )
  }
  const openPolicy = (row: ViewRow, column: Column, text: string) => {
    if (!mayTrace || column.key !== 'policyNumber' || !isDetailRow(row)) return undefined
    return (
      <button type="button" className={css.drill} onClick={() => setTraced(row)} aria-label={`Policy ${text}: where its figures come from`}>
        {text}
      </button>
    )
  }

  return (
    <div className={css.report} data-print-landscape>
      {view.header.preliminaryReason ? (
        <p className={css.preliminary}>
          <strong>Preliminary.</strong> {view.header.preliminaryReason}
        </p>
      ) : null}
      <StatTiles label="Highlights" many>
        {view.highlights.map((tile) => (
          <StatTile key={tile.key} label={tile.label} value={formatFigure(tile.kind, tile.value)} note={tile.detail ?? undefined} />
        ))}
      </StatTiles>
      <div className={css.charts}>
        <Panel title="Thirteen months" note="Cash surrender value at month end, and the increase of each month">
          <Chart
            title={`${view.header.institutionName} thirteen months`}
            summary={valueTrendText(view.trend.months)}
            scene={(theme, size) => valueTrend(view.trend.months, theme, size)}
            height={CHART_HEIGHT}
            table={{
              head: view.trend.table.columns.map((column) => column.label),
              rows: view.trend.table.rows.map((row) =>
                view.trend.table.columns.map((column) => formatCell(column.kind, row.cells[column.key])),
              ),
              values: view.trend.months.map((month) => [
                formatShortMonth(month.period),
                month.cashSurrenderValue / 100,
                month.increase === null ? null : month.increase / 100,
                month.netYield,
              ]),
            }}
          />
        </Panel>
        <Panel title="Limits" note="Cash surrender value as a share of capital">
          <ul className={css.limits}>
            {view.limitTests.map((test) => (
              <li key={test.key} data-status={test.status}>
                {test.sentence}
              </li>
            ))}
          </ul>
        </Panel>
      </div>
      <Panel
        flush
        title="Carriers"
        note={<Noted unit={view.header.unit} hint={view.detail ? 'Choose a carrier to see its policies.' : null} />}
      >
        <FlatTable table={view.carriers} cell={openCarrier} />
      </Panel>
      {view.detail ? (
        <Panel
          flush
          title={opened ? `Policies with ${opened.carrierName}` : 'Policies'}
          note={<Noted unit={view.header.unit} hint={mayTrace ? 'Choose a policy to see the carrier’s line behind it.' : null} />}
          actions={
            opened ? (
              <button type="button" className={css.drill} onClick={() => change({ carrier: undefined })}>
                Show all carriers
              </button>
            ) : null
          }
          footer={view.footnotes.length > 0 ? <Footnotes footnotes={view.footnotes} /> : undefined}
        >
          <GroupedTable table={view.detail} carrierCode={opened?.carrierCode ?? null} cell={openPolicy} />
        </Panel>
      ) : null}
      <Panel flush title="Suggested ledger entries" note={`${view.ledger.periodText}. ${view.header.unit}`}>
        <FlatTable table={view.ledger.table} />
      </Panel>
      {view.ledger.schedule ? (
        <details className={css.schedule}>
          <summary>Ledger schedule by policy</summary>
          <Panel flush>
            <FlatTable table={view.ledger.schedule} />
          </Panel>
        </details>
      ) : null}
      {view.callReport ? (
        <Panel flush title={view.callReport.table.title} note="Thousands of dollars" footer={view.callReport.roundingNote ?? undefined}>
          <FlatTable table={view.callReport.table} />
        </Panel>
      ) : null}
      {view.activity
        ? [view.activity.transactions, view.activity.rateChanges, view.activity.statusChanges, view.activity.claims].map((table) => (
            <Panel flush key={table.id} title={table.title}>
              <FlatTable table={table} />
            </Panel>
          ))
        : null}
      <div className={css.charts}>
        <Panel title="Notes">
          <ul className={css.notes}>
            {view.notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
          <p className={css.reference}>{view.footer.reference}</p>
          <p className={css.reference}>{view.footer.disclaimer}</p>
        </Panel>
        <Panel title="History" note={view.header.preparedText}>
          {history}
        </Panel>
      </div>
      {traced ? <TracePolicy row={traced} family={family} batch={batch} report={report} onClose={() => setTraced(null)} /> : null}
    </div>
  )
}

/** The unit, and on screen what can be done: paper cannot be pressed. */
const Noted = ({ unit, hint }: { unit: string; hint: string | null }) => (
  <>
    {unit} {hint ? <span data-no-print>{hint}</span> : null}
  </>
)

const isDetailRow = (row: ViewRow): row is DetailRow => 'policyId' in row

const Footnotes = ({ footnotes }: { footnotes: AssetReportView['footnotes'] }) => (
  <ul className={css.footnotes}>
    {footnotes.map((footnote) => (
      <li key={footnote.symbol}>
        {footnote.symbol} {footnote.text}
      </li>
    ))}
  </ul>
)
