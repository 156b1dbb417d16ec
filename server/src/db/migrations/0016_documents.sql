-- What the Document Center's list, a file's logical name and the downloads look rows up by.
create index document_of_site on document (site_id, created_at desc, id desc) where deleted_at is null;
create index document_path on document (site_id, path);
create index client_report_path on client_report (site_id, path);
