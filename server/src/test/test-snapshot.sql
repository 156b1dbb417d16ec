-- Run once on the migrated template of the test databases.
create schema test_snapshot;
grant usage on schema test_snapshot to corridor;

do $$
declare name text; filled boolean;
begin
  for name in select c.relname from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition loop
    execute format('select exists (select from public.%I)', name) into filled;
    if filled then execute format('create table test_snapshot.%1$I as table public.%1$I', name); end if;
  end loop;
end $$;

-- Back to the template's rows: only tables that hold rows are emptied, all sequences begin again.
create function test_snapshot.reset() returns void language plpgsql security definer as $$
declare name text; filled boolean; dirty text[] := '{}';
begin
  for name in
    select c.oid::regclass::text from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p') and not c.relispartition and c.relname <> 'migration'
      and (n.nspname = 'public' or (n.nspname = 'pgboss' and c.relname = 'job'))
  loop
    execute format('select exists (select from %s)', name) into filled;
    if filled then dirty := dirty || name; end if;
  end loop;
  if dirty <> '{}' then execute format('truncate %s cascade', array_to_string(dirty, ', ')); end if;
  perform setval(format('%I.%I', schemaname, sequencename)::regclass, start_value, false)
    from pg_sequences where last_value is not null and schemaname = 'public';
  -- Foreign keys wait: the snapshot's tables come back in any order.
  set local session_replication_role = replica;
  for name in select c.relname from pg_class c where c.relnamespace = 'test_snapshot'::regnamespace and c.relkind = 'r' and c.relname <> 'migration' loop
    execute format('insert into public.%1$I overriding system value table test_snapshot.%1$I', name);
    perform setval(pg_get_serial_sequence(format('public.%I', name), a.attname), 1000000, true)
      from pg_attribute a where a.attrelid = format('public.%I', name)::regclass and a.attidentity <> '';
  end loop;
  set local session_replication_role = origin;
end $$;
grant execute on function test_snapshot.reset() to corridor;
