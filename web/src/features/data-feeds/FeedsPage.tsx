/** The carriers' files: hand one in, and see how far each has come. */

import { assetReports } from '@corridor/contract/asset-reports.ts'
import type { CarrierFile } from '@corridor/contract/carrier-file.ts'
import { listCarriersForFeeds, listFiles, uploadFile } from '@corridor/contract/data-feeds.ts'
import { listOnboarding } from '@corridor/contract/onboarding.ts'
import { listPeriodLocks } from '@corridor/contract/period-locks.ts'
import { FILE_STATUS_WORDS } from '@corridor/contract/words.ts'
import { ARRIVAL_WORDS, ARRIVALS, arrivalWords } from '@corridor/domain/data-feeds/arrivals.ts'
import { CARRIER_FILE_STATUSES } from '@corridor/domain/data-feeds/statuses.ts'
import { addMonthEnds, formatMonth, monthEnd, type PlainDate, plainDate } from '@corridor/domain/primitives/period.ts'
import { useRouter } from '@tanstack/react-router'
import { useState } from 'react'
import { upload } from '../../kernel/call.ts'
import { useCan } from '../../kernel/session.ts'
import { toast } from '../../kernel/toasts.ts'
import { invalidate, useEndpoint } from '../../kernel/use-endpoint.ts'
import { useLive } from '../../kernel/use-live.ts'
import { paths } from '../../paths.ts'
import { LinkButton } from '../../ui/fields/Button.tsx'
import { SelectField } from '../../ui/fields/Field.tsx'
import { FileDrop } from '../../ui/fields/FileDrop.tsx'
import { FileName } from '../../ui/fields/FileName.tsx'
import { Link } from '../../ui/fields/Link.tsx'
import { formatDay } from '../../ui/formats.ts'
import { Panel } from '../../ui/layout/Panel.tsx'
import { countColumn } from '../../ui/list/columns.tsx'
import type { Column } from '../../ui/list/DataTable.tsx'
import { ListPage } from '../../ui/list/ListPage.tsx'
import { useList } from '../../ui/list/use-list.ts'
import { StatusBadge } from '../../ui/states/StatusBadge.tsx'
import css from './feeds.module.css'
import { FILE_STATUS, isDiscarded, isOpen } from './statuses.ts'

const MAX_BYTES = 200_000_000
/** Months offered as a filter, back from the newest file's. */
const MONTHS = 37

export function FeedsPage() {
  const mayUpload = useCan(uploadFile.access)
  const carriers = useEndpoint(listCarriersForFeeds, {})
  const newest = useEndpoint(listFiles, { sort: 'period', desc: true, take: 1 }).data?.records[0]?.period
  // A file may be dated what it likes: months that are still to end are not offered.
  const ended = lastEndedMonth()
  const around = newest && newest < ended ? plainDate(newest) : newest ? ended : undefined
  useLive(assetReports.reportEvents, {}, { on: { file: [listFiles] } })
  const carrierOptions = (carriers.data?.records ?? []).map((carrier) => ({ value: carrier.code, label: carrier.name }))
  const list = useList({
    endpoint: listFiles,
    label: 'Files',
    noun: 'file',
    columns: COLUMNS,
    idOf: (file) => file.id,
    defaultSort: 'receivedAt',
    desc: true,
    filters: [
      { key: 'carrierCode', label: 'Carrier', searched: true, options: carrierOptions },
      {
        key: 'period',
        label: 'Month',
        searched: true,
        options: around
          ? Array.from({ length: MONTHS }, (_, index) => {
              const month = addMonthEnds(around, -index)
              return { value: month, label: formatMonth(month) }
            })
          : [],
      },
      { key: 'arrival', label: 'Source', options: ARRIVALS.map((value) => ({ value, label: ARRIVAL_WORDS[value] })) },
      { key: 'status', label: 'Status', options: CARRIER_FILE_STATUSES.map((value) => ({ value, label: FILE_STATUS_WORDS[value] })) },
    ],
  })
  return (
    <ListPage
      title="Data Feeds"
      note="Each file is read and checked first, then posted by you, or automatically where its carrier is set to."
      actions={
        <>
          <LinkButton variant="default" to={paths.arrivals()}>
            Automatic files
          </LinkButton>
          <LinkButton variant="default" to={paths.salesforce()}>
            Salesforce
          </LinkButton>
        </>
      }
      list={list}
      toneOf={(file) => (isOpen(file) && (file.openErrors > 0 || file.failure !== null) ? 'attention' : undefined)}
      empty={{
        title: 'No files',
        why: `No carrier file has been uploaded on this site yet.${mayUpload ? ' Choose the first one above.' : ''}`,
      }}
    >
      <ImportedValues month={list.filters.period?.[0]} />
      {mayUpload ? (
        <Upload
          carriers={carrierOptions}
          months={around ? Array.from({ length: 15 }, (_, index) => addMonthEnds(around, 2 - index)).filter((month) => month <= ended) : []}
          carrierAsked={list.filters.carrierCode?.[0]}
          monthAsked={list.filters.period?.[0]}
        />
      ) : null}
    </ListPage>
  )
}

/** Values that a firm's book brought came in no carrier's file: managers, who may see imports, are told where they are. */
function ImportedValues({ month }: { month: string | undefined }) {
  const maySee = useCan(listOnboarding.access)
  const { data, isPlaceholderData } = useEndpoint(
    listOnboarding,
    { withValues: true, take: 1, ...(month ? { month } : {}) },
    { enabled: maySee },
  )
  // Another month's answer is none for this one.
  if (!data || isPlaceholderData || data.page.totalRecords === 0) return null
  return (
    <p className={css.imported}>
      Values {month ? `of ${formatMonth(plainDate(month))} ` : ''}that were imported with the firm’s book came in no carrier’s file: see{' '}
      <Link to={paths.onboarding()}>Onboarding</Link>.
    </p>
  )
}

const COLUMNS: Column<CarrierFile>[] = [
  {
    key: 'fileName',
    header: 'File',
    sortable: true,
    cell: (file) => (
      <span className={css.name}>
        <Link to={paths.dataFeed(file.id)}>
          <FileName name={file.fileName} />
        </Link>
        {file.failure ? <small className={css.failure}>{file.failure}</small> : null}
      </span>
    ),
  },
  {
    key: 'carrierCode',
    header: 'Carrier',
    sortable: true,
    exportAs: ['carrierName', 'carrierCode'],
    cell: (file) => file.carrierName ?? file.carrierCode ?? (file.carrierCount > 1 ? 'Several' : '-'),
  },
  {
    key: 'period',
    header: 'Month',
    sortable: true,
    cell: (file) => (file.period ? formatMonth(plainDate(file.period)) : file.periodCount > 1 ? 'Several' : '-'),
  },
  {
    key: 'status',
    header: 'Status',
    sortable: true,
    exportAs: ['shown'],
    cell: (file) => <StatusBadge status={file.shown} table={FILE_STATUS} />,
  },
  countColumn('rowCount', 'Rows'),
  {
    key: 'openErrors',
    header: 'Errors',
    numeric: true,
    cell: (file) =>
      file.openErrors > 0 && !isDiscarded(file) ? <strong className={css.errors}>{file.openErrors.toLocaleString('en-US')}</strong> : '-',
  },
  {
    key: 'openWarnings',
    header: 'Warnings',
    numeric: true,
    cell: (file) => (file.openWarnings > 0 && !isDiscarded(file) ? file.openWarnings.toLocaleString('en-US') : '-'),
  },
  {
    key: 'receivedAt',
    header: 'Received',
    oneLine: true,
    sortable: true,
    cell: (file) => formatDay(file.receivedAt),
  },
  {
    key: 'arrival',
    header: 'From',
    exportAs: ['arrival', 'arrivalName', 'receivedBy'],
    cell: (file) => (file.arrival === 'UPLOADED' && file.receivedBy ? file.receivedBy : arrivalWords(file)),
  },
]

interface UploadProps {
  carriers: { value: string; label: string }[]
  months: readonly PlainDate[]
  /** Filters of the list: a person who comes from the month-end close dashboard uploads the file that is missing there. */
  carrierAsked: string | undefined
  monthAsked: string | undefined
}

function Upload({ carriers, months, carrierAsked = '', monthAsked = '' }: UploadProps) {
  const router = useRouter()
  const lockedThrough = useEndpoint(listPeriodLocks, {}).data?.records[0]?.period ?? ''
  // The address's choice holds until somebody chooses here.
  const [chosenCarrier, setCarrierCode] = useState<string>()
  const [chosenMonth, setPeriod] = useState<string>()
  const carrierCode = chosenCarrier ?? carrierAsked
  const period = chosenMonth ?? (months.some((month) => month === monthAsked) ? monthAsked : '')
  const [progress, setProgress] = useState<number | null>(null)

  const send = async (files: File[]) => {
    const file = files[0]
    if (!file) return
    setProgress(0)
    try {
      const reply = await upload(uploadFile, { ...(carrierCode ? { carrierCode } : {}), ...(period ? { period } : {}) }, file, {
        onProgress: setProgress,
      })
      await invalidate(listFiles)
      if (reply.duplicateOf !== null) toast.success('This file was uploaded before. This is the earlier upload.')
      void router.navigate({ href: paths.dataFeed(reply.duplicateOf ?? reply.id) })
    } catch (error) {
      toast.error(error)
    } finally {
      setProgress(null)
    }
  }
  return (
    <div className={css.upload}>
      <Panel title="Upload a file">
        <div className={css.uploadGrid}>
          <FileDrop
            label={
              progress === null
                ? 'Drop a carrier’s file here'
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
              label="Default carrier"
              value={carrierCode}
              options={[{ value: '', label: 'Detect from file' }, ...carriers]}
              onChange={setCarrierCode}
            />
            <SelectField
              label="Default month end"
              value={period}
              options={[
                { value: '', label: 'Detect from file' },
                ...months.map((month): { value: string; label: string } => ({
                  value: month,
                  label: `${formatMonth(month)}${month <= lockedThrough ? ', locked' : ''}`,
                })),
              ]}
              onChange={setPeriod}
            />
          </div>
        </div>
      </Panel>
    </div>
  )
}

function lastEndedMonth(): PlainDate {
  const now = new Date()
  const tomorrow = new Date(now.getFullYear(), now.getMonth(), now.getDate() + 1)
  return addMonthEnds(monthEnd(tomorrow.getFullYear(), tomorrow.getMonth() + 1), -1)
}
