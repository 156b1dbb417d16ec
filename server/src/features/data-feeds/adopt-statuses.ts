/** Status changes that a file proposed and somebody accepted, taken into the book when it is posted. */
import { addMonthEnds, type PlainDate } from '@corridor/domain/period.ts'
import { sql } from 'kysely'
import type { Trx } from '../../kernel/database.ts'
import type { Scope } from '../../kernel/scope.ts'

/** The policy, a dated transaction with the value released, and the insured who died. */
export async function adoptStatuses(trx: Trx, scope: Scope, fileId: number, period: PlainDate): Promise<void> {
  await sql`with adopted as (
      select distinct on (r.institution_id, r.policy_id) r.*, coalesce(r.policy_status, 'IN_FORCE') as new_status, f.resolution, p.policy_status as old_status, p.insured_id,
        (select v.cash_surrender_value_cents from policy_valuation v
          where v.institution_id = r.institution_id and v.policy_id = r.policy_id and v.status = 'POSTED' and v.as_of_date = ${addMonthEnds(period, -1)}) as released
      from carrier_file_row r
      join carrier_file_finding f on f.file_id = r.file_id and f.line_number = r.line_number and f.rule_code = 'V10' and f.status = 'ACCEPTED'
      join policy p on p.institution_id = r.institution_id and p.id = r.policy_id
      where r.file_id = ${fileId} and r.period = ${period} and r.match_status = 'MATCHED'
      order by r.institution_id, r.policy_id, r.period desc),
    changed as (
      update policy p set policy_status = a.new_status, status_date = a.period, status_reason = a.resolution, updated_at = clock_timestamp()
      from adopted a where p.institution_id = a.institution_id and p.id = a.policy_id and p.policy_status <> a.new_status
      returning p.id),
    died as (
      update insured i set employment_status = 'DECEASED', employment_status_date = a.period, death_source = coalesce(i.death_source, 'CARRIER'), updated_at = clock_timestamp()
      from adopted a where a.new_status in ('DEATH_CLAIM_PENDING', 'DEATH_PAID') and i.institution_id = a.institution_id and i.id = a.insured_id and i.employment_status <> 'DECEASED'
      returning i.id)
    insert into policy_transaction (institution_id, site_id, policy_id, transaction_date, type, amount_cents, note, file_id, line_number, created_by)
    select a.institution_id, a.site_id, a.policy_id, a.period,
      case a.new_status when 'DEATH_PAID' then 'DEATH_CLAIM' when 'SURRENDERED' then 'SURRENDER' when 'LAPSED' then 'SURRENDER' when 'EXCHANGED_OUT' then 'EXCHANGE_OUT' else 'STATUS_CHANGE' end,
      case when a.new_status in ('DEATH_PAID', 'SURRENDERED', 'LAPSED', 'EXCHANGED_OUT') then a.released end,
      a.old_status || ' to ' || a.new_status || ': ' || coalesce(a.resolution, ''), a.file_id, a.line_number, ${scope.userId || null}
    from adopted a join changed c on c.id = a.policy_id`.execute(trx)
  // The history, which the policy's row writes by itself, learns the line that said so.
  await sql`update policy_status_history h set source = 'FEED', file_id = t.file_id, line_number = t.line_number, transaction_id = t.id, recorded_by = t.created_by
    from policy_transaction t where t.file_id = ${fileId} and t.transaction_date = ${period} and t.type in ('DEATH_CLAIM', 'SURRENDER', 'EXCHANGE_OUT', 'STATUS_CHANGE')
      and h.institution_id = t.institution_id and h.policy_id = t.policy_id and h.effective_date = ${period} and h.voided_at is null`.execute(
    trx,
  )
}
