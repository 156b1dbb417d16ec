/** Keeping a file's counts and the findings that follow from others in step with every decision, in the transaction of the decision. */
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'

/** Counts on the file's row, so that a list of files never counts their rows. */
export async function recount(trx: Trx, fileId: number): Promise<void> {
  await sql`update carrier_file f set matched = r.matched, unmatched = r.unmatched, new_policies = r.new_policies, rejected = r.rejected, open_errors = g.errors, open_warnings = g.warnings
    from (select count(*) filter (where match_status = 'MATCHED') as matched, count(*) filter (where match_status in ('UNMATCHED', 'DUPLICATE')) as unmatched,
            count(*) filter (where match_status = 'NEW') as new_policies, count(*) filter (where match_status = 'REJECTED') as rejected
          from carrier_file_row where file_id = ${fileId}) r,
         (select count(*) filter (where severity = 'error') as errors, count(*) filter (where severity = 'warning') as warnings
          from carrier_file_finding where file_id = ${fileId} and status = 'OPEN') g
    where f.id = ${fileId}`.execute(trx)
}

export async function touch(trx: Trx, fileId: number): Promise<void> {
  await sql`update carrier_file set updated_at = greatest(clock_timestamp(), updated_at + interval '1 millisecond') where id = ${fileId}`.execute(
    trx,
  )
}

/**
 * Among several lines for one policy and month, the one that is left when the others were rejected counts as matched; otherwise all but the
 * first are duplicates. Starts from the few lines that were found to be duplicates: a fresh file has no statistics to plan a large join by.
 */
export async function settleDuplicates(trx: Trx, fileId: number): Promise<void> {
  const { rows: keys } = await sql<{ carrierCode: string; matchKey: string; period: string }>`
    select distinct r.carrier_code, r.match_key, r.period::text as period from carrier_file_finding f join carrier_file_row r on r.file_id = f.file_id and r.line_number = f.line_number
    where f.file_id = ${fileId} and f.rule_code = 'P5'`.execute(trx)
  if (keys.length === 0) return
  await sql`with duplicated as materialized (
      select d.* from jsonb_to_recordset(${JSON.stringify(keys)}::jsonb) as d ("carrierCode" text, "matchKey" text, period date)),
    candidate as materialized (
      select line_number, carrier_code, match_key, period, policy_id, institution_id from carrier_file_row
      where file_id = ${fileId} and match_key = any(${keys.map(({ matchKey }) => matchKey)}::text[]) and match_status in ('MATCHED', 'NEW', 'DUPLICATE')),
    ranked as materialized (
      select c.line_number, c.policy_id, row_number() over (partition by c.carrier_code, c.match_key, c.period, coalesce(c.policy_id, -c.institution_id, 0) order by c.line_number) as place
      from candidate c join duplicated d on d."matchKey" = c.match_key and d."carrierCode" = c.carrier_code and d.period = c.period),
    changed as (
      update carrier_file_row r set match_status = case when ranked.place > 1 then 'DUPLICATE' when ranked.policy_id is null then 'NEW' else 'MATCHED' end
      from ranked where r.file_id = ${fileId} and r.line_number = ranked.line_number
      returning r.line_number, r.match_status)
    update carrier_file_finding f set status = case when changed.match_status = 'DUPLICATE' then 'OPEN' else 'RESOLVED' end,
      resolution = case when changed.match_status = 'DUPLICATE' then null else 'The other line was excluded.' end
    from changed where f.file_id = ${fileId} and f.line_number = changed.line_number and f.rule_code = 'P5' and f.status <> 'ACCEPTED'`.execute(
    trx,
  )
}

/** Counts that differ (P1, P2) are settled when the lines behind the difference are, and open again when one of them is. */
export async function settleDerived(trx: Trx, fileId: number): Promise<void> {
  await sql`update carrier_file_finding f set
      status = case when behind.open then 'OPEN' else 'RESOLVED' end,
      resolution = case when behind.open then null else 'Every line behind the difference is settled.' end, resolved_at = case when behind.open then null else now() end
    from (select d.id, exists (select from carrier_file_finding o where o.file_id = ${fileId} and o.status = 'OPEN' and o.rule_code in ('V2', 'V10', 'P3', 'P4', 'P5')
              and (o.institution_id = d.institution_id or o.institution_id is null)) as open
          from carrier_file_finding d where d.file_id = ${fileId} and d.rule_code in ('P1', 'P2')) behind
    where f.file_id = ${fileId} and f.id = behind.id and f.status in ('OPEN', 'RESOLVED')`.execute(trx)
}
