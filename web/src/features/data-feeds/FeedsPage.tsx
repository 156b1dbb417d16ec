/** The carriers' files: hand one in, and see how far each has come. */

import { reportEvents } from '@corridor/contract/asset-reports.ts'
import { type CarrierFile, listCarriersForFeeds, listFiles, uploadFile } from '@corridor/contract/data-feeds.ts'
import { addMonthEnds, formatDate, formatMonth, isMonthEnd, isPlainDate, type PlainDate, plainDate } from '@corridor/domain/period.ts'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import * as z from 'zod/mini'
import { upload } from '../../kernel/call.ts'
import { useCan } from '../../kernel/session.ts'
import { toast } from '../../kernel/toasts.ts'
import { optionalText, useUrlSearch } from '../../kernel/url-search.ts'
import { invalidate, useEndpoint } from '../../kernel/use-endpoint.ts'
import { useLive } from '../../kernel/use-live.ts'
import { paths } from '../../paths.ts'
import { type Column, DataTable } from '../../ui/DataTable.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ExportMenu } from '../../ui/ExportMenu.tsx'
import { FileDrop } from '../../ui/FileDrop.tsx'
import { SelectField } from '../../ui/fields/Field.tsx'
import { SearchField } from '../../ui/fields/SearchField.tsx'
import { Link } from '../../ui/Link.tsx'
import { Loaded } from '../../ui/Loaded.tsx'
import { PageHeader } from '../../ui/PageHeader.tsx'
import { Pagination } from '../../ui/Pagination.tsx'
import { Panel } from '../../ui/Panel.tsx'
import { TableSkeleton } from '../../ui/Skeletons.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { useListUrl } from '../../ui/use-list-url.ts'
import css from './feeds.module.css'
import { FILE_STATUS, isOpen, shownFileStatus } from './statuses.ts'

const MAX_BYTES = 200_000_000
const url = z.object({ period: optionalText, carrierCode: optionalText })

export function FeedsPage() {
  const mayUpload = useCan(uploadFile.access)
  const [filter, change] = useUrlSearch(url)
  const period = filter.period && isPlainDate(filter.period) && isMonthEnd(filter.period) ? filter.period : undefined
  const list = useListUrl(['receivedAt', 'fileName', 'carrierCode', 'period', 'status'], 'receivedAt', { desc: true })
  const input = { ...list.input, ...(period ? { period } : {}), ...(filter.carrierCode ? { carrierCode: filter.carrierCode } : {}) }
  const query = useEndpoint(listFiles, input)
  const carriers = useEndpoint(listCarriersForFeeds, {})
  useLive(reportEvents, {}, { on: { file: [listFiles] } })
  const carrierOptions = [
    { value: '', label: 'All carriers' },
    ...(carriers.data?.records ?? []).map((carrier) => ({ value: carrier.code, label: carrier.name })),
  ]

  return (
    <>
      <PageHeader
        title="Data Feeds"
        note="Carriers’ monthly extracts. A file is read and checked first; nothing is posted until you say so."
      />
      {mayUpload ? <Upload carriers={carrierOptions.slice(1)} around={newestPeriod(query.data?.records)} /> : null}
      <Loaded query={query} skeleton={<TableSkeleton rows={8} columns={6} />}>
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
              label="Carrier files"
              columns={COLUMNS}
              rows={records}
              idOf={(file) => file.id}
              totalRecords={page.totalRecords}
              noun="file"
              sort={list.sort}
              onSort={list.onSort}
              toneOf={(file) => (isOpen(file) && (file.openErrors > 0 || file.failure !== null) ? 'attention' : undefined)}
              filters={
                <>
                  <SearchField label="Search files" value={list.search} onSearch={list.onSearch} />
                  <SelectField
                    label="Carrier"
                    hideLabel
                    value={filter.carrierCode ?? ''}
                    options={carrierOptions}
                    onChange={(carrierCode) => change({ carrierCode: carrierCode || undefined, page: undefined })}
                  />
                  {period ? (
                    <button type="button" className={css.chip} onClick={() => change({ period: undefined })}>
                      {formatMonth(period)} ×<span className="visually-hidden">: show all months</span>
                    </button>
                  ) : null}
                </>
              }
              tools={<ExportMenu endpoint={listFiles} input={input} />}
              empty={
                <EmptyState
                  title="No files"
                  why={
                    list.search || period || filter.carrierCode
                      ? 'No file matches the filter.'
                      : 'No carrier’s extract was handed in on this site yet.'
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

const COLUMNS: Column<CarrierFile>[] = [
  {
    key: 'fileName',
    header: 'File',
    sortable: true,
    cell: (file) => (
      <span className={css.name}>
        <Link to={paths.dataFeed(file.id)}>{file.fileName}</Link>
        {file.failure ? <small className={css.failure}>{file.failure}</small> : null}
      </span>
    ),
  },
  { key: 'carrierCode', header: 'Carrier', sortable: true, cell: (file) => file.carrierName ?? file.carrierCode ?? severalOrUnknown(file) },
  {
    key: 'period',
    header: 'Month',
    sortable: true,
    cell: (file) => (file.period ? formatMonth(plainDate(file.period)) : severalOrUnknown(file)),
  },
  { key: 'status', header: 'Status', sortable: true, cell: (file) => <StatusBadge status={shownFileStatus(file)} table={FILE_STATUS} /> },
  { key: 'rowCount', header: 'Rows', numeric: true, cell: (file) => file.rowCount.toLocaleString('en-US') },
  {
    key: 'openErrors',
    header: 'Errors',
    numeric: true,
    cell: (file) => (file.openErrors > 0 ? <strong className={css.errors}>{file.openErrors.toLocaleString('en-US')}</strong> : '-'),
  },
  {
    key: 'openWarnings',
    header: 'Warnings',
    numeric: true,
    cell: (file) => (file.openWarnings > 0 ? file.openWarnings.toLocaleString('en-US') : '-'),
  },
  { key: 'receivedAt', header: 'Received', sortable: true, cell: (file) => formatDate(plainDate(file.receivedAt.slice(0, 10))) },
  { key: 'receivedBy', header: 'By', cell: (file) => file.receivedBy ?? '-' },
]

function Upload({ carriers, around }: { carriers: { value: string; label: string }[]; around: PlainDate | undefined }) {
  const router = useRouter()
  const [carrierCode, setCarrierCode] = useState('')
  const [period, setPeriod] = useState('')
  const [progress, setProgress] = useState<number | null>(null)
  const months = around ? Array.from({ length: 15 }, (_, index) => addMonthEnds(around, 2 - index)) : []

  const send = async (files: File[]) => {
    const file = files[0]
    if (!file) return
    setProgress(0)
    try {
      const reply = await upload(uploadFile, { ...(carrierCode ? { carrierCode } : {}), ...(period ? { period } : {}) }, file, {
        onProgress: setProgress,
      })
      await invalidate(listFiles)
      if (reply.duplicateOf !== null) toast.success('This very file was handed in before; here it is.')
      void router.navigate({ href: paths.dataFeed(reply.duplicateOf ?? reply.id) })
    } catch (error) {
      toast.error(error)
    } finally {
      setProgress(null)
    }
  }
  return (
    <div className={css.upload}>
      <Panel title="Hand in a file">
        <div className={css.uploadGrid}>
          <FileDrop
            label={
              progress === null
                ? 'Drop a carrier’s extract here'
                : progress < 1
                  ? `Sending, ${Math.round(progress * 100)}%`
                  : 'Reading and checking …'
            }
            accept=".csv,.txt,.xlsx"
            maxBytes={MAX_BYTES}
            disabled={progress !== null}
            onFiles={(files) => void send(files)}
          />
          <div className={css.defaults}>
            <SelectField
              label="Carrier, where rows do not say"
              value={carrierCode}
              options={[{ value: '', label: 'The file says' }, ...carriers]}
              onChange={setCarrierCode}
            />
            <SelectField
              label="Month end, where rows do not say"
              value={period}
              options={[
                { value: '', label: 'The file says' },
                ...months.map((month): { value: string; label: string } => ({ value: month, label: formatMonth(month) })),
              ]}
              onChange={setPeriod}
            />
          </div>
        </div>
      </Panel>
    </div>
  )
}

const newestPeriod = (files: readonly CarrierFile[] | undefined): PlainDate | undefined => {
  const newest = files
    ?.map((file) => file.period)
    .filter((period) => period !== null)
    .toSorted()
    .at(-1)
  return newest ? plainDate(newest) : undefined
}

/** A file that is checked and names no single one speaks of several; one that is not may yet be told. */
const severalOrUnknown = (file: CarrierFile): string => (file.status === 'VALIDATED' || file.status === 'POSTED' ? 'Several' : '-')
