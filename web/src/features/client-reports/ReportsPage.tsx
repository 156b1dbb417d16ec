/** All client reports of the site: found, filtered, exported; those uploaded deleted, and brought back from the trash. */

import { listInstitutionChoices } from '@corridor/contract/choices.ts'
import { downloadClientReports } from '@corridor/contract/downloads.ts'
import { REPORT_ORIGINS, reportChoices, reports } from '@corridor/contract/report-records.ts'
import { fileSize } from '@corridor/domain/primitives/byte-size.ts'
import { useCan, useSession } from '../../kernel/session.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { paths } from '../../paths.ts'
import { institutionColumn } from '../../shared/RecordName.tsx'
import { LinkButton } from '../../ui/fields/Button.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { Tabs } from '../../ui/layout/Tabs.tsx'
import { BulkActions } from '../../ui/list/BulkActions.tsx'
import { countColumn, dayColumn, linkColumn, momentColumn, personColumn, statusColumn, textColumn } from '../../ui/list/columns.tsx'
import { DownloadChosen } from '../../ui/list/DownloadChosen.tsx'
import type { Column } from '../../ui/list/data-table-types.ts'
import { ListPanel } from '../../ui/list/ListPage.tsx'
import type { ListFilter } from '../../ui/list/use-list.ts'
import { useList } from '../../ui/list/use-list.ts'
import { RestoreSelected } from './RestoreSelected.tsx'
import { ORIGIN, type ReportRow, SAFETY } from './report-fields.tsx'

const of = reports.endpoints

export function ReportsPage() {
  const session = useSession()
  const mayChange = useCan(of.create.access)
  return (
    <>
      <PageHeader
        title="Client Reports"
        note={`Released to the institutions of ${session.siteName}, or uploaded for them`}
        actions={mayChange ? <LinkButton to={paths.newReports()}>Upload reports</LinkButton> : null}
      />
      <Tabs
        label="Client reports"
        tabs={[
          { key: 'reports', label: 'Reports', panel: () => <Reports mayChange={mayChange} /> },
          { key: 'trash', label: 'Trash', panel: () => <Trash mayChange={mayChange} /> },
        ]}
      />
    </>
  )
}

function Reports({ mayChange }: { mayChange: boolean }) {
  const filters = useFilters()
  const list = useList({
    endpoint: of.list,
    label: 'Client reports',
    noun: 'client report',
    columns: COLUMNS,
    idOf: ({ id }) => id,
    nameOf: ({ displayName }) => displayName,
    defaultSort: 'createdAt',
    desc: true,
    filters: [
      ...filters,
      { key: 'origin', label: 'Origin', options: REPORT_ORIGINS.map((value) => ({ value, label: ORIGIN[value].label })) },
      {
        key: 'safety',
        label: 'Safety',
        options: [
          { value: 'HELD', label: SAFETY.HELD.label },
          { value: 'REFUSED', label: SAFETY.REFUSED.label },
        ],
      },
    ],
  })
  return (
    <ListPanel
      list={list}
      toneOf={({ safety }) => (safety === 'REFUSED' ? 'attention' : undefined)}
      bulk={(chosen, done) => (
        <>
          <DownloadChosen endpoint={downloadClientReports} chosen={chosen} />
          {mayChange ? <BulkActions resource={reports} chosen={chosen} onDone={done} actions={{ delete: <DeleteNote /> }} /> : null}
        </>
      )}
      empty={{
        title: 'No client reports yet',
        why: 'Nothing has been released or uploaded for the institutions of this site.',
        ...(mayChange ? { next: <LinkButton to={paths.newReports()}>Upload reports</LinkButton> } : {}),
      }}
    />
  )
}

function Trash({ mayChange }: { mayChange: boolean }) {
  const filters = useFilters()
  const list = useList({
    endpoint: of.list,
    label: 'Deleted client reports',
    noun: 'client report',
    variant: 'trash',
    input: { deleted: true },
    columns: TRASH_COLUMNS,
    idOf: ({ id }) => id,
    nameOf: ({ displayName }) => displayName,
    defaultSort: 'deletedAt',
    desc: true,
    filters,
  })
  return (
    <ListPanel
      list={list}
      title="Deleted in the last 30 days"
      note="Institutions do not see these reports. They are permanently deleted after 30 days."
      {...(mayChange ? { bulk: (chosen, done) => <RestoreSelected chosen={chosen} onDone={done} /> } : {})}
      empty={{ title: 'The trash is empty', why: 'Nothing was deleted in the last 30 days.' }}
    />
  )
}

const DeleteNote = () => (
  <p>
    The institutions will no longer see them. They can be restored for 30 days. Released reports are not deleted here: withdraw them in
    their batch.
  </p>
)

function useFilters(): ListFilter[] {
  const institutions = useEndpoint(listInstitutionChoices, {}).data?.records ?? []
  const { types = [], years = [] } = useEndpoint(reportChoices, {}).data ?? {}
  return [
    {
      key: 'institutionId',
      label: 'Institution',
      searched: true,
      options: institutions.map(({ id, name }) => ({ value: String(id), label: name })),
    },
    { key: 'typeCode', label: 'Type', many: true, options: types.map(({ code, name }) => ({ value: code, label: `${name} (${code})` })) },
    { key: 'yearOverride', label: 'Year', options: years.map((year) => ({ value: String(year), label: String(year) })) },
  ]
}

const NAME: Column<ReportRow> = linkColumn('displayName', 'Report', (row) => paths.report(row.id), { sortable: true, isName: true })
const SHARED: readonly Column<ReportRow>[] = [
  institutionColumn({ sortable: true }),
  { key: 'typeCode', header: 'Type', sortable: true, exportAs: ['typeCode', 'typeName'], cell: ({ typeName }) => typeName },
  textColumn('yearOverride', 'Year', { sortable: true, oneLine: true }),
]
const SIZE: Column<ReportRow> = {
  key: 'sizeBytes',
  header: 'Size',
  sortable: true,
  numeric: true,
  startsHidden: true,
  exportAs: ['extension', 'sizeBytes'],
  cell: ({ sizeBytes }) => fileSize(sizeBytes),
}
const UPLOAD_NAME: Column<ReportRow> = textColumn('uploadName', 'File name', { startsHidden: true })
const COLUMNS: readonly Column<ReportRow>[] = [
  NAME,
  ...SHARED,
  UPLOAD_NAME,
  statusColumn('origin', 'Origin', ORIGIN, { sortable: true }),
  statusColumn('safety', 'Safety', SAFETY),
  SIZE,
  textColumn('version', 'Version', { numeric: true, startsHidden: true }),
  countColumn('readers', 'Opened by', { startsHidden: true, help: 'How many people of the institution opened it' }),
  dayColumn('createdAt', 'Created', { sortable: true }),
  personColumn('createdBy', 'Created by', { startsHidden: true }),
  dayColumn('updatedAt', 'Changed', { sortable: true, startsHidden: true }),
]
const TRASH_COLUMNS: readonly Column<ReportRow>[] = [
  { ...NAME, cell: ({ displayName }) => displayName },
  ...SHARED,
  UPLOAD_NAME,
  SIZE,
  momentColumn('deletedAt', 'Deleted', { sortable: true }),
  textColumn('deletedBy', 'Deleted by'),
]
