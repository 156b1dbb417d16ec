/** The institutions of the site that hold a carrier's policies, and what these are worth. */
import { listCarrierHolders } from '@corridor/contract/carriers.ts'
import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import { cents, formatMoney } from '@corridor/domain/primitives/money.ts'
import { dateText } from '../../shared/dated-terms/dated-words.ts'
import { InstitutionName, institutionColumn } from '../../shared/RecordName.tsx'
import { countColumn } from '../../ui/list/columns.tsx'
import type { Column } from '../../ui/list/data-table-types.ts'
import { ListPanel } from '../../ui/list/ListPage.tsx'
import { useList } from '../../ui/list/use-list.ts'

type Row = ReplyOf<typeof listCarrierHolders>['records'][number]

export function HoldersTab({ carrierId, name }: { carrierId: number; name: string }) {
  const list = useList({
    endpoint: listCarrierHolders,
    label: `Institutions with ${name}`,
    noun: 'institution',
    columns: [
      institutionColumn<Row>({
        sortable: true,
        cell: ({ institutionId, institutionName }) => <InstitutionName id={institutionId} name={institutionName} tab="carriers" />,
      }),
      ...COLUMNS,
    ],
    idOf: ({ institutionId }) => institutionId,
    nameOf: ({ institutionName }) => institutionName,
    defaultSort: 'cashSurrenderValueCents',
    desc: true,
    input: { id: carrierId },
  })
  const asOf = list.query.data?.records[0]?.asOf
  return (
    <ListPanel
      list={list}
      title="Institutions"
      note={asOf ? `Policies in force, with their posted values of ${dateText(asOf)}.` : 'Policies in force.'}
      empty={{ title: 'No institution', why: 'No institution of this site holds its policies.' }}
    />
  )
}

const COLUMNS: readonly Column<Row>[] = [
  countColumn('policies', 'Policies', { sortable: true }),
  {
    key: 'cashSurrenderValueCents',
    header: 'Cash surrender value',
    numeric: true,
    sortable: true,
    cell: (row) => formatMoney(cents(row.cashSurrenderValueCents)),
  },
  {
    key: 'deathBenefitCents',
    header: 'Death benefit',
    numeric: true,
    sortable: true,
    cell: (row) => formatMoney(cents(row.deathBenefitCents)),
  },
]
