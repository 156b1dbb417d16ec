-- Row-level security and grants. Two runtime roles, one policy each per table: a single policy with an `or`
-- turned every query into a sequential scan. An unset context is null and matches no row.

-- Client data with institution and site.
do $$
declare name text;
begin
  foreach name in array array[
    'plan', 'insured', 'split_dollar_agreement', 'policy', 'policy_transaction', 'policy_valuation', 'audit_exception',
    'membership', 'report', 'report_batch_entry', 'report_version', 'client_report', 'release_override'
  ] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy owner_all on %I to current_user using (true) with check (true)', name);
    execute format($p$create policy staff_site on %I to corridor_staff
      using (site_id = (select nullif(current_setting('app.site', true), '')::int))
      with check (site_id = (select nullif(current_setting('app.site', true), '')::int))$p$, name);
  end loop;

  -- What a client may see of these: its own rows on the active site.
  foreach name in array array['plan', 'insured', 'split_dollar_agreement', 'policy', 'policy_transaction', 'policy_valuation', 'membership'] loop
    execute format($p$create policy client_own on %I to corridor_client
      using (institution_id = (select nullif(current_setting('app.institution', true), '')::int)
         and site_id = (select nullif(current_setting('app.site', true), '')::int))
      with check (false)$p$, name);
    execute format('grant select on %I to corridor_client', name);
  end loop;

  -- Institutions and what hangs on them without a site: staff by the sites the institution is on.
  foreach name in array array['institution', 'subsidiary', 'institution_tax_profile', 'institution_financials', 'institution_policy_limits', 'institution_site'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy owner_all on %I to current_user using (true) with check (true)', name);
    if name = 'institution_site' then
      create policy staff_site on institution_site to corridor_staff
        using (site_id = (select nullif(current_setting('app.site', true), '')::int))
        with check (site_id = (select nullif(current_setting('app.site', true), '')::int));
    else
      execute format($p$create policy staff_site on %I to corridor_staff
        using (%I in (select s.institution_id from institution_site s where s.site_id = (select nullif(current_setting('app.site', true), '')::int)))
        with check (true)$p$, name, case when name = 'institution' then 'id' else 'institution_id' end);
    end if;
    execute format($p$create policy client_own on %I to corridor_client
      using (%I = (select nullif(current_setting('app.institution', true), '')::int)) with check (false)$p$,
      name, case when name = 'institution' then 'id' else 'institution_id' end);
    execute format('grant select on %I to corridor_client', name);
  end loop;
end $$;

-- Clients see released reports only, and of a report only the version that was released.
create policy client_own on report to corridor_client
  using (institution_id = (select nullif(current_setting('app.institution', true), '')::int)
     and site_id = (select nullif(current_setting('app.site', true), '')::int)
     and released_version is not null and withdrawn_at is null and deleted_at is null)
  with check (false);
create policy client_own on report_version to corridor_client
  using (institution_id = (select nullif(current_setting('app.institution', true), '')::int)
     and site_id = (select nullif(current_setting('app.site', true), '')::int) and released)
  with check (false);
create policy client_own on client_report to corridor_client
  using (institution_id = (select nullif(current_setting('app.institution', true), '')::int)
     and site_id = (select nullif(current_setting('app.site', true), '')::int) and withdrawn_at is null)
  with check (false);
create policy client_own on report_batch_entry to corridor_client
  using (institution_id = (select nullif(current_setting('app.institution', true), '')::int)
     and site_id = (select nullif(current_setting('app.site', true), '')::int))
  with check (false);
grant select on report, report_batch_entry, report_version, client_report to corridor_client;

-- Staff-only tables of a site; feeds and batches.
do $$
declare name text;
begin
  foreach name in array array['carrier_file', 'carrier_file_row', 'carrier_file_finding', 'column_mapping', 'period_lock', 'report_batch', 'deleted_row'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy owner_all on %I to current_user using (true) with check (true)', name);
    execute format($p$create policy staff_site on %I to corridor_staff
      using (site_id = (select nullif(current_setting('app.site', true), '')::int))
      with check (site_id = (select nullif(current_setting('app.site', true), '')::int))$p$, name);
  end loop;
end $$;
-- A client's list of batches joins its own released reports; the batch row itself tells only name, period and kind.
create policy client_site on report_batch to corridor_client
  using (site_id = (select nullif(current_setting('app.site', true), '')::int)) with check (false);
grant select on report_batch to corridor_client;

-- The people an institution's users may know of: themselves, colleagues and their service team (narrow columns are the query's business).
grant select on site, carrier, carrier_rating, product, product_rate, report_type, user_site, user_institution, settings, stored_file to corridor_client;
grant select (id, email, first_name, middle_name, last_name, title, bio, phone, extension, display_name, avatar_sha256, role, status, institution_id, mail_reports, created_at, updated_at)
  on user_account to corridor_client;
alter table user_account enable row level security;
alter table user_account force row level security;
create policy owner_all on user_account to current_user using (true) with check (true);
create policy staff_all on user_account to corridor_staff using (true) with check (true);
create policy session_lookup on user_account to corridor_app using (true) with check (true);
create policy client_own on user_account to corridor_client
  using (institution_id is null or institution_id = (select nullif(current_setting('app.institution', true), '')::int)) with check (false);
grant select (user_id, code, access) on user_permission to corridor_client;
grant insert on activity to corridor_client;
grant select, insert, update on idempotency_key to corridor_client;

grant select, insert, update, delete on all tables in schema public to corridor_staff;
revoke update, delete on activity from corridor_staff;
revoke all on migration, user_session, sign_in_failure from corridor_staff;
-- Rows are reached through the partitioned table, whose policies then apply; a partition by its own name has none.
do $$
declare name text;
begin
  for name in select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid where i.inhparent = 'policy_valuation'::regclass loop
    execute format('revoke all on %I from corridor_staff', name);
  end loop;
end $$;
grant usage, select on all sequences in schema public to corridor_staff, corridor_client;

-- Before a role is chosen, corridor_app finds the session and signs people in; nothing else.
grant select, insert, update, delete on user_session, sign_in_failure to corridor_app;
grant select on user_account, user_site, user_institution, user_permission, settings, site, institution_site to corridor_app;
grant update (password_hash, password_changed_at, updated_at) on user_account to corridor_app;
grant insert on activity to corridor_app;
grant usage on sequence activity_id_seq to corridor_app;
grant select on institution, membership to corridor_app;
create policy session_lookup on institution to corridor_app using (true);
create policy session_lookup on institution_site to corridor_app using (true);
create policy session_lookup on membership to corridor_app using (true);

-- What belongs to a person: clients see their own, the session lookup everybody's, staff what their site needs.
do $$
declare name text;
begin
  foreach name in array array['user_site', 'user_institution', 'user_permission', 'idempotency_key', 'activity'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy owner_all on %I to current_user using (true) with check (true)', name);
  end loop;
  foreach name in array array['user_site', 'user_institution', 'user_permission'] loop
    execute format('create policy session_lookup on %I to corridor_app using (true)', name);
    execute format($p$create policy client_own on %I to corridor_client using (user_id = (select nullif(current_setting('app.user', true), '')::int)) with check (false)$p$, name);
  end loop;
end $$;
create policy staff_all on user_site to corridor_staff using (true) with check (true);
create policy staff_all on user_permission to corridor_staff using (true) with check (true);
create policy staff_site on user_institution to corridor_staff
  using (institution_id in (select s.institution_id from institution_site s where s.site_id = (select nullif(current_setting('app.site', true), '')::int)))
  with check (institution_id in (select s.institution_id from institution_site s where s.site_id = (select nullif(current_setting('app.site', true), '')::int)));
create policy own_keys on idempotency_key to corridor_staff, corridor_client
  using (user_id = (select nullif(current_setting('app.user', true), '')::int))
  with check (user_id = (select nullif(current_setting('app.user', true), '')::int));
create policy staff_site on activity to corridor_staff
  using (site_id = (select nullif(current_setting('app.site', true), '')::int)) with check (true);
create policy client_writes on activity for insert to corridor_client with check (true);
create policy session_writes on activity for insert to corridor_app with check (true);
