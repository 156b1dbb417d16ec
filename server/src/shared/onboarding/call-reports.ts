/** Banks by their FDIC certificate: what the public Call Reports that were loaded say of a new institution fills what its row leaves out. */
import { sql } from 'kysely'
import type { Trx } from '../../platform/database/database.ts'

/** Name, city and state, of the latest reporting date. */
export async function fillInstitutions(trx: Trx): Promise<void> {
  await sql`update staged_institutions s set name = coalesce(s.name, b.name), city = coalesce(s.city, b.city), state_code = coalesce(s.state_code, b.state_code),
      total_assets_cents = coalesce(s.total_assets_cents, b.total_assets_cents), rssd_id = coalesce(s.rssd_id, b.id_rssd::text)
    from (select distinct on (fdic_cert) * from call_report_bank where fdic_cert is not null order by fdic_cert, report_date desc) b
    where s.fdic_cert = b.fdic_cert::text and (s.is_new or s.name is null)`.execute(trx)
  await sql`update staged_institutions set legal_name = coalesce(legal_name, name) where is_new`.execute(trx)
}

/** Tier 1 capital, where the Capital sheet says nothing of a new institution. */
export async function fillCapital(trx: Trx): Promise<void> {
  await sql`insert into staged_capital (n, origin, line, source_text, is_whole, institution_name, as_of_date, tier1_capital_cents, total_risk_based_capital_cents, total_assets_cents, source)
    select (select coalesce(max(n), -1) from staged_capital) + row_number() over (order by s.n), s.origin, s.line, s.source_text, true, s.institution_number, b.report_date, b.tier1_cents, b.total_capital_cents, b.total_assets_cents, 'CALL_REPORT'
    from staged_institutions s
    join (select distinct on (fdic_cert) * from call_report_bank where fdic_cert is not null and tier1_cents > 0 order by fdic_cert, report_date desc) b on s.fdic_cert = b.fdic_cert::text
    where s.is_new and not exists (select from staged_capital c where lower(btrim(c.institution_name)) in (lower(s.institution_number), 'fdic ' || s.fdic_cert))`.execute(
    trx,
  )
}
