-- Rights: for each table, which rows each runtime role sees and writes. corridor_app logs in and owns nothing; inside a transaction it becomes
-- corridor_client or corridor_staff. An unset context is null and matches no row.
--
-- One policy for each role and command, since a single policy with an `or` turned every query into a sequential scan.

-- ---------------------------------------------------------------- the context of a transaction
-- Called as (select app_site()): an uncorrelated subquery is planned as an InitPlan, evaluated once a query instead of once a row, and the planner inlines the
-- function there, so that it costs what its expression would (ADR 0060).
create function app_site() returns int language sql stable parallel safe return nullif(current_setting('app.site', true), '')::int;
create function app_institution() returns int language sql stable parallel safe return nullif(current_setting('app.institution', true), '')::int;
create function app_user() returns int language sql stable parallel safe return nullif(current_setting('app.user', true), '')::int;

-- ---------------------------------------------------------------- the fences that repeat
-- call fence(kind, table, ...): forces row-level security on each of the tables, lets the owner through, and adds the policy of that kind. A table may stand in
-- several fences; a kind ends with the role it is for. Later migrations fence their tables with it too.
create procedure fence(kind text, variadic tables text[]) language plpgsql as $$
declare
  name text;
  of_site text := 'site_id = (select app_site())';
  of_bank text := 'institution_id = (select app_institution())';
  of_user text := 'user_id = (select app_user())';
  on_site text := 'institution_id in (select s.institution_id from institution_site s where s.site_id = (select app_site()))';
  people text := 'user_id in (select us.user_id from user_site us where us.site_id = (select app_site()))';
  policy text := case kind
    -- The active site's rows. Those of an institution are of one on the site, not only under the site's number: `bank staff` writes rows that may be nobody's
    -- in particular (papers of the firm, feeds before they are matched), `named bank staff` only rows of an institution.
    when 'site staff' then format('staff_site on %%I to corridor_staff using (%1$s) with check (%1$s)', of_site)
    when 'bank staff' then format('staff_site on %%I to corridor_staff using (%1$s) with check (%1$s and (institution_id is null or %2$s))', of_site, on_site)
    when 'named bank staff' then format('staff_site on %%I to corridor_staff using (%1$s) with check (%1$s and %2$s)', of_site, on_site)
    -- Tables without a site: by the sites the institution, or the person, is on.
    when 'institution staff' then format('staff_site on %%I to corridor_staff using (%1$s) with check (%1$s)', on_site)
    when 'person staff' then format('staff_site on %%I to corridor_staff using (%1$s) with check (%1$s)', people)
    when 'person reset staff' then format('staff_site on %%I to corridor_staff using (%s) with check (false)', people)
    -- An institution's own rows on the active site; where it has other policies for writing, the first is for reading alone.
    when 'own client' then format('client_own on %%I to corridor_client using (%s and %s) with check (false)', of_bank, of_site)
    when 'own read client' then format('client_own on %%I for select to corridor_client using (%s and %s)', of_bank, of_site)
    when 'institution client' then format('client_own on %%I to corridor_client using (%s) with check (false)', of_bank)
    when 'person client' then format('client_own on %%I to corridor_client using (%s) with check (false)', of_user)
    when 'own person client' then format('client_own on %%I to corridor_client using (%1$s and %2$s and %3$s) with check (%1$s and %2$s and %3$s)', of_bank, of_site, of_user)
    -- Before a role is chosen: whoever asks is found by it, and nobody else sees it.
    when 'lookup app' then 'session_lookup on %I to corridor_app using (true)'
    when 'session app' then 'session_lookup on %I to corridor_app using (true) with check (true)'
    when 'person app' then format('own on %%I to corridor_app using (%1$s) with check (%1$s)', of_user)
    -- The two roles that functions of fixed SQL run as.
    when 'entity figures' then format('entity_figures on %%I for select to corridor_figures using (%s and ((select app_institution()) is null or %s))', on_site, of_bank)
    when 'search' then 'search_only on %I for select to corridor_search using (true)'
    -- No role but the owner, unless policies follow.
    when 'owner' then ''
  end;
begin
  if policy is null then raise exception 'there is no fence of the kind %', kind; end if;
  foreach name in array tables loop
    if not exists (select from pg_policy where polrelid = name::regclass and polname = 'owner_all') then
      execute format('alter table %I enable row level security, force row level security', name);
      execute format('create policy owner_all on %I to current_user using (true) with check (true)', name);
    end if;
    if policy <> '' then execute format('create policy ' || policy, name); end if;
  end loop;
end $$;
revoke all on procedure fence from public;

call fence('site staff',
  'carrier_file', 'client_menu', 'column_mapping', 'deleted_row', 'digest_entry', 'document_version', 'email_template_site', 'file_batch', 'file_notice',
  'institution_site', 'period_lock', 'questionnaire_answer', 'questionnaire_assignment', 'questionnaire_attachment', 'questionnaire_batch',
  'questionnaire_defaults', 'report_batch', 'report_schedule', 'report_schedule_run', 'review_assessment_answer', 'review_assessment_signature',
  'review_defaults', 'search_entry', 'site_ledger_accounts');
call fence('bank staff',
  'audit_exception', 'bank_upload', 'carrier_file_finding', 'carrier_file_row', 'client_report', 'client_report_version', 'consent', 'document', 'file_opening',
  'identity_provider', 'identity_provider_domain', 'institution_contact', 'insured', 'membership', 'plan', 'policy', 'policy_status_history',
  'policy_transaction', 'policy_valuation', 'questionnaire', 'questionnaire_decision', 'register_change', 'release_override', 'report', 'report_batch_entry',
  'report_version', 'review_assessment', 'review_words', 'service_request', 'service_team_member', 'site_visit', 'split_dollar_agreement');
call fence('named bank staff', 'plan_liability', 'policy_illustration', 'policy_seven_pay', 'questionnaire_return', 'separate_account_fund');
call fence('institution staff',
  'employee_count', 'institution_financials', 'institution_ledger_accounts', 'institution_policy_limits', 'institution_tax_profile',
  'institution_term_version', 'subsidiary', 'user_institution');
call fence('person staff', 'email_change', 'single_use_token');
call fence('person reset staff', 'mfa_method', 'mfa_recovery_code');

call fence('own client',
  'insured', 'membership', 'plan', 'policy', 'policy_transaction', 'policy_valuation', 'report_batch_entry', 'service_team_member', 'split_dollar_agreement');
call fence('own read client',
  'bank_upload', 'questionnaire_answer', 'questionnaire_assignment', 'questionnaire_attachment', 'questionnaire_return', 'review_assessment',
  'review_assessment_answer', 'review_assessment_signature');
call fence('institution client', 'institution_financials', 'institution_policy_limits', 'institution_site', 'institution_tax_profile', 'subsidiary');
call fence('person client', 'user_institution', 'user_permission', 'user_site');
call fence('own person client', 'file_opening', 'site_visit');

call fence('lookup app',
  'identity_provider', 'identity_provider_domain', 'institution', 'institution_site', 'membership', 'user_institution', 'user_permission', 'user_site');
call fence('session app', 'password_history', 'single_use_token', 'site_visit', 'user_account', 'user_session');
call fence('person app', 'mfa_challenge', 'mfa_method', 'mfa_recovery_code');

call fence('entity figures',
  'consent', 'insured', 'policy', 'policy_status_history', 'policy_valuation', 'questionnaire', 'questionnaire_answer', 'register_change', 'subsidiary');
-- These policies let the functions of search walk the index of words (`@@` is not leakproof, so that a policy with a condition would keep them off it); their SQL
-- is fixed and fenced by owner.
call fence('search', 'file_text', 'search_entry', 'search_word');
-- The owner's alone, unless policies of their own follow below; the keys that this database was set up with (key_check) stay so.
call fence('owner',
  'activity', 'announcement', 'announcement_dismissal', 'draft', 'file_text_part', 'idempotency_key', 'key_check', 'saved_view', 'search_due',
  'single_sign_on_request', 'upload', 'upload_part', 'user_identity');

-- ---------------------------------------------------------------- institutions and people
create policy staff_site on institution to corridor_staff
  using (id in (select s.institution_id from institution_site s where s.site_id = (select app_site())))
  -- A new institution is linked to the site in the same transaction.
  with check (true);
create policy client_own on institution to corridor_client using (id = (select app_institution())) with check (false);
create policy entity_figures on institution_site for select to corridor_figures using (site_id = (select app_site()));

-- Clients know themselves, their colleagues and their service team (narrow columns are the query's business); staff have one list of people for the firm.
create policy staff_all on user_account to corridor_staff using (true) with check (true);
create policy client_own on user_account to corridor_client using (institution_id is null or institution_id = (select app_institution())) with check (false);
create policy staff_all on user_site to corridor_staff using (true) with check (true);

-- Rights are given on the active site, by a manager; by other staff only to people of institutions, as when a deleted one is brought back. Nobody but a
-- manager writes their own. By whom and how far is the code's business; that a person who was taken out leaves no rights behind is not held up.
create policy staff_reads on user_permission for select to corridor_staff using (true);
create policy staff_gives on user_permission for insert to corridor_staff with check (
  user_id in (select x.user_id from user_site x where x.site_id = (select app_site()))
  and (select me.role from user_account me where me.id = (select app_user()) and me.status = 1)
    = any(case when exists (select from user_account them where them.id = user_permission.user_id and them.role in ('b', 'd')) then '{d}'::text[] else '{b,d}'::text[] end));
create policy staff_takes on user_permission for delete to corridor_staff using (
  (exists (select from user_site x where x.user_id = user_permission.user_id and x.site_id = (select app_site()))
    or not exists (select from user_site x where x.user_id = user_permission.user_id))
  and (select me.role from user_account me where me.id = (select app_user()) and me.status = 1)
    = any(case when exists (select from user_account them where them.id = user_permission.user_id and them.role in ('b', 'd')) then '{d}'::text[] else '{b,d}'::text[] end));

-- A manager's or a bank's change ends sessions in the transaction that makes it.
create policy staff_ends on user_session to corridor_staff
  using (user_id in (select us.user_id from user_site us where us.site_id = (select app_site()))) with check (false);
-- A change of address by its link, and by the person: before any role is chosen.
create policy by_link on email_change to corridor_app using (true) with check (true);
create policy sign_in on single_sign_on_request to corridor_app using (true) with check (true);
create policy sign_in on user_identity to corridor_app
  using (institution_id = (select app_institution())) with check (institution_id = (select app_institution()));
create policy staff_site on user_identity to corridor_staff
  using (institution_id in (select s.institution_id from institution_site s where s.site_id = (select app_site()))) with check (false);

create policy own_keys on idempotency_key to corridor_staff, corridor_client using (user_id = (select app_user())) with check (user_id = (select app_user()));
create policy own_drafts on draft to corridor_staff, corridor_client
  using (user_id = (select app_user()) and site_id = (select app_site())) with check (user_id = (select app_user()) and site_id = (select app_site()));
create policy staff_site on saved_view to corridor_staff
  using (site_id = (select app_site()) and (owner_id = (select app_user()) or shared_with <> 'nobody'))
  with check (site_id = (select app_site()) and (owner_id = (select app_user()) or shared_with <> 'nobody'));
-- Clients share nothing: what they name stays theirs. They read what staff share with their roles.
create policy client_own on saved_view to corridor_client
  using (site_id = (select app_site()) and owner_id = (select app_user()))
  with check (site_id = (select app_site()) and owner_id = (select app_user()) and shared_with = 'nobody');
create policy client_shared on saved_view for select to corridor_client
  using (site_id = (select app_site()) and (shared_with = 'everyone' or role in ('a', 'c', 'e')));

create policy staff_site on announcement to corridor_staff
  using ((select app_site()) is not null and (site_ids = '{}' or (select app_site()) = any (site_ids)))
  with check ((select app_site()) is not null and (site_ids = '{}' or (select app_site()) = any (site_ids)));
-- A client reads what is meant for its site and its institution, and nothing that is put off or withdrawn.
create policy client_own on announcement for select to corridor_client
  using (status = 'ACTIVE' and (select app_institution()) is not null
     and (site_ids = '{}' or (select app_site()) = any (site_ids))
     and (institution_ids = '{}' or (select app_institution()) = any (institution_ids)));
create policy own_dismissals on announcement_dismissal to corridor_staff, corridor_client
  using (user_id = (select app_user())) with check (user_id = (select app_user()));
-- A client's own requests; colleagues' stay theirs.
create policy client_own on service_request to corridor_client
  using (institution_id = (select app_institution()) and site_id = (select app_site()) and user_id = (select app_user())) with check (false);

-- Staff see their active site's rows of the log, and those without a site unless they speak of an institution that is not on it.
create policy staff_site on activity to corridor_staff
  using (site_id = (select app_site())
    or (site_id is null and (select app_site()) is not null
      and (institution_id is null or institution_id in (select s.institution_id from institution_site s where s.site_id = (select app_site())))))
  with check (true);
create policy client_writes on activity for insert to corridor_client with check (true);
create policy session_writes on activity for insert to corridor_app with check (true);

-- ---------------------------------------------------------------- reports and questionnaires
-- Clients see released reports only, and of a report only the version that was released.
create policy client_own on report to corridor_client
  using (institution_id = (select app_institution()) and site_id = (select app_site())
     and released_version is not null and withdrawn_at is null and deleted_at is null)
  with check (false);
create policy client_own on report_version to corridor_client
  using (institution_id = (select app_institution()) and site_id = (select app_site()) and released) with check (false);
create policy client_own on client_report to corridor_client
  using (institution_id = (select app_institution()) and site_id = (select app_site()) and withdrawn_at is null and deleted_at is null) with check (false);
-- A client's list of batches joins its own released reports; the batch row itself tells only name, period and kind.
create policy client_site on report_batch to corridor_client using (site_id = (select app_site())) with check (false);
-- Name, period and questions of the site's sets; whose questionnaires they are is told by their own rows.
create policy client_site on questionnaire_batch for select to corridor_client using (site_id = (select app_site()));
create policy client_site on questionnaire_defaults for select to corridor_client using (site_id = (select app_site()));

-- An institution reads what it was sent, and writes while that is open.
create policy client_own on questionnaire for select to corridor_client
  using (institution_id = (select app_institution()) and site_id = (select app_site()) and status > 0);
create policy client_returns on questionnaire for update to corridor_client
  using (institution_id = (select app_institution()) and site_id = (select app_site()) and status = 1)
  with check (institution_id = (select app_institution()) and site_id = (select app_site()) and status in (1, 2));
create policy client_signs on review_assessment for update to corridor_client
  using (institution_id = (select app_institution()) and site_id = (select app_site()) and status = 1)
  with check (institution_id = (select app_institution()) and site_id = (select app_site()) and status in (1, 2));
do $$
declare
  own text := 'institution_id = (select app_institution()) and site_id = (select app_site())';
  part record;
  is_open text;
begin
  for part in select * from (values
      ('questionnaire_answer', 'questionnaire', true, false),
      ('questionnaire_assignment', 'questionnaire', true, true),
      ('questionnaire_attachment', 'questionnaire', true, false),
      ('questionnaire_return', 'questionnaire', false, false),
      ('review_assessment_answer', 'review_assessment', true, false),
      ('review_assessment_signature', 'review_assessment', false, false)) as t (name, whole, changes, deletes) loop
    is_open := case part.whole
      when 'questionnaire' then format('exists (select from questionnaire q where q.institution_id = %I.institution_id and q.id = questionnaire_id and q.status = 1)', part.name)
      else format('exists (select from review_assessment a where a.institution_id = %I.institution_id and a.id = assessment_id and a.status = 1)', part.name) end;
    execute format('create policy client_adds on %I for insert to corridor_client with check (%s and %s)', part.name, own, is_open);
    if part.changes then execute format('create policy client_changes on %I for update to corridor_client using (%s and %s) with check (%2$s)', part.name, own, is_open); end if;
    if part.deletes then execute format('create policy client_takes_back on %I for delete to corridor_client using (%s and %s)', part.name, own, is_open); end if;
  end loop;
end $$;

-- ---------------------------------------------------------------- files and search
-- An upload is its sender's alone, staff or client.
create policy own_uploads on upload to corridor_staff, corridor_client
  using (user_id = (select app_user()) and site_id = (select app_site())) with check (user_id = (select app_user()) and site_id = (select app_site()));
create policy own_uploads on upload_part to corridor_staff, corridor_client
  using (upload_id in (select u.id from upload u)) with check (upload_id in (select u.id from upload u));
-- Its own papers, every vendor's, and those of the carriers it holds policies of.
create policy client_own on document to corridor_client
  using (site_id = (select app_site()) and deleted_at is null
     and (institution_id = (select app_institution())
       or carrier_code = 'BCC'
       or carrier_code = any ((select array_agg(distinct p.carrier_code) from policy p
            where p.institution_id = (select app_institution()) and p.site_id = (select app_site()))::text[])))
  with check (false);
-- Colleagues see what their institution sent; each sends in their own name.
create policy client_sends on bank_upload for insert to corridor_client
  with check (institution_id = (select app_institution()) and site_id = (select app_site()) and user_id = (select app_user())
     and status = 'SENT' and told_at is null);
create policy client_withdraws on bank_upload for update to corridor_client
  using (institution_id = (select app_institution()) and site_id = (select app_site()) and status = 'SENT')
  with check (institution_id = (select app_institution()) and site_id = (select app_site()) and status = 'WITHDRAWN');

create policy client_own on search_entry for select to corridor_client using (owner = any ((select search_owners())::text[]) and (safe or kind = 'BANK_UPLOAD'));
-- Clients send files and withdraw them; what the triggers write of that is in their name.
create policy client_sends on search_entry for insert to corridor_client
  with check (kind = 'BANK_UPLOAD' and institution_id = (select app_institution()) and site_id = (select app_site()));
create policy client_withdraws on search_entry for delete to corridor_client
  using (kind = 'BANK_UPLOAD' and institution_id = (select app_institution()) and site_id = (select app_site()));
-- The text of a file is read through an entry of one's own, or not at all.
create policy of_own_entry on file_text to corridor_staff, corridor_client
  using (exists (select from search_entry e where e.file_sha256 = file_text.sha256)) with check (status = 'PENDING' and words is null);
create policy of_own_entry on file_text_part to corridor_staff, corridor_client
  using (exists (select from search_entry e where e.file_sha256 = file_text_part.sha256)) with check (false);
create policy own_words on search_word for select to corridor_staff, corridor_client using (owner = any ((select search_owners())::text[]));
create policy told_on on search_due for insert to corridor_staff, corridor_client with check (key <> '');
create policy search_only on policy for select to corridor_search using (institution_id = (select app_institution()) and site_id = (select app_site()));

-- ---------------------------------------------------------------- rights on tables
-- A role reaches rows through policy_valuation, whose policies then apply; no role has a right on a partition by its own name.

-- Before a role is chosen, corridor_app finds the session and signs people in; a visit begins when a session does.
grant select, insert, update, delete on mfa_challenge, mfa_method, mfa_recovery_code, sign_in_failure, single_use_token, user_session to corridor_app;
grant select, insert, update on email_change, site_visit to corridor_app;
grant select, insert, delete on single_sign_on_request to corridor_app;
grant select, insert on user_identity to corridor_app;
grant select on
  identity_provider, identity_provider_domain, institution, institution_site, membership, settings, site, user_institution, user_permission, user_site to corridor_app;
grant insert, delete on password_history to corridor_app;
grant insert on mail_outbox, stored_file to corridor_app;
grant select (id, dedupe_key) on mail_outbox to corridor_app;
grant select (user_id, id) on password_history to corridor_app;
grant select (sha256) on stored_file to corridor_app;
grant update (last_used_at) on user_identity to corridor_app;
grant usage, select on sequence email_change_id_seq to corridor_app;
grant usage on sequence activity_id_seq to corridor_app;

-- The activity log is only ever added to, and its seal is the sealer's alone to write: a row that comes with one would stand outside the chain for ever. What
-- institutions answer and sign is theirs alone to write; staff make, send, reopen and delete questionnaires, and add the files of a signed return, once.
grant select, insert, update, delete on
  announcement, audit_exception, carrier, carrier_file, carrier_file_finding, carrier_file_row, carrier_financials, carrier_rating, client_menu,
  client_report, client_report_version, column_mapping, consent, deleted_row, digest_entry, document, document_version, draft, email_template,
  email_template_site, employee_count, file_batch, file_notice, file_opening, file_text, idempotency_key, identity_provider, identity_provider_domain,
  institution, institution_contact, institution_financials, institution_ledger_accounts, institution_policy_limits, institution_site,
  institution_tax_profile, insured, mail_outbox, membership, period_lock, permission_template, plan, plan_liability, policy, policy_illustration,
  policy_seven_pay, policy_transaction, policy_valuation, product, product_rate, questionnaire, release_override, report, report_batch,
  report_batch_entry, report_type, report_version, saved_view, separate_account_fund, settings, site, site_visit, split_dollar_agreement,
  state_configuration, stored_file, subsidiary, upload, upload_part, user_institution, user_site to corridor_staff;
grant select, insert, update on
  email_change, policy_status_history, report_schedule, report_schedule_run, review_assessment, review_words to corridor_staff;
grant select, insert, delete on announcement_dismissal, questionnaire_batch, search_entry, service_team_member, user_permission to corridor_staff;
grant select, insert on
  carrier_change, institution_term_version, questionnaire_decision, questionnaire_defaults, register_change, review_defaults, service_request,
  site_ledger_accounts, state_configuration_change to corridor_staff;
grant select, delete on file_text_part, user_identity to corridor_staff;
grant select on
  activity, bank_upload, call_report_bank, call_report_import, questionnaire_answer, questionnaire_assignment, questionnaire_attachment,
  questionnaire_return, review_assessment_answer, review_assessment_signature, search_word to corridor_staff;
grant insert, delete on single_use_token to corridor_staff;
grant insert on search_due to corridor_staff;
grant delete on mfa_method, mfa_recovery_code, user_account, user_session to corridor_staff;
grant select (sequence, seal, sealed_at) on activity_head to corridor_staff;
grant update (status, taken_by, taken_at, told_at, updated_at) on bank_upload to corridor_staff;
grant select (id, user_id, channel, name, created_at, last_used_at) on mfa_method to corridor_staff;
grant select (user_id, used_at) on mfa_recovery_code to corridor_staff;
grant update (pdf_sha256, personal_pdf_sha256) on questionnaire_return to corridor_staff;
grant select (purpose, user_id, expires_at, used_at) on single_use_token to corridor_staff;
grant select (id_hash, user_id) on user_session to corridor_staff;
-- Resources take their numbers from the sequences by name; attachments are numbered where institutions add them.
grant usage, select on all sequences in schema public to corridor_staff;
revoke all on sequence questionnaire_attachment_id_seq from corridor_staff;

grant select, insert, update, delete on draft, saved_view, upload, upload_part to corridor_client;
grant select, insert, update on file_opening, idempotency_key, site_visit to corridor_client;
grant select, insert, delete on announcement_dismissal, questionnaire_assignment, search_entry to corridor_client;
grant select, insert on
  bank_upload, file_text, questionnaire_answer, questionnaire_attachment, questionnaire_return, review_assessment_answer, review_assessment_signature,
  stored_file to corridor_client;
grant select on
  announcement, carrier, carrier_rating, client_report, document, file_text_part, institution, institution_financials, institution_policy_limits,
  institution_site, institution_tax_profile, insured, membership, plan, policy, policy_transaction, policy_valuation, product, product_rate,
  questionnaire, questionnaire_batch, questionnaire_defaults, report, report_batch, report_batch_entry, report_type, report_version,
  review_assessment, search_word, service_request, service_team_member, settings, site, split_dollar_agreement, subsidiary, user_institution,
  user_site to corridor_client;
grant insert on search_due to corridor_client;
grant update (status, withdrawn_by, withdrawn_at, updated_at) on bank_upload to corridor_client;
grant update (status, next_reminder_on, returned_at, returned_by, updated_at) on questionnaire to corridor_client;
grant update (value, note, version, saved_by, saved_at) on questionnaire_answer to corridor_client;
grant update (user_id, assigned_by, assigned_at) on questionnaire_assignment to corridor_client;
grant update (removed_by, removed_at) on questionnaire_attachment to corridor_client;
grant update (status, signed_at, updated_at) on review_assessment to corridor_client;
grant update (conclusion, version, saved_by, saved_at) on review_assessment_answer to corridor_client;
grant select (user_id, code, access) on user_permission to corridor_client;
grant usage, select on sequence
  activity_id_seq, audit_exception_id_seq, bank_upload_id_seq, carrier_file_finding_id_seq, carrier_file_id_seq, carrier_id_seq, client_report_id_seq,
  consent_id_seq, deleted_row_id_seq, document_id_seq, email_template_id_seq, institution_id_seq, institution_term_version_id_seq, insured_id_seq,
  mail_outbox_id_seq, membership_id_seq, mfa_challenge_id_seq, mfa_method_id_seq, password_history_id_seq, permission_template_id_seq, plan_id_seq,
  policy_id_seq, policy_status_history_id_seq, policy_transaction_id_seq, product_id_seq, questionnaire_attachment_id_seq, register_change_id_seq,
  report_batch_id, report_id_seq, report_type_id_seq, saved_view_id_seq, service_request_id_seq, site_id_seq, split_dollar_agreement_id_seq,
  subsidiary_id_seq, user_account_id_seq, user_session_id_seq to corridor_client;
grant usage on sequence search_due_id_seq to corridor_client;

grant insert (actor_id, actor_role, acting_as, site_id, institution_id, session_hash, address, user_agent, request_id, action, entity, entity_id, before, after)
  on activity to corridor_app, corridor_staff, corridor_client;

-- Accounts column by column: no role that answers requests reads a password's hash, and none but the one before any role is chosen writes it (docs/adr/0042).
-- A column that is added later is granted with it.
grant select (id, email, first_name, middle_name, last_name, title, bio, phone, extension, display_name, avatar_sha256, role, status, institution_id,
  password_changed_at, mfa_channel, mail_reports, created_at, updated_at, permissions_updated_at, mail_frequency, has_password)
  on user_account to corridor_app, corridor_staff;
grant select (id, email, first_name, middle_name, last_name, title, bio, phone, extension, display_name, avatar_sha256, role, status, institution_id,
  mail_reports, created_at, updated_at, mail_frequency)
  on user_account to corridor_client;
-- A person's own profile, address and password, so that no form can reach role, institution or status.
grant update (email, first_name, middle_name, last_name, title, bio, phone, extension, display_name, avatar_sha256, password_hash, password_changed_at,
  mfa_channel, mail_reports, updated_at, mail_frequency)
  on user_account to corridor_app;
grant
  insert (id, email, first_name, middle_name, last_name, title, bio, phone, extension, display_name, avatar_sha256, role, status, institution_id,
    mfa_channel, mail_reports, created_at, updated_at, permissions_updated_at, mail_frequency),
  update (id, email, first_name, middle_name, last_name, title, bio, phone, extension, display_name, avatar_sha256, role, status, institution_id,
    mfa_channel, mail_reports, created_at, updated_at, permissions_updated_at, mail_frequency)
  on user_account to corridor_staff;

-- ---------------------------------------------------------------- functions of fixed SQL
-- Nobody signs in as these two roles, they own nothing but their functions, and row-level security binds them.
grant select on file_text, search_entry, search_word to corridor_search;
grant select (institution_id, site_id, carrier_code) on policy to corridor_search;
grant select (institution_id, id, site_id, insured_id, notice_date, consent_date, max_face_disclosed_cents, max_face_salary_multiple,
  continue_after_termination, beneficiary_disclosed, kept_at) on consent to corridor_figures;
grant select (institution_id, site_id) on institution_site to corridor_figures;
grant select (institution_id, id, site_id, ssn_hash, hire_date, insured_role, employment_status, employment_status_date, date_of_death,
  annual_compensation_cents) on insured to corridor_figures;
grant select (institution_id, id, site_id, subsidiary_id, carrier_code, insured_id, policy_status, status_date, issue_date, face_amount_cents,
  is_section1035_replacement, replaced_issue_date, material_change) on policy to corridor_figures;
grant select (xmin, institution_id, site_id, policy_id, effective_date, status, recorded_at, voided_at) on policy_status_history to corridor_figures;
grant select (xmin, institution_id, policy_id, as_of_date, site_id, status, cash_surrender_value_cents, death_benefit_cents, posted_at) on
  policy_valuation to corridor_figures;
grant select (xmin, institution_id, id, site_id, period, status, returned_at, reopened_at) on questionnaire to corridor_figures;
grant select (institution_id, questionnaire_id, question_code, row_key, value) on questionnaire_answer to corridor_figures;
grant select (xmin, institution_id, site_id, entity, policy_id, insured_id, action, before, after, reaches_from, at) on register_change to
  corridor_figures;
grant select (institution_id, id, ein) on subsidiary to corridor_figures;
revoke all on function search_matches, search_similar, entity_holdings, entity_stated_holdings, entity_form_8925, entity_changed_since from public;
grant execute on function search_matches, search_similar to corridor_staff, corridor_client;
grant execute on function entity_holdings, entity_stated_holdings, entity_form_8925, entity_changed_since to corridor_staff;
-- A function is given away by one who could become its owner, to one who may make things there: for these lines.
grant create on schema public to corridor_search, corridor_figures;
alter function search_matches owner to corridor_search;
alter function search_similar owner to corridor_search;
alter function entity_holdings owner to corridor_figures;
alter function entity_stated_holdings owner to corridor_figures;
alter function entity_form_8925 owner to corridor_figures;
alter function entity_changed_since owner to corridor_figures;
revoke create on schema public from corridor_search, corridor_figures;
