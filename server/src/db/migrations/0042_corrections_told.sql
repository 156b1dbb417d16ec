-- The reason of a correction is printed in the institution's report, as the form says where it is typed. Earlier ones were typed for the firm alone.
alter table carrier_file_correction add column is_reason_printed boolean not null default false;

-- A key of one bank reads what carriers sent of its policies and how the file is read, and whether an audit counts the file: never how much of others it holds.
alter table carrier_file
  add is_audited boolean not null generated always as (status = 'POSTED' or status = 'VALIDATED' and open_errors = 0) stored,
  add read_forms jsonb generated always as (summary -> 'forms') stored,
  add layout_of text generated always as (summary -> 'fixed' ->> 'layoutOf') stored;
grant select (is_audited, read_forms, layout_of, layout, layout_version) on carrier_file to corridor_limited;
call fence_limited('site reads', 'file_layout');
