-- An undone import takes out again what it added. Where a later import, undone too, had corrected it, the histories of these corrections name it still, and
-- nobody may delete from a history. This takes out the entries that imports themselves wrote about institutions and carriers that came with the import;
-- an entry that anybody else made stays, and with it what it speaks of.
create function forget_histories_of_import(import int) returns void language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if not exists (select from onboarding_import m where m.id = import and m.site_id = app_site() and m.status <> 'UNDONE') then return; end if;
  delete from register_change c using onboarding_record r
    where r.import_id = import and r.site_id = app_site() and r.record_type = 'institutions' and r.before is null and c.institution_id = (r.record ->> 'id')::int
      and (c.reason ~ '^Imported with the firm''s book, import \d+$' or c.reason ~ '^Import \d+ was undone$');
  delete from institution_term_version v using onboarding_record r
    where r.import_id = import and r.site_id = app_site() and r.record_type = 'institutions' and r.before is null and v.institution_id = (r.record ->> 'id')::int
      and v.reason ~ '^Imported with the firm''s book, import \d+$';
  delete from carrier_change c using onboarding_record r
    where r.import_id = import and r.site_id = app_site() and r.record_type = 'carriers' and r.before is null and c.carrier_code = r.record ->> 'code'
      and c.reason ~ '^Imported with the firm''s book, import \d+$';
end $$;
revoke all on function forget_histories_of_import from public;
grant execute on function forget_histories_of_import to corridor_staff;
