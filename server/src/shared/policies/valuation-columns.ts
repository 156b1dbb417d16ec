/** Amounts and rates that a valuation keeps of a carrier's row, each under one name in `carrier_file_row` and in `policy_valuation`. Without the query builder: the thread of a check loads it. */
import { KEPT_FIELDS, type KeptField, type KeptValues } from '@corridor/domain/data-feeds/kept-values.ts'
import { type FeedValues, isMoneyField, isRateField, NO_VALUES } from '@corridor/domain/data-feeds/row.ts'

const nameOf = (field: KeptField): string => {
  const name = field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
  return isMoneyField(field) ? `${name}_cents` : name
}
export const VALUATION_COLUMNS: readonly { field: KeptField; name: string; type: 'bigint' | 'float8' }[] = KEPT_FIELDS.map((field) => ({
  field,
  name: nameOf(field),
  type: isMoneyField(field) ? 'bigint' : 'float8',
}))

/** The amounts and rates as a row of a feed names them; nothing else of it. */
export function valuesOf(row: KeptValues): FeedValues {
  const values = { ...NO_VALUES }
  for (const { field } of VALUATION_COLUMNS) {
    if (isRateField(field)) values[field] = row[field]
    else values[field] = row[`${field}Cents` as const]
  }
  return values
}
