-- Clients are told in the bell of the reports and documents that came.
alter table notification drop constraint notification_kind_check;
alter table notification add constraint notification_kind_check
  check (kind in ('BATCH_DONE', 'EXCEPTION_ASSIGNED', 'REQUEST_CAME', 'REQUEST_ANSWERED', 'FILE_WAITING', 'RELEASE_WAITING', 'FILES_CAME'));
