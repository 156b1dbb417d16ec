/** The batches of a report family, newest first, with how far each has come. */

import type { ReportBatch } from '@corridor/contract/reports.ts'
import { isStaff } from '@corridor/domain/access/access.ts'
import { formatCount } from '@corridor/domain/primitives/money.ts'
import { addMonthEnds, formatDate, formatMonth, type PlainDate, plainDate } from '@corridor/domain/primitives/period.ts'
import { useSession } from '../kernel/session.ts'
import { useEndpoint } from '../kernel/use-endpoint.ts'
import { useLive } from '../kernel/use-live.ts'
import { paths } from '../paths.ts'
import { LinkButton } from '../ui/fields/Button.tsx'
import { Link } from '../ui/fields/Link.tsx'
import { textColumn } from '../ui/list/columns.tsx'
import type { Column } from '../ui/list/DataTable.tsx'
import { ListPage } from '../ui/list/ListPage.tsx'
import { useList } from '../ui/list/use-list.ts'
import { BatchProgress } from './BatchProgress.tsx'
import { type ReportPages, useMayChange } from './family.ts'

/** Months offered as a filter, back from the newest batch's. */
const MONTHS = 37

export function BatchesPage({ family }: { family: ReportPages }) {
  const { calls } = family
  const staff = isStaff(useSession().userRole)
  const mayGenerate = useMayChange(family)
  useLive(
    calls.reportEvents,
    { ReportType: family.reportType },
    { on: { batch: [calls.listBatches], report: [calls.listBatches] }, enabled: staff },
  )
  const isMonthly = family.rhythm === 'monthly'
  const newest = useEndpoint(
    calls.listBatches,
    { ReportType: family.reportType, sort: 'period', desc: true, take: 1 },
    { enabled: isMonthly },
  ).data?.records[0]?.period
  const list = useList({
    endpoint: calls.listBatches,
    // A client is shown periods: in how many requests their reports were made is the firm's own business.
    label: staff ? `Batches of ${family.singular}s` : family.plural,
    noun: staff ? 'batch' : 'period',
    columns: columnsOf(family, staff),
    idOf: (batch) => batch.id,
    // Staff see what was asked for last; a client the latest month, whenever it was made.
    defaultSort: staff ? 'createdAt' : 'period',
    desc: true,
    input: { ReportType: family.reportType },
    variant: family.reportType,
    filters: isMonthly ? [{ key: 'period', label: 'Month', searched: true, options: newest ? monthsBefore(plainDate(newest)) : [] }] : [],
  })
  return (
    <ListPage
      title={family.listName}
      note={
        staff
          ? 'Each batch covers one period and selected institutions.'
          : `Your released reports, by ${family.rhythm === 'annual' ? 'year' : 'month'}.`
      }
      actions={
        <>
          {staff ? (
            <LinkButton variant="default" to={paths.reportSchedules(family.reportType)}>
              Schedules
            </LinkButton>
          ) : null}
          {mayGenerate ? <LinkButton to={paths.generateReports(family.reportType)}>Generate</LinkButton> : null}
        </>
      }
      list={list}
      toneOf={(batch) => (staff && batch.stats.failed > 0 ? 'attention' : undefined)}
      empty={{
        title: `No ${family.singular}s yet`,
        why: staff ? 'Nothing has been generated on this site.' : 'Reports appear here when your service team releases them.',
        next: mayGenerate ? <Link to={paths.generateReports(family.reportType)}>Generate the first one</Link> : null,
      }}
    />
  )
}

const monthsBefore = (newest: PlainDate) =>
  Array.from({ length: MONTHS }, (_, index) => addMonthEnds(newest, -index)).map((month) => ({ value: month, label: formatMonth(month) }))

function columnsOf(family: ReportPages, staff: boolean): Column<ReportBatch>[] {
  const always: Column<ReportBatch>[] = [
    {
      key: 'batchName',
      header: staff ? 'Batch' : 'Name',
      sortable: true,
      cell: (batch) => <Link to={paths.reportBatch(batch.id, family.reportType)}>{batch.batchName}</Link>,
    },
    {
      key: 'period',
      header: 'Period',
      sortable: true,
      cell: (batch) => `${formatMonth(plainDate(batch.period))}${batch.isQuarterly ? ', quarter' : ''}`,
    },
  ]
  const reports: Column<ReportBatch> = {
    key: 'reports',
    header: 'Reports',
    numeric: true,
    exportAs: ['stats.total'],
    cell: (batch) => formatCount(batch.stats.total),
  }
  const created: Column<ReportBatch> = {
    key: 'createdAt',
    header: staff ? 'Requested' : 'Generated',
    sortable: true,
    cell: (batch) => formatDate(plainDate(batch.createdAt.slice(0, 10))),
  }
  if (!staff) return [...always, reports, created]
  return [
    ...always,
    { key: 'progress', header: 'Progress', notExported: true, cell: (batch) => <BatchProgress stats={batch.stats} compact /> },
    reports,
    {
      key: 'failed',
      header: 'Failed',
      numeric: true,
      exportAs: ['stats.failed'],
      cell: (batch) => formatCount(batch.stats.failed),
    },
    {
      key: 'released',
      header: 'Released',
      numeric: true,
      exportAs: ['stats.released'],
      cell: (batch) => formatCount(batch.stats.released),
    },
    created,
    textColumn('createdBy', 'By'),
  ]
}
