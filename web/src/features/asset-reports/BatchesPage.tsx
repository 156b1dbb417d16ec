/** The batches of a report family, newest first, with how far each has come. */
import { type AssetBatch, listBatches, reportEvents } from '@corridor/contract/asset-reports.ts'
import { isStaff } from '@corridor/domain/access.ts'
import { formatDate, formatMonth, plainDate } from '@corridor/domain/period.ts'
import { useSession } from '../../kernel/session.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { useLive } from '../../kernel/use-live.ts'
import { paths } from '../../paths.ts'
import { LinkButton } from '../../ui/Button.tsx'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ExportMenu } from '../../ui/ExportMenu.tsx'
import { SearchField } from '../../ui/fields/SearchField.tsx'
import { Link } from '../../ui/Link.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Pagination } from '../../ui/Pagination.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { TableSkeleton } from '../../ui/Skeletons.tsx'
import { useListUrl } from '../../ui/use-list-url.ts'
import { BatchProgress } from './BatchProgress.tsx'
import { type Family, useFamily, useMayChange } from './family.ts'

export function BatchesPage() {
  const family = useFamily()
  const staff = isStaff(useSession().userRole)
  const mayGenerate = useMayChange(family)
  const list = useListUrl(['createdAt', 'batchName', 'period', 'completedAt'], 'createdAt', { desc: true })
  const input = { ReportType: family.reportType, ...list.input }
  const query = useEndpoint(listBatches, input)
  useLive(reportEvents, { ReportType: family.reportType }, { on: { batch: [listBatches], report: [listBatches] }, enabled: staff })
  const columns = columnsOf(family, staff)

  return (
    <>
      <PageHeader
        title={family.plural}
        note={staff ? 'One batch a request: a period and the institutions it was made for.' : 'Your released reports, by month.'}
        actions={mayGenerate ? <LinkButton to={paths.assetGenerate(family.reportType)}>Generate</LinkButton> : null}
      />
      <Loaded query={query} skeleton={<TableSkeleton rows={8} columns={5} />}>
        {({ records, page }) => (
          <Panel
            flush
            footer={
              <Pagination
                page={list.page}
                perPage={list.perPage}
                totalRecords={page.totalRecords}
                onPage={list.onPage}
                onPerPage={list.onPerPage}
              />
            }
          >
            <DataTable
              label={`Batches of ${family.plural.toLowerCase()}`}
              columns={columns}
              rows={records}
              idOf={(batch) => batch.id}
              totalRecords={page.totalRecords}
              noun="batch"
              sort={list.sort}
              onSort={list.onSort}
              toneOf={(batch) => (staff && batch.stats.failed > 0 ? 'attention' : undefined)}
              filters={<SearchField label="Search batches" value={list.search} onSearch={list.onSearch} />}
              tools={<ExportMenu endpoint={listBatches} input={input} />}
              empty={
                <EmptyState
                  title={list.search ? 'No batch matches' : `No ${family.plural.toLowerCase()} yet`}
                  why={
                    list.search
                      ? 'No name contains what you typed.'
                      : staff
                        ? 'Nothing has been generated on this site.'
                        : 'Reports appear here when your service team releases them.'
                  }
                  next={
                    mayGenerate && !list.search ? <Link to={paths.assetGenerate(family.reportType)}>Generate the first one</Link> : null
                  }
                />
              }
            />
          </Panel>
        )}
      </Loaded>
    </>
  )
}

function columnsOf(family: Family, staff: boolean): Column<AssetBatch>[] {
  const always: Column<AssetBatch>[] = [
    {
      key: 'batchName',
      header: 'Batch',
      sortable: true,
      cell: (batch) => <Link to={paths.assetBatch(batch.id, family.reportType)}>{batch.batchName}</Link>,
    },
    {
      key: 'period',
      header: 'Period',
      sortable: true,
      cell: (batch) => `${formatMonth(plainDate(batch.period))}${batch.isQuarterly ? ', quarter' : ''}`,
    },
  ]
  const reports: Column<AssetBatch> = {
    key: 'reports',
    header: 'Reports',
    numeric: true,
    cell: (batch) => batch.stats.total.toLocaleString('en-US'),
  }
  const created: Column<AssetBatch> = {
    key: 'createdAt',
    header: staff ? 'Requested' : 'Made',
    sortable: true,
    cell: (batch) => formatDate(plainDate(batch.createdAt.slice(0, 10))),
  }
  if (!staff) return [...always, reports, created]
  return [
    ...always,
    { key: 'progress', header: 'Progress', notExported: true, cell: (batch) => <BatchProgress stats={batch.stats} compact /> },
    reports,
    { key: 'failed', header: 'Failed', numeric: true, cell: (batch) => batch.stats.failed.toLocaleString('en-US') },
    { key: 'released', header: 'Released', numeric: true, cell: (batch) => batch.stats.released.toLocaleString('en-US') },
    created,
    { key: 'createdBy', header: 'By', cell: (batch) => batch.createdBy },
  ]
}
