-- The activity log as it is read: who sees which row, and the head of the chain, by which a tail cut off is missed.

-- Staff see their active site's rows, and those without a site unless they speak of an institution that is not on it.
drop policy staff_site on activity;
create policy staff_site on activity to corridor_staff
  using (
    site_id = (select nullif(current_setting('app.site', true), '')::int)
    or (
      site_id is null
      and (select nullif(current_setting('app.site', true), '')::int) is not null
      and (
        institution_id is null
        or institution_id in (select s.institution_id from institution_site s where s.site_id = (select nullif(current_setting('app.site', true), '')::int))
      )
    )
  )
  with check (true);

-- The report reads newest first, also narrowed to a person.
drop index activity_at;
create index activity_at on activity (at desc, id desc);
create index activity_actor on activity (actor_id, at desc) where actor_id is not null;

-- One row: how far the chain is sealed. `mac` is made under a key that is not in the database, so that nobody who can write here can shorten
-- or rewrite the chain and say that it ends earlier.
create table activity_head (
  only_row boolean primary key default true check (only_row),
  sequence bigint not null,
  seal bytea not null,
  -- empty until the sealer first came by
  mac bytea not null,
  sealed_at timestamptz(3) not null
);
-- Where the chain ends today: a head that is missing later was taken away.
insert into activity_head (sequence, seal, mac, sealed_at)
  select coalesce(max(sealed_sequence), 0),
    coalesce((select seal from activity where sealed_sequence is not null order by sealed_sequence desc limit 1), sha256('Corridor activity log')),
    '', now()
  from activity;
grant select (sequence, seal, sealed_at) on activity_head to corridor_staff;
