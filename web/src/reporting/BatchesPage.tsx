/** The batches of a report family as staff see them, the newest period first, with how far each has come. Its own people have the list of their reports there. */

import type { ReportBatch } from '@corridor/contract/reports.ts'
import { formatCount } from '@corridor/domain/primitives/money.ts'
import { addMonthEnds, formatMonth, type PlainDate, plainDate } from '@corridor/domain/primitives/period.ts'
import { useEndpoint } from '../kernel/use-endpoint.ts'
import { useLive } from '../kernel/use-live.ts'
import { paths } from '../paths.ts'
import { LinkButton } from '../ui/fields/Button.tsx'
import { Link } from '../ui/fields/Link.tsx'
import { formatDay } from '../ui/formats.ts'
import { personColumn } from '../ui/list/columns.tsx'
import type { Column } from '../ui/list/DataTable.tsx'
import { ListPage } from '../ui/list/ListPage.tsx'
import { useList } from '../ui/list/use-list.ts'
import { BatchProgress } from './BatchProgress.tsx'
import { type ReportPages, useMayChange } from './family.ts'

/** Months offered as a filter, back from the newest batch's. */
const MONTHS = 37

export function BatchesPage({ family }: { family: ReportPages }) {
  const { calls } = family
  const mayGenerate = useMayChange(family)
  useLive(
    calls.reportEvents,
    { ReportType: family.reportType },
    { on: { batch: [calls.listBatches], report: [calls.listBatches] }, isWatched: true },
  )
  const isMonthly = family.rhythm === 'monthly'
  const newest = useEndpoint(
    calls.listBatches,
    { ReportType: family.reportType, sort: 'period', desc: true, take: 1 },
    { enabled: isMonthly },
  ).data?.records[0]?.period
  const list = useList({
    endpoint: calls.listBatches,
    label: `Batches of ${family.singular}s`,
    noun: 'batch',
    columns: columnsOf(family),
    idOf: (batch) => batch.id,
    defaultSort: 'period',
    desc: true,
    input: { ReportType: family.reportType },
    variant: family.reportType,
    filters: isMonthly ? [{ key: 'period', label: 'Month', searched: true, options: newest ? monthsBefore(plainDate(newest)) : [] }] : [],
  })
  return (
    <ListPage
      title={family.listName}
      note="Each batch covers one period and selected institutions."
      actions={
        <>
          <LinkButton variant="default" to={paths.reportSchedules(family.reportType)}>
            Schedules
          </LinkButton>
          {mayGenerate ? <LinkButton to={paths.generateReports(family.reportType)}>Generate</LinkButton> : null}
        </>
      }
      list={list}
      toneOf={(batch) => (batch.stats.failed > 0 ? 'attention' : undefined)}
      empty={{
        title: `No ${family.singular}s yet`,
        why: 'Nothing has been generated on this site.',
        next: mayGenerate ? <Link to={paths.generateReports(family.reportType)}>Generate the first one</Link> : null,
      }}
    />
  )
}

const monthsBefore = (newest: PlainDate) =>
  Array.from({ length: MONTHS }, (_, index) => addMonthEnds(newest, -index)).map((month) => ({ value: month, label: formatMonth(month) }))

function columnsOf(family: ReportPages): Column<ReportBatch>[] {
  return [
    {
      key: 'batchName',
      header: 'Batch',
      sortable: true,
      cell: (batch) => <Link to={paths.reportBatch(batch.id, family.reportType)}>{batch.batchName}</Link>,
    },
    {
      key: 'period',
      header: 'Period',
      sortable: true,
      cell: (batch) => `${formatMonth(plainDate(batch.period))}${batch.isQuarterly ? ', quarter' : ''}`,
    },
    { key: 'progress', header: 'Progress', notExported: true, cell: (batch) => <BatchProgress stats={batch.stats} compact /> },
    {
      key: 'reports',
      header: 'Reports',
      numeric: true,
      exportAs: ['stats.total'],
      cell: (batch) => formatCount(batch.stats.total),
    },
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
    {
      key: 'createdAt',
      header: 'Requested',
      sortable: true,
      oneLine: true,
      cell: (batch) => formatDay(batch.createdAt),
    },
    personColumn('createdBy', 'By'),
  ]
}
