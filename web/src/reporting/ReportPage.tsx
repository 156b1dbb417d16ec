/** One report of a family: its status, history and files around the family's own body, which shows every figure that its PDF prints. */

import { newFiles } from '@corridor/contract/client-menus.ts'
import type { ReportRow } from '@corridor/contract/reports.ts'
import { isStaff, permission, STAFF_ROLES } from '@corridor/domain/access/access.ts'
import { formatMonth, plainDate } from '@corridor/domain/primitives/period.ts'
import type { FigureAddress } from '@corridor/domain/reports/explanation/address.ts'
import { Suspense, useEffect } from 'react'
import { useCan, useSession } from '../kernel/session.ts'
import { optionalText, usePathNumber, useUrlSearch } from '../kernel/url-search.ts'
import { invalidate, useEndpoint } from '../kernel/use-endpoint.ts'
import { useLive } from '../kernel/use-live.ts'
import { paths } from '../paths.ts'
import { blockingErrors } from '../shared/exceptions/GateReasons.tsx'
import { InstitutionName } from '../shared/RecordName.tsx'
import { AskAbout } from '../ui/explanation/AskAbout.tsx'
import { Explained } from '../ui/explanation/Explain.tsx'
import { FigurePlace } from '../ui/explanation/place.ts'
import { Button, LinkButton } from '../ui/fields/Button.tsx'
import { Link } from '../ui/fields/Link.tsx'
import { formatMoment } from '../ui/formats.ts'
import { Breadcrumbs } from '../ui/layout/Breadcrumbs.tsx'
import { PageHeader } from '../ui/layout/PageHeader.tsx'
import { Panel } from '../ui/layout/Panel.tsx'
import { EmptyState } from '../ui/states/EmptyState.tsx'
import { Loaded } from '../ui/states/Loaded.tsx'
import { FiguresPageSkeleton, FiguresSkeleton } from '../ui/states/Skeletons.tsx'
import { StatusBadge } from '../ui/states/StatusBadge.tsx'
import { FailedReport } from './FailedReport.tsx'
import { type ReportPages, type ReportPaper, useListName, useMayChange } from './family.ts'
import { ReportActions } from './ReportActions.tsx'
import { ReportHistory } from './ReportHistory.tsx'
import { useRegenerate } from './regenerate.tsx'
import css from './reports.module.css'
import { isOutdated, isUnderWay, openItemsText, REPORT_STATUS } from './statuses.ts'

const url = { version: optionalText, file: optionalText, reportType: optionalText }

/** The report itself, or the paper beside it that the address names. Each is drawn anew: until it is there, the other's figures must not stand in its place. */
export function ReportPage({ family }: { family: ReportPages }) {
  const [{ reportType = '' }] = useUrlSearch(url)
  const paper = family.papers?.[reportType]
  return <ShownReport key={paper ? reportType : ''} family={family} paper={paper} shownType={paper ? reportType : family.reportType} />
}

function ShownReport({ family, paper, shownType }: { family: ReportPages; paper: ReportPaper | undefined; shownType: string }) {
  const { calls } = family
  const session = useSession()
  const staff = isStaff(session.userRole)
  const listName = useListName(family)
  const batch = usePathNumber('batch') ?? 0
  const report = usePathNumber('report') ?? 0
  const [{ version, file }, change] = useUrlSearch(url)
  // The released file one came from; any other address is none of ours.
  const origin = file && /^\/(view-report\/\d+|reports\/\d+\/view)$/.test(file) ? file : undefined
  const shown = version && /^\d+$/.test(version) ? Number(version) : undefined
  const { headingOf, Body } = paper ?? family
  const asked = { batch, report, ReportType: shownType, ...(shown ? { version: shown } : {}) }
  const query = useEndpoint(calls.getReport, asked, { tellsMissing: true })
  useLive(calls.reportEvents, { ReportType: family.reportType }, { on: { report: [calls.getReport] }, enabled: staff })
  const isRead = query.data !== undefined
  // The server took the new mark of a client’s report when it sent its figures.
  useEffect(() => {
    if (isRead) void invalidate(newFiles)
  }, [isRead])

  if (query.data === undefined && query.error?.status === 404) return <MissingReport family={family} />
  return (
    <Loaded query={query} skeleton={<FiguresPageSkeleton />}>
      {(reply) => {
        const row = reply.report
        const heading = headingOf(reply.view)
        const placeOf = (of: ReportRow, number: number, { title, legalName, asOfText }: NonNullable<typeof heading>) => ({
          title: `${title}, ${legalName}, ${asOfText}, version ${number}`,
          link: paper
            ? paths.reportPaper(batch || of.batchId, report, family.reportType, shownType, number)
            : `${paths.madeReport(batch || of.batchId, report, family.reportType)}?version=${number}`,
        })
        const ask = heading ? (
          <AskAbout about={() => ({ kind: 'REPORT', text: null, ...placeOf(row, reply.version, heading) })} label="Ask about this report" />
        ) : null
        return (
          <>
            <PageHeader
              crumbs={
                <Breadcrumbs
                  steps={[
                    { label: listName, to: family.address },
                    {
                      label: `${formatMonth(plainDate(row.period))}${row.isQuarterly ? ', quarter' : ''}`,
                      to: paths.reportBatch(batch || row.batchId, family.reportType),
                    },
                  ]}
                />
              }
              title={heading?.title ?? row.reportDisplayName}
              note={
                <span className={css.note}>
                  <span>
                    {staff ? <InstitutionName id={row.institutionId} name={row.institutionName} /> : row.institutionName}
                    {row.subsidiaryName ? `, ${row.subsidiaryName}` : ''}
                    {heading && !row.subsidiaryName && heading.legalName !== row.institutionName
                      ? ` · Legal name: ${heading.legalName}`
                      : ''}
                    {heading ? ` · ${heading.asOfText}` : ''}
                  </span>
                  {staff ? <StatusBadge status={row.shown.status} table={REPORT_STATUS} /> : null}
                  {heading ? (
                    <span className={css.stamp} data-tone={heading.stamp.kind}>
                      {heading.stamp.text}
                    </span>
                  ) : null}
                  {heading?.caution ? <span className={css.caution}>{heading.caution}</span> : null}
                </span>
              }
              actions={
                <>
                  {origin ? (
                    <LinkButton variant="default" to={origin}>
                      Back to the file
                    </LinkButton>
                  ) : null}
                  {paper ? (
                    <>
                      {ask}
                      <Suspense fallback={null}>
                        <paper.Actions batch={batch || row.batchId} report={report} version={shown} />
                      </Suspense>
                    </>
                  ) : (
                    <ReportActions family={family} batch={batch} row={row} hasView={heading !== null} version={shown} ask={ask} />
                  )}
                </>
              }
            />
            {shown && shown !== row.currentVersion ? (
              <p className={css.older} role="status">
                This is version {reply.version}; the current one is version{' '}
                {staff ? row.currentVersion : (row.releasedVersion ?? row.currentVersion)}.{' '}
                <button type="button" className={css.textButton} onClick={() => change({ version: undefined })}>
                  Show the current version
                </button>
              </p>
            ) : null}
            {row.withdrawn === null ? null : (
              <p className={`${css.older} ${css.held}`} role="status">
                {row.withdrawn}
              </p>
            )}
            {staff ? <KeptBack row={row} isTold={namesOpenItems(reply.view)} /> : null}
            {staff && isOutdated(row) && heading ? (
              <p className={css.older} role="status" data-no-print={row.outdatedSince === null || undefined}>
                {row.outdatedSince
                  ? `Figures behind this report were corrected on ${formatMoment(row.outdatedSince)}, after it was made. `
                  : ''}
                {row.outdatedControls} <Regenerate family={family} row={row} />
              </p>
            ) : null}
            {row.status === 'Failed' ? <FailedReport family={family} batch={batch} row={row} /> : null}
            {isUnderWay(row) && !heading ? (
              <Panel>
                <EmptyState
                  title={`${REPORT_STATUS[row.status].label} …`}
                  why="The report is being made. This page shows it as soon as it is there."
                />
              </Panel>
            ) : null}
            {heading ? (
              <Suspense fallback={<FiguresSkeleton />}>
                <FigurePlace value={placeOf(row, reply.version, heading)}>
                  <Explained load={tablesOf(reply.view)}>
                    <Body
                      view={reply.view}
                      reportType={family.reportType}
                      batch={batch}
                      report={report}
                      history={
                        <ReportHistory
                          versions={reply.versions}
                          shown={reply.version}
                          changesOf={
                            family.compares
                              ? (number, before) =>
                                  paths.reportChanges(batch, report, family.reportType, {
                                    version: number,
                                    against: report,
                                    againstVersion: before,
                                  })
                              : undefined
                          }
                          onOpen={(number) => change({ version: number === row.currentVersion ? undefined : String(number) })}
                        />
                      }
                    />
                  </Explained>
                </FigurePlace>
              </Suspense>
            ) : null}
          </>
        )
      }}
    </Loaded>
  )
}

/** A notification may lead to a report that was withdrawn since. */
const MissingReport = ({ family }: { family: ReportPages }) => (
  <EmptyState
    title="This report is not here."
    why="It does not exist, or you do not have access to it. If it was withdrawn, it is here again once it is released."
    next={
      <LinkButton variant="default" to={family.address}>
        {useListName(family)}
      </LinkButton>
    }
  />
)

/** The step that a stale report waits for, beside the words that say so. */
function Regenerate({ family, row }: { family: ReportPages; row: ReportRow }) {
  const again = useRegenerate(family, [row])
  const may = useMayChange(family) && row.can.includes('regenerate')
  if (!may) return row.outdatedSince ? 'Regenerate it to show the corrections.' : null
  return (
    <>
      <Button size="xs" variant="default" loading={again.running} onClick={again.run}>
        Regenerate
      </Button>
      {again.dialog}
    </>
  )
}

/** Exceptions for which a generated report is released with a reason only, and where they are settled; the reason of one that was, unless its own first lines tell it. A report that is not complete says so there too. */
function KeptBack({ row, isTold }: { row: ReportRow; isTold: boolean }) {
  const mayOpen = useCan(permission('INSTITUTIONS', 1, STAFF_ROLES))
  const { override, closeGate } = row
  if (override === null && (row.shown.status !== 'Blocked' || closeGate === null)) return null
  if (isTold && closeGate === null) return null
  return (
    // Paper says once, in the report's own words, over what it was released.
    <p className={`${css.older} ${css.held}`} role="status" data-no-print={isTold || undefined}>
      {override && !isTold ? (
        <>
          <strong>Released with {openItemsText(override).toLowerCase()}.</strong> Reason for the release:{' '}
          {override.reason.replace(/\.?$/, '.')}{' '}
        </>
      ) : null}
      {closeGate === null ? null : (
        <>
          <strong>{override ? 'Still open' : REPORT_STATUS.Blocked.label}:</strong>{' '}
          {override ? closeGate.replaceAll(/(\d) open /g, '$1 ') : closeGate}{' '}
        </>
      )}
      {mayOpen && closeGate !== null ? (
        <Link to={blockingErrors(row.institutionId, row.period)}>Open exceptions of {row.institutionName}</Link>
      ) : null}
    </p>
  )
}

const namesOpenItems = (view: unknown): boolean => typeof view === 'object' && view !== null && 'released' in view

/** The tables of any family explain themselves; a family with more to say puts an explainer of its own inside. */
const tablesOf = (view: unknown) => async () => {
  const { explainTables } = await import('@corridor/domain/reports/explanation/of-table.ts')
  return (address: FigureAddress) => explainTables(view, address)
}
