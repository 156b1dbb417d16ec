/** Declared rates as a list, and the chosen product's as a chart over time. */
import { productRates } from '@corridor/contract/carrier-terms.ts'
import { listDeclaredRates } from '@corridor/contract/rate-table.ts'
import { useState } from 'react'
import { useCan } from '../../kernel/session.ts'
import {
  countColumn,
  dateColumn,
  dayColumn,
  nameColumn,
  openColumn,
  percentColumn,
  statusColumn,
  textColumn,
} from '../../ui/list/columns.tsx'
import type { Column } from '../../ui/list/data-table-types.ts'
import { ListPanel } from '../../ui/list/ListPage.tsx'
import { useList } from '../../ui/list/use-list.ts'
import { RateChart } from './RateChart.tsx'
import { RateDialog } from './RateDialog.tsx'
import css from './rate-table.module.css'
import { type DeclaredRate, HOLD_BADGES, narrowing, type RatedProduct, stepOf } from './rate-words.ts'

export function RatesTab({ products }: { products: readonly RatedProduct[] }) {
  const mayCorrect = useCan(productRates.endpoints.correct.access)
  const [correcting, setCorrecting] = useState<DeclaredRate | null>(null)
  const list = useList({
    endpoint: listDeclaredRates,
    label: 'Declared rates',
    noun: 'rate',
    columns: columnsOf(mayCorrect ? setCorrecting : undefined),
    idOf: ({ id }) => id,
    nameOf: ({ productName, effectiveOn }) => `${productName} from ${effectiveOn}`,
    defaultSort: 'effectiveOn',
    desc: true,
    filters: [
      ...narrowing(products),
      {
        key: 'holds',
        label: 'Status',
        many: true,
        options: (['NOW', 'LATER', 'EARLIER'] as const).map((value) => ({ value, label: HOLD_BADGES[value].label })),
      },
      { key: 'since', label: 'Since', options: [], day: true },
    ],
  })
  const [chosen] = list.filters.productId ?? []
  const carrier = list.filters.carrierCode?.[0]
  const rated = products.filter(({ grossRate }) => grossRate !== null)
  const shown =
    products.find(({ id }) => String(id) === chosen) ??
    rated
      .filter(({ carrierCode }) => carrier === undefined || carrierCode === carrier)
      .toSorted((one, other) => other.policies - one.policies)[0]
  return (
    <div className={css.stack}>
      {shown ? <RateChart product={shown} isChosen={chosen !== undefined} /> : null}
      <ListPanel
        list={list}
        title="Declared rates"
        note="Gross, as the carriers announce them, each until the next. A correction keeps what the rate said before."
        empty={{
          title: 'No declared rates',
          why: 'Without one, the yield of a product is not compared with its rate. Add one, or import a file.',
        }}
      />
      {correcting ? <RateDialog products={products} rate={correcting} onClose={() => setCorrecting(null)} /> : null}
    </div>
  )
}

const columnsOf = (correct: ((rate: DeclaredRate) => void) | undefined): readonly Column<DeclaredRate>[] => [
  openColumn('productName', 'Product', correct, ({ productName }) => productName, { sortable: true }),
  nameColumn('carrierName', 'Carrier', { sortable: true }),
  dateColumn('effectiveOn', 'Effective', { sortable: true }),
  dateColumn('endsOn', 'Until'),
  percentColumn('grossRate', 'Gross rate', { sortable: true }),
  percentColumn('beforeRate', 'Rate before', { startsHidden: true }),
  { key: 'changeBps', header: 'Change (bps)', numeric: true, sortable: true, cell: ({ changeBps }) => stepOf(changeBps) },
  statusColumn('holds', 'Status', HOLD_BADGES),
  textColumn('source', 'Source'),
  textColumn('enteredBy', 'Entered by', { startsHidden: true }),
  dayColumn('updatedAt', 'Entered', { sortable: true, startsHidden: true }),
  countColumn('corrections', 'Corrections'),
]
