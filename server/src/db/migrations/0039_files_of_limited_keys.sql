-- Staff's API keys of one institution search its files, bring files to it and tell its people of them (0031_keys_of_one_bank.sql).

-- ---------------------------------------------------------------- search
-- The same as its own clients find: the institution's files, every vendor's papers, and those of the carriers it holds policies of.
create or replace function search_owners() returns text[] language sql stable as $$
  select case
    when current_setting('role') = 'corridor_staff' then array['s' || nullif(current_setting('app.site', true), '')]
    when current_setting('role') in ('corridor_client', 'corridor_limited') then case when nullif(current_setting('app.institution', true), '') is not null and nullif(current_setting('app.site', true), '') is not null then
      array['s' || current_setting('app.site') || 'i' || current_setting('app.institution'), 's' || current_setting('app.site') || 'cBCC']
      || array(select distinct 's' || current_setting('app.site') || 'c' || p.carrier_code from policy p
        where p.institution_id = nullif(current_setting('app.institution', true), '')::int and p.site_id = nullif(current_setting('app.site', true), '')::int and p.carrier_code <> 'BCC')
      end
  end
$$;
grant execute on function search_matches, search_similar to corridor_limited;
-- Beside the institution's own: the carriers' and vendors' papers among them.
create policy limited_finds on search_entry for select to corridor_limited
  using (institution_id is null and safe and owner = any ((select search_owners())::text[]) and site_id = (select app_site()) and (select app_institution()) is not null);
-- The text of a file is read through an entry of one's own; words are those of one's own files.
call fence_limited('as staff', 'file_text_part', 'search_word');

-- ---------------------------------------------------------------- documents
-- A carrier's or vendor's paper is read with such a key, and neither taken for its institution nor changed.
drop policy limited_own on document;
create policy limited_reads on document for select to corridor_limited
  using (site_id = (select app_site()) and institution_id is null and (carrier_code = 'BCC'
    or carrier_code = any ((select array_agg(distinct p.carrier_code) from policy p where p.institution_id = (select app_institution()) and p.site_id = (select app_site()))::text[])));
create policy limited_own on document to corridor_limited
  using (site_id = (select app_site()) and institution_id = (select app_institution()))
  with check (site_id = (select app_site()) and institution_id = (select app_institution()));
create policy limited_adds on document_version for insert to corridor_limited with check (site_id = (select app_site())
  and exists (select from document d where d.id = document_version.document_id and d.institution_id = (select app_institution())));
grant insert on document_version to corridor_limited;

-- ---------------------------------------------------------------- files in parts
-- Those that were begun with such a key: not what its maker sends for others.
call fence_limited('one bank', 'upload');
create policy limited_own on upload_part to corridor_limited
  using (upload_id in (select u.id from upload u where u.institution_id = (select app_institution())))
  with check (upload_id in (select u.id from upload u where u.institution_id = (select app_institution())));
grant select, insert, update, delete on upload_part to corridor_limited;

-- ---------------------------------------------------------------- who is told of new files
-- A batch that such a key sends is of its institution; of one that people send, null, several institutions may hear.
alter table file_batch add institution_id int references institution on delete cascade;
alter table file_notice add institution_id int references institution on delete cascade;
create index file_batch_institution on file_batch (institution_id) where institution_id is not null;
create index file_notice_institution on file_notice (institution_id) where institution_id is not null;
drop policy staff_site on file_batch;
drop policy staff_site on file_notice;
call fence('bank staff', 'file_batch', 'file_notice');
call fence_limited('one bank', 'file_batch', 'file_notice');
create policy limited_tells on digest_entry for insert to corridor_limited with check (site_id = (select app_site())
  and exists (select from user_account u where u.id = digest_entry.user_id and u.institution_id = (select app_institution())));
grant insert on digest_entry to corridor_limited;
