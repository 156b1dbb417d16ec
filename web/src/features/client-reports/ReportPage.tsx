/** One client report for its service team: record, file and earlier files, who opened it, and the way to the trash. */

import { reportFile } from '@corridor/contract/client-reports.ts'
import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import { listReportVersions, type ReportRecord, reportChoices, reports, reportVersionFile } from '@corridor/contract/report-records.ts'
import { reportOpenings } from '@corridor/contract/viewers.ts'
import { ROLE_NAMES } from '@corridor/domain/access/access.ts'
import { fileSize } from '@corridor/domain/primitives/byte-size.ts'
import { reportTypeFiledAs } from '@corridor/domain/reports/families.ts'
import { IconDownload, IconEye } from '@tabler/icons-react'
import { useState } from 'react'
import { download } from '../../kernel/call.ts'
import { useCan } from '../../kernel/session.ts'
import { toast } from '../../kernel/toasts.ts'
import { usePathNumber } from '../../kernel/url-search.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { paths } from '../../paths.ts'
import { Button, LinkButton } from '../../ui/fields/Button.tsx'
import { Link } from '../../ui/fields/Link.tsx'
import { ofResource, RecordForm } from '../../ui/form/RecordForm.tsx'
import { Breadcrumbs } from '../../ui/layout/Breadcrumbs.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { countColumn, momentColumn, personColumn, textColumn, wordColumn } from '../../ui/list/columns.tsx'
import { DataTable } from '../../ui/list/DataTable.tsx'
import type { Column } from '../../ui/list/data-table-types.ts'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import { Loaded } from '../../ui/states/Loaded.tsx'
import { FormPageSkeleton, TableSkeleton } from '../../ui/states/Skeletons.tsx'
import { StatusBadge } from '../../ui/states/StatusBadge.tsx'
import { DeleteReport } from './DeleteReport.tsx'
import { ReplaceFile } from './ReplaceFile.tsx'
import css from './ReportPage.module.css'
import { fullRecord, ORIGIN, REPORT_SECTIONS, reportFields, SAFETY } from './report-fields.tsx'

const { get, update } = reports.endpoints

export function ReportPage() {
  const id = usePathNumber('id') ?? 0
  const query = useEndpoint(get, { id })
  return (
    <Loaded query={query} skeleton={<FormPageSkeleton />}>
      {(answer) => {
        const report = fullRecord(answer)
        return report ? <Report key={report.id} report={report} /> : null
      }}
    </Loaded>
  )
}

function Report({ report }: { report: ReportRecord }) {
  const { id, origin, sourceBatchId, sourceReportId } = report
  const types = useEndpoint(reportChoices, {}).data?.types ?? [{ code: report.typeCode, name: report.typeName }]
  const mayChange = useCan(update.access) && origin === 'UPLOADED'
  const served = report.safety === 'TRUSTED' || report.safety === 'PASSED'
  return (
    <>
      <PageHeader
        crumbs={<Breadcrumbs steps={[{ label: 'Client Reports', to: paths.clientReports() }]} />}
        title={report.displayName}
        note={
          <span className={css.headline}>
            <span>{report.institutionName}</span>
            <StatusBadge status={origin} table={ORIGIN} />
            <StatusBadge status={report.safety} table={SAFETY} />
          </span>
        }
        actions={
          served ? (
            <>
              <LinkButton to={paths.reportView(id)} leftSection={<IconEye size={16} aria-hidden />}>
                View
              </LinkButton>
              <DownloadButton label="Download" name={report.displayName} get={() => download(reportFile, { id })} />
            </>
          ) : null
        }
      />
      <div className={css.stack}>
        {origin === 'RELEASED' ? (
          <p className={css.follows}>
            {sourceReportId === null
              ? 'This record is a questionnaire as it was signed. If the questionnaire is reopened, the record is withdrawn.'
              : 'This record follows the report it was released from.'}{' '}
            {sourceBatchId !== null && sourceReportId !== null ? (
              <Link to={paths.madeReport(sourceBatchId, sourceReportId, reportTypeFiledAs(report.typeCode) ?? undefined)}>
                Open that report
              </Link>
            ) : null}
          </p>
        ) : null}
        <RecordForm
          {...ofResource(reports, id)}
          record={report}
          readOnly={!mayChange}
          fields={reportFields(types)}
          sections={REPORT_SECTIONS}
        />
        <Versions report={report} mayChange={mayChange} />
        <Openings id={id} />
        {mayChange ? (
          <Panel title="Delete" actions={<DeleteReport report={report} />}>
            <p>The institution will no longer see it. It can be restored from the trash for 30 days.</p>
          </Panel>
        ) : null}
      </div>
    </>
  )
}

type Version = ReplyOf<typeof listReportVersions>['records'][number]

function Versions({ report, mayChange }: { report: ReportRecord; mayChange: boolean }) {
  const { id } = report
  const query = useEndpoint(listReportVersions, { id })
  const columns: readonly Column<Version>[] = [
    {
      key: 'version',
      header: 'Version',
      cell: ({ version, current }) => (
        <span className={css.headline}>
          {version}
          {current ? <span className={css.tag}>Current</span> : null}
        </span>
      ),
    },
    textColumn('uploadName', 'File name'),
    { key: 'sizeBytes', header: 'Size', numeric: true, cell: ({ sizeBytes }) => fileSize(sizeBytes) },
    momentColumn('createdAt', 'Received'),
    personColumn('createdBy', 'By'),
    {
      key: 'download',
      header: 'Download',
      width: 140,
      cell: ({ version, uploadName, safety }) =>
        safety === 'TRUSTED' || safety === 'PASSED' ? (
          <DownloadButton
            small
            label="Download"
            name={`version ${version}, ${uploadName}`}
            get={() => download(reportVersionFile, { id, version })}
          />
        ) : (
          <StatusBadge status={safety === 'REFUSED' ? 'REFUSED' : 'HELD'} table={SAFETY} />
        ),
    },
  ]
  return (
    <Panel flush title="File" note="Institutions see the current file only." actions={mayChange ? <ReplaceFile report={report} /> : null}>
      <Loaded query={query} skeleton={<TableSkeleton />}>
        {({ records }) => <DataTable plain label="Files of the report" columns={columns} rows={records} idOf={({ version }) => version} />}
      </Loaded>
    </Panel>
  )
}

type Opening = ReplyOf<typeof reportOpenings>['records'][number]
const OPENING_COLUMNS: readonly Column<Opening>[] = [
  textColumn('name', 'Person'),
  wordColumn('role', 'Role', ROLE_NAMES),
  momentColumn('firstOpenedAt', 'First opened'),
  momentColumn('lastOpenedAt', 'Last opened'),
  countColumn('times', 'Times'),
]

function Openings({ id }: { id: number }) {
  const query = useEndpoint(reportOpenings, { id })
  return (
    <Panel flush title="Opened by" note="People of the institution who opened or downloaded it">
      <Loaded query={query} skeleton={<TableSkeleton />}>
        {({ records }) => (
          <DataTable
            plain
            label="People who opened the report"
            columns={OPENING_COLUMNS}
            rows={records}
            idOf={({ userId }) => userId}
            empty={<EmptyState title="Not opened yet" why="No one at the institution has opened this report." />}
          />
        )}
      </Loaded>
    </Panel>
  )
}

function DownloadButton({
  label,
  name,
  get: fetchFile,
  small = false,
}: {
  label: string
  name: string
  get: () => Promise<unknown>
  small?: boolean
}) {
  const [running, setRunning] = useState(false)
  const save = async () => {
    setRunning(true)
    try {
      await fetchFile()
    } catch (error) {
      toast.error(error)
    } finally {
      setRunning(false)
    }
  }
  return (
    <Button
      size={small ? 'xs' : 'sm'}
      variant="default"
      loading={running}
      leftSection={<IconDownload size={small ? 15 : 16} aria-hidden />}
      onClick={() => void save()}
      aria-label={`Download ${name}`}
    >
      {label}
    </Button>
  )
}
