/** One document: what it is called, whose it is, of which type and year; its files by version; and the way out of sight. */

import { documents } from '@corridor/contract/documents.ts'
import { OWNER_WORDS } from '@corridor/contract/words.ts'
import { DOCUMENT_OWNERS, openedPath } from '@corridor/domain/files/document-paths.ts'
import { useRouter } from '@tanstack/react-router'
import { useCan } from '../../kernel/session.ts'
import { usePathNumber } from '../../kernel/url-search.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { paths } from '../../paths.ts'
import { LinkButton } from '../../ui/fields/Button.tsx'
import type { Fields, FormSection } from '../../ui/form/form-fields.ts'
import { ofResource, RecordForm } from '../../ui/form/RecordForm.tsx'
import { formatDay } from '../../ui/formats.ts'
import { Breadcrumbs } from '../../ui/layout/Breadcrumbs.tsx'
import { PageHeader } from '../../ui/layout/PageHeader.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { BulkActions } from '../../ui/list/BulkActions.tsx'
import { Loaded } from '../../ui/states/Loaded.tsx'
import { FormPageSkeleton } from '../../ui/states/Skeletons.tsx'
import { StatusBadge } from '../../ui/states/StatusBadge.tsx'
import { isStaffDocument, SAFETY, type StaffDocument, seenBy } from './document-words.ts'
import css from './documents.module.css'
import { type Places, usePlaces } from './PlaceFields.tsx'
import { Versions } from './Versions.tsx'

export function EditDocumentPage() {
  const id = usePathNumber('id') ?? 0
  const query = useEndpoint(documents.endpoints.get, { id })
  return (
    <Loaded query={query} skeleton={<FormPageSkeleton />}>
      {(record) => (isStaffDocument(record) ? <Document key={id} record={record} /> : null)}
    </Loaded>
  )
}

function Document({ record }: { record: StaffDocument }) {
  const { id } = record
  const router = useRouter()
  const places = usePlaces()
  const mayChange = useCan(documents.endpoints.update.access)
  return (
    <>
      <PageHeader
        crumbs={<Breadcrumbs steps={[{ label: 'Document Center', to: paths.documents() }]} />}
        title={record.displayName}
        note={
          <span className={css.name}>
            <StatusBadge status={record.safety} table={SAFETY} />
            <span>
              {record.uploadName}, version {record.version}, uploaded {formatDay(record.createdAt)}
              {record.createdBy ? ` by ${record.createdBy}` : ''}
            </span>
          </span>
        }
        actions={<LinkButton to={paths.documentView(id)}>Open</LinkButton>}
      />
      <div className={css.stack}>
        <RecordForm
          {...ofResource(documents, id)}
          record={record}
          readOnly={!mayChange}
          fields={fieldsOf(places)}
          sections={SECTIONS}
          preview={(values) => {
            const owner = DOCUMENT_OWNERS.find((each) => each === values.owner)
            const named = owner
              ? places.ownerName({
                  owner,
                  institutionId: typeof values.institutionId === 'number' ? values.institutionId : null,
                  carrierCode: typeof values.carrierCode === 'string' ? values.carrierCode : null,
                  vendorName: String(values.vendorName ?? ''),
                  typeCode: '',
                  year: '',
                })
              : undefined
            return owner ? (
              <p className={css.hint}>
                {seenBy(owner, named)} Path: {openedPath(record)}
              </p>
            ) : null
          }}
        />
        <Versions document={record} mayChange={mayChange} />
        {mayChange ? (
          <Panel
            title="Delete"
            note="Clients no longer see it. It can be restored for 30 days."
            actions={
              <BulkActions
                resource={documents}
                isRecord
                chosen={{ count: 1, all: false, ids: new Set([id]), selection: { ids: [id] } }}
                onDone={() => void router.navigate({ href: paths.documents() })}
                actions={{ delete: 'Clients no longer see it. It can be restored for 30 days.' }}
              />
            }
          >
            {null}
          </Panel>
        ) : null}
      </div>
    </>
  )
}

const SECTIONS: readonly FormSection[] = [
  { title: 'Document', fields: ['displayName', 'description'] },
  { title: 'Where it belongs', fields: ['owner', 'institutionId', 'carrierCode', 'vendorName', 'typeCode', 'yearOverride'] },
]

const fieldsOf = ({ institutions, carriers, types }: Places): Fields => ({
  displayName: { kind: 'text', label: 'Title', required: true, most: 200, wide: true },
  description: { kind: 'area', label: 'Description', most: 2000, wide: true },
  owner: {
    kind: 'select',
    label: 'Owner',
    required: true,
    options: DOCUMENT_OWNERS.map((value) => ({ value, label: OWNER_WORDS[value] })),
  },
  institutionId: {
    kind: 'dropdown',
    label: 'Institution',
    required: true,
    options: institutions.map(({ id, name }) => ({ value: id, label: name })),
    when: ({ owner }) => owner === 'institution',
    otherwise: null,
  },
  carrierCode: {
    kind: 'dropdown',
    label: 'Carrier',
    required: true,
    options: carriers.map(({ code, name }) => ({ value: code, label: name })),
    when: ({ owner }) => owner === 'carrier',
    otherwise: null,
  },
  vendorName: { kind: 'text', label: 'Vendor', required: true, most: 120, when: ({ owner }) => owner === 'vendor', otherwise: null },
  typeCode: {
    kind: 'select',
    label: 'Type',
    required: true,
    options: types.map(({ code, name }) => ({ value: code, label: `${name} (${code})` })),
  },
  yearOverride: {
    kind: 'text',
    label: 'Year',
    required: true,
    most: 4,
    check: (value) => (/^(19|20|21)\d\d$/.test(String(value).trim()) ? undefined : 'Enter the year with four digits'),
  },
})
