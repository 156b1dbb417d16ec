/** The files a document has had, newest first, each to download; and the way to put another in its place. */

import { documents, documentVersionFile, listDocumentVersions, replaceDocument } from '@corridor/contract/documents.ts'
import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import { ACCEPTED_EXTENSIONS, LARGEST_FILE_BYTES } from '@corridor/domain/files/accepted-kinds.ts'
import { fileSize } from '@corridor/domain/primitives/byte-size.ts'
import { useEffect, useEffectEvent } from 'react'
import { download } from '../../kernel/call.ts'
import { toast } from '../../kernel/toasts.ts'
import { useUploadQueue } from '../../kernel/upload.ts'
import { invalidate, useEndpoint } from '../../kernel/use-endpoint.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { FileDrop } from '../../ui/fields/FileDrop.tsx'
import { UploadList } from '../../ui/fields/UploadList.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { dayColumn, personColumn, textColumn } from '../../ui/list/columns.tsx'
import { DataTable } from '../../ui/list/DataTable.tsx'
import type { Column } from '../../ui/list/data-table-types.ts'
import { Loaded } from '../../ui/states/Loaded.tsx'
import { TableSkeleton } from '../../ui/states/Skeletons.tsx'
import type { StaffDocument } from './document-words.ts'
import css from './documents.module.css'

type Version = ReplyOf<typeof listDocumentVersions>['records'][number]

export function Versions({ document, mayChange }: { document: StaffDocument; mayChange: boolean }) {
  const query = useEndpoint(listDocumentVersions, { id: document.id })
  return (
    <Panel title="Versions" note="A new file replaces the one clients see; earlier files are kept." flush>
      <Loaded query={query} skeleton={<TableSkeleton />}>
        {({ records }) => (
          <DataTable plain label="Versions" columns={columnsOf(document.id)} rows={records} idOf={({ version }) => version} />
        )}
      </Loaded>
      {mayChange ? <Replace document={document} /> : null}
    </Panel>
  )
}

function Replace({ document }: { document: StaffDocument }) {
  const queue = useUploadQueue({
    endpoint: replaceDocument,
    purpose: 'DOCUMENT',
    inputOf: () => ({ id: document.id }),
    fieldsOf: () => ({ updatedAt: document.updatedAt }),
  })
  const { items } = queue
  const unsettled = items.filter(({ status }) => status !== 'stored')
  const stored = items.filter(({ status }) => status === 'stored').length
  const done = useEffectEvent(() => {
    toast.success('The new version is stored.')
    queue.remove(items.filter(({ status }) => status === 'stored').map(({ id }) => id))
    void invalidate(listDocumentVersions, documents.endpoints.get, documents.endpoints.list)
  })
  useEffect(() => {
    if (stored > 0) done()
  }, [stored])
  const take = (files: File[]) => {
    queue.remove(items.map(({ id }) => id))
    queue.start(queue.add(files).map(({ id }) => id))
  }
  return (
    <div className={css.replace}>
      <FileDrop label="Drop the new version here" accept={ACCEPTED_EXTENSIONS} maxBytes={LARGEST_FILE_BYTES} onFiles={take} />
      {unsettled.length > 0 ? <UploadList label="New version" items={unsettled} onRemove={queue.remove} onRetry={queue.retry} /> : null}
    </div>
  )
}

const columnsOf = (id: number): readonly Column<Version>[] => [
  { key: 'version', header: 'Version', cell: ({ version, current }) => (current ? `${version}, shown to clients` : version), width: 190 },
  textColumn('uploadName', 'File'),
  { key: 'sizeBytes', header: 'Size', numeric: true, cell: ({ sizeBytes }) => fileSize(sizeBytes), width: 110 },
  dayColumn('createdAt', 'Uploaded', { width: 130 }),
  personColumn('createdBy', 'By'),
  {
    key: 'download',
    header: 'Download',
    width: 130,
    cell: ({ version }) => (
      <Button
        size="xs"
        variant="default"
        aria-label={`Download version ${version}`}
        onClick={() => void download(documentVersionFile, { id, version }).catch((error: unknown) => toast.error(error))}
      >
        Download
      </Button>
    ),
  },
]
