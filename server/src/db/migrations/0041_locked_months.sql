-- A locked month stays as it is, whoever writes. One rule for all: the code asks it before it writes (kernel/period-locks.ts), and the triggers below ask it
-- of whatever is written, by any role. No setting turns them off; a restore, which runs as the owner, disables triggers while it copies.

-- The locked months of a site that something dated reaches: those that end on its day or later, because what holds from a day holds at every month end after it.
-- With an institution, only the months by whose end it has posted values: of a bank that is new on the site nothing was printed for an earlier month.
create function months_locked_since(site int, institution int, since date) returns date[] language plpgsql as $$
begin
  -- Until the transaction ends nobody locks a month of the site: what was found open stays open.
  perform pg_advisory_xact_lock_shared(hashtextextended('period locks ' || site, 0));
  return (select coalesce(array_agg(l.period_end order by l.period_end), '{}') from period_lock l
    where l.site_id = site and l.period_end >= since
      and (institution is null or exists (select from policy_valuation v
        where v.institution_id = institution and v.site_id = site and v.as_of_date <= l.period_end and v.status = 'POSTED')));
end $$;

create function refuse_locked_months(locked date[]) returns void language plpgsql as $$
declare
  names text[] := array(select to_char(m, 'FMMonth YYYY') from unnest(locked) m order by m);
  several boolean := cardinality(locked) > 1;
begin
  if cardinality(locked) = 0 then return; end if;
  raise exception using errcode = 'CL001', detail = to_json(locked)::text,
    message = case when several then array_to_string(names[:cardinality(names) - 1], ', ') || ' and ' else '' end || names[cardinality(names)]
      || case when several then ' are locked, and this change reaches into them. A manager can unlock them.' else ' is locked, and this change reaches into it. A manager can unlock it.' end;
end $$;

-- Once a statement, over all the rows it wrote: the earliest day tells for nearly every statement that no locked month is reached.
-- Arguments: the column with the day; 'value' where a locked month is closed to every institution; 'term' for tables without a site, which hold on each of the institution's.
create function keep_locked_months() returns trigger language plpgsql as $$
declare
  place text := case when tg_argv[1] = 'term' then 's.site_id' else 'x.site_id' end;
  changed text;
  of_site record;
  of_institution record;
begin
  select string_agg(format('select %s as site_id, x.institution_id, x.%I as day from %s x%s', place, tg_argv[0], rows,
      case when tg_argv[1] = 'term' then ' join institution_site s on s.institution_id = x.institution_id' else '' end), ' union all ')
    into changed from unnest(case tg_op when 'INSERT' then array['added'] when 'DELETE' then array['taken'] else array['added', 'taken'] end) rows;
  for of_site in execute format('select site_id, min(day) as since from (%s) c group by site_id', changed) loop
    if cardinality(months_locked_since(of_site.site_id, null, of_site.since)) = 0 then continue; end if;
    for of_institution in execute format('select institution_id, min(day) as since from (%s) c where site_id = %s group by institution_id', changed, of_site.site_id) loop
      perform refuse_locked_months(months_locked_since(of_site.site_id,
        case when tg_argv[1] = 'value' then null else of_institution.institution_id end, of_institution.since));
    end loop;
  end loop;
  return null;
end $$;

do $$
declare
  guarded record;
begin
  for guarded in select * from (values
      ('policy_valuation', 'as_of_date', 'value'),
      ('policy_transaction', 'transaction_date', 'fact'),
      ('policy_status_history', 'effective_date', 'fact'),
      ('separate_account_fund', 'as_of_date', 'fact'),
      ('institution_tax_profile', 'effective_from', 'term'),
      ('institution_financials', 'as_of_date', 'term'),
      ('institution_policy_limits', 'effective_from', 'term'),
      ('institution_ledger_accounts', 'effective_from', 'term')) as t (name, day, kind) loop
    execute format('create trigger locked_months_insert after insert on %I referencing new table as added for each statement execute function keep_locked_months(%L, %L)',
      guarded.name, guarded.day, guarded.kind);
    execute format('create trigger locked_months_update after update on %I referencing old table as taken new table as added for each statement execute function keep_locked_months(%L, %L)',
      guarded.name, guarded.day, guarded.kind);
    execute format('create trigger locked_months_delete after delete on %I referencing old table as taken for each statement execute function keep_locked_months(%L, %L)',
      guarded.name, guarded.day, guarded.kind);
  end loop;
end $$;

-- A policy counts from its issue. Entering one and taking one out write its statuses, which are guarded above; moving its issue date may write none.
create function keep_locked_issue_dates() returns trigger language plpgsql as $$
begin
  perform refuse_locked_months(months_locked_since(new.site_id, new.institution_id, least(old.issue_date, new.issue_date)));
  return null;
end $$;
create trigger locked_months_issue after update of issue_date on policy
  for each row when (old.issue_date is distinct from new.issue_date) execute function keep_locked_issue_dates();

-- A policy taken over from another owner is held from its acquisition, not from its issue: its statuses begin on that day.
create or replace function keep_policy_status_history() returns trigger language plpgsql as $$
declare
  since date := coalesce(new.status_date, new.issue_date);
  live policy_status_history;
begin
  if tg_op = 'UPDATE' and new.issue_date <> old.issue_date then
    update policy_status_history h set effective_date = new.issue_date
      where h.institution_id = new.institution_id and h.policy_id = new.id and h.effective_date = old.issue_date and h.voided_at is null
        and not exists (select from policy_status_history o where o.institution_id = h.institution_id and o.policy_id = h.policy_id and o.effective_date = new.issue_date and o.voided_at is null);
  end if;
  if tg_op = 'INSERT' and since > new.issue_date and new.policy_status <> 'PENDING' and not (new.is_acquired and since = new.acquisition_date) then
    insert into policy_status_history (institution_id, site_id, policy_id, effective_date, status, source)
      values (new.institution_id, new.site_id, new.id, new.issue_date, 'IN_FORCE', 'BOOK');
    if new.policy_status = 'IN_FORCE' then return null; end if;
  end if;
  if tg_op = 'UPDATE' then
    if new.policy_status = old.policy_status and new.status_date is not distinct from old.status_date then return null; end if;
    select * into live from policy_status_history h where h.institution_id = new.institution_id and h.policy_id = new.id and h.voided_at is null
      order by h.effective_date desc limit 1;
    if live.status = new.policy_status and live.effective_date = since then return null; end if;
    -- The same status from another date on is the same fact put right; a status from before a later one takes its place.
    update policy_status_history h set voided_at = now(), void_reason = 'Replaced'
      where h.institution_id = new.institution_id and h.policy_id = new.id and h.voided_at is null
        and (h.effective_date >= since or (new.policy_status = old.policy_status and h.id = live.id and live.status = new.policy_status and h.effective_date > new.issue_date));
  end if;
  insert into policy_status_history (institution_id, site_id, policy_id, effective_date, status, reason, source)
    values (new.institution_id, new.site_id, new.id, since, new.policy_status, new.status_reason, 'BOOK');
  return null;
end $$;
