-- Whether somebody of the active site has a way to sign in: joined, was invited once, or comes by the bank's own provider at a confirmed domain.
-- Whoever has none is sent no mail about files: its link would lead to a page that they cannot pass.
create function is_expected(person int) returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select exists (select from user_account u join user_site s on s.user_id = u.id and s.site_id = app_site()
    where u.id = person and (u.has_password
      or exists (select from user_identity x where x.user_id = u.id)
      or exists (select from single_use_token x where x.user_id = u.id and x.purpose = 'invite')
      or exists (select from identity_provider p join identity_provider_domain d using (institution_id, site_id)
        where p.institution_id = u.institution_id and p.site_id = app_site() and p.enabled and d.proved_at is not null
          and d.domain = lower(split_part(u.email, '@', 2)))))
$$;
revoke all on function is_expected from public;
grant execute on function is_expected to corridor_staff, corridor_limited;
