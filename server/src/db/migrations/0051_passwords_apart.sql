-- What passwords are compared with is read by the owner's connection of sign-in alone (docs/adr/0042): no role that answers requests reads it, whichever it
-- is at the moment, and none but the one before any role is chosen writes it.

-- What others need to know of it.
alter table user_account add column has_password boolean not null generated always as (password_hash is not null) stored;

-- Column by column, since a table's grant has no exceptions. A column that is added later is granted with it.
do $$
declare readable text; writable text;
begin
  select string_agg(quote_ident(attname), ', ') filter (where attname <> 'password_hash'),
    string_agg(quote_ident(attname), ', ') filter (where attname not in ('password_hash', 'password_changed_at') and attgenerated = '')
    into readable, writable
    from pg_attribute where attrelid = 'user_account'::regclass and attnum > 0 and not attisdropped;
  revoke select on user_account from corridor_app;
  revoke select, insert, update on user_account from corridor_staff;
  execute format('grant select (%s) on user_account to corridor_app, corridor_staff', readable);
  execute format('grant insert (%s), update (%s) on user_account to corridor_staff', writable, writable);
end $$;

-- The former password goes where it is remembered as the new one comes, by whoever may write the new one.
create function keep_former_password() returns trigger language plpgsql as $$
begin
  insert into password_history (user_id, password_hash, replaced_at) values (old.id, old.password_hash, coalesce(new.password_changed_at, now()));
  return null;
end $$;
create trigger user_account_former_password after update of password_hash on user_account for each row
  when (old.password_hash is not null and old.password_hash is distinct from new.password_hash) execute function keep_former_password();
revoke select on password_history from corridor_app;
grant select (id, user_id) on password_history to corridor_app;

-- People who were deleted and may be brought back: without it.
update deleted_row set content = content #- '{row,password_hash}' where model = 'users' and content #> '{row,password_hash}' is not null;
