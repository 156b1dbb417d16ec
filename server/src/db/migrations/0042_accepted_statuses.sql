-- A status that a carrier's file proposes is accepted with what its journal entry needs: date, amount, where the value goes, and the value it was judged against.
alter table carrier_file_finding add column terms jsonb;
-- What was accepted without it in a file that still waits is asked again.
update carrier_file_finding f set status = 'OPEN', resolution = null, resolved_by = null, resolved_at = null
  from carrier_file c where c.id = f.file_id and c.status in ('RECEIVED', 'PARSED', 'VALIDATED') and f.rule_code = 'V10' and f.status = 'ACCEPTED';
update carrier_file c set open_errors = (select count(*) from carrier_file_finding f where f.file_id = c.id and f.status = 'OPEN' and f.severity = 'error')
  where c.status in ('RECEIVED', 'PARSED', 'VALIDATED');
-- Policies that a file brought into the book, so that setting the file aside asks what becomes of them.
alter table policy add column from_file_id int;
create index policy_from_file on policy (from_file_id) where from_file_id is not null;
