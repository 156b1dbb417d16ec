/** The parts of a client's dashboard in the order that a chief financial officer reads them, each with what it needs to be read. */
import { boliChart, carrierSummaryChart, controlsStatement, creditChart } from '@corridor/contract/charts.ts'
import { type Access, CLIENT_ROLES, permission } from '@corridor/domain/access/access.ts'
import { formatLongDate, isPlainDate } from '@corridor/domain/primitives/period.ts'
import type { FunctionComponent } from 'react'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { paths } from '../../paths.ts'
import { Link } from '../../ui/fields/Link.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { Loaded } from '../../ui/states/Loaded.tsx'
import { BlockSkeleton, TilesSkeleton } from '../../ui/states/Skeletons.tsx'
import { CarrierShares } from './CarrierShares.tsx'
import { Controls } from './Controls.tsx'
import { CreditRatings } from './CreditRatings.tsx'
import { CarrierExport, CreditExport } from './DashboardExport.tsx'
import { HIGHLIGHT_LABELS, Highlights } from './Highlights.tsx'
import { Limits } from './Limits.tsx'
import { MonthEntries } from './MonthEntries.tsx'
import { ReleasedReports } from './ReleasedReports.tsx'
import { TeamWidget } from './TeamWidget.tsx'
import { ToDo } from './ToDo.tsx'
import { ValueOverTime } from './ValueOverTime.tsx'

export interface Part {
  code: string
  title: string
  /** Its contents, for whoever arranges the dashboard. */
  about: string
  /** Those of half the width stand in two columns. */
  width: 'half' | 'full'
  /** Usual height of one of half the width, pixels: the columns end near each other by it. */
  height?: number
  /** On a phone it is opened by its name: it is looked up, not read each month. */
  folds?: true
  /** Without it everybody of the institution reads it. */
  access?: Access
  View: FunctionComponent
}

/** Holdings are what the asset reports tell. */
const holdings = permission(['ASSET_REPORT', 'ASSET_SUMMARY_REPORT'], 1, CLIENT_ROLES)

export const PARTS: readonly Part[] = [
  {
    code: 'highlights',
    title: 'Highlights',
    about: 'Total value, increase, yield, policies and share of capital.',
    width: 'full',
    access: holdings,
    View: HighlightsPart,
  },
  {
    code: 'to-do',
    title: 'To do',
    about: 'Questionnaires, papers to sign, consent deficiencies, unread reports.',
    width: 'half',
    height: 470,
    View: ToDo,
  },
  {
    code: 'entries',
    title: 'Journal entries',
    about: 'Journal entries ready to post, with their file.',
    width: 'half',
    height: 160,
    access: holdings,
    View: MonthEntries,
  },
  {
    code: 'limits',
    title: 'Limits',
    about: 'Headroom below each limit, and when it would be passed.',
    width: 'full',
    folds: true,
    access: holdings,
    View: Limits,
  },
  {
    code: 'value',
    title: 'Cash surrender value over time',
    about: 'By month and account type.',
    width: 'half',
    height: 470,
    access: holdings,
    View: ValuePart,
  },
  {
    code: 'carriers',
    title: 'Carrier summary',
    about: 'Value and share of each carrier.',
    width: 'half',
    height: 300,
    access: holdings,
    View: CarriersPart,
  },
  {
    code: 'controls',
    title: 'Controls',
    about: 'The audits of the month behind your reports.',
    width: 'half',
    height: 520,
    folds: true,
    access: holdings,
    View: ControlsPart,
  },
  {
    code: 'team',
    title: 'Service team',
    about: 'The people to call, to write to or to ask.',
    width: 'half',
    height: 370,
    folds: true,
    View: TeamWidget,
  },
  {
    code: 'credit',
    title: 'Carrier credit ratings',
    about: 'The agencies’ ratings of the carriers you hold.',
    width: 'full',
    folds: true,
    access: holdings,
    View: CreditPart,
  },
  { code: 'reports', title: 'Released reports', about: 'The newest reports.', width: 'full', View: ReleasedReports },
]

function HighlightsPart() {
  const boli = useEndpoint(boliChart, {})
  const carriers = useEndpoint(carrierSummaryChart, {})
  const to = useSource()
  return (
    <Loaded query={boli} skeleton={<TilesSkeleton label="Highlights" labels={HIGHLIGHT_LABELS} />}>
      {(data) =>
        data.highlights ? (
          <Highlights highlights={data.highlights} months={data.months} capitalAsOf={carriers.data?.capitalAsOf ?? null} to={to} />
        ) : (
          <EmptyState
            title="No values yet"
            why="Your holdings appear here once the first month has been posted for your institution."
            next={<Link to={paths.serviceTeam()}>Ask your service team when to expect them</Link>}
          />
        )
      }
    </Loaded>
  )
}

function ValuePart() {
  const boli = useEndpoint(boliChart, {})
  return (
    <Panel title="Cash surrender value over time" note={`US dollars at month end, by account type${dated(boli.data?.asOf, ', to ')}`}>
      <Loaded query={boli} skeleton={<BlockSkeleton height={366} />}>
        {(data) => <ValueOverTime months={data.months} />}
      </Loaded>
    </Panel>
  )
}

function CarriersPart() {
  const carriers = useEndpoint(carrierSummaryChart, {})
  const to = useSource()
  return (
    <Panel
      title="Carrier summary"
      note={`Value and share of holdings${dated(carriers.data?.asOf)}`}
      actions={carriers.data ? <CarrierExport summary={carriers.data} /> : null}
    >
      <Loaded query={carriers} skeleton={<BlockSkeleton height={330} />}>
        {(data) => <CarrierShares carriers={data.carriers} to={to} />}
      </Loaded>
    </Panel>
  )
}

function ControlsPart() {
  const controls = useEndpoint(controlsStatement, {})
  return (
    <Panel title="Controls" note={`Audits of the values behind your reports${dated(controls.data?.asOf)}`}>
      <Loaded query={controls} skeleton={<BlockSkeleton height={260} />}>
        {(data) => <Controls statement={data} />}
      </Loaded>
    </Panel>
  )
}

function CreditPart() {
  const credit = useEndpoint(creditChart, {})
  return (
    <Panel
      title="Carrier credit ratings"
      note={`Latest published financial strength ratings${dated(credit.data?.asOf)}`}
      actions={credit.data ? <CreditExport credit={credit.data} /> : null}
      flush
    >
      <Loaded query={credit} skeleton={<BlockSkeleton height={300} />}>
        {(data) => <CreditRatings carriers={data.carriers} />}
      </Loaded>
    </Panel>
  )
}

/** The report that the figures are of. Several owners have no one report; the list has theirs. */
function useSource(): string | undefined {
  const { report, asOf } = useEndpoint(boliChart, {}).data ?? {}
  return report ? paths.madeReport(report.batchId, report.id, report.reportType) : asOf ? paths.clientReports() : undefined
}

const dated = (asOf: string | null | undefined, words = ', ') => (asOf && isPlainDate(asOf) ? `${words}${formatLongDate(asOf)}` : '')
