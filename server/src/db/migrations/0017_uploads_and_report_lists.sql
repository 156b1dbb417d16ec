-- Parts of an upload are no files of the portal: nothing may serve them, so they have no row of stored_file. The sweep keeps what upload_part names.
alter table upload_part drop constraint upload_part_sha256_fkey;
create index upload_resumed on upload (user_id, site_id, purpose, file_name, size_bytes);

-- The service team's list of report records, newest first.
create index client_report_of_site on client_report (site_id, created_at desc nulls last, id desc) where deleted_at is null;
