/** The month-end close on one page: whose file is in, late or in error; which institution is ready, blocked, released; what needs a hand. */
import { assetReports } from '@corridor/contract/asset-reports.ts'
import { listSignOffs } from '@corridor/contract/audit-sign-offs.ts'
import { listExceptions } from '@corridor/contract/auditing.ts'
import { closeBoard, closeLoad } from '@corridor/contract/charts.ts'
import { downloadMonth } from '@corridor/contract/downloads.ts'
import { AUDIT_CHECK_CODES, AUDIT_CHECKS } from '@corridor/domain/auditing/rules.ts'
import { formatCount, formatPercent, MISSING } from '@corridor/domain/primitives/money.ts'
import { formatMonth, isPlainDate } from '@corridor/domain/primitives/period.ts'
import { useRouterState } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { useCan, useSession } from '../../kernel/session.ts'
import { optionalText, useUrlSearch } from '../../kernel/url-search.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { useLive } from '../../kernel/use-live.ts'
import { paths } from '../../paths.ts'
import { signedAudits, unsignedAudits, useSignOffs } from '../../reporting/SignOffs.tsx'
import { FirstSteps } from '../../shared/first-steps/FirstSteps.tsx'
import { SelectField } from '../../ui/fields/Field.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { PhoneSection } from '../../ui/layout/PhoneSection.tsx'
import { StatTile, StatTiles } from '../../ui/layout/StatTile.tsx'
import { DownloadArchive } from '../../ui/list/DownloadChosen.tsx'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { Loaded } from '../../ui/states/Loaded.tsx'
import { ProgressBar } from '../../ui/states/ProgressBar.tsx'
import { BlockSkeleton, TilesSkeleton } from '../../ui/states/Skeletons.tsx'
import { Assigned } from './Assigned.tsx'
import { Attention, attentionOf } from './Attention.tsx'
import { AuditLine } from './AuditLine.tsx'
import { Banks } from './Banks.tsx'
import { Carriers } from './Carriers.tsx'
import { CloseCalendar } from './CloseCalendar.tsx'
import { type Board, CLOSE_LISTS } from './close-statuses.ts'
import { Failures } from './Failures.tsx'
import { Load } from './Load.tsx'
import { Mine } from './Mine.tsx'
import { LockedSince, PeriodLock } from './PeriodLock.tsx'
import css from './StaffDashboardPage.module.css'
import { useUnansweredRequests } from './unanswered-requests.ts'

const search = { period: optionalText }
const REFRESH_MS = 60_000

export function StaffDashboardPage() {
  const session = useSession()
  const mayRead = useCan(closeBoard.access)
  const mayAssign = useCan(closeLoad.access)
  const maySeeExceptions = useCan(listExceptions.access)
  const [{ period }, change] = useUrlSearch(search)
  const chosen = period && isPlainDate(period) ? period : undefined
  const board = useEndpoint(closeBoard, chosen ? { period: chosen } : {}, { enabled: mayRead, refetchInterval: REFRESH_MS })
  useLive(
    assetReports.reportEvents,
    {},
    { on: { batch: [closeBoard], report: [closeBoard], audit: [closeBoard, listExceptions, listSignOffs] }, enabled: mayRead },
  )
  const unanswered = useUnansweredRequests()
  const shown = board.data?.period
  if (!mayRead) {
    return (
      <>
        <PageHeader title="Dashboard" />
        <FirstSteps />
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
        title="Dashboard"
        note={
          <>
            Month-end close, {session.siteName}
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
              {board.data.totals.released > 0 ? (
                <DownloadArchive endpoint={downloadMonth} input={{ period: board.data.period }} label="Released reports" size="sm" />
              ) : null}
              {board.data.periods.length > 0 ? <PeriodLock board={board.data} /> : null}
            </>
          ) : null
        }
      />
      <Loaded query={board} skeleton={<BoardSkeleton />}>
        {(data) => (
          <div className={css.stack}>
            <Totals board={data} />
            <AuditLine />
            <FirstSteps />
            <Attention items={[...unanswered, ...attentionOf(data)]} />
            <Mine board={data} />
            <Failures failures={data.failures} />
            <Part id="carriers" title="Carrier files">
              <Carriers carriers={data.carriers} period={data.period} />
            </Part>
            <Part id="banks" title="Institutions">
              <Banks banks={data.banks} period={data.period} />
            </Part>
            <Part id="calendar" title="Calendar of the close">
              <CloseCalendar board={data} />
            </Part>
            {mayAssign ? (
              <Part id="workload" title="Workload by person">
                <Load board={data} />
              </Part>
            ) : null}
            {maySeeExceptions ? (
              <Part id="my-exceptions" title="Exceptions that wait">
                <Assigned />
              </Part>
            ) : null}
          </div>
        )}
      </Loaded>
    </>
  )
}

/** A list of the board, which an address leads to by its name; a phone opens it by a press. */
function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  const isAsked = useRouterState({ select: ({ location }) => location.hash === id })
  return (
    <div id={id} className={css.list}>
      <PhoneSection title={title} isAsked={isAsked}>
        {children}
      </PhoneSection>
    </div>
  )
}

/** As tall as a board, so that the footer does not jump. */
const BoardSkeleton = () => (
  <div className={css.stack}>
    <TilesSkeleton label="Status of the close" labels={TILE_LABELS} />
    <BlockSkeleton height={1100} />
  </div>
)

const TILE_LABELS = [
  'Policies valued',
  'Carriers posted',
  'Institutions blocked or failed',
  'Ready to release',
  'Institutions released',
] as const

function Totals({ board: { totals, carriers, banks, period: shown, periods, fourEyes } }: { board: Board }) {
  // The newest month needs no word in the address.
  const period = shown === periods[0] ? undefined : shown
  const maySeeSignOffs = useCan(listSignOffs.access)
  const posted = carriersIn(carriers, CLOSE_LISTS.postedFiles)
  const stopped = totals.blocked + totals.failed
  const share = totals.policiesExpected === 0 ? null : totals.policiesValued / totals.policiesExpected
  return (
    <StatTiles label="Status of the close" dense>
      <StatTile
        main
        label={TILE_LABELS[0]}
        value={`${formatCount(totals.policiesValued)} of ${formatCount(totals.policiesExpected)}`}
        to={paths.closeList('carriers', CLOSE_LISTS.withoutValue, period)}
        note={
          <>
            <ProgressBar label="Policies valued" value={totals.policiesValued} of={totals.policiesExpected} /> {formatPercent(share)}
          </>
        }
      />
      <StatTile
        label={TILE_LABELS[1]}
        value={`${posted} of ${carriers.length}`}
        to={paths.closeList('carriers', CLOSE_LISTS.postedFiles, period)}
        note={filesNote(carriers)}
      />
      <StatTile
        label={TILE_LABELS[2]}
        value={formatCount(stopped)}
        to={paths.closeList('banks', CLOSE_LISTS.stopped, period)}
        {...(stopped > 0 ? { tone: totals.failed > 0 ? ('bad' as const) : ('warn' as const) } : {})}
        note={stopped === 0 ? 'None' : counted([totals.blocked, 'blocked'], [totals.failed, 'failed'])}
      />
      <StatTile
        label={TILE_LABELS[3]}
        value={formatCount(totals.ready)}
        to={paths.closeList('banks', CLOSE_LISTS.ready, period)}
        {...(totals.ready > 0 ? { tone: 'warn' as const } : {})}
        note={totals.ready === 0 ? 'None' : fourEyes ? 'Waiting for a second person' : 'Can be released now'}
      />
      <StatTile
        label={TILE_LABELS[4]}
        value={`${formatCount(totals.released)} of ${formatCount(banks.length)}`}
        to={paths.closeList('banks', CLOSE_LISTS.released, period)}
        note={releasedNote(totals, banks)}
      />
      {maySeeSignOffs && periods.length > 0 ? <SignedOff period={shown} /> : null}
    </StatTiles>
  )
}

/** Sign-offs are asked of every month that is locked; the figure leads to the first audit that lacks one. */
function SignedOff({ period }: { period: string }) {
  const records = useSignOffs(period).data?.records
  const unsigned = records && unsignedAudits(records)
  const [next = { check: AUDIT_CHECK_CODES[0] }] = unsigned ?? []
  return (
    <StatTile
      label="Audits signed off"
      value={unsigned ? signedAudits(unsigned.length) : MISSING}
      to={paths.audit(next.check, { period })}
      {...(unsigned && unsigned.length > 0 ? { tone: 'warn' as const } : {})}
      note={unsigned ? (unsigned.length === 0 ? 'All as they stand' : `Next: ${AUDIT_CHECKS[next.check].title}`) : undefined}
    />
  )
}

const carriersIn = (carriers: Board['carriers'], statuses: readonly string[]): number =>
  carriers.filter(({ status }) => statuses.includes(status)).length

/** "2 blocked, 1 failed", without what there is none of. */
const counted = (...parts: [number, string][]): string =>
  parts.flatMap(([count, words]) => (count > 0 ? [`${formatCount(count)} ${words}`] : [])).join(', ')

function filesNote(carriers: Board['carriers']): string {
  const open = counted(
    [carriersIn(carriers, ['late', 'awaited']), 'to come'],
    [carriersIn(carriers, ['errors', 'inProgress']), 'in progress'],
  )
  if (open !== '') return open
  const missing = carriers.reduce((sum, { policiesExpected, policiesValued }) => sum + policiesExpected - policiesValued, 0)
  return missing === 0
    ? 'All files are in'
    : `${formatCount(carriersIn(carriers, ['incomplete']))} incomplete: ${counted([missing, missing === 1 ? 'policy has no value' : 'policies have no value'])}`
}

function releasedNote(totals: Board['totals'], banks: Board['banks']): string {
  if (totals.released < banks.length || banks.length === 0)
    return (
      counted([totals.generating, 'generating'], [totals.open, 'not generated'], [totals.withdrawn, 'withdrawn']) ||
      'Visible to their people'
    )
  const toLookAt = banks.filter(({ isPreliminary, isOutdated }) => isPreliminary || isOutdated).length
  return toLookAt === 0 ? 'The month is complete' : `${formatCount(toLookAt)} of them preliminary or to be regenerated`
}
