-- The portal and PostgreSQL may stand on two machines, with two clocks. Up to an hour to either side of a version's time the transactions tell whether it knows
-- a row: one that it read is known to it, though the portal's clock that dated it ran ahead. Where a restore emptied what it saw, times tell alone.
create or replace function unread(changed_at timestamptz, writer xid, generated_at timestamptz, read_as_of pg_snapshot) returns boolean language sql stable parallel safe as $$
  select changed_at > generated_at + interval '1 hour' or changed_at > generated_at - interval '1 hour' and not coalesce(pg_visible_in_snapshot(greatest(3,
    pg_snapshot_xmax(read_as_of)::text::bigint + (writer::text::bigint - pg_snapshot_xmax(read_as_of)::text::bigint % 4294967296 + 6442450944) % 4294967296 - 2147483648)::text::xid8, read_as_of),
    changed_at <= generated_at)
$$;
