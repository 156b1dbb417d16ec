-- The reason of a correction is printed in the institution's report, as the form says where it is typed. Earlier ones were typed for the firm alone.
alter table carrier_file_correction add column is_reason_printed boolean not null default false;
