/** All client reports of the site: found, filtered, exported; those handed in deleted, and brought back from the trash. */

import { listInstitutionChoices } from '@corridor/contract/choices.ts'
import { downloadClientReports } from '@corridor/contract/downloads.ts'
import { REPORT_ORIGINS, reportChoices, reports } from '@corridor/contract/report-records.ts'
import { fileSize } from '@corridor/domain/primitives/byte-size.ts'
import { MISSING } from '@corridor/domain/primitives/money.ts'
import { useCan, useSession } from '../../kernel/session.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { paths } from '../../paths.ts'
import { LinkButton } from '../../ui/fields/Button.tsx'
import { Link } from '../../ui/fields/Link.tsx'
import { formatDay, formatMoment } from '../../ui/formats.ts'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { Tabs } from '../../ui/layout/Tabs.tsx'
import { BulkActions } from '../../ui/list/BulkActions.tsx'
import { DownloadChosen } from '../../ui/list/DownloadChosen.tsx'
import type { Column } from '../../ui/list/data-table-types.ts'
import { ListPanel } from '../../ui/list/ListPage.tsx'
import type { ListFilter } from '../../ui/list/use-list.ts'
import { useList } from '../../ui/list/use-list.ts'
import { StatusBadge } from '../../ui/states/StatusBadge.tsx'
import { RestoreSelected } from './RestoreSelected.tsx'
import { ORIGIN, type ReportRow, SAFETY } from './report-fields.tsx'

const of = reports.endpoints

export function ReportsPage() {
  const session = useSession()
  const mayChange = useCan(of.create.access)
  return (
    <>
      <PageHeader
        title="Client reports"
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
    sortable: ['displayName', 'institutionName', 'typeCode', 'yearOverride', 'origin', 'sizeBytes', 'createdAt', 'updatedAt'],
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
    sortable: ['displayName', 'institutionName', 'typeCode', 'yearOverride', 'sizeBytes', 'deletedAt'],
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

const NAME: Column<ReportRow> = {
  key: 'displayName',
  header: 'Report',
  sortable: true,
  cell: (row) => <Link to={paths.report(row.id)}>{row.displayName}</Link>,
}
const SHARED: readonly Column<ReportRow>[] = [
  { key: 'institutionName', header: 'Institution', sortable: true, cell: ({ institutionName }) => institutionName },
  { key: 'typeCode', header: 'Type', sortable: true, exportAs: ['typeCode', 'typeName'], cell: ({ typeName }) => typeName },
  { key: 'yearOverride', header: 'Year', sortable: true, width: 76, cell: ({ yearOverride }) => yearOverride },
]
const SIZE: Column<ReportRow> = {
  key: 'sizeBytes',
  header: 'Size',
  sortable: true,
  numeric: true,
  width: 96,
  exportAs: ['extension', 'sizeBytes'],
  cell: ({ sizeBytes }) => fileSize(sizeBytes),
}
const UPLOAD_NAME: Column<ReportRow> = {
  key: 'uploadName',
  header: 'File name',
  startsHidden: true,
  cell: ({ uploadName }) => uploadName,
}
const COLUMNS: readonly Column<ReportRow>[] = [
  NAME,
  ...SHARED,
  UPLOAD_NAME,
  { key: 'origin', header: 'Origin', sortable: true, cell: ({ origin }) => <StatusBadge status={origin} table={ORIGIN} /> },
  { key: 'safety', header: 'Safety', cell: ({ safety }) => <StatusBadge status={safety} table={SAFETY} /> },
  SIZE,
  { key: 'version', header: 'Version', numeric: true, startsHidden: true, cell: ({ version }) => version },
  {
    key: 'readers',
    header: 'Opened by',
    numeric: true,
    startsHidden: true,
    help: 'How many people of the institution opened it',
    cell: ({ readers }) => readers.toLocaleString('en-US'),
  },
  { key: 'createdAt', header: 'Created', sortable: true, width: 112, cell: ({ createdAt }) => formatDay(createdAt) },
  { key: 'createdBy', header: 'Created by', startsHidden: true, cell: ({ createdBy }) => createdBy ?? MISSING },
  { key: 'updatedAt', header: 'Changed', sortable: true, startsHidden: true, cell: ({ updatedAt }) => formatDay(updatedAt) },
]
const TRASH_COLUMNS: readonly Column<ReportRow>[] = [
  { ...NAME, cell: ({ displayName }) => displayName },
  ...SHARED,
  UPLOAD_NAME,
  SIZE,
  { key: 'deletedAt', header: 'Deleted', sortable: true, cell: ({ deletedAt }) => formatMoment(deletedAt) },
  { key: 'deletedBy', header: 'Deleted by', cell: ({ deletedBy }) => deletedBy ?? MISSING },
]
