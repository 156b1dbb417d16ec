-- A returned questionnaire is on file: its PDF as it was signed becomes the institution's record of type AQU (product.md 5).

-- Both are made once from what was signed and kept with it, whatever becomes of the record: one without salaries, which everybody with the type may
-- open and the search reads, and one with them.
alter table questionnaire_return
  add column pdf_sha256 text references stored_file,
  add column personal_pdf_sha256 text references stored_file,
  add check ((pdf_sha256 is null) = (personal_pdf_sha256 is null));
create index questionnaire_return_file on questionnaire_return (pdf_sha256);
create index questionnaire_return_personal_file on questionnaire_return (personal_pdf_sha256);
create index questionnaire_return_to_file on questionnaire_return (questionnaire_id) where pdf_sha256 is null;
-- What was signed stays as it is: the product adds the files, once.
grant update (pdf_sha256, personal_pdf_sha256) on questionnaire_return to corridor_staff;
alter policy staff_site on questionnaire_return with check (site_id = (select nullif(current_setting('app.site', true), '')::int)
  and institution_id in (select s.institution_id from institution_site s where s.site_id = (select nullif(current_setting('app.site', true), '')::int)));

-- One record a questionnaire. `source_version` is the number of the return.
alter table client_report add column source_questionnaire_id int;
create unique index client_report_questionnaire on client_report (institution_id, source_questionnaire_id) where source_questionnaire_id is not null;
