-- Signing in: single-use links, former passwords, sessions that can be listed, ended and confirmed, mails that hold a secret.

alter table user_session
  -- What a person is shown of their sessions is a number, never the hash.
  add column id int generated always as identity unique,
  -- When the password was last given on it: sensitive changes ask again after ten minutes.
  add column confirmed_at timestamptz(3) not null default now();
update user_session set confirmed_at = created_at;

-- Attempts from one address, whatever accounts they try.
create index sign_in_failure_address on sign_in_failure (address, failed_at);

-- An invitation, a reset, or the passage of a session to a site on another host: good once, for a while, known by the hash of its token.
create table single_use_token (
  token_hash bytea primary key,
  purpose text not null check (purpose in ('invite', 'reset', 'enter')),
  user_id int not null references user_account on delete cascade deferrable,
  -- Of a passage only: the session that moves, where to, and the browser that asked.
  session_hash bytea,
  target_site_id int,
  address text,
  user_agent text,
  created_at timestamptz(3) not null default now(),
  expires_at timestamptz(3) not null,
  used_at timestamptz(3)
);
create index single_use_token_user on single_use_token (user_id, purpose);

-- Former passwords, so that the last few cannot be taken again.
create table password_history (
  user_id int not null references user_account on delete cascade deferrable,
  id int generated always as identity,
  password_hash text not null,
  replaced_at timestamptz(3) not null default now(),
  primary key (user_id, id)
);

-- A mail with a link or code in it: its text is forgotten once it is sent.
alter table mail_outbox add column secret boolean not null default false;

do $$
declare name text;
begin
  foreach name in array array['single_use_token', 'password_history'] loop
    execute format('alter table %I enable row level security', name);
    execute format('alter table %I force row level security', name);
    execute format('create policy owner_all on %I to current_user using (true) with check (true)', name);
    execute format('create policy session_lookup on %I to corridor_app using (true) with check (true)', name);
  end loop;
end $$;
-- Staff make and withdraw the invitations of people on their site.
create policy staff_site on single_use_token to corridor_staff
  using (user_id in (select us.user_id from user_site us where us.site_id = (select nullif(current_setting('app.site', true), '')::int)))
  with check (user_id in (select us.user_id from user_site us where us.site_id = (select nullif(current_setting('app.site', true), '')::int)));
grant select (user_id, purpose, expires_at, used_at), insert, delete on single_use_token to corridor_staff;
grant select, insert, update, delete on single_use_token to corridor_app;
grant select, insert, delete on password_history to corridor_app;
