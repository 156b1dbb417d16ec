/** Every product with what the audits have of it: its declared rate, its cost-of-insurance table, and whether a month is recomputed. */
import { paths } from '../../paths.ts'
import { Link } from '../../ui/fields/Link.tsx'
import { Panel } from '../../ui/layout/Panel.tsx'
import { countColumn, dateColumn, nameColumn, percentColumn } from '../../ui/list/columns.tsx'
import { DataTable } from '../../ui/list/DataTable.tsx'
import type { Column } from '../../ui/list/data-table-types.ts'
import { EmptyState } from '../../ui/states/EmptyState.tsx'
import type { RatedProduct } from './rate-words.ts'

/** Why M4 recomputes a product's months, or not. */
export function recomputationOf({ grossRate, chargesSince, followsMarket }: RatedProduct): string {
  if (followsMarket) return 'No: the value follows the market'
  if (grossRate === null) return chargesSince === null ? 'No: neither rate nor COI table' : 'No: no declared rate'
  return chargesSince === null ? 'No: no COI table' : 'Yes'
}

const COLUMNS: readonly Column<RatedProduct>[] = [
  {
    key: 'productName',
    header: 'Product',
    cell: ({ id, productName }) => <Link to={paths.rateTable(id)}>{productName}</Link>,
  },
  nameColumn('carrierName', 'Carrier'),
  countColumn('policies', 'Policies'),
  percentColumn('grossRate', 'Declared today'),
  dateColumn('rateSince', 'Since'),
  percentColumn('guaranteedMinimumRate', 'Guaranteed'),
  dateColumn('chargesSince', 'COI table from'),
  { key: 'recomputed', header: 'Month recomputed', cell: recomputationOf },
]

export const ProductsTab = ({ products }: { products: readonly RatedProduct[] }) => (
  <Panel title="Products" note="Policies in force on this site. How a product credits interest is kept with its carrier." flush>
    <DataTable
      plain
      label="Products"
      rows={products}
      idOf={({ id }) => id}
      columns={COLUMNS}
      empty={<EmptyState title="No products yet" why="Products are entered with their carriers, or come with a carrier’s file." />}
    />
  </Panel>
)
