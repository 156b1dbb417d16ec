-- What staff write of an institution's terms is checked as what they read is: only of institutions on the active site.
-- The institution's own row stays open to writing: a new one is linked to the site in the same transaction.
do $$
declare name text;
begin
  foreach name in array array['subsidiary', 'institution_tax_profile', 'institution_financials', 'institution_policy_limits'] loop
    execute format($p$alter policy staff_site on %I
      with check (institution_id in (select s.institution_id from institution_site s where s.site_id = (select nullif(current_setting('app.site', true), '')::int)))$p$, name);
  end loop;
end $$;
