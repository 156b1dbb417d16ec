/** A bank's dashboard: its holdings at the last closed month, where they came from, who stands behind them, and the reports released. */
import { boliChart, carrierSummaryChart, controlsStatement, creditChart } from '@corridor/contract/charts.ts'
import { formatLongDate, isPlainDate } from '@corridor/domain/primitives/period.ts'
import { useNewFiles } from '../../kernel/new-files.ts'
import { useSession } from '../../kernel/session.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../ui/fields/Link.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { Loaded } from '../../ui/states/Loaded.tsx'
import { BlockSkeleton, TilesSkeleton } from '../../ui/states/Skeletons.tsx'
import { CarrierShares } from './CarrierShares.tsx'
import css from './ClientDashboardPage.module.css'
import { Controls } from './Controls.tsx'
import { CreditRatings } from './CreditRatings.tsx'
import { HIGHLIGHT_LABELS, Highlights } from './Highlights.tsx'
import { NewSinceLastVisit } from './NewSinceLastVisit.tsx'
import { ReleasedReports } from './ReleasedReports.tsx'
import { ValueOverTime } from './ValueOverTime.tsx'

export function ClientDashboardPage() {
  const session = useSession()
  const boli = useEndpoint(boliChart, {})
  const carriers = useEndpoint(carrierSummaryChart, {})
  const credit = useEndpoint(creditChart, {})
  const controls = useEndpoint(controlsStatement, {})
  const fresh = useNewFiles()
  const asOf = boli.data?.asOf
  const source = boli.data?.report
  // Several owners have no one report; the list has theirs.
  const to = source ? paths.madeReport(source.batchId, source.id, source.reportType) : asOf ? paths.clientReports() : undefined
  if (session.institutionId === 0) {
    return (
      <EmptyState
        title="No institution selected"
        why="You act for clients, but none is selected."
        next={<p>Choose one under “Acting for” at the top of the page.</p>}
      />
    )
  }
  return (
    <>
      <PageHeader
        title="Dashboard"
        note={asOf && isPlainDate(asOf) ? `Values as of ${formatLongDate(asOf)}` : 'Values as of the last closed month'}
        actions={
          <Link className={css.action} to={paths.clientReports()}>
            All reports
          </Link>
        }
      />
      <div className={css.stack}>
        <Loaded query={boli} skeleton={<TilesSkeleton label="Highlights" labels={HIGHLIGHT_LABELS} />}>
          {(data) =>
            data.highlights ? (
              <Highlights highlights={data.highlights} months={data.months} capitalAsOf={carriers.data?.capitalAsOf ?? null} to={to} />
            ) : (
              <EmptyState
                title="No values yet"
                why="Your holdings appear here once the first month has been posted for your institution."
              />
            )
          }
        </Loaded>
        <NewSinceLastVisit />
        <div className={css.pair} data-waiting={fresh.isPending || undefined}>
          <Panel title="Cash surrender value over time" note={`US dollars at month end, by account type${through(asOf)}`}>
            <Loaded query={boli} skeleton={<BlockSkeleton height={366} />}>
              {(data) => <ValueOverTime months={data.months} />}
            </Loaded>
          </Panel>
          <Panel title="Carrier summary" note={`Value and share of holdings${suffix(carriers.data?.asOf)}`}>
            <Loaded query={carriers} skeleton={<BlockSkeleton height={330} />}>
              {(data) => <CarrierShares carriers={data.carriers} to={to} />}
            </Loaded>
          </Panel>
        </div>
        <ReleasedReports />
        <Panel title="Controls" note={`Audits of the values behind your reports${suffix(controls.data?.asOf)}`}>
          <Loaded query={controls} skeleton={<BlockSkeleton height={260} />}>
            {(data) => <Controls statement={data} />}
          </Loaded>
        </Panel>
        <Panel title="Carrier credit ratings" note={`Latest published financial strength ratings${suffix(credit.data?.asOf)}`} flush>
          <Loaded query={credit} skeleton={<BlockSkeleton height={300} />}>
            {(data) => <CreditRatings carriers={data.carriers} />}
          </Loaded>
        </Panel>
      </div>
    </>
  )
}

const through = (asOf: string | null | undefined) => (asOf && isPlainDate(asOf) ? `, to ${formatLongDate(asOf)}` : '')
const suffix = (asOf: string | null | undefined) => (asOf && isPlainDate(asOf) ? `, ${formatLongDate(asOf)}` : '')
