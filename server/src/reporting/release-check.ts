/** The release check: a month is closed for an institution when every carrier's feed is in and nothing in it is open. */
import type { PlainDate } from '@corridor/domain/primitives/period.ts'
import { sql } from 'kysely'
import type { Trx } from '../platform/database/database.ts'
import type { Scope } from '../platform/http/scope.ts'
import { heldAt } from '../shared/policies/in-force-policies.ts'

export interface InstitutionMonth {
  institutionId: number
  period: PlainDate
}
export const monthKey = ({ institutionId, period }: InstitutionMonth): string => `${institutionId} ${period}`

/** Reasons that keep each of the months open, as one sentence; months that are closed are left out. */
export async function closeGates(trx: Trx, scope: Scope, months: readonly InstitutionMonth[]): Promise<Map<string, string>> {
  const reasons = new Map<string, string[]>()
  const add = (month: InstitutionMonth, reason: string) => reasons.set(monthKey(month), [...(reasons.get(monthKey(month)) ?? []), reason])
  for (const [period, those] of Map.groupBy(months, (month) => month.period)) {
    const ids = [...new Set(those.map(({ institutionId }) => institutionId))]
    for (const { institutionId, carrier, policies, valued } of await selectMissingFeeds(trx, scope, ids, period))
      add(
        { institutionId, period },
        valued === 0 ? `${carrier}’s feed is missing` : `${carrier}’s file lacks ${policies - valued} of ${policies} policies`,
      )
    for (const { institutionId, errors, exceptions } of await selectOpenErrors(trx, scope, ids, period)) {
      if (errors > 0) add({ institutionId, period }, `${errors} open ${errors === 1 ? 'error' : 'errors'} in carrier files`)
      if (exceptions > 0) add({ institutionId, period }, `${exceptions} open ${exceptions === 1 ? 'exception' : 'exceptions'}`)
    }
  }
  return new Map([...reasons].map(([key, list]) => [key, `${list.join('; ')}.`]))
}

const selectMissingFeeds = async (trx: Trx, scope: Scope, institutionIds: number[], period: PlainDate) =>
  (
    await sql<{ institutionId: number; carrier: string; policies: number; valued: number }>`
      select p.institution_id, c.short_name as carrier, count(*)::int as policies, count(v.policy_id)::int as valued
      from policy p
      join carrier c on c.code = p.carrier_code
      left join policy_valuation v on v.site_id = p.site_id and v.institution_id = p.institution_id and v.policy_id = p.id and v.as_of_date = ${period} and v.status = 'POSTED'
      where p.site_id = ${scope.siteId} and p.institution_id = any(${institutionIds}::int[]) and ${heldAt(period)}
      group by p.institution_id, c.short_name having count(v.policy_id) < count(*)
      order by p.institution_id, c.short_name`.execute(trx)
  ).rows

const selectOpenErrors = async (trx: Trx, scope: Scope, institutionIds: number[], period: PlainDate) =>
  (
    await sql<{ institutionId: number; errors: number; exceptions: number }>`
      select institution_id, sum(errors)::int as errors, sum(exceptions)::int as exceptions from (
        select f.institution_id, count(*) as errors, 0 as exceptions
        from carrier_file c
        join carrier_file_finding f on f.file_id = c.id and f.status = 'OPEN' and f.severity = 'error'
        left join carrier_file_row r on r.file_id = f.file_id and r.line_number = f.line_number
        where c.site_id = ${scope.siteId} and c.status in ('RECEIVED', 'PARSED', 'VALIDATED') 
          and coalesce(r.period, f.period, c.period) = ${period}
          and f.institution_id = any(${institutionIds}::int[])
        group by f.institution_id
        union all
        select x.institution_id, 0, count(*) from audit_exception x
        where x.site_id = ${scope.siteId} and x.period = ${period} and x.status = 'OPEN' and x.severity = 'error' and x.institution_id = any(${institutionIds}::int[])
        group by x.institution_id) found
      group by institution_id`.execute(trx)
  ).rows
