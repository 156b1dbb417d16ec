/** Months and carriers that a carrier's file `f` speaks of. */
import { sql } from 'kysely'

/** The rows of a file, whatever was stated at its upload; a file that is not read yet has the upload's statement. */
const saidBy = (rows: string, given: string) =>
  sql`(case when jsonb_array_length(coalesce(f.summary -> ${rows}, '[]')) > 0 then f.summary -> ${rows}
    when ${sql.ref(`f.${given}`)} is null then '[]' else jsonb_build_array(${sql.ref(`f.${given}`)}) end)`
export const [monthsOf, carriersOf] = [saidBy('periods', 'period'), saidBy('carriers', 'carrier_code')]
