-- A policy that is entered gets its statuses by the statement that enters it, not by the row: the rows that a status writes are guarded by a trigger of each
-- statement (locked months), which a book of 100,000 policies asked 100,000 times. What a change of one policy does stays as it was.
create function keep_first_policy_statuses() returns trigger language plpgsql as $$
begin
  with entered as (
    select p.*, coalesce(p.status_date, p.issue_date) as since,
      -- It was in force from its issue on, or is held from its acquisition.
      coalesce(coalesce(p.status_date, p.issue_date) > p.issue_date and p.policy_status <> 'PENDING'
        and not (p.is_acquired and coalesce(p.status_date, p.issue_date) = p.acquisition_date), false) as began_before
    from added p)
  insert into policy_status_history (institution_id, site_id, policy_id, effective_date, status, reason, source)
    select e.institution_id, e.site_id, e.id, e.issue_date, 'IN_FORCE', null, 'BOOK' from entered e where e.began_before
    union all
    select e.institution_id, e.site_id, e.id, e.since, e.policy_status, e.status_reason, 'BOOK' from entered e
      where not (e.began_before and e.policy_status = 'IN_FORCE');
  return null;
end $$;

drop trigger policy_status_history on policy;
create trigger policy_first_statuses after insert on policy
  referencing new table as added for each statement execute function keep_first_policy_statuses();
create trigger policy_status_history after update of policy_status, status_date, issue_date on policy
  for each row execute function keep_policy_status_history();

-- Records of every type that are deleted in Salesforce are told, not values alone: a value by the line it came in as, any other by what the import wrote for it.
alter table salesforce_deletion
  alter file_id drop not null,
  alter line_number drop not null,
  add import_id int,
  add onboarding_record_id bigint,
  add constraint salesforce_deletion_came_in_as check ((file_id is not null and line_number is not null) or (import_id is not null and onboarding_record_id is not null));
