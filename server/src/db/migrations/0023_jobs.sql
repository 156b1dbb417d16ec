-- Background jobs as staff see them: who canceled which work, and what the job queue tells of a site's jobs.

-- A batch that was canceled keeps what it made; its other reports say so until they are asked for again.
alter table report_batch
  add canceled_at timestamptz(3),
  add canceled_by int,
  add check ((canceled_at is null) = (canceled_by is null));
alter table report drop constraint report_status_check;
alter table report add constraint report_status_check
  check (status in ('Scheduled', 'Generating', 'Ready', 'Refreshing', 'Failed', 'Canceled'));
alter table audit_run add canceled_by int;
alter table carrier_file add canceled_by int;
alter table mail_outbox add canceled_by int;

-- A batch whose maker is still to be told that it is done; null once that is said, or when nobody asked for it.
alter table report_batch add maker_told_at timestamptz(3);

-- The site whose job it is: named in its payload, or that of the person it is for. Work of the whole system names nobody and has none.
create function job_site(payload jsonb) returns int language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select case
    when jsonb_typeof(payload->'siteId') = 'number' then (payload->>'siteId')::int
    when jsonb_typeof(payload->'userId') = 'number' then (select us.site_id from user_site us
      where us.user_id = (payload->>'userId')::int and us.site_id = (select app_site()))
  end
$$;

-- Jobs of the queue that the caller may know of: those of the active site, and for managers those of the whole system. Of a payload it tells the ids of rows
-- alone, and of a failure no more than its kind: messages may hold anything. The queue's schema is made when the first server starts.
create function background_job() returns table (
  kind text, id uuid, of_system boolean, institution_id int, person_id int, subject_id int, state text, created_at timestamptz, started_at timestamptz,
  ended_at timestamptz, due_at timestamptz, beat_at timestamptz, attempts int, attempts_at_most int, failure text, canceled_by int
) language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp as $$
#variable_conflict use_column
declare
  is_manager boolean := exists (select from user_account u where u.id = app_user() and u.role = 'd' and u.status = 1);
begin
  if to_regclass('pgboss.job') is null or app_site() is null then return; end if;
  return query
    select j.name, j.id, j.data = '{}', n.institution_id, n.person_id, n.subject_id, j.state::text, j.created_on, j.started_on, j.completed_on, j.start_after,
      j.heartbeat_on, case when j.started_on is null then 0 else j.retry_count + 1 end, j.retry_limit + 1,
      case when j.output is null or j.state in ('completed', 'cancelled') then null
        when coalesce(j.output->>'message', j.output#>>'{value,message}') in ('the worker died', 'job heartbeat timeout') then 'DIED'
        when j.output#>>'{value,message}' = 'job timed out' then 'SLOW'
        else 'ERROR' end,
      case when jsonb_typeof(j.output->'canceledBy') = 'number' then (j.output->>'canceledBy')::int end
    from pgboss.job j
    cross join lateral (select
      case when jsonb_typeof(j.data->'institutionId') = 'number' then (j.data->>'institutionId')::int end as institution_id,
      case when jsonb_typeof(j.data->'userId') = 'number' then (j.data->>'userId')::int end as person_id,
      (select (j.data->>k)::int from unnest(array['batchId', 'fileId', 'runId', 'id']) k where jsonb_typeof(j.data->k) = 'number' limit 1) as subject_id) n
    where case when j.data = '{}' then is_manager else job_site(j.data) = app_site() end;
end $$;

-- Cancels jobs of the active site that did not end yet; the process that runs one hears of it within a second. `told` is kept for the list.
create function cancel_job(of_kind text, job_ids uuid[], told int) returns setof uuid
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if to_regclass('pgboss.job') is null then return; end if;
  return query
    update pgboss.job j set state = 'cancelled', completed_on = now(), output = jsonb_build_object('canceledBy', told)
    where j.name = of_kind and j.id = any (job_ids) and j.state < 'completed' and job_site(j.data) = app_site() returning j.id;
end $$;

-- Jobs whose worker stopped: they count as running, and their heart has not beaten for as long as the queue allows. Those of the active site and of the system.
create function stopped_job() returns table (kind text, id uuid, beat_at timestamptz, attempts int) language plpgsql stable security definer
set search_path = pg_catalog, public, pg_temp as $$
begin
  if to_regclass('pgboss.job') is null or app_site() is null then return; end if;
  return query
    select j.name, j.id, j.heartbeat_on, j.retry_count + 1 from pgboss.job j
    where j.state = 'active' and j.heartbeat_on < clock_timestamp() - interval '8 seconds' and (j.data = '{}' or job_site(j.data) = app_site())
    order by j.name, j.id;
end $$;

-- Puts such a job back for another attempt, also after its last; where an equal one waits already, that one does the work. False: somebody else did meanwhile.
create function take_back_job(of_kind text, job_id uuid) returns boolean language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (select from stopped_job() s where s.kind = of_kind and s.id = job_id) then return false; end if;
  begin
    update pgboss.job j set state = 'retry', retry_limit = greatest(j.retry_limit, j.retry_count + 1), start_after = now(), heartbeat_on = null,
        output = '{"message": "the worker died"}'
      where j.name = of_kind and j.id = job_id and j.state = 'active' and j.heartbeat_on < clock_timestamp() - interval '8 seconds';
  exception when unique_violation then
    update pgboss.job j set state = 'failed', completed_on = now(), output = '{"message": "the worker died"}'
      where j.name = of_kind and j.id = job_id and j.state = 'active' and j.heartbeat_on < clock_timestamp() - interval '8 seconds';
  end;
  return found;
end $$;

-- Board books of the site as work: whose, of which institution and how far. Their names and parts stay their maker's own.
create function board_book_job() returns table (
  id int, institution_id int, owner_id int, period date, status text, failure text, created_at timestamptz, made_at timestamptz
) language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select b.id, b.institution_id, b.owner_id, b.period, b.status, b.failure, b.created_at, b.made_at from board_book b where b.site_id = (select app_site())
$$;

-- Mails that wait or were not delivered, to people of the active site; of a mail to nobody's address a manager learns. Its text stays unread.
create function mail_job() returns table (
  id bigint, recipient text, subject text, person_id int, institution_id int, created_at timestamptz, attempts int, next_attempt_at timestamptz,
  given_up_at timestamptz, last_error text, canceled_by int, is_secret boolean
) language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select m.id, m.recipient, m.subject, u.id, u.institution_id, m.created_at, m.attempts, m.next_attempt_at, m.given_up_at,
    left(split_part(m.last_error, e'\n', 1), 300), m.canceled_by, m.secret
  from mail_outbox m
  left join user_account u on lower(u.email) = lower(m.recipient)
  where m.sent_at is null and app_site() is not null and case when u.id is null
    then exists (select from user_account me where me.id = app_user() and me.role = 'd' and me.status = 1)
    else exists (select from user_site us where us.user_id = u.id and us.site_id = app_site()) end
$$;

-- Stops a mail that waits, or sends one that was given up once more; a mail that held a secret has no text any more.
create function change_mail_job(mail bigint, canceled int) returns boolean
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (select from mail_job() m where m.id = mail) then return false; end if;
  if canceled is not null then
    update mail_outbox set given_up_at = now(), canceled_by = canceled where mail_outbox.id = mail and sent_at is null and given_up_at is null;
  else
    update mail_outbox set given_up_at = null, canceled_by = null, last_error = null, next_attempt_at = now(), created_at = now()
      where mail_outbox.id = mail and sent_at is null and (given_up_at is null or not secret);
  end if;
  return found;
end $$;

revoke all on function job_site, background_job, cancel_job, stopped_job, take_back_job, board_book_job, mail_job, change_mail_job from public;
grant execute on function background_job, cancel_job, stopped_job, take_back_job, board_book_job, mail_job, change_mail_job to corridor_staff;
