/** The types that reports and documents are filed under, in the order that lists and menus keep. */
import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import { moveReportType, reportTypes } from '@corridor/contract/report-types.ts'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useCan } from '../../kernel/session.ts'
import { useAction } from '../../kernel/use-action.ts'
import { paths } from '../../paths.ts'
import { LinkButton } from '../../ui/fields/Button.tsx'
import { Link } from '../../ui/fields/Link.tsx'
import { BulkActions } from '../../ui/list/BulkActions.tsx'
import { dayColumn, linkColumn, textColumn } from '../../ui/list/columns.tsx'
import type { Column } from '../../ui/list/data-table-types.ts'
import { ListPage } from '../../ui/list/ListPage.tsx'
import { useList } from '../../ui/list/use-list.ts'
import css from './report-types.module.css'

const of = reportTypes.endpoints
type Row = ReplyOf<typeof of.list>['records'][number]

export function ReportTypesPage() {
  const mayChange = useCan(of.create.access)
  const move = useAction(moveReportType, { invalidates: [of.list, of.get] })
  const list = useList({
    endpoint: of.list,
    label: 'Report types',
    noun: 'report type',
    columns: mayChange ? [...COLUMNS, placeColumn((id, direction) => void move.run({ id, direction }))] : COLUMNS,
    idOf: ({ id }) => id,
    nameOf: ({ code, name }) => `${code}, ${name}`,
    defaultSort: 'order',
  })
  const codesOf = (ids: readonly number[]) => list.matching.filter(({ id }) => ids.includes(id)).map(({ code }) => code)
  return (
    <ListPage
      title="Report Types"
      note="What reports and documents are filed under. Lists and menus keep this order."
      actions={mayChange ? <LinkButton to={paths.reportType('new')}>New report type</LinkButton> : null}
      list={list}
      empty={{
        title: 'No report types',
        why: 'None have been created.',
        next: mayChange ? <Link to={paths.reportType('new')}>Create the first report type</Link> : null,
      }}
      {...(mayChange
        ? {
            bulk: (chosen, done) => (
              <BulkActions
                resource={reportTypes}
                chosen={{
                  ...chosen,
                  selection: 'ids' in chosen.selection ? { ids: codesOf(chosen.selection.ids) } : chosen.selection,
                }}
                onDone={done}
                actions={{
                  delete: 'A type in use cannot be deleted: the page lists what depends on it.',
                }}
              />
            ),
          }
        : {})}
    />
  )
}

const counted = (key: 'clientReports' | 'documents' | 'memberships', header: string, help: string): Column<Row> => ({
  key,
  header,
  numeric: true,
  sortable: true,
  help,
  cell: (row) => row[key].toLocaleString('en-US'),
})

const COLUMNS: readonly Column<Row>[] = [
  linkColumn('code', 'Code', ({ code }) => paths.reportType(code), { sortable: true }),
  textColumn('name', 'Name', { sortable: true }),
  textColumn('description', 'Description'),
  counted('clientReports', 'Reports', 'Client reports of this site'),
  counted('documents', 'Documents', 'Documents of this site'),
  counted('memberships', 'Available to', 'Institutions and people who may see the type on this site'),
  dayColumn('updatedAt', 'Changed', { sortable: true, startsHidden: true }),
  textColumn('order', 'Order', { numeric: true, sortable: true }),
]

const placeColumn = (move: (code: string, direction: 'up' | 'down') => void): Column<Row> => ({
  key: 'place',
  header: 'Move',
  notExported: true,
  cell: ({ code, name }) => (
    <span className={css.place}>
      <button type="button" aria-label={`Move ${name} up`} title="Up" onClick={() => move(code, 'up')}>
        <IconChevronUp size={16} aria-hidden />
      </button>
      <button type="button" aria-label={`Move ${name} down`} title="Down" onClick={() => move(code, 'down')}>
        <IconChevronDown size={16} aria-hidden />
      </button>
    </span>
  ),
})
