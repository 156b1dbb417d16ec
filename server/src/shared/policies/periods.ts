/** Which month is current: the book says so, the clock does not. */
import { addMonthEnds, monthOf, type PlainDate } from '@corridor/domain/primitives/period.ts'
import { REPORT_FAMILIES, type ReportFamilyRow, type ReportTypeName } from '@corridor/domain/reports/families.ts'
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/http/scope.ts'
import { heldAt } from './in-force-policies.ts'

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

const MONTHS_LOOKED_BACK = 12

/** The latest such period, from `latest` back, at which every policy in force of an active institution has a posted value; null where none of a year has. */
export async function latestCompletePeriod(
  trx: Trx,
  scope: Scope,
  rhythm: ReportFamilyRow['rhythm'],
  latest: PlainDate,
): Promise<PlainDate | null> {
  const months = rhythm === 'monthly' ? 1 : 12
  for (let back = 0; back <= MONTHS_LOOKED_BACK; back += months) {
    const period = addMonthEnds(latest, -back)
    if (await isComplete(trx, scope, period)) return period
  }
  return null
}

async function isComplete(trx: Trx, scope: Scope, period: PlainDate): Promise<boolean> {
  const { rows } = await sql<{ isComplete: boolean | null }>`
    select bool_and(exists (select from policy_valuation v where v.site_id = p.site_id and v.institution_id = p.institution_id and v.policy_id = p.id
      and v.as_of_date = ${period} and v.status = 'POSTED')) as is_complete
    from policy p join institution i on i.id = p.institution_id and i.status = 'ACTIVE'
    where p.site_id = ${scope.siteId} and ${heldAt(period)}`.execute(trx)
  return rows[0]?.isComplete === true
}
