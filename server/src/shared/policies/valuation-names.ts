/** The columns of a valuation as a statement names them. */
import { type RawBuilder, sql } from 'kysely'
import { VALUATION_COLUMNS } from './valuation-columns.ts'

/** The columns of a row that is called so, in the order of `VALUATION_COLUMNS`. */
export const valuationColumns = (alias: string): RawBuilder<unknown> =>
  sql.raw(VALUATION_COLUMNS.map(({ name }) => `${alias}.${name}`).join(', '))
export const VALUATION_NAMES: RawBuilder<unknown> = sql.raw(VALUATION_COLUMNS.map(({ name }) => name).join(', '))
