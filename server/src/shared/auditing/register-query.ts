/** The register of one carrier at one month end, read as text in the order of REGISTER_FIELDS: for the check of a file, and for the audit of a posted month. */
import { ADDING_FLOWS, REMOVING_FLOWS } from '@corridor/domain/calculations/yields.ts'
import { addMonthEnds, type PlainDate } from '@corridor/domain/primitives/period.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'
import type { Scope } from '../../platform/http/scope.ts'
import { FIELD, RECORD } from './register-month.ts'

/**
 * Every policy of the carrier on the site, with what was posted at the two month ends before and the flows of both months. One value of text:
 * a hundred thousand policies cross to the worker without being made into objects on the way.
 * @param receivedAt of the file: policies accepted from it are new to the book and owe no earlier value
 * @param institutionIds only these; all of the site when left out
 */
export async function readRegisterMonth(
  trx: Trx,
  scope: Scope,
  carrierCode: string,
  period: PlainDate,
  receivedAt: string,
  institutionIds?: readonly number[],
): Promise<string> {
  // Said of each table, so that none is read for institutions that nobody asked for.
  const among = (column: string) => (institutionIds ? sql`and ${sql.ref(column)} = any(${[...institutionIds]}::int[])` : sql``)
  const [prior, before] = [addMonthEnds(period, -1), addMonthEnds(period, -2)]
  const now = sql`transaction_date > ${prior}`
  const [into, out] = [flowTypes(ADDING_FLOWS), flowTypes(REMOVING_FLOWS)]
  const sum = (which: RawBuilder<unknown>) => sql`sum(amount_cents) filter (where ${which})`
  // Some institutions are found by their indexes; only a whole carrier's book is worth helpers.
  if (!institutionIds) await readWithHelpers(trx, true)
  const { rows } = await sql<{ book: string | null }>`
    with flow as materialized (
      select policy_id, bool_or(type = 'EXCHANGE_IN' and ${now}) as exchanged_in,
        concat_ws('|', ${sql.join(
          [
            ...FED_FLOWS.map((type) => sql`coalesce(${sum(sql`type = ${type} and ${now}`)}, 0)`),
            ...FED_FLOWS.map((type) => sql`coalesce(${sum(sql`type = ${type} and file_id is null and ${now}`)}::text, '')`),
            sql`coalesce(${sum(sql`type = 'EXCHANGE_IN' and ${now}`)}, 0)`,
            sql`coalesce(${sum(sql`type = any(${out}) and type <> all(${flowTypes(FED_FLOWS)}) and ${now}`)}, 0)`,
            sql`coalesce(${sum(sql`type = any(${into}) and not (${now})`)}, 0)`,
            sql`coalesce(${sum(sql`type = any(${out}) and not (${now})`)}, 0)`,
            sql`bool_or(type = 'FACE_CHANGE' and ${now})`,
          ],
          sql`, `,
        )}) as parts
      from policy_transaction
      where site_id = ${scope.siteId} and transaction_date > ${before} and transaction_date <= ${period} ${among('institution_id')}
      group by policy_id)
    select count(v.policy_id) || ${FIELD} || coalesce(avg(v.cash_surrender_value_cents), 0)::bigint || ${FIELD} || coalesce(avg(v.death_benefit_cents), 0)::bigint || ${RECORD} || string_agg(concat(
        p.match_key, f, p.institution_id, f, case when v.policy_id is null then '0' else '1' end, f, p.id, f, p.policy_number, f, p.policy_status, f, p.issue_date, f, p.face_amount_cents, f,
        product.product_name, f, insured.date_of_birth, f, insured.gender, f, product.account_type <> 'SEPARATE' or product.stable_value_wrap, f, insured.annual_compensation_cents, f,
        insured.employment_status in ('TERMINATED'), f,
        case when a.id is null then '' else concat_ws('|', a.benefit_formula, coalesce(a.amount_cents::text, ''), coalesce(a.fraction::text, ''), coalesce(a.cap_cents::text, ''),
          a.survives_termination, a.effective_date, coalesce(a.termination_date::text, '')) end, f,
        v.cash_surrender_value_cents, f, v.death_benefit_cents, f, v.account_value_end_cents, f, v.surrender_charge_cents, f, v.gross_crediting_rate, f,
        b.cash_surrender_value_cents, f, b.surrender_charge_cents, f,
        flow.parts, f, coalesce(flow.exchanged_in, false) or p.created_at > ${receivedAt}::timestamptz, f, p.mec, f, p.death_benefit_option, f, p.cost_basis_cents, f,
        insured.date_of_death, f, d.cash_surrender_value_cents, f, d.death_benefit_cents
      ), ${RECORD}) as book
    from policy p
    cross join (select ${FIELD}::text as f) as separator
    join product on product.id = p.product_id
    join insured on insured.institution_id = p.institution_id and insured.id = p.insured_id ${among('insured.institution_id')}
    left join split_dollar_agreement a on a.institution_id = p.institution_id and a.id = p.split_dollar_agreement_id ${among('a.institution_id')}
    left join policy_valuation v on v.institution_id = p.institution_id and v.policy_id = p.id and v.as_of_date = ${prior} and v.status = 'POSTED' ${among('v.institution_id')}
    left join policy_valuation b on b.institution_id = p.institution_id and b.policy_id = p.id and b.as_of_date = ${before} and b.status = 'POSTED' ${among('b.institution_id')}
    left join policy_valuation d on insured.date_of_death <= ${period} and d.institution_id = p.institution_id and d.policy_id = p.id
      and d.as_of_date = (date_trunc('month', insured.date_of_death + 1) - interval '1 day')::date and d.status = 'POSTED' ${among('d.institution_id')}
    left join flow on flow.policy_id = p.id
    where p.carrier_code = ${carrierCode} and p.site_id = ${scope.siteId} ${among('p.institution_id')}`.execute(trx)
  if (!institutionIds) await readWithHelpers(trx, false)
  const book = rows[0]?.book ?? ''
  if (book === '') return ''
  const since = book.startsWith(`0${FIELD}`) ? await postedSince(trx, scope, carrierCode, period) : ''
  return [since, institutionIds ? '' : await postedAt(trx, scope, carrierCode, period), book].join(RECORD)
}

/** Policies of the carrier with a value posted for the month, by id, after commas. */
async function postedAt(trx: Trx, scope: Scope, carrierCode: string, period: PlainDate): Promise<string> {
  const { rows } = await sql<{ ids: string | null }>`
    select string_agg(p.id::text, ',') as ids
    from policy_valuation v join policy p on p.institution_id = v.institution_id and p.id = v.policy_id
    where v.site_id = ${scope.siteId} and v.status = 'POSTED' and v.as_of_date = ${period} and p.carrier_code = ${carrierCode}`.execute(trx)
  return rows[0]?.ids ?? ''
}

/**
 * PostgreSQL thinks tables of this size too small for parallel workers, but the thread that checks the file waits for just this read:
 * with them it takes 0.7 of the time on two idle cores. For the rest of the transaction its own judgment holds.
 */
async function readWithHelpers(trx: Trx, wanted: boolean): Promise<void> {
  for (const setting of ['parallel_setup_cost', 'min_parallel_table_scan_size'])
    await sql.raw(`set local ${setting} to ${wanted ? '0' : 'default'}`).execute(trx)
}

/** The last month that is posted for the carrier after one for which nothing is; empty when there is none. */
async function postedSince(trx: Trx, scope: Scope, carrierCode: string, period: PlainDate): Promise<string> {
  const { rows } = await sql<{ last: PlainDate | null; isPosted: boolean }>`
    select max(v.as_of_date) as last, coalesce(bool_or(v.as_of_date = ${period}), false) as is_posted
    from policy_valuation v join policy p on p.institution_id = v.institution_id and p.id = v.policy_id
    where v.site_id = ${scope.siteId} and v.status = 'POSTED' and v.as_of_date >= ${period} and p.carrier_code = ${carrierCode}`.execute(
    trx,
  )
  const { last = null, isPosted = false } = rows[0] ?? {}
  return isPosted || last === null ? '' : last
}
/** Flows that a carrier's file reports itself, in the order of `flowsFrom`. */
const FED_FLOWS = ['PREMIUM', 'PREMIUM_REFUND', 'WITHDRAWAL'] as const
const flowTypes = (types: readonly string[]) => sql`${[...types]}::text[]`
