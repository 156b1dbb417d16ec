/** One report: every figure its PDF prints, each carrier opened to its policies, each policy to its feed line. */
import {
  type AssetReportRow,
  deleteReport,
  downloadReports,
  generateReports,
  getReport,
  listBatches,
  listReports,
  reportEvents,
} from '@corridor/contract/asset-reports.ts'
import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import { isStaff } from '@corridor/domain/access.ts'
import { readAssetReportView } from '@corridor/domain/asset-report-view.ts'
import { formatMonth, plainDate } from '@corridor/domain/period.ts'
import { IconPrinter } from '@tabler/icons-react'
import * as z from 'zod/mini'
import { download, urlOf } from '../../kernel/call.ts'
import { useSession } from '../../kernel/session.ts'
import { toast } from '../../kernel/toasts.ts'
import { optionalText, usePathNumber, useUrlSearch } from '../../kernel/url-search.ts'
import { useAction } from '../../kernel/use-action.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { useLive } from '../../kernel/use-live.ts'
import { paths } from '../../paths.ts'
import { Breadcrumbs } from '../../ui/Breadcrumbs.tsx'
import { Button } from '../../ui/Button.tsx'
import { DownloadMenu } from '../../ui/DownloadMenu.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { PageSkeleton } from '../../ui/Skeletons.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { FailedReport } from './FailedReport.tsx'
import { type Family, useFamily, useMayChange } from './family.ts'
import { ReleaseReports } from './ReleaseReports.tsx'
import { ReportView } from './ReportView.tsx'
import css from './reports.module.css'
import { isUnderWay, REPORT_STATUS, shownStatus } from './statuses.ts'
import { WithdrawReports } from './WithdrawReports.tsx'

const url = z.object({ version: optionalText })
const DOWNLOADS = [
  { format: 'pdf', label: 'Report (PDF)' },
  { format: 'xlsx', label: 'Excel workbook (XLSX)' },
  { format: 'csv', label: 'Policy detail (CSV)' },
] as const

export function ReportPage() {
  const family = useFamily()
  const session = useSession()
  const staff = isStaff(session.userRole)
  const batch = usePathNumber('batch') ?? 0
  const report = usePathNumber('report') ?? 0
  const [{ version }, change] = useUrlSearch(url)
  const shown = version && /^\d+$/.test(version) ? Number(version) : undefined
  const query = useEndpoint(getReport, { batch, report, ReportType: family.reportType, ...(shown ? { version: shown } : {}) })
  useLive(reportEvents, { ReportType: family.reportType }, { on: { report: [getReport] }, enabled: staff })

  return (
    <Loaded query={query} skeleton={<PageSkeleton />}>
      {(reply) => {
        const row = reply.report
        const view = readAssetReportView(reply.view)
        return (
          <>
            <PageHeader
              crumbs={
                <Breadcrumbs
                  steps={[
                    { label: family.plural, to: paths.assetReporting(family.reportType) },
                    {
                      label: `${formatMonth(plainDate(row.period))}${row.isQuarterly ? ', quarter' : ''}`,
                      to: paths.assetBatch(batch || row.batchId, family.reportType),
                    },
                  ]}
                />
              }
              title={view?.header.title ?? row.reportDisplayName}
              note={
                <span className={css.note}>
                  <span>
                    {view?.header.legalName ?? row.institutionName}
                    {row.subsidiaryName ? `, ${row.subsidiaryName}` : ''}
                    {view ? ` · ${view.header.asOfText}` : ''}
                  </span>
                  {staff ? <StatusBadge status={shownStatus(row)} table={REPORT_STATUS} /> : null}
                  {view && view.header.stamp.kind !== 'final' ? <span className={css.stamp}>{view.header.stamp.text}</span> : null}
                </span>
              }
              actions={<Actions family={family} batch={batch} row={row} hasView={view !== null} version={shown} />}
            />
            {shown && shown !== row.currentVersion ? (
              <p className={css.older} role="status">
                This is version {reply.version}; the present one is version{' '}
                {staff ? row.currentVersion : (row.releasedVersion ?? row.currentVersion)}.{' '}
                <button type="button" className={css.textButton} onClick={() => change({ version: undefined })}>
                  Show the present version
                </button>
              </p>
            ) : null}
            {row.status === 'Failed' ? <FailedReport family={family} batch={batch} row={row} /> : null}
            {isUnderWay(row) && !view ? (
              <Panel>
                <EmptyState
                  title={`${REPORT_STATUS[row.status].label} …`}
                  why="The report is being made. This page shows it as soon as it is there."
                />
              </Panel>
            ) : null}
            {view ? (
              <ReportView
                view={view}
                family={family}
                batch={batch}
                report={report}
                history={
                  <History
                    reply={reply}
                    onOpen={(number) => change({ version: number === row.currentVersion ? undefined : String(number) })}
                  />
                }
              />
            ) : null}
          </>
        )
      }}
    </Loaded>
  )
}

function Actions({
  family,
  batch,
  row,
  hasView,
  version,
}: {
  family: Family
  batch: number
  row: AssetReportRow
  hasView: boolean
  version: number | undefined
}) {
  const mayChange = useMayChange(family)
  const again = useAction(generateReports, {
    invalidates: [getReport, listReports, listBatches],
    success: 'The report is being made again.',
  })
  const remove = useAction(deleteReport, { invalidates: [listReports, listBatches, getReport] })
  const typed = { ReportType: family.reportType }
  const file = { batch, reportIds: String(row.id), ...typed, ...(version ? { version } : {}) }
  const has = (action: AssetReportRow['can'][number]) => mayChange && row.can.includes(action)
  return (
    <>
      {hasView ? (
        <>
          <Button
            variant="default"
            leftSection={<IconPrinter size={17} aria-hidden />}
            onClick={() => window.open(urlOf(downloadReports, { ...file, format: 'pdf', inline: true }), '_blank', 'noopener')}
          >
            Print
          </Button>
          <DownloadMenu label="Download" choices={DOWNLOADS} save={(format) => download(downloadReports, { ...file, format })} />
        </>
      ) : null}
      {has('regenerate') ? (
        <Button
          variant="default"
          loading={again.running}
          onClick={() =>
            void again.run({
              period: row.period,
              institutions: [{ id: row.institutionId, subsidary_id: row.subsidary_id }],
              isRegenerating: true,
              isQuarterly: row.isQuarterly,
              ...typed,
            })
          }
        >
          Make again
        </Button>
      ) : null}
      {has('delete') ? (
        <Button
          variant="default"
          loading={remove.running}
          onClick={async () => {
            if ((await remove.run({ batch, report: row.id, ...typed })).ok) {
              toast.deleted()
              history.back()
            }
          }}
        >
          Delete
        </Button>
      ) : null}
      {has('withdraw') ? <WithdrawReports family={family} batch={batch} reports={[row]} /> : null}
      {has('release') ? <ReleaseReports family={family} batch={batch} reports={[row]} label="Release" /> : null}
    </>
  )
}

function History({ reply, onOpen }: { reply: ReplyOf<typeof getReport>; onOpen: (version: number) => void }) {
  return (
    <ol className={css.history}>
      {reply.versions.map((version) => (
        <li key={version.version} data-current={version.version === reply.version || undefined}>
          <span>
            <button
              type="button"
              className={css.textButton}
              aria-current={version.version === reply.version || undefined}
              onClick={() => onOpen(version.version)}
            >
              Version {version.version}
            </button>
            {version.released ? ' · released' : ''}
            {version.preliminary ? ' · preliminary' : ''}
            {version.restated ? ' · restated' : ''}
          </span>
          <small>
            {new Date(version.generatedAt).toLocaleString('en-US')}, {version.generatedBy}; inputs {version.snapshotHash.slice(0, 8)}
          </small>
        </li>
      ))}
    </ol>
  )
}
