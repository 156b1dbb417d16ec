/** Words of the rate table, the calls whose answers a change of it outdates, and the files that an import begins from. */
import { productRates } from '@corridor/contract/carrier-terms.ts'
import { listProducts } from '@corridor/contract/carriers.ts'
import type { Endpoint, ReplyOf } from '@corridor/contract/kernel/endpoint.ts'
import {
  getChargeTable,
  type HOLDS,
  listChargeTables,
  listDeclaredRates,
  listRateChanges,
  listRatedProducts,
} from '@corridor/contract/rate-table.ts'
import { HOLD_WORDS } from '@corridor/contract/words.ts'
import { formatDecimal, MISSING } from '@corridor/domain/primitives/money.ts'
import type { ListFilter } from '../../ui/list/use-list.ts'
import type { StatusTable } from '../../ui/states/StatusBadge.tsx'

export type DeclaredRate = ReplyOf<typeof listDeclaredRates>['records'][number]
export type RatedProduct = ReplyOf<typeof listRatedProducts>['records'][number]

export const CHANGED: readonly Endpoint[] = [
  listDeclaredRates,
  listRatedProducts,
  listChargeTables,
  getChargeTable,
  listRateChanges,
  listProducts,
  productRates.endpoints.list,
]

export const HOLD_BADGES: StatusTable<(typeof HOLDS)[number]> = {
  NOW: { label: HOLD_WORDS.NOW, tone: 'good' },
  LATER: { label: HOLD_WORDS.LATER, tone: 'note', sign: 'planned' },
  EARLIER: { label: HOLD_WORDS.EARLIER, tone: 'quiet', sign: 'over' },
}
export const CHANGE_BADGES: StatusTable<'NEW' | 'CHANGED' | 'SAME'> = {
  NEW: { label: 'New', tone: 'good', sign: 'added' },
  CHANGED: { label: 'Correction', tone: 'warn', sign: 'changed' },
  SAME: { label: 'Unchanged', tone: 'quiet', sign: 'same' },
}

/** "+25.00", "-5.00": how far a rate moved, in basis points. */
export const stepOf = (basisPoints: number | null): string =>
  basisPoints === null ? MISSING : `${basisPoints > 0 ? '+' : ''}${formatDecimal(basisPoints)}`
/** A rate per $1,000, to the digits that tables print. */
export const chargeOf = (rate: number | null): string => (rate === null ? MISSING : rate.toFixed(4).replace(/(\.\d\d)0+$/, '$1'))

/** Filters of every list of the page. */
export const narrowing = (products: readonly RatedProduct[]): ListFilter[] => [
  {
    key: 'carrierCode',
    label: 'Carrier',
    searched: true,
    options: [...new Map(products.map(({ carrierCode, carrierName }) => [carrierCode, carrierName]))].map(([value, label]) => ({
      value,
      label,
    })),
  },
  { key: 'productId', label: 'Product', searched: true, options: productOptions(products) },
]
export const productOptions = (products: readonly RatedProduct[]) =>
  products.map(({ id, productName, carrierName }) => ({ value: String(id), label: `${productName}, ${carrierName}` }))

/** A file to begin from: what an import reads, with a line or two in it. */
export const RATES_TEMPLATE = 'Carrier,Product,Effective date,Gross rate (%),Source\r\n'
export const CHARGES_TEMPLATE = 'Sex,Smoker class,Attained age,Rate per 1000\r\nM,Nonsmoker,45,\r\nF,Nonsmoker,45,\r\n'
