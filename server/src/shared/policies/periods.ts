/** Which month is current: the book says so, the clock does not. */
import { addMonthEnds, monthOf, type PlainDate } from '@corridor/domain/primitives/period.ts'
import { REPORT_FAMILIES, type ReportTypeName } from '@corridor/domain/reports/families.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/http/scope.ts'

/** The last month any value was posted for on the site; of one institution when named. Null in an empty book. */
export async function currentPeriod(trx: Trx, scope: Scope, institutionId?: number): Promise<PlainDate | null> {
  const { rows } = await sql<{ period: PlainDate }>`
    select as_of_date as period from policy_valuation
    where site_id = ${scope.siteId} and status = 'POSTED' ${institutionId === undefined ? sql`` : sql`and institution_id = ${institutionId}`}
    order by as_of_date desc limit 1`.execute(trx)
  return rows[0]?.period ?? null
}

/** The period that people mean when they name none: of an annual family the last calendar year's end that the book has reached. */
export async function latestPeriod(trx: Trx, scope: Scope, reportType: ReportTypeName): Promise<PlainDate | null> {
  const current = await currentPeriod(trx, scope)
  if (current === null || REPORT_FAMILIES[reportType].rhythm === 'monthly') return current
  return addMonthEnds(current, -(monthOf(current) % 12))
}
