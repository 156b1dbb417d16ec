/** Files of the site that could not be read, the reason, and another try: these are found by their names only. */
import { listUnreadFiles, retryUnreadFiles, SEARCH_KINDS } from '@corridor/contract/search.ts'
import { useCan } from '../../kernel/session.ts'
import { useAction } from '../../kernel/use-action.ts'
import { paths } from '../../paths.ts'
import { Button } from '../../ui/fields/Button.tsx'
import { Breadcrumbs } from '../../ui/layout/Breadcrumbs.tsx'
import { linkColumn, momentColumn, nameColumn, textColumn } from '../../ui/list/columns.tsx'
import type { Column } from '../../ui/list/DataTable.tsx'
import { ListPage } from '../../ui/list/ListPage.tsx'
import { useList } from '../../ui/list/use-list.ts'

type Row = ReturnType<(typeof listUnreadFiles)['reply']['parse']>['records'][number]

export function UnreadFilesPage() {
  const mayRetry = useCan(retryUnreadFiles.access)
  const retry = useAction(retryUnreadFiles, {
    invalidates: [listUnreadFiles],
    success: ({ retried }) => `${retried === 1 ? '1 file is' : `${retried} files are`} being read again.`,
  })
  const list = useList({
    endpoint: listUnreadFiles,
    label: 'Files that could not be read',
    noun: 'file',
    columns: mayRetry ? [...COLUMNS, retryColumn((row) => void retry.run({ ids: [row.id] }), retry.running)] : COLUMNS,
    // Each kind has ids of its own.
    idOf: ({ kind, recordId }) => recordId * SEARCH_KINDS.length + SEARCH_KINDS.indexOf(kind),
    nameOf: ({ name }) => name,
    defaultSort: 'readAt',
    desc: true,
  })
  const shown = list.query.data?.records ?? []
  const pending = list.query.data?.pending ?? 0
  return (
    <ListPage
      title="Files that could not be read"
      note={`They are found by their names, not by their text.${pending > 0 ? ` ${pending.toLocaleString('en-US')} more are being read.` : ''}`}
      crumbs={<Breadcrumbs steps={[{ label: 'Search', to: paths.search() }]} />}
      list={list}
      actions={
        mayRetry && shown.length > 1 ? (
          <Button variant="default" loading={retry.running} onClick={() => void retry.run({ ids: shown.map(({ id }) => id) })}>
            Read these {shown.length} again
          </Button>
        ) : null
      }
      empty={{
        title: 'Every file could be read',
        why: 'A file that is damaged, protected with a password or too large is listed here with the reason.',
      }}
    />
  )
}

const COLUMNS: Column<Row>[] = [
  linkColumn('name', 'File', ({ kind, recordId, name }) => paths.foundFile({ kind, id: recordId, name }), {
    sortable: true,
    hideable: false,
  }),
  nameColumn('institutionName', 'Institution', { sortable: true }),
  textColumn('reason', 'Why'),
  textColumn('attempts', 'Tries', { numeric: true, width: 80 }),
  momentColumn('readAt', 'Last tried', { sortable: true, width: 180 }),
]
const retryColumn = (onRetry: (row: Row) => void, running: boolean): Column<Row> => ({
  key: 'retry',
  header: 'Read again',
  notExported: true,
  cell: (row) => (
    <Button size="xs" variant="default" disabled={running} onClick={() => onRetry(row)} aria-label={`Read again: ${row.name}`}>
      Read again
    </Button>
  ),
  width: 130,
})
