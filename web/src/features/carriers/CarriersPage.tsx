/** Insurance companies, shared by all sites: their ratings of today, and how much of them the site holds. */
import { carriers } from '@corridor/contract/carriers.ts'
import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import { AGENCY_NAMES } from '@corridor/domain/carriers/ratings.ts'
import { MISSING } from '@corridor/domain/primitives/money.ts'
import { useCan } from '../../kernel/session.ts'
import { paths } from '../../paths.ts'
import { LinkButton } from '../../ui/fields/Button.tsx'
import { Link } from '../../ui/fields/Link.tsx'
import { BulkActions } from '../../ui/list/BulkActions.tsx'
import { countColumn, dayColumn, linkColumn, statusColumn, textColumn } from '../../ui/list/columns.tsx'
import type { Column } from '../../ui/list/data-table-types.ts'
import { ListPage } from '../../ui/list/ListPage.tsx'
import { useList } from '../../ui/list/use-list.ts'
import { StatusBadge } from '../../ui/states/StatusBadge.tsx'
import { CARRIER_STATUS, DEACTIVATING, DELETING, MARKET } from './carrier-fields.ts'

const of = carriers.endpoints
type Row = ReplyOf<typeof of.list>['records'][number]

export function CarriersPage() {
  const mayChange = useCan(of.create.access)
  const list = useList({
    endpoint: of.list,
    label: 'Carriers',
    noun: 'carrier',
    columns: COLUMNS,
    idOf: ({ id }) => id,
    nameOf: ({ shortName }) => shortName,
    defaultSort: 'shortName',
    filters: [
      {
        key: 'activeInMarket',
        label: 'Market',
        options: [
          { value: 'true', label: 'In market' },
          { value: 'false', label: 'Not in market' },
        ],
      },
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
      title="Carriers"
      note="Carriers are shared by all sites. Institution and policy counts are for this site."
      actions={mayChange ? <LinkButton to={paths.carrier('new')}>New carrier</LinkButton> : null}
      list={list}
      empty={{
        title: 'No carriers yet',
        why: 'Carrier files and policies must name a carrier.',
        next: mayChange ? <Link to={paths.carrier('new')}>Add the first carrier</Link> : null,
      }}
      {...(mayChange
        ? {
            bulk: (chosen, done) => (
              <BulkActions
                resource={carriers}
                chosen={chosen}
                onDone={done}
                actions={{ deactivate: DEACTIVATING, reactivate: 'Policies and files can be entered for it again.', delete: DELETING }}
              />
            ),
          }
        : {})}
    />
  )
}

const rating = (key: 'amBest' | 'sp' | 'moodys' | 'fitch' | 'comdex', header: string): Column<Row> => ({
  key,
  header,
  exportAs: [`ratings.${key}`],
  ...(key === 'comdex' ? { numeric: true } : {}),
  cell: ({ ratings }) => ratings[key] ?? MISSING,
})

const COLUMNS: readonly Column<Row>[] = [
  linkColumn('shortName', 'Carrier', ({ id }) => paths.carrier(id), { sortable: true, isName: true }),
  textColumn('code', 'Code', { sortable: true }),
  textColumn('legalName', 'Legal name', { sortable: true, startsHidden: true }),
  textColumn('groupName', 'Group', { sortable: true, startsHidden: true }),
  rating('amBest', AGENCY_NAMES.AM_BEST),
  rating('sp', AGENCY_NAMES.SP),
  rating('moodys', AGENCY_NAMES.MOODYS),
  rating('fitch', AGENCY_NAMES.FITCH),
  rating('comdex', AGENCY_NAMES.COMDEX),
  countColumn('institutions', 'Institutions', { sortable: true }),
  countColumn('policies', 'Policies', { sortable: true }),
  {
    key: 'feedDueBusinessDay',
    header: 'File due',
    numeric: true,
    sortable: true,
    help: 'Business day of the following month',
    cell: ({ feedDueBusinessDay }) => `Day ${feedDueBusinessDay}`,
  },
  {
    key: 'activeInMarket',
    header: 'Market',
    cell: ({ activeInMarket }) => <StatusBadge status={activeInMarket ? 'yes' : 'no'} table={MARKET} />,
  },
  dayColumn('updatedAt', 'Changed', { sortable: true, startsHidden: true }),
  statusColumn('status', 'Status', CARRIER_STATUS, { sortable: true, startsHidden: true }),
]
