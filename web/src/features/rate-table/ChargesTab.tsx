/** Cost-of-insurance tables of the products; one opens with its rates by age. */

import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import { getChargeTable, listChargeTables } from '@corridor/contract/rate-table.ts'
import { PER_WORDS } from '@corridor/contract/words.ts'
import { CLASS_NAMES, SEX_NAMES } from '@corridor/domain/carriers/charge-file.ts'
import { formatDate, plainDate } from '@corridor/domain/primitives/period.ts'
import { useState } from 'react'
import { useEndpoint } from '../../kernel/use-endpoint.ts'
import { formatMoment } from '../../ui/formats.ts'
import { countColumn, dateColumn, dayColumn, nameColumn, openColumn, textColumn, wordColumn } from '../../ui/list/columns.tsx'
import { DataTable } from '../../ui/list/DataTable.tsx'
import type { Column } from '../../ui/list/data-table-types.ts'
import { ListPanel } from '../../ui/list/ListPage.tsx'
import { useList } from '../../ui/list/use-list.ts'
import { Modal } from '../../ui/overlays/Modal.tsx'
import { Loaded } from '../../ui/states/Loaded.tsx'
import css from './rate-table.module.css'
import { chargeOf, narrowing, type RatedProduct } from './rate-words.ts'

type Table = ReplyOf<typeof listChargeTables>['records'][number]
type Detail = ReplyOf<typeof getChargeTable>

export function ChargesTab({ products }: { products: readonly RatedProduct[] }) {
  const [opened, setOpened] = useState<number | null>(null)
  const list = useList({
    endpoint: listChargeTables,
    label: 'Cost-of-insurance tables',
    noun: 'table',
    columns: columnsOf(({ id }) => setOpened(id)),
    idOf: ({ id }) => id,
    nameOf: ({ productName, effectiveOn }) => `${productName} from ${effectiveOn}`,
    defaultSort: 'productName',
    filters: [...narrowing(products), { key: 'superseded', label: 'Version', options: [{ value: 'true', label: 'Include superseded' }] }],
  })
  return (
    <>
      <ListPanel
        list={list}
        title="Cost-of-insurance tables"
        note="Dollars per $1,000 of net amount at risk by attained age. With a declared rate and a table, M4 recomputes each month to the cent."
        empty={{
          title: 'No cost-of-insurance tables',
          why: 'Without one, the audits take the carrier’s charge as it is. Import a table of a product to have it recomputed.',
        }}
      />
      {opened === null ? null : <TableDialog id={opened} onClose={() => setOpened(null)} />}
    </>
  )
}

const columnsOf = (open: (table: Table) => void): readonly Column<Table>[] => [
  openColumn('productName', 'Product', open, ({ productName }) => productName, { sortable: true }),
  nameColumn('carrierName', 'Carrier', { sortable: true }),
  dateColumn('effectiveOn', 'Effective', { sortable: true }),
  wordColumn('per', 'Rates for', PER_WORDS),
  countColumn('rates', 'Rates'),
  { key: 'ages', header: 'Ages', exportAs: ['fromAge', 'toAge'], cell: ({ fromAge, toAge }) => `${fromAge} to ${toAge}` },
  textColumn('source', 'Source'),
  textColumn('enteredBy', 'Entered by', { startsHidden: true }),
  dayColumn('enteredAt', 'Entered', { sortable: true }),
  dayColumn('supersededAt', 'Superseded', { startsHidden: true }),
  textColumn('reason', 'Why corrected', { startsHidden: true }),
]

function TableDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const query = useEndpoint(getChargeTable, { id })
  const { data } = query
  return (
    <Modal
      title={data ? `${data.productName}, from ${formatDate(plainDate(data.effectiveOn))}` : 'Cost-of-insurance table'}
      width={760}
      onClose={onClose}
    >
      <Loaded query={query}>{(table) => <Rates table={table} />}</Loaded>
    </Modal>
  )
}

/** Ages down, one column for each sex and smoker class that the table tells apart. */
function Rates({ table }: { table: Detail }) {
  const classes = [...new Map(table.lines.map(({ sex, smokerClass }) => [`${sex} ${smokerClass}`, { sex, smokerClass }]))]
  const byAge = [...Map.groupBy(table.lines, ({ attainedAge }) => attainedAge)].toSorted(([one], [other]) => one - other)
  const columns: Column<(typeof byAge)[number]>[] = [
    { key: 'age', header: 'Attained age', cell: ([age]) => age },
    ...classes.map(([key, { sex, smokerClass }]) => ({
      key,
      header: `${SEX_NAMES[sex]}, ${CLASS_NAMES[smokerClass].toLowerCase()}`,
      numeric: true as const,
      cell: ([, rates]: (typeof byAge)[number]) =>
        chargeOf(rates.find((rate) => rate.sex === sex && rate.smokerClass === smokerClass)?.rate ?? null),
    })),
  ]
  return (
    <div className={css.form}>
      <p>
        {`Dollars per $1,000 of net amount at risk ${table.per === 'YEAR' ? 'a year' : 'a month'}. ${table.source}; entered ${table.enteredBy ? `by ${table.enteredBy}, ` : ''}${formatMoment(table.enteredAt)}.`}
      </p>
      {table.reason ? <p>{`Corrects the table before it: ${table.reason}.`}</p> : null}
      {table.supersededAt ? (
        <p>{`Superseded ${formatMoment(table.supersededAt)}${table.supersededBy ? ` by ${table.supersededBy}` : ''}.`}</p>
      ) : null}
      <div className={css.lines} role="region" aria-label="Rates by age" tabIndex={0}>
        <DataTable plain label="Rates" rows={byAge} idOf={([age]) => age} columns={columns} />
      </div>
    </div>
  )
}
