/** One batch: its reports as they are made, and what can be done with them. */

import type { ReportBatch, ReportRow } from '@corridor/contract/reports.ts'
import { isStaff } from '@corridor/domain/access/access.ts'
import { gateReasons } from '@corridor/domain/auditing/close-gate.ts'
import { totalOf } from '@corridor/domain/primitives/counted.ts'
import { formatCount, MISSING } from '@corridor/domain/primitives/money.ts'
import { GENERATED_REPORT_STATUSES } from '@corridor/domain/reports/statuses.ts'
import { formatCell } from '@corridor/domain/reports/table.ts'
import { useSession } from '../kernel/session.ts'
import { usePathNumber } from '../kernel/url-search.ts'
import { useAction } from '../kernel/use-action.ts'
import { useLive } from '../kernel/use-live.ts'
import { paths } from '../paths.ts'
import { GateReasons } from '../shared/exceptions/GateReasons.tsx'
import { Button } from '../ui/fields/Button.tsx'
import { Link } from '../ui/fields/Link.tsx'
import { formatDay } from '../ui/formats.ts'
import { Breadcrumbs } from '../ui/layout/Breadcrumbs.tsx'
import { dateColumn } from '../ui/list/columns.tsx'
import type { Column } from '../ui/list/DataTable.tsx'
import { DeleteSelected } from '../ui/list/DeleteSelected.tsx'
import type { TotalsRow } from '../ui/list/data-table-types.ts'
import { ListPage } from '../ui/list/ListPage.tsx'
import { useList } from '../ui/list/use-list.ts'
import { StatusBadge } from '../ui/states/StatusBadge.tsx'
import { BatchNote } from './BatchNote.tsx'
import { CancelBatch } from './CancelBatch.tsx'
import { DownloadSelected } from './DownloadSelected.tsx'
import { figureOf, type ReportPages, useListName, useMayChange } from './family.ts'
import { ReleaseReports } from './ReleaseReports.tsx'
import { useRegenerate } from './regenerate.tsx'
import css from './reports.module.css'
import { isReadyToRelease, isTakenBack, KEPT_STATUS, openItemsText, REPORT_STATUS } from './statuses.ts'
import { WithdrawReports } from './WithdrawReports.tsx'

export function BatchPage({ family }: { family: ReportPages }) {
  const { calls } = family
  const staff = isStaff(useSession().userRole)
  const listName = useListName(family)
  const mayChange = useMayChange(family)
  const batch = usePathNumber('batch') ?? 0
  const typed = { ReportType: family.reportType }
  // An audit that ends, an exception that is settled or a file that is posted opens or closes the way to a release.
  const gates = [calls.listReports]
  useLive(calls.reportEvents, typed, {
    on: { report: [calls.listReports], batch: [calls.listBatches], audit: gates, file: gates },
    enabled: staff,
    isWatched: true,
  })
  const list = useList({
    endpoint: calls.listReports,
    label: staff && batch !== 0 ? 'Reports of the batch' : family.plural,
    noun: 'report',
    columns: columnsOf(family, batch, staff),
    idOf: (report) => report.id,
    nameOf: (report) => report.reportDisplayName,
    defaultSort: 'reportName',
    perPage: 50,
    filters: staff
      ? [
          {
            key: 'status',
            label: 'Status',
            many: true,
            options: GENERATED_REPORT_STATUSES.map((value) => ({ value, label: KEPT_STATUS[value] })),
          },
          {
            key: 'released',
            label: 'Release',
            options: [
              { value: 'true', label: 'Released to institutions' },
              { value: 'false', label: 'Not released' },
            ],
          },
          ...(batch === 0 ? [{ key: 'period' as const, label: 'Period ending', day: true, options: [] }] : []),
        ]
      : [],
    input: { batch, ...typed },
    variant: family.reportType,
    whole: mayChange,
  })
  const { data } = list.query
  const about = data?.batch ?? null
  const { chosen } = list
  const selected = chosen.all ? list.matching : list.matching.filter((report) => chosen.ids.has(report.id))
  const releasable = list.matching.filter((report) => report.can.includes('release') && !isTakenBack(report))
  const ready = releasable.filter(isReadyToRelease)

  return (
    <ListPage
      crumbs={<Breadcrumbs steps={[{ label: listName, to: family.address }]} />}
      title={about?.batchName ?? listName}
      note={about ? <BatchNote family={family} about={about} staff={staff} releasable={mayChange ? releasable : []} /> : null}
      actions={
        staff && mayChange && chosen.count === 0 ? (
          <>
            {about && about.stats.remaining > 0 ? <CancelBatch family={family} about={about} /> : null}
            {ready.length < releasable.length ? (
              <ReleaseReports
                family={family}
                batch={batch}
                reports={releasable}
                ofWholeBatch
                label={heldBackLabel(releasable)}
                variant="default"
                onDone={list.chooseNone}
              />
            ) : null}
            {ready.length > 0 ? (
              <ReleaseReports
                family={family}
                batch={batch}
                reports={ready}
                ofWholeBatch
                label={`Release ${formatCount(ready.length)} ready`}
                onDone={list.chooseNone}
              />
            ) : null}
          </>
        ) : null
      }
      list={list}
      canSelect={(report) => report.currentVersion > 0 || report.can.length > 0}
      toneOf={(report) => (report.status === 'Failed' || report.status === 'Canceled' ? 'attention' : undefined)}
      bulk={(_, done) => (
        <ReportActions family={family} batch={batch} about={about} reports={selected} mayChange={mayChange} onDone={done} />
      )}
      {...totalsOf(family, batch, list.matching, data?.page.totalRecords ?? 0)}
      empty={{ title: 'No reports', why: staff ? 'This batch has no report that you may see.' : 'There are none you can view.' }}
    />
  )
}

/** Sums of all reports that match, on whatever page; of one month only, and not where a report holds its subsidiaries' figures too. */
function totalsOf(family: ReportPages, batch: number, reports: readonly ReportRow[], total: number): { totals?: TotalsRow } {
  const summed = family.figures.filter(({ isSummed }) => isSummed)
  if (batch === 0 || summed.length === 0 || reports.length < 2 || reports.length !== total) return {}
  const sums = summed.map(({ key, kind }) => {
    const values = reports.map((report) => figureOf(report, key)).filter((value) => typeof value === 'number')
    return [
      key,
      values.length === 0
        ? MISSING
        : formatCell(
            kind,
            values.reduce((sum, value) => sum + value, 0),
          ),
    ] as const
  })
  return { totals: { label: totalOf(total, 'report'), cells: Object.fromEntries(sums) } }
}

/** The button says what it releases; without a ready report it names those that are not complete or blocked. */
function heldBackLabel(releasable: readonly ReportRow[]): string {
  const count = formatCount(releasable.length)
  if (releasable.every(({ closeGate }) => closeGate !== null)) return `Release ${count} blocked`
  if (releasable.every(({ closeGate, incomplete }) => closeGate === null && incomplete !== null)) return `Release ${count} not complete`
  return `Release all ${count}`
}

function ReportActions({
  family,
  batch,
  about,
  reports,
  mayChange,
  onDone,
}: {
  family: ReportPages
  batch: number
  about: ReportBatch | null
  reports: readonly ReportRow[]
  mayChange: boolean
  onDone: () => void
}) {
  const { calls } = family
  const typed = { ReportType: family.reportType }
  const outdated = { invalidates: [calls.listReports, calls.listBatches] }
  const remove = useAction(calls.deleteReport, outdated)
  const restore = useAction(calls.restoreReport, outdated)
  const again = useRegenerate(family, reports, onDone)
  const able = (action: ReportRow['can'][number]) =>
    mayChange && reports.length > 0 && reports.every((report) => report.can.includes(action))
  const ids = new Set(reports.map((report) => report.id))
  return (
    <>
      <DownloadSelected family={family} batch={batch} ids={ids} />
      {able('release') && (reports.length === 1 || !reports.some(isTakenBack)) ? (
        <ReleaseReports family={family} batch={batch} reports={reports} label="Release" onDone={onDone} small />
      ) : null}
      {able('withdraw') ? <WithdrawReports family={family} batch={batch} reports={reports} onDone={onDone} small /> : null}
      {able('regenerate') && about ? (
        <Button size="xs" variant="default" loading={again.running} onClick={again.run}>
          Regenerate
        </Button>
      ) : null}
      {again.dialog}
      {able('delete') ? (
        <DeleteSelected
          ids={ids}
          noun="report"
          consequence="No institution has seen these reports. They can be restored for 30 days."
          onDelete={async (report) => (await remove.run({ batch, report, ...typed })).ok}
          onRestore={async (report) => (await restore.run({ batch, report, ...typed })).ok}
          onDone={onDone}
        />
      ) : null}
    </>
  )
}

function columnsOf(family: ReportPages, batch: number, staff: boolean): Column<ReportRow>[] {
  const report: Column<ReportRow> = {
    key: 'reportName',
    header: staff ? 'Institution' : 'Report',
    sortable: true,
    exportAs: staff ? ['institutionName', 'subsidiaryName', 'reportName'] : ['reportDisplayName'],
    cell: (row) => (
      <div className={css.name}>
        <Link to={paths.madeReport(batch || row.batchId, row.id, family.reportType)}>
          {staff ? row.institutionName : row.reportDisplayName}
        </Link>
        {row.subsidiaryName ? <small>{row.subsidiaryName}</small> : null}
        {row.failureReason ? <small className={css.failure}>{row.failureReason}</small> : null}
        {staff && row.outdatedSince ? <small className={css.gate}>Figures were corrected since then. Regenerate it.</small> : null}
        {row.outdatedControls === null ? null : <small className={css.gate}>{row.outdatedControls}</small>}
        {staff && row.status === 'Ready' && row.closeGate && (row.override || row.releasedVersion !== row.currentVersion) ? (
          <small className={css.gate}>
            <GateReasons reasons={gateReasons(row.closeGate)} institutionId={row.institutionId} period={row.period} />
          </small>
        ) : null}
        {staff && row.status === 'Ready' && row.incomplete && row.releasedVersion !== row.currentVersion ? (
          <small className={css.gate}>{row.incomplete}</small>
        ) : null}
      </div>
    ),
  }
  const figures = family.figures.map(
    ({ key, header, kind }): Column<ReportRow> => ({
      key,
      header,
      numeric: kind !== 'text' && kind !== 'date',
      cell: (row) => formatCell(kind, figureOf(row, key)),
    }),
  )
  const released: Column<ReportRow> = {
    key: 'releasedAt',
    header: 'Released',
    sortable: true,
    oneLine: true,
    exportAs: ['releasedAt:Released', ...(staff ? ['withdrawnAt:Withdrawn'] : [])],
    cell: ({ releasedAt, withdrawnAt, shown }) =>
      withdrawnAt && shown.status === 'Withdrawn' ? (
        // The status beside it says that it was withdrawn.
        `Until ${formatDay(withdrawnAt)}`
      ) : withdrawnAt ? (
        <>
          Withdrawn <br />
          {formatDay(withdrawnAt)}
        </>
      ) : releasedAt ? (
        formatDay(releasedAt)
      ) : (
        '-'
      ),
  }
  if (!staff) return [report, dateColumn('statementDate', 'As of', { sortable: true }), ...figures, released]
  return [
    report,
    {
      key: 'status',
      header: 'Status',
      sortable: true,
      exportAs: ['shown.status:Status', 'preliminary', 'releasedVersion'],
      cell: (row) => (
        <span className={css.status}>
          <StatusBadge status={row.shown.status} table={REPORT_STATUS} />{' '}
          {row.preliminary ? <span className={css.stamp}>Preliminary</span> : null}
          {row.override ? (
            <span className={css.stamp} title={`Reason for the release: ${row.override.reason}`}>
              {openItemsText(row.override)}
            </span>
          ) : null}
        </span>
      ),
    },
    ...figures,
    {
      key: 'currentVersion',
      header: 'Version',
      numeric: true,
      exportAs: ['shown.version'],
      cell: (row) => (row.currentVersion > 0 ? row.currentVersion : '-'),
    },
    released,
  ]
}
