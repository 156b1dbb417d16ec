/** The name by which lists file a client report. */
import { REPORT_TYPE_NAMES, reportTitle } from '@corridor/domain/reports/families.ts'
import { type RawBuilder, sql } from 'kysely'

const QUARTERLY = sql.join(
  REPORT_TYPE_NAMES.map((name) => sql`when ${sql.lit(name)} then ${sql.lit(reportTitle(name, true))}`),
  sql` `,
)

/** Its type's, which may say monthly; a quarterly report goes by its own. @param type alias of report_type @param report alias of the report it was released from, if any */
export const typeNameOf = (type: string, report: string): RawBuilder<string> =>
  sql`case when ${sql.ref(`${report}.isQuarterly`)} then case ${sql.ref(`${report}.reportType`)} ${QUARTERLY} end else ${sql.ref(`${type}.name`)} end`
