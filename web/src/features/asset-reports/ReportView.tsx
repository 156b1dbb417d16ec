/** The body of a report on screen: highlights, charts, carriers, policies, ledger entries, activity, notes. It draws the view and computes nothing. */
import { assetReports } from '@corridor/contract/asset-reports.ts'
import { type AssetReportView, type DetailRow, limitsShown, readAssetReportView } from '@corridor/domain/reports/asset-report/view.ts'
import { valueTrend, valueTrendText } from '@corridor/domain/reports/charts/value-and-shares.ts'
import { type FigureAddress, isExplained } from '@corridor/domain/reports/explanation/address.ts'
import { isApplicable } from '@corridor/domain/reports/not-applicable.ts'
import { type Column, formatFigure, textOfCell, type ViewRow } from '@corridor/domain/reports/table.ts'
import { useEffect, useRef } from 'react'
import { optionalText, useUrlSearch } from '../../kernel/url-search.ts'
import { Closing, LeftOut, Preliminary, ReleasedOverItems } from '../../reporting/BodyParts.tsx'
import body from '../../reporting/body.module.css'
import type { ReportBodyProps } from '../../reporting/family.ts'
import { useTracing } from '../../reporting/TracePolicy.tsx'
import { FlatTable, GroupedTable } from '../../reporting/ViewTables.tsx'
import { Chart } from '../../ui/chart/Chart.tsx'
import { Explained, ExplainedFigure } from '../../ui/explanation/Explain.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { PhoneSection } from '../../ui/layout/PhoneSection.tsx'
import { StatTile, StatTiles } from '../../ui/layout/StatTile.tsx'
import css from './ReportView.module.css'

const url = { carrier: optionalText }
const CHART_HEIGHT = 300

export function ReportView({ view, ...place }: ReportBodyProps) {
  const read = readAssetReportView(view)
  return read ? <Figures view={read} {...place} /> : null
}

function Figures({ view, reportType, batch, report, history }: ReportBodyProps & { view: AssetReportView }) {
  const { trace, dialog } = useTracing({ calls: assetReports, reportType, batch, report })
  const [{ carrier }, change] = useUrlSearch(url)
  const opened = view.detail?.carriers.find((each) => each.carrierCode === carrier)
  const wayBack = useRef<HTMLButtonElement>(null)
  const isChosen = useRef(false)
  // The policies stand below the window: whoever chooses a carrier is brought to them.
  useEffect(() => {
    if (!isChosen.current || opened === undefined) return
    isChosen.current = false
    wayBack.current?.closest('section')?.scrollIntoView?.({ block: 'start' })
    wayBack.current?.focus({ preventScroll: true })
  }, [opened])
  const openCarrier = (row: ViewRow, column: Column, text: string) => {
    if (!view.detail || column.key !== view.carriers.columns[0]?.key || !('carrierCode' in row) || typeof row.carrierCode !== 'string')
      return undefined
    const code = row.carrierCode
    return (
      <button
        type="button"
        className={css.drill}
        aria-current={code === opened?.carrierCode}
        onClick={() => {
          isChosen.current = true
          change({ carrier: code })
        }}
        aria-label={`${text}: show its policies`}
      >
        {text}
      </button>
    )
  }
  const openPolicy = (row: ViewRow, column: Column, text: string) => {
    if (!trace || column.key !== 'policyNumber' || !isDetailRow(row)) return undefined
    return (
      <button
        type="button"
        className={css.drill}
        onClick={() => trace(row.policyId)}
        aria-label={`Policy ${text}: where its figures come from`}
      >
        {text}
      </button>
    )
  }

  const { activity } = view
  const active = activity ? [activity.transactions, activity.rateChanges, activity.statusChanges, activity.claims].filter(isApplicable) : []
  return (
    <Explained load={explainerOf(view)} trace={trace}>
      <div className={body.report} data-print-landscape>
        <Preliminary reason={view.header.preliminaryReason} values={view.carried?.sentence} />
        <ReleasedOverItems released={view.released} />
        <StatTiles label="Highlights" many>
          {view.highlights.map((tile) => (
            <StatTile
              key={tile.key}
              label={tile.label}
              value={
                tile.value === null ? (
                  formatFigure(tile.kind, tile.value)
                ) : (
                  <ExplainedFigure address={{ table: 'highlights', row: '', column: tile.key }} name={formatFigure(tile.kind, tile.value)}>
                    {formatFigure(tile.kind, tile.value)}
                  </ExplainedFigure>
                )
              }
              note={tile.detail ?? undefined}
            />
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
                rows: view.trend.table.rows.map((row) => view.trend.table.columns.map((column) => textOfCell(row, column))),
                figures: view.trend.table.rows.map((row) =>
                  view.trend.table.columns.map((column) =>
                    isExplained(column, row, false) ? { table: view.trend.table.id, row: row.id, column: column.key } : null,
                  ),
                ),
                values: view.trend.table.rows.map((row) =>
                  view.trend.table.columns.map(({ key, kind }) => {
                    const value = row.cells[key] ?? null
                    return kind === 'money' && typeof value === 'number' ? value / 100 : value
                  }),
                ),
              }}
            />
          </Panel>
          {limitsShown(view).length === 0 ? null : (
            <Panel title="Limits" note="Cash surrender value as a share of capital">
              <ul className={css.limits}>
                {limitsShown(view).map((test) => (
                  <li key={test.key} data-status={test.status}>
                    {test.headroom === null ? (
                      test.sentence
                    ) : (
                      <ExplainedFigure address={{ table: 'limits', row: test.key, column: 'headroom' }} name={test.sentence}>
                        {test.sentence}
                      </ExplainedFigure>
                    )}
                  </li>
                ))}
              </ul>
            </Panel>
          )}
        </div>
        <Panel
          flush
          title="Carriers"
          note={
            <Noted
              unit={view.header.unit}
              hint={
                view.detail
                  ? 'Choose a carrier to see its policies, or a figure to see how it is calculated.'
                  : 'Choose a figure to see how it is calculated.'
              }
            />
          }
        >
          <FlatTable table={view.carriers} cell={openCarrier} />
        </Panel>
        {view.yearToDate ? (
          <PhoneSection title={view.yearToDate.table.title}>
            <Panel
              flush
              title={view.yearToDate.table.title}
              note={[view.yearToDate.lead, view.yearToDate.note, view.header.unit].filter((part) => part !== null).join(' ')}
            >
              <FlatTable table={view.yearToDate.table} />
            </Panel>
          </PhoneSection>
        ) : null}
        {view.detail ? (
          <PhoneSection
            title={opened ? `Policies with ${opened.carrierName}` : 'Policies'}
            key={carrier ?? ''}
            isAsked={opened !== undefined}
          >
            <Panel
              flush
              title={opened ? `Policies with ${opened.carrierName}` : 'Policies'}
              note={<Noted unit={view.header.unit} hint={trace ? 'Choose a policy to see the carrier’s line behind it.' : null} />}
              actions={
                opened ? (
                  <button type="button" className={css.drill} ref={wayBack} onClick={() => change({ carrier: undefined })}>
                    Show all carriers
                  </button>
                ) : null
              }
              footer={view.footnotes.length > 0 ? <Footnotes footnotes={view.footnotes} /> : undefined}
            >
              <GroupedTable table={view.detail} carrierCode={opened?.carrierCode ?? null} cell={openPolicy} />
            </Panel>
          </PhoneSection>
        ) : null}
        <PhoneSection title="Suggested journal entries">
          <div className={body.report}>
            <Panel
              flush
              title="Suggested journal entries"
              note={`${(view.ledger.lead ?? view.ledger.periodText).replace(/\.?$/, '.')} ${view.header.unit}`}
            >
              <FlatTable table={view.ledger.table} />
            </Panel>
            {view.ledger.isAppendix ? null : <Schedule ledger={view.ledger} isOpen />}
          </div>
        </PhoneSection>
        {view.callReport ? <CallReport callReport={view.callReport} /> : null}
        {active.map((table) => (
          <PhoneSection key={table.id} title={table.title}>
            <Panel flush title={table.title} note={table === activity?.claims ? view.claimsLead : undefined}>
              <FlatTable table={table} />
            </Panel>
          </PhoneSection>
        ))}
        {view.controls && isApplicable(view.controls.table) ? (
          <PhoneSection title={view.controls.table.title}>
            <Panel flush title={view.controls.table.title} note={view.controls.lead}>
              <FlatTable table={view.controls.table} />
            </Panel>
          </PhoneSection>
        ) : null}
        <LeftOut notApplicable={view.notPerformed} />
        <LeftOut notApplicable={view.notApplicable} />
        {view.ledger.isAppendix ? <Schedule ledger={view.ledger} isOpen={false} /> : null}
        <PhoneSection title="Notes and history">
          <Closing view={view} history={history} />
        </PhoneSection>
        {dialog}
      </div>
    </Explained>
  )
}

/** The entries policy by policy: folded where they repeat the policies' increases. */
const Schedule = ({ ledger: { schedule }, isOpen }: { ledger: AssetReportView['ledger']; isOpen: boolean }) =>
  schedule && isApplicable(schedule) ? (
    <details className={css.schedule} open={isOpen}>
      <summary>{isOpen ? schedule.title : `Appendix: ${schedule.title}`}</summary>
      <Panel flush>
        <FlatTable table={schedule} />
      </Panel>
    </details>
  ) : null

const CallReport = ({ callReport }: { callReport: NonNullable<AssetReportView['callReport']> }) => (
  <PhoneSection title={callReport.table.title}>
    <div className={body.report}>
      <Panel flush title={callReport.table.title} note="Thousands of dollars" footer={callReport.note ?? undefined}>
        <FlatTable table={callReport.table} />
      </Panel>
      {callReport.riskWeights ? (
        <Panel flush title={callReport.riskWeights.table.title} note={callReport.riskWeights.note}>
          <FlatTable table={callReport.riskWeights.table} />
        </Panel>
      ) : null}
      {callReport.riskWeights?.funds ? (
        <Panel flush title={callReport.riskWeights.funds.title} note="The statements behind the weights are listed in the notes.">
          <FlatTable table={callReport.riskWeights.funds} />
        </Panel>
      ) : null}
    </div>
  </PhoneSection>
)

/** Loaded with the first figure that is opened. */
const explainerOf = (view: AssetReportView) => async () => {
  const { explainAssetFigure } = await import('@corridor/domain/reports/asset-report/explanation.ts')
  return (address: FigureAddress) => explainAssetFigure(view, address)
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
