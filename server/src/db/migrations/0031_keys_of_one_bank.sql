-- API keys limited to one institution, and keys of a bank's own people.

alter table api_key
  -- Set: the key reaches this institution's rows and no others.
  add institution_id int references institution on delete cascade,
  -- Made by a person of that institution, as whom it acts; otherwise by the firm's staff.
  add of_client boolean not null default false,
  add check (not of_client or institution_id is not null);
create index api_key_institution on api_key (institution_id) where institution_id is not null;
drop policy staff_site on api_key;
call fence('bank staff', 'api_key');
-- A bank's administrators see and end the keys of their own people; keys that the firm's staff limited to the bank are the firm's.
create policy client_own on api_key for select to corridor_client
  using (of_client and institution_id = (select app_institution()) and site_id = (select app_site()));
create policy client_makes on api_key for insert to corridor_client
  with check (of_client and institution_id = (select app_institution()) and site_id = (select app_site()) and owner_id = (select app_user()));
create policy client_changes on api_key for update to corridor_client
  using (of_client and institution_id = (select app_institution()) and site_id = (select app_site()))
  with check (of_client and institution_id = (select app_institution()) and site_id = (select app_site()));
grant select, insert on api_key to corridor_client;
grant update (hint, secret_hash, former_hash, former_until, rotated_at, revoked_at, revoked_by) on api_key to corridor_client;
grant usage, select on sequence api_key_id_seq to corridor_client;

-- ---------------------------------------------------------------- what a staff key of one institution reaches
-- Calls with such a key run as corridor_limited, which holds nothing but what is given here: on each table no more than corridor_staff, and of tables that hold
-- several institutions' rows its own institution's alone. A table that is not named here, a later one too, is refused to it.
--   'one bank'         staff's policies and staff's grants, and the row is of the institution
--   'one bank reads'   the same, for reading alone
--   'site reads'       staff's policies for reading: reference data, and what a site has set for all its institutions
--   'as staff'         staff's policies and grants: rows that are the caller's own, or that only follow from others
create procedure fence_limited(kind text, variadic tables text[]) language plpgsql as $$
declare
  name text;
  given record;
  reads boolean := kind in ('one bank reads', 'site reads');
  own text := case when kind in ('one bank', 'one bank reads') then ' and institution_id = (select app_institution())' else '' end;
begin
  if kind not in ('one bank', 'one bank reads', 'site reads', 'as staff') then raise exception 'there is no fence of the kind %', kind; end if;
  foreach name in array tables loop
    for given in
      select p.polname, p.polcmd, pg_get_expr(p.polqual, p.polrelid) as qual, pg_get_expr(p.polwithcheck, p.polrelid) as written from pg_policy p
      where p.polrelid = name::regclass and 'corridor_staff'::regrole = any (p.polroles) and (not reads or p.polcmd in ('*', 'r'))
    loop
      execute format('create policy %I on %I for %s to corridor_limited', 'limited_' || given.polname, name,
          case when reads then 'select' else case given.polcmd when '*' then 'all' when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update' else 'delete' end end)
        || case when given.qual is null then '' else format(' using ((%s)%s)', given.qual, own) end
        || case when given.written is null or reads then '' else format(' with check ((%s)%s)', given.written, own) end;
    end loop;
    for given in
      select a.privilege_type as privilege, null as field from pg_class c cross join aclexplode(c.relacl) a
        where c.oid = name::regclass and a.grantee = 'corridor_staff'::regrole and a.privilege_type in ('SELECT', 'INSERT', 'UPDATE', 'DELETE')
      union all
      select a.privilege_type, f.attname from pg_attribute f cross join aclexplode(f.attacl) a
        where f.attrelid = name::regclass and a.grantee = 'corridor_staff'::regrole
    loop
      if given.privilege = 'SELECT' or not reads then
        execute format('grant %s %s on %I to corridor_limited', given.privilege, case when given.field is null then '' else format('(%I)', given.field) end, name);
      end if;
    end loop;
  end loop;
end $$;
revoke all on procedure fence_limited from public;

call fence_limited('one bank',
  'activity', 'audit_coverage', 'audit_exception', 'audit_exception_step', 'audit_suppression', 'bank_upload', 'board_book', 'board_book_part', 'client_report',
  'client_report_version', 'consent', 'employee_count', 'file_opening', 'impact_scenario', 'institution_contact', 'institution_financials',
  'institution_ledger_accounts', 'institution_policy_limits', 'institution_tax_profile', 'institution_term_version', 'insured', 'ledger_balance',
  'opening_balance', 'plan', 'plan_liability', 'policy', 'policy_illustration', 'policy_seven_pay', 'policy_status_history', 'policy_transaction',
  'policy_valuation', 'questionnaire', 'questionnaire_answer', 'questionnaire_assignment', 'questionnaire_attachment', 'questionnaire_decision',
  'questionnaire_return', 'register_change', 'release_override', 'report', 'report_batch_entry', 'report_version', 'review_assessment',
  'review_assessment_answer', 'review_assessment_signature', 'review_words', 'search_entry', 'separate_account_fund', 'service_request',
  'service_request_file', 'service_request_message', 'service_request_reading', 'service_team_member', 'site_visit', 'split_dollar_agreement', 'subsidiary');
-- Memberships and places on a site are changed by people alone.
call fence_limited('one bank reads', 'institution_site', 'membership', 'user_institution');
call fence_limited('site reads',
  'activity_head', 'audit_tolerance', 'call_report_bank', 'call_report_import', 'carrier', 'carrier_change', 'carrier_financials', 'carrier_rating',
  'cost_of_insurance_rate', 'cost_of_insurance_table', 'email_template', 'email_template_site', 'period_lock', 'permission_template', 'product', 'product_rate',
  'questionnaire_defaults', 'report_type', 'review_defaults', 'settings', 'site', 'site_ledger_accounts', 'state_configuration',
  'state_configuration_change', 'treasury_yield');
-- Lines of a carrier's file, and what was found about them, that are of the institution; where its booked values came from.
call fence_limited('one bank reads', 'carrier_file_finding', 'carrier_file_row', 'onboarding_record');
call fence_limited('as staff', 'file_text', 'idempotency_key', 'search_due');

create policy limited_own on institution to corridor_limited
  using (id = (select app_institution()) and id in (select s.institution_id from institution_site s where s.site_id = (select app_site())))
  with check (id = (select app_institution()));
grant select, update on institution to corridor_limited;
-- The bank's people and staff, as its own clients know them; rights are read of those.
create policy limited_own on user_account for select to corridor_limited using (role in ('b', 'd') or institution_id = (select app_institution())
  or exists (select from user_institution x where x.user_id = user_account.id and x.institution_id = (select app_institution())));
create policy limited_own on user_site for select to corridor_limited using (exists (select from user_account u where u.id = user_site.user_id));
create policy limited_own on user_permission for select to corridor_limited using (exists (select from user_account u where u.id = user_permission.user_id));
grant select on user_site, user_permission to corridor_limited;
grant select (id, email, first_name, middle_name, last_name, title, bio, phone, extension, display_name, avatar_sha256, role, status, institution_id,
  password_changed_at, mfa_channel, mail_reports, created_at, updated_at, permissions_updated_at, mail_frequency, has_password)
  on user_account to corridor_limited;
-- Its own papers, every vendor's, and those of the carriers it holds policies of.
create policy limited_own on document to corridor_limited
  using (site_id = (select app_site()) and (institution_id = (select app_institution()) or institution_id is null and (carrier_code = 'BCC'
    or carrier_code = any ((select array_agg(distinct p.carrier_code) from policy p where p.institution_id = (select app_institution()) and p.site_id = (select app_site()))::text[]))))
  with check (site_id = (select app_site()) and institution_id = (select app_institution()));
create policy limited_own on document_version for select to corridor_limited
  using (site_id = (select app_site()) and exists (select from document d where d.id = document_version.document_id));
grant select, insert, update, delete on document to corridor_limited;
grant select on document_version to corridor_limited;
-- Batches that hold a report of the institution, and the one that the present transaction begins.
create policy limited_own on report_batch to corridor_limited
  using (site_id = (select app_site())
    and (xmin = (select pg_current_xact_id_if_assigned()::xid) or exists (select from report r where r.batch_id = report_batch.id)))
  with check (site_id = (select app_site()) and created_by = (select app_user()));
grant select, insert on report_batch to corridor_limited;
create policy limited_own on questionnaire_batch for select to corridor_limited
  using (site_id = (select app_site()) and exists (select from questionnaire q where q.batch_id = questionnaire_batch.id));
grant select on questionnaire_batch to corridor_limited;

-- A carrier's file holds policies of many institutions. Of one that holds lines of this institution the key reads how it stands, so that a report can tell the
-- source of its figures; never its totals and samples, which are of everybody.
alter table carrier_file
  add periods jsonb generated always as (summary -> 'periods') stored,
  add skipped_rules jsonb generated always as (jsonb_path_query_array(summary, '$.skippedChecks[*].ruleCode')) stored;
create policy limited_own on carrier_file for select to corridor_limited using (site_id = (select app_site())
  and exists (select from carrier_file_row r where r.file_id = carrier_file.id and r.institution_id = (select app_institution())));
grant select (xmin, id, site_id, carrier_code, period, file_name, sha256, headers, mapping, sheets, status, received_at, checked_at, posted_at, posted_by, arrival,
  arrival_name, periods, skipped_rules) on carrier_file to corridor_limited;
create policy limited_own on carrier_file_correction for select to corridor_limited using (site_id = (select app_site()) and exists (select from carrier_file_row r
  where r.file_id = carrier_file_correction.file_id and r.line_number = carrier_file_correction.line_number and r.institution_id = (select app_institution())));
grant select on carrier_file_correction to corridor_limited;
create policy limited_own on salesforce_pull for select to corridor_limited
  using (site_id = (select app_site()) and exists (select from carrier_file f where f.id = salesforce_pull.file_id));
grant select (id, site_id, file_id, object) on salesforce_pull to corridor_limited;
create policy limited_own on onboarding_source for select to corridor_limited using (site_id = (select app_site())
  and id = any (array(select v.onboarding_source_id from policy_valuation v where v.institution_id = (select app_institution()) and v.onboarding_source_id is not null)));
create policy limited_own on onboarding_import for select to corridor_limited
  using (site_id = (select app_site()) and id = any (array(select s.import_id from onboarding_source s)));
grant select (id, site_id, import_id, name) on onboarding_source to corridor_limited;
grant select (id, site_id, name) on onboarding_import to corridor_limited;

-- Bytes under their hash, and mail that the product writes.
grant select, insert on stored_file to corridor_limited;
grant insert, select (id, dedupe_key) on mail_outbox to corridor_limited;
grant usage, select on all sequences in schema public to corridor_limited;
grant execute on function entity_holdings, entity_stated_holdings, entity_form_8925, entity_changed_since, tell_person, chosen_delivery to corridor_limited;
