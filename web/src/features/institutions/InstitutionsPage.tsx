/** The banks and corporations of the active site: found, filtered, deactivated and exported. */

import { institutions, listOwners } from '@corridor/contract/institutions.ts'
import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import { INSTITUTION_TYPE_WORDS } from '@corridor/contract/words.ts'
import { isStaff } from '@corridor/domain/access/access.ts'
import { cents, EMPTY_LIST, formatMoney, MISSING } from '@corridor/domain/primitives/money.ts'
import { formatDate, plainDate } from '@corridor/domain/primitives/period.ts'
import { useCan, useSession } from '../../kernel/session.ts'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { paths } from '../../paths.ts'
import { LinkButton } from '../../ui/fields/Button.tsx'
import { Link } from '../../ui/fields/Link.tsx'
import { choicesOf } from '../../ui/form/form-fields.ts'
import { formatDay } from '../../ui/formats.ts'
import { BulkActions } from '../../ui/list/BulkActions.tsx'
import { linkColumn, textColumn } from '../../ui/list/columns.tsx'
import type { Column } from '../../ui/list/data-table-types.ts'
import { ListPage } from '../../ui/list/ListPage.tsx'
import { useList } from '../../ui/list/use-list.ts'
import { StatusBadge } from '../../ui/states/StatusBadge.tsx'
import { Consequences } from './Consequences.tsx'
import { ACTIVE_STATUS, type Institution, isFull } from './institution-fields.ts'
import css from './institutions.module.css'

const of = institutions.endpoints

export function InstitutionsPage() {
  const session = useSession()
  const mayChange = useCan(of.create.access)
  const owners = useEndpoint(listOwners, {}, { enabled: isStaff(session.userRole) }).data?.records ?? []
  const list = useList({
    endpoint: of.list,
    label: 'Institutions',
    noun: 'institution',
    columns: COLUMNS,
    idOf: ({ id }) => id,
    nameOf: ({ name }) => name,
    defaultSort: 'name',
    filters: [
      {
        key: 'status',
        label: 'Status',
        options: [
          { value: 'ACTIVE', label: 'Active' },
          { value: 'INACTIVE', label: 'Inactive' },
        ],
      },
      { key: 'institutionType', label: 'Type', options: choicesOf(INSTITUTION_TYPE_WORDS), many: true },
      {
        key: 'relationshipOwnerId',
        label: 'Owner',
        options: owners.map(({ id, name }) => ({ value: String(id), label: name })),
        searched: true,
      },
    ],
  })
  return (
    <ListPage
      title="Institutions"
      note={`Banks, credit unions and corporations on ${session.siteName}.`}
      actions={mayChange ? <LinkButton to={paths.newInstitution()}>New institution</LinkButton> : null}
      list={list}
      empty={{
        title: 'No institutions yet',
        why: 'No institutions have been entered on this site.',
        next: mayChange ? <Link to={paths.newInstitution()}>Enter the first one</Link> : null,
      }}
      {...(mayChange
        ? {
            bulk: (chosen, done) => (
              <BulkActions
                resource={institutions}
                chosen={chosen}
                onDone={done}
                actions={{ deactivate: <Consequences />, reactivate: <Consequences back />, delete: <DeleteNote /> }}
              />
            ),
          }
        : {})}
    />
  )
}

const DeleteNote = () => (
  <p>
    Only institutions without any history are deleted. One with users, policies or reports is set inactive instead, and keeps everything.
  </p>
)

type Row = ReplyOf<typeof of.list>['records'][number]

const full = (row: Row): Institution | undefined => (isFull(row) ? row : undefined)
const COLUMNS: readonly Column<Row>[] = [
  linkColumn('name', 'Institution', (row) => paths.institution(row.id), { sortable: true, isName: true }),
  { key: 'institutionType', header: 'Type', sortable: true, startsHidden: true, cell: (row) => nameOfType(full(row)) },
  {
    key: 'city',
    header: 'City',
    wideOnly: true,
    sortable: true,
    exportAs: ['city', 'stateCode'],
    cell: ({ city, stateCode }) => [city, stateCode].filter(Boolean).join(', ') || MISSING,
  },
  textColumn('stateCode', 'State', { sortable: true, startsHidden: true }),
  {
    key: 'carriers',
    header: 'Carriers',
    wideOnly: true,
    exportAs: ['carrierNames'],
    cell: ({ carrierNames }) => (
      <span className={css.carriers} title={carrierNames.join(', ')}>
        {carrierNames.length > 0 ? carrierNames.join(', ') : EMPTY_LIST}
      </span>
    ),
  },
  {
    key: 'policies',
    header: 'Policies',
    help: 'In force',
    numeric: true,
    sortable: true,
    cell: (row) => full(row)?.policies.toLocaleString('en-US') ?? MISSING,
  },
  {
    key: 'cashSurrenderValueCents',
    header: 'Cash surrender value',
    numeric: true,
    sortable: true,
    exportAs: ['cashSurrenderValueCents', 'valueAsOf'],
    help: 'At the last month with all its values',
    cell: (row) => <Value row={full(row)} />,
  },
  { key: 'relationshipOwner', header: 'Owner', oneLine: true, sortable: true, cell: (row) => full(row)?.relationshipOwner ?? MISSING },
  textColumn('legalName', 'Legal name', { startsHidden: true }),
  { key: 'fdicCert', header: 'FDIC certificate', startsHidden: true, cell: (row) => full(row)?.fdicCert ?? MISSING },
  {
    key: 'createdAt',
    header: 'Entered',
    oneLine: true,
    sortable: true,
    startsHidden: true,
    cell: (row) => formatDay(full(row)?.createdAt),
  },
  {
    key: 'updatedAt',
    header: 'Changed',
    oneLine: true,
    sortable: true,
    startsHidden: true,
    cell: (row) => formatDay(full(row)?.updatedAt),
  },
  {
    key: 'status',
    header: 'Status',
    sortable: true,
    cell: (row) => <StatusBadge status={full(row)?.status ?? 'ACTIVE'} table={ACTIVE_STATUS} />,
  },
]

const Value = ({ row }: { row: Institution | undefined }) =>
  row === undefined || row.cashSurrenderValueCents === null ? (
    MISSING
  ) : (
    <span className={css.value}>
      {formatMoney(cents(row.cashSurrenderValueCents))}
      {row.valueAsOf ? <small>{formatDate(plainDate(row.valueAsOf))}</small> : null}
    </span>
  )

const nameOfType = (row: Institution | undefined): string => (row ? INSTITUTION_TYPE_WORDS[row.institutionType] : MISSING)
