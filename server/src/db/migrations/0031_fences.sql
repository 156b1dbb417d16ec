-- What staff write of an institution's rows is of an institution on the active site, not only under that site's number. What was outside stays readable
-- and can be put right; rows that are nobody's in particular (documents of the firm, feeds before they are matched) stay open.
do $$
declare name text; here text := '(select nullif(current_setting(''app.site'', true), '''')::int)';
begin
  foreach name in array array[
    'audit_exception', 'bank_upload', 'carrier_file_finding', 'carrier_file_row', 'client_report', 'client_report_version', 'consent', 'document', 'file_opening',
    'identity_provider', 'identity_provider_domain', 'institution_contact', 'insured', 'membership', 'plan', 'policy', 'policy_status_history',
    'policy_transaction', 'policy_valuation', 'questionnaire', 'questionnaire_decision', 'register_change', 'release_override', 'report', 'report_batch_entry',
    'report_version', 'review_assessment', 'review_words', 'service_request', 'service_team_member', 'site_visit', 'split_dollar_agreement'
  ] loop
    execute format('alter policy staff_site on %I with check (site_id = %s and (institution_id is null or institution_id in (select s.institution_id from institution_site s where s.site_id = %s)))',
      name, here, here);
  end loop;
end $$;

-- Rights are given on the active site, by a manager; by other staff only to people of institutions, as when a deleted one is brought back. Nobody but a
-- manager writes their own. By whom and how far is the code's business; that a person who was taken out leaves no rights behind is not held up.
drop policy staff_all on user_permission;
create policy staff_reads on user_permission for select to corridor_staff using (true);
create policy staff_gives on user_permission for insert to corridor_staff with check (
  user_id in (select x.user_id from user_site x where x.site_id = (select nullif(current_setting('app.site', true), '')::int))
  and (select me.role from user_account me where me.id = (select nullif(current_setting('app.user', true), '')::int) and me.status = 1)
    = any(case when exists (select from user_account them where them.id = user_permission.user_id and them.role in ('b', 'd')) then '{d}'::text[] else '{b,d}'::text[] end));
create policy staff_takes on user_permission for delete to corridor_staff using (
  (exists (select from user_site x where x.user_id = user_permission.user_id and x.site_id = (select nullif(current_setting('app.site', true), '')::int))
    or not exists (select from user_site x where x.user_id = user_permission.user_id))
  and (select me.role from user_account me where me.id = (select nullif(current_setting('app.user', true), '')::int) and me.status = 1)
    = any(case when exists (select from user_account them where them.id = user_permission.user_id and them.role in ('b', 'd')) then '{d}'::text[] else '{b,d}'::text[] end));
revoke update on user_permission from corridor_staff;

-- A correction carries the time at which it began. One that began before a report read the book and was committed after is not in it: the transactions that
-- the reading saw tell, where times cannot.
alter table report_version add column read_as_of pg_snapshot;
comment on column report_version.read_as_of is 'Transactions of this server; a restore empties it.';

-- Whether a version, made at a time with what a snapshot saw, does not know a row of another time written by transaction `writer`. Transactions are asked
-- for rows up to an hour older than the version: nothing takes as long, and 32 bits of their numbers are enough.
create function unread(changed_at timestamptz, writer xid, generated_at timestamptz, read_as_of pg_snapshot) returns boolean language sql stable parallel safe as $$
  select changed_at > generated_at or changed_at > generated_at - interval '1 hour' and not coalesce(pg_visible_in_snapshot(greatest(3,
    pg_snapshot_xmax(read_as_of)::text::bigint + (writer::text::bigint - pg_snapshot_xmax(read_as_of)::text::bigint % 4294967296 + 6442450944) % 4294967296 - 2147483648)::text::xid8, read_as_of), true)
$$;
