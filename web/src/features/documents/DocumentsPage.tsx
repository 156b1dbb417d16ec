/** The Document Center: papers of institutions, carriers and vendors on the active site, found, moved, downloaded, deleted and brought back. */

import { listInstitutionChoices } from '@corridor/contract/choices.ts'
import { documentChoices, documents } from '@corridor/contract/documents.ts'
import { downloadDocuments } from '@corridor/contract/downloads.ts'
import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import { OWNER_WORDS } from '@corridor/contract/words.ts'
import { fileSize } from '@corridor/domain/primitives/byte-size.ts'
import { MISSING } from '@corridor/domain/primitives/money.ts'
import { useCan, useSession } from '../../kernel/session.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { paths } from '../../paths.ts'
import { LinkButton } from '../../ui/fields/Button.tsx'
import { Link } from '../../ui/fields/Link.tsx'
import { formatDay } from '../../ui/formats.ts'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { Tabs } from '../../ui/layout/Tabs.tsx'
import { BulkActions } from '../../ui/list/BulkActions.tsx'
import { dayColumn, textColumn } from '../../ui/list/columns.tsx'
import { DownloadChosen } from '../../ui/list/DownloadChosen.tsx'
import type { Column } from '../../ui/list/data-table-types.ts'
import { ListPanel } from '../../ui/list/ListPage.tsx'
import { type Chosen, type ListFilter, useList } from '../../ui/list/use-list.ts'
import { StatusBadge } from '../../ui/states/StatusBadge.tsx'
import { isStaffDocument, OWNER_CHOICES, SAFETY, type StaffDocument } from './document-words.ts'
import css from './documents.module.css'
import { MoveDocuments } from './MoveDocuments.tsx'

const of = documents.endpoints
type Row = ReplyOf<typeof of.list>['records'][number]

export function DocumentsPage() {
  const session = useSession()
  const mayChange = useCan(of.create.access)
  return (
    <>
      <PageHeader
        title="Document Center"
        note={`Documents of institutions, carriers and vendors on ${session.siteName}.`}
        actions={mayChange ? <LinkButton to={paths.newDocument()}>Upload documents</LinkButton> : null}
      />
      <Tabs
        label="Documents"
        tabs={[
          { key: 'documents', label: 'Documents', panel: () => <Kept mayChange={mayChange} /> },
          { key: 'trash', label: 'Trash', panel: () => <Trash mayChange={mayChange} /> },
        ]}
      />
    </>
  )
}

function Kept({ mayChange }: { mayChange: boolean }) {
  const filters = useFilters()
  const list = useList({
    endpoint: of.list,
    label: 'Documents',
    noun: 'document',
    columns: mayChange ? [...COLUMNS, EDIT] : COLUMNS,
    idOf: ({ id }) => id,
    nameOf: ({ displayName }) => displayName,
    defaultSort: 'createdAt',
    desc: true,
    filters,
  })
  return (
    <ListPanel
      list={list}
      empty={{
        title: 'No documents yet',
        why: 'No documents of an institution, carrier or vendor have been uploaded on this site.',
        next: mayChange ? <LinkButton to={paths.newDocument()}>Upload documents</LinkButton> : null,
      }}
      toneOf={(row) => (isStaffDocument(row) && row.safety === 'REFUSED' ? 'attention' : undefined)}
      bulk={(chosen, done) => (
        <>
          <DownloadChosen endpoint={downloadDocuments} chosen={chosen} />
          {mayChange ? (
            <>
              <MoveDocuments chosen={chosen} onDone={done} />
              <BulkActions
                resource={documents}
                chosen={chosen}
                onDone={done}
                actions={{ delete: 'Clients no longer see them. They can be restored for 30 days.' }}
              />
            </>
          ) : null}
        </>
      )}
    />
  )
}

function Trash({ mayChange }: { mayChange: boolean }) {
  const filters = useFilters()
  const list = useList({
    endpoint: of.list,
    label: 'Documents in the trash',
    noun: 'document',
    variant: 'trash',
    columns: DELETED_COLUMNS,
    idOf: ({ id }) => id,
    nameOf: ({ displayName }) => displayName,
    defaultSort: 'deletedAt',
    desc: true,
    filters,
    input: { deleted: true },
  })
  return (
    <ListPanel
      list={list}
      note="Kept for 30 days, then permanently deleted."
      empty={{ title: 'The trash is empty', why: 'Nothing was deleted in the last 30 days.' }}
      {...(mayChange
        ? {
            bulk: (chosen, done) => (
              <BulkActions
                resource={documents}
                chosen={ofTrash(chosen)}
                onDone={done}
                actions={{ restore: 'They return to where they were, visible to the same people.' }}
              />
            ),
          }
        : {})}
    />
  )
}

/** All that match, of those that were deleted. */
const ofTrash = (chosen: Chosen): Chosen =>
  'matching' in chosen.selection
    ? { ...chosen, selection: { ...chosen.selection, matching: { ...chosen.selection.matching, deleted: true } } }
    : chosen

function useFilters(): readonly ListFilter[] {
  const institutions = useEndpoint(listInstitutionChoices, {}).data?.records ?? []
  const { types = [], carriers = [] } = useEndpoint(documentChoices, {}).data ?? {}
  return [
    { key: 'owner', label: 'Owner', options: OWNER_CHOICES },
    {
      key: 'institutionId',
      label: 'Institution',
      searched: true,
      options: institutions.map(({ id, name }) => ({ value: String(id), label: name })),
    },
    { key: 'carrierCode', label: 'Carrier', searched: true, options: carriers.map(({ code, name }) => ({ value: code, label: name })) },
    { key: 'typeCode', label: 'Type', many: true, options: types.map(({ code, name }) => ({ value: code, label: name })) },
    { key: 'yearOverride', label: 'Year', options: YEARS },
  ]
}
/** This year and the twenty before: a filter offers what people ask for, the address takes any. */
const YEARS = Array.from({ length: 21 }, (_, index) => String(new Date().getFullYear() + 1 - index)).map((year) => ({
  value: year,
  label: year,
}))

/** Staff are answered in full. */
const full = (row: Row): StaffDocument | undefined => (isStaffDocument(row) ? row : undefined)

const NAME: Column<Row> = {
  key: 'displayName',
  header: 'Document',
  sortable: true,
  exportAs: ['displayName', 'uploadName'],
  cell: (row) => (
    <span className={css.name}>
      <Link to={paths.documentView(row.id)}>{row.displayName}</Link>
      {row.description ? (
        <span title={row.description} className="visually-hidden">
          {row.description}
        </span>
      ) : null}
      {isChecked(row) ? null : <StatusBadge status={full(row)?.safety ?? 'HELD'} table={SAFETY} />}
    </span>
  ),
}
const isChecked = (row: Row): boolean => ['TRUSTED', 'PASSED'].includes(full(row)?.safety ?? 'PASSED')
const MIDDLE: readonly Column<Row>[] = [
  { key: 'ownerName', header: 'Owner', isName: true, sortable: true, cell: (row) => full(row)?.ownerName ?? MISSING },
  { key: 'owner', header: 'Kind of owner', startsHidden: true, cell: (row) => (isStaffDocument(row) ? OWNER_WORDS[row.owner] : MISSING) },
  { key: 'typeCode', header: 'Type', sortable: true, exportAs: ['typeCode', 'typeName'], cell: ({ typeName }) => typeName },
  textColumn('yearOverride', 'Year', { sortable: true }),
  {
    key: 'sizeBytes',
    header: 'File',
    oneLine: true,
    sortable: true,
    exportAs: ['extension', 'sizeBytes'],
    cell: ({ extension, sizeBytes }) => `${extension.toUpperCase()}, ${fileSize(sizeBytes)}`,
  },
]
const COLUMNS: readonly Column<Row>[] = [
  NAME,
  ...MIDDLE,
  { key: 'version', header: 'Version', numeric: true, startsHidden: true, cell: (row) => full(row)?.version ?? MISSING },
  dayColumn('createdAt', 'Uploaded', { sortable: true }),
  { key: 'createdBy', header: 'By', oneLine: true, startsHidden: true, cell: (row) => full(row)?.createdBy ?? MISSING },
  dayColumn('updatedAt', 'Changed', { sortable: true, startsHidden: true }),
]
const EDIT: Column<Row> = {
  key: 'edit',
  header: 'Edit',
  notExported: true,
  unlabeled: true,
  width: 80,
  cell: (row) => (
    <Link to={paths.editDocument(row.id)} aria-label={`Edit ${row.displayName}`}>
      Edit
    </Link>
  ),
}
const DELETED_COLUMNS: readonly Column<Row>[] = [
  // Nothing opens what was deleted.
  { ...NAME, cell: ({ displayName }) => displayName },
  ...MIDDLE,
  { key: 'deletedAt', header: 'Deleted', oneLine: true, sortable: true, cell: (row) => formatDay(full(row)?.deletedAt) },
  { key: 'deletedBy', header: 'By', oneLine: true, cell: (row) => full(row)?.deletedBy ?? MISSING },
]
