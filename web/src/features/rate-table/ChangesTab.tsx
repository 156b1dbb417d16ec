/** Changes of the rate table: who made each, when and why. */

import type { ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import { listRateChanges } from '@corridor/contract/rate-table.ts'
import { CHANGE_WORDS, CHANGED_RECORD_WORDS } from '@corridor/contract/words.ts'
import { MISSING } from '@corridor/domain/primitives/money.ts'
import { dateColumn, momentColumn, nameColumn, percentColumn, textColumn, wordColumn } from '../../ui/list/columns.tsx'
import type { Column } from '../../ui/list/data-table-types.ts'
import { ListPanel } from '../../ui/list/ListPage.tsx'
import { useList } from '../../ui/list/use-list.ts'
import { narrowing, type RatedProduct } from './rate-words.ts'

type Change = ReplyOf<typeof listRateChanges>['records'][number]

export function ChangesTab({ products }: { products: readonly RatedProduct[] }) {
  const list = useList({
    endpoint: listRateChanges,
    label: 'Changes of the rate table',
    noun: 'change',
    columns: COLUMNS,
    // Rates and tables are numbered each by themselves.
    idOf: ({ id, what }) => (what === 'RATE' ? id : -id),
    defaultSort: 'at',
    desc: true,
    filters: narrowing(products),
  })
  return (
    <ListPanel
      list={list}
      title="Changes"
      note="Nothing is deleted: what a rate or table said before is kept with who changed it and why."
      empty={{ title: 'No changes', why: 'Rates and tables that are entered or corrected are listed here.' }}
    />
  )
}

const COLUMNS: readonly Column<Change>[] = [
  momentColumn('at', 'When', { sortable: true }),
  { key: 'by', header: 'Who', oneLine: true, cell: ({ by }) => by ?? 'Corridor' },
  wordColumn('what', 'What', CHANGED_RECORD_WORDS),
  wordColumn('action', 'Change', CHANGE_WORDS),
  { key: 'productName', header: 'Product', sortable: true, cell: ({ productName }) => productName ?? MISSING },
  nameColumn('carrierName', 'Carrier', { sortable: true }),
  dateColumn('effectiveOn', 'Effective'),
  percentColumn('before', 'Before'),
  percentColumn('after', 'After'),
  textColumn('reason', 'Why'),
]
