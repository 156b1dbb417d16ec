-- The keys this database was set up with, each by a value that only it can make and from which it cannot be found. A process with another key is refused
-- before it writes anything: it would seal beside the others, and break the chain of the activity log.
create table key_check (
  only_row boolean primary key default true check (only_row),
  encryption bytea not null check (length(encryption) = 32),
  ssn_hash bytea not null check (length(ssn_hash) = 32),
  bound_at timestamptz(3) not null default now()
);
-- The owner's alone: no role that answers requests has a right on it.
alter table key_check enable row level security;
alter table key_check force row level security;
create policy owner_all on key_check to current_user using (true) with check (true);
