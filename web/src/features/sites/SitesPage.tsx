/** The firm's portals: one for BOLI, and one for each further line of business. */
import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import { sites } from '@corridor/contract/sites.ts'
import { MISSING } from '@corridor/domain/primitives/money.ts'
import type { ReactNode } from 'react'
import { useCan } from '../../kernel/session.ts'
import { paths } from '../../paths.ts'
import { LinkButton } from '../../ui/fields/Button.tsx'
import { formatDay } from '../../ui/formats.ts'
import { BulkActions } from '../../ui/list/BulkActions.tsx'
import { linkColumn, textColumn } from '../../ui/list/columns.tsx'
import type { Column } from '../../ui/list/data-table-types.ts'
import { ListPage } from '../../ui/list/ListPage.tsx'
import { useList } from '../../ui/list/use-list.ts'
import { StatusBadge } from '../../ui/states/StatusBadge.tsx'
import { CLOSING, REOPENING, SITE_STATUS } from './site-fields.ts'

const of = sites.endpoints
type Row = ReplyOf<typeof of.list>['records'][number]
type Site = Extract<Row, { updatedAt: string }>

export function SitesPage() {
  const mayChange = useCan(of.create.access)
  const list = useList({
    endpoint: of.list,
    label: 'Sites',
    noun: 'site',
    columns: COLUMNS,
    idOf: ({ id }) => id,
    nameOf: ({ displayName }) => displayName,
    defaultSort: 'displayName',
    filters: [
      {
        key: 'status',
        label: 'Status',
        options: [
          { value: 'ACTIVE', label: 'Active' },
          { value: 'INACTIVE', label: 'Inactive' },
        ],
      },
    ],
  })
  return (
    <ListPage
      title="Sites"
      note="Sites you belong to. BOLI and COLI are never mixed on a report."
      actions={mayChange ? <LinkButton to={paths.newSite()}>New site</LinkButton> : null}
      list={list}
      empty={{ title: 'No sites', why: 'You do not belong to any site.' }}
      {...(mayChange
        ? {
            bulk: (chosen, done) => (
              <BulkActions resource={sites} chosen={chosen} onDone={done} actions={{ deactivate: CLOSING, reactivate: REOPENING }} />
            ),
          }
        : {})}
    />
  )
}

/** A person who may list sites is answered the full record. */
const full =
  (cell: (site: Site) => ReactNode) =>
  (row: Row): ReactNode =>
    'updatedAt' in row ? cell(row) : MISSING
const COLUMNS: readonly Column<Row>[] = [
  linkColumn('displayName', 'Site', (site) => paths.site(site.id), { sortable: true }),
  textColumn('name', 'Short name', { sortable: true }),
  textColumn('url', 'Address', { sortable: true }),
  { key: 'timeZone', header: 'Time zone', sortable: true, cell: full(({ timeZone }) => timeZone) },
  { key: 'users', header: 'Users', numeric: true, sortable: true, cell: full(({ users }) => users.toLocaleString('en-US')) },
  { key: 'contactName', header: 'Service contact', cell: full(({ contactName, contactEmail }) => contactName ?? contactEmail ?? MISSING) },
  {
    key: 'updatedAt',
    header: 'Changed',
    oneLine: true,
    sortable: true,
    startsHidden: true,
    cell: full(({ updatedAt }) => formatDay(updatedAt)),
  },
  { key: 'status', header: 'Status', sortable: true, cell: full(({ status }) => <StatusBadge status={status} table={SITE_STATUS} />) },
]
