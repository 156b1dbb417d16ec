/** The release check: a month is closed for an institution when every carrier's feed is in and nothing in it is open. */
import { gateSentence, unvaluedSentence, withMissingFile } from '@corridor/domain/auditing/close-gate.ts'
import { titleOf } from '@corridor/domain/auditing/compared.ts'
import { counted, firstNamed } from '@corridor/domain/primitives/counted.ts'
import type { Cents } from '@corridor/domain/primitives/money.ts'
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
    const openErrors = new Set(await selectOpenErrors(trx, scope, ids, period))
    for (const { institutionId, carrier, policies, valued, isPosted } of await selectMissingFeeds(trx, scope, ids, period)) {
      if (isPosted) {
        add({ institutionId, period }, unvaluedSentence(policies - valued, carrier, period))
        continue
      }
      const feed = valued === 0 ? `${carrier}’s feed is missing` : `${carrier}’s feed lacks ${policies - valued} of ${policies} policies`
      const found = [...openErrors].find((error) => error.institutionId === institutionId && isOfMissingFile(error, carrier))
      if (found) openErrors.delete(found)
      add({ institutionId, period }, found ? withMissingFile(feed) : feed)
    }
    for (const { institutionId, errors } of await selectFileErrors(trx, scope, ids, period))
      add({ institutionId, period }, `${errors} open ${errors === 1 ? 'error' : 'errors'} in carrier files`)
    for (const [institutionId, exceptions] of Map.groupBy(openErrors, (row) => row.institutionId))
      add({ institutionId, period }, exceptionsInWords(exceptions))
  }
  return new Map([...reasons].map(([key, list]) => [key, gateSentence(list)]))
}

/** A file of several carriers names none of them as its own: its months read as missing values, whoever asks. A key of one bank sees the bank's files alone. */
const selectMissingFeeds = async (trx: Trx, scope: Scope, institutionIds: number[], period: PlainDate) =>
  (
    await sql<{ institutionId: number; carrier: string; policies: number; valued: number; isPosted: boolean }>`
      select p.institution_id, c.short_name as carrier, count(*)::int as policies, count(v.policy_id)::int as valued,
        exists (select from carrier_file f where f.site_id = ${scope.siteId} and f.status = 'POSTED' and f.carrier_code = c.code and (f.periods ? ${period}::text or f.period = ${period})) as is_posted
      from policy p
      join carrier c on c.code = p.carrier_code
      left join policy_valuation v on v.site_id = p.site_id and v.institution_id = p.institution_id and v.policy_id = p.id and v.as_of_date = ${period} and v.status = 'POSTED'
      where p.site_id = ${scope.siteId} and p.institution_id = any(${institutionIds}::int[]) and ${heldAt(period)}
      group by p.institution_id, c.code, c.short_name having count(v.policy_id) < count(*)
      order by p.institution_id, c.short_name`.execute(trx)
  ).rows

/** The audit finds the missing file as an error of its own. */
export const isOfMissingFile = ({ ruleCode, carrier }: Pick<OpenError, 'ruleCode' | 'carrier'>, of: string | null): boolean =>
  ruleCode === 'P6' && carrier === of

/** More policies than a sentence bears are counted. */
const NAMED = 5

export interface OpenError {
  institutionId: number
  ruleCode: string
  policyId: number | null
  policyNumber: string | null
  carrier: string | null
  /** In the unit of the rule. */
  expected: string | null
  actual: string | null
  differenceCents: Cents | null
  figures: Record<string, number | string | null>
  /** The policies that an exception of no one policy names, with what is posted of each in its month; null elsewhere. */
  named: { policyNumber: string; posted: Cents | null }[] | null
}

/**
 * "3 open audit errors: Movement too large (PL-1, PL-2), No file from the carrier"
 * Every exception is named or counted: one of no policy by those that it names, by its carrier, or as the total.
 */
function exceptionsInWords(exceptions: readonly OpenError[]): string {
  const rules = [...Map.groupBy(exceptions, titleOf)].map(([title, of]) => {
    const [first] = of
    const isOfAll = of.length === 1 && first?.policyNumber === null && first.carrier === null
    const named = isOfAll
      ? ''
      : ` (${firstNamed(
          of.flatMap(
            ({ policyNumber, named: some, carrier }) =>
              policyNumber ?? some?.map((one) => one.policyNumber) ?? carrier ?? 'institution total',
          ),
          NAMED,
        )})`
    return `${title}${named}`
  })
  return `${counted(exceptions.length, 'open audit error')}: ${rules.join(', ')}`
}

const selectFileErrors = async (trx: Trx, scope: Scope, institutionIds: number[], period: PlainDate) =>
  (
    await sql<{ institutionId: number; errors: number }>`
      select f.institution_id, count(*)::int as errors
      from carrier_file c
      join carrier_file_finding f on f.file_id = c.id and f.status = 'OPEN' and f.severity = 'error'
      left join carrier_file_row r on r.file_id = f.file_id and r.line_number = f.line_number
      where c.site_id = ${scope.siteId} and c.status in ('RECEIVED', 'PARSED', 'VALIDATED')
        and coalesce(r.period, f.period, c.period) = ${period}
        and f.institution_id = any(${institutionIds}::int[])
      group by f.institution_id`.execute(trx)
  ).rows

/** Exceptions of the audits that keep a month from release: errors that are not settled. */
export const selectOpenErrors = async (trx: Trx, scope: Scope, institutionIds: number[], period: PlainDate) =>
  (
    await sql<OpenError>`
      select x.institution_id, x.rule_code, x.policy_id, p.policy_number, c.short_name as carrier, x.expected, x.actual, x.difference_cents, x.figures, (
        select jsonb_agg(jsonb_build_object('policyNumber', q.policy_number, 'posted', v.cash_surrender_value_cents) order by q.policy_number, q.id)
        from policy q left join policy_valuation v on v.institution_id = q.institution_id and v.policy_id = q.id and v.as_of_date = x.period and v.status = 'POSTED'
        where x.policy_id is null and q.institution_id = x.institution_id and q.site_id = x.site_id and x.figures -> 'policyIds' @> to_jsonb(q.id)) as named
      from audit_exception x
      left join policy p on p.institution_id = x.institution_id and p.id = x.policy_id
      left join carrier c on c.code = coalesce(x.carrier_code, p.carrier_code)
      where x.site_id = ${scope.siteId} and x.period = ${period} and x.status = 'OPEN' and x.severity = 'error' and x.institution_id = any(${institutionIds}::int[])
      order by x.institution_id, x.rule_code, p.policy_number, c.short_name, x.id`.execute(trx)
  ).rows
