/** The papers of one institution and the reports it has received, in one list; as a page of its own, and as a tab of the institution's. */

import { listInstitutionChoices } from '@corridor/contract/choices.ts'
import { documents, type InstitutionFile, listInstitutionFiles } from '@corridor/contract/documents.ts'
import { institutions } from '@corridor/contract/institutions.ts'
import { fileSize } from '@corridor/domain/primitives/byte-size.ts'
import { useCan } from '../../kernel/session.ts'
import { usePathNumber } from '../../kernel/url-search.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { paths } from '../../paths.ts'
import { LinkButton } from '../../ui/fields/Button.tsx'
import { Link } from '../../ui/fields/Link.tsx'
import { Breadcrumbs } from '../../ui/layout/Breadcrumbs.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { dayColumn, textColumn } from '../../ui/list/columns.tsx'
import type { Column } from '../../ui/list/data-table-types.ts'
import { ListPanel } from '../../ui/list/ListPage.tsx'
import { useList } from '../../ui/list/use-list.ts'

export function InstitutionDocumentsPage() {
  const id = usePathNumber('id') ?? 0
  const maySeeInstitution = useCan(institutions.endpoints.list.access)
  const name = useEndpoint(listInstitutionChoices, {}).data?.records.find((institution) => institution.id === id)?.name
  return (
    <>
      <PageHeader
        crumbs={
          <Breadcrumbs
            steps={
              maySeeInstitution
                ? [
                    { label: 'Institutions', to: paths.institutions() },
                    { label: name ?? 'Institution', to: paths.institution(id) },
                  ]
                : [{ label: 'Document Center', to: paths.documents() }]
            }
          />
        }
        title={name ? `Documents of ${name}` : 'Documents'}
        note="Its documents in the Document Center, and the reports it has received."
      />
      <InstitutionDocuments institutionId={id} />
    </>
  )
}

export function InstitutionDocuments({ institutionId }: { institutionId: number }) {
  const mayUpload = useCan(documents.endpoints.create.access)
  const list = useList({
    endpoint: listInstitutionFiles,
    label: 'Documents of the institution',
    noun: 'file',
    columns: COLUMNS,
    // Documents and reports are numbered apart.
    idOf: ({ id, kind }) => id * 2 + (kind === 'report' ? 1 : 0),
    nameOf: ({ displayName }) => displayName,
    defaultSort: 'createdAt',
    desc: true,
    filters: [
      {
        key: 'kind',
        label: 'Kind',
        options: [
          { value: 'document', label: 'Documents' },
          { value: 'report', label: 'Reports' },
        ],
      },
    ],
    input: { id: institutionId },
  })
  return (
    <ListPanel
      list={list}
      empty={{
        title: 'No documents yet',
        why: 'Nothing has been uploaded for this institution, and no report has been released to it.',
        next: mayUpload ? <LinkButton to={paths.newDocument()}>Upload documents</LinkButton> : null,
      }}
    />
  )
}

const addressOf = ({ kind, id }: InstitutionFile): string => (kind === 'document' ? paths.documentView(id) : paths.reportView(id))

const COLUMNS: readonly Column<InstitutionFile>[] = [
  {
    key: 'displayName',
    header: 'File',
    sortable: true,
    exportAs: ['displayName', 'uploadName'],
    // Whoever may not open it is told that it is there, and no more.
    cell: (row) => (row.mayOpen ? <Link to={addressOf(row)}>{row.displayName}</Link> : row.displayName),
  },
  { key: 'kind', header: 'Kind', sortable: true, cell: ({ kind }) => (kind === 'document' ? 'Document' : 'Report') },
  textColumn('typeName', 'Type', { sortable: true, exportAs: ['typeCode', 'typeName'] }),
  textColumn('yearOverride', 'Year', { sortable: true }),
  {
    key: 'sizeBytes',
    header: 'Size',
    oneLine: true,
    sortable: true,
    exportAs: ['extension', 'sizeBytes'],
    cell: ({ extension, sizeBytes }) => `${extension.toUpperCase()}, ${fileSize(sizeBytes)}`,
  },
  dayColumn('createdAt', 'Added', { sortable: true }),
]
