/** The month-end close on one page: whose file is in, late or in error; which bank is ready, blocked, released; what needs a hand. */
import { assetReports } from '@corridor/contract/asset-reports.ts'
import { closeBoard } from '@corridor/contract/charts.ts'
import { formatCount, formatPercent } from '@corridor/domain/money.ts'
import { formatMonth, isPlainDate } from '@corridor/domain/period.ts'
import * as z from 'zod/mini'
import { useCan, useSession } from '../../kernel/session.ts'
import { optionalText, useUrlSearch } from '../../kernel/url-search.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { useLive } from '../../kernel/use-live.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { SelectField } from '../../ui/fields/Field.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { ProgressBar } from '../../ui/ProgressBar.tsx'
import { BlockSkeleton, TilesSkeleton } from '../../ui/Skeletons.tsx'
import { StatTile, StatTiles } from '../../ui/StatTile.tsx'
import { Attention, attentionOf } from './Attention.tsx'
import { Banks } from './Banks.tsx'
import { Carriers } from './Carriers.tsx'
import type { Board } from './close-statuses.ts'
import { LockedSince, PeriodLock } from './PeriodLock.tsx'
import css from './StaffDashboardPage.module.css'

const search = z.object({ period: optionalText })
const REFRESH_MS = 60_000

export function StaffDashboardPage() {
  const session = useSession()
  const mayRead = useCan(closeBoard.access)
  const [{ period }, change] = useUrlSearch(search)
  const chosen = period && isPlainDate(period) ? period : undefined
  const board = useEndpoint(closeBoard, chosen ? { period: chosen } : {}, { enabled: mayRead, refetchInterval: REFRESH_MS })
  useLive(assetReports.reportEvents, {}, { on: { batch: [closeBoard], report: [closeBoard] }, enabled: mayRead })
  const shown = board.data?.period
  if (!mayRead) {
    return (
      <>
        <PageHeader title="Dashboard" />
        <EmptyState
          title="Nothing to show here"
          why={`The month-end close belongs to people with the Asset Report permission, which ${session.email} does not hold.`}
          next={<p>A manager can grant it. Everything you may open is in the menu.</p>}
        />
      </>
    )
  }
  return (
    <>
      <PageHeader
        title="Month-end close"
        note={
          <>
            {session.siteName}
            {shown && isPlainDate(shown) ? `, ${formatMonth(shown)}` : ''}
            {shown && isPlainDate(shown) ? <LockedSince period={shown} /> : null}
          </>
        }
        actions={
          board.data && isPlainDate(board.data.period) ? (
            <>
              <SelectField
                label="Month"
                value={board.data.period}
                options={board.data.periods.map((each) => ({ value: each, label: isPlainDate(each) ? formatMonth(each) : each }))}
                onChange={(value) => change({ period: value === board.data?.periods[0] ? undefined : value })}
              />
              {board.data.periods.length > 0 ? <PeriodLock period={board.data.period} /> : null}
            </>
          ) : null
        }
      />
      <Loaded query={board} skeleton={<BoardSkeleton />}>
        {(data) => (
          <div className={css.stack}>
            <Totals board={data} />
            <Attention items={attentionOf(data)} />
            <Carriers carriers={data.carriers} period={data.period} />
            <Banks banks={data.banks} />
          </div>
        )}
      </Loaded>
    </>
  )
}

/** As tall as a board, so that the footer does not jump. */
const BoardSkeleton = () => (
  <div className={css.stack}>
    <TilesSkeleton label="State of the close" labels={TILE_LABELS} />
    <BlockSkeleton height={1100} />
  </div>
)

const TILE_LABELS = ['Policies valued', 'Carriers posted', 'Banks blocked', 'Ready to release', 'Banks released'] as const

function Totals({ board: { totals, carriers, banks } }: { board: Board }) {
  const posted = carriers.filter((carrier) => carrier.status === 'posted').length
  const toLookAt = banks.filter(({ isPreliminary, isOutdated }) => isPreliminary || isOutdated).length
  const share = totals.policiesExpected === 0 ? null : totals.policiesValued / totals.policiesExpected
  return (
    <StatTiles label="State of the close">
      <StatTile
        main
        label={TILE_LABELS[0]}
        value={`${formatCount(totals.policiesValued)} of ${formatCount(totals.policiesExpected)}`}
        note={
          <>
            <ProgressBar label="Policies valued" value={totals.policiesValued} of={totals.policiesExpected} /> {formatPercent(share, 1)}
          </>
        }
      />
      <StatTile
        label={TILE_LABELS[1]}
        value={`${posted} of ${carriers.length}`}
        note={posted === carriers.length ? 'All files are in' : `${carriers.length - posted} to come`}
      />
      <StatTile
        label={TILE_LABELS[2]}
        value={formatCount(totals.blocked)}
        {...(totals.blocked > 0 ? { tone: 'bad' as const } : {})}
        note={totals.blocked > 0 ? 'Waiting for a feed or a decision' : 'None'}
      />
      <StatTile
        label={TILE_LABELS[3]}
        value={formatCount(totals.ready)}
        {...(totals.ready > 0 ? { tone: 'warn' as const } : {})}
        note={totals.ready > 0 ? 'For a second pair of eyes' : 'None'}
      />
      <StatTile
        label={TILE_LABELS[4]}
        value={`${formatCount(totals.released)} of ${formatCount(banks.length)}`}
        note={
          totals.released < banks.length || banks.length === 0
            ? 'Seen by their clients'
            : toLookAt === 0
              ? 'The month is done'
              : `${formatCount(toLookAt)} of them preliminary or to be made again`
        }
      />
    </StatTiles>
  )
}
