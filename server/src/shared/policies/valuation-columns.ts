/** Amounts and rates that a valuation keeps of a carrier's row, each under one name in `carrier_file_row` and in `policy_valuation`. */
import { FEED_FIELD_NAMES, type FeedField } from '@corridor/domain/data-feeds/columns.ts'
import { type FeedValues, isMoneyField, isRateField, type MoneyField, NO_VALUES, type RateField } from '@corridor/domain/data-feeds/row.ts'
import type { Cents } from '@corridor/domain/primitives/money.ts'
import { type RawBuilder, sql } from 'kysely'

type KeptAmount = Exclude<MoneyField, 'institutionShare'>
export type ValuationField = KeptAmount | RateField
/** The institution's share is the rest of the death benefit: it is compared with the file and not kept. */
const isKept = (field: FeedField): field is ValuationField => (isMoneyField(field) && field !== 'institutionShare') || isRateField(field)

/** A valuation as it is read back: amounts in cents, rates as fractions. */
export type ValuationRow = { [Field in KeptAmount as `${Field}Cents`]: Cents | null } & Record<RateField, number | null>

const nameOf = (field: ValuationField): string => {
  const name = field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  return isMoneyField(field) ? `${name}_cents` : name
}
export const VALUATION_COLUMNS: readonly { field: ValuationField; name: string; type: 'bigint' | 'float8' }[] = FEED_FIELD_NAMES.filter(
  isKept,
).map((field) => ({ field, name: nameOf(field), type: isMoneyField(field) ? 'bigint' : 'float8' }))

/** The columns of a row that is called so, in the order of `VALUATION_COLUMNS`. */
export const valuationColumns = (alias: string): RawBuilder<unknown> =>
  sql.raw(VALUATION_COLUMNS.map(({ name }) => `${alias}.${name}`).join(', '))
export const VALUATION_NAMES: RawBuilder<unknown> = sql.raw(VALUATION_COLUMNS.map(({ name }) => name).join(', '))

/** The amounts and rates as a row of a feed names them; nothing else of it. */
export function valuesOf(row: ValuationRow): FeedValues {
  const values = { ...NO_VALUES }
  for (const { field } of VALUATION_COLUMNS) {
    if (isRateField(field)) values[field] = row[field]
    else values[field] = row[`${field}Cents` as const]
  }
  return values
}
