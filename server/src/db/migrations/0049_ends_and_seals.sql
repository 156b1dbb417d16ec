-- What ends with an account, and what nobody but the sealer writes.

-- Whichever way an account is closed (a form, a bulk action, a deletion that becomes a deactivation), what was open with it is over for good: opening the
-- account again brings back no session and no link.
create function end_sessions_of_person() returns trigger language plpgsql as $$
declare ended bytea;
begin
  for ended in delete from user_session where user_id = new.id returning id_hash loop
    perform pg_notify('corridor_session_end', encode(ended, 'hex'));
  end loop;
  delete from single_use_token where user_id = new.id and used_at is null;
  return null;
end $$;
create trigger user_account_closed after update of status on user_account for each row
  when (old.status = 1 and new.status <> 1) execute function end_sessions_of_person();

-- The log's own columns are nobody's to write but the sealer's: a row that comes with a seal would be passed over, and stand outside the chain for ever.
revoke insert on activity from corridor_app, corridor_staff, corridor_client;
grant insert (actor_id, actor_role, acting_as, site_id, institution_id, session_hash, address, user_agent, request_id, action, entity, entity_id, before, after)
  on activity to corridor_app, corridor_staff, corridor_client;
-- Not tested on the rows that are there: those that break it are what verify-log is to find.
alter table activity add constraint activity_sealed_whole check ((seal is null) = (sealed_sequence is null)) not valid;
