-- Two things are the legal entity's and take in every portal: Form 8925, which the policyholder files once, and the limits on its concentration. Sessions and
-- jobs see one site; what they need of the others is told by four functions of fixed SQL: figures of an institution of the active site, without a name, a policy
-- number or a salary (ADR 0040). They run as corridor_figures, which signs in nowhere, owns nothing else, reads these columns alone and is bound by row-level
-- security to the institutions of the active site.

do $$
declare
  name text;
  here text := 'institution_id in (select s.institution_id from institution_site s where s.site_id = (select nullif(current_setting(''app.site'', true), '''')::int))
    and ((select nullif(current_setting(''app.institution'', true), '''')::int) is null or institution_id = (select nullif(current_setting(''app.institution'', true), '''')::int))';
begin
  foreach name in array array['policy', 'policy_valuation', 'policy_status_history', 'insured', 'consent', 'subsidiary', 'questionnaire', 'questionnaire_answer', 'register_change'] loop
    execute format('create policy entity_figures on %I for select to corridor_figures using (%s)', name, here);
  end loop;
end $$;
create policy entity_figures on institution_site for select to corridor_figures
  using (site_id = (select nullif(current_setting('app.site', true), '')::int));

grant select (institution_id, site_id) on institution_site to corridor_figures;
grant select (institution_id, id, site_id, subsidiary_id, carrier_code, insured_id, policy_status, status_date, issue_date, face_amount_cents,
  is_section1035_replacement, replaced_issue_date, material_change) on policy to corridor_figures;
grant select (institution_id, site_id, policy_id, as_of_date, status, cash_surrender_value_cents, death_benefit_cents, posted_at, xmin) on policy_valuation to corridor_figures;
grant select (institution_id, site_id, policy_id, effective_date, status, recorded_at, voided_at, xmin) on policy_status_history to corridor_figures;
grant select (institution_id, id, site_id, ssn_hash, insured_role, employment_status, employment_status_date, hire_date, date_of_death, annual_compensation_cents)
  on insured to corridor_figures;
grant select (institution_id, id, site_id, insured_id, notice_date, consent_date, max_face_disclosed_cents, max_face_salary_multiple, continue_after_termination,
  beneficiary_disclosed, kept_at) on consent to corridor_figures;
grant select (institution_id, id, ein) on subsidiary to corridor_figures;
grant select (institution_id, id, site_id, period, status, returned_at, reopened_at, xmin) on questionnaire to corridor_figures;
grant select (institution_id, questionnaire_id, question_code, row_key, value) on questionnaire_answer to corridor_figures;
grant select (institution_id, site_id, entity, policy_id, insured_id, action, before, after, reaches_from, at, xmin) on register_change to corridor_figures;

-- "In force at a day", as reporting/held-policies.ts says it for the sites' own policies.
create function held_on(institution int, policy int, issued date, status text, since date, day date) returns boolean language sql stable as $$
  select issued <= day and case when coalesce(since, issued) <= day then status in ('IN_FORCE', 'GRACE', 'PAID_UP', 'DEATH_CLAIM_PENDING')
    else coalesce((select e.status in ('IN_FORCE', 'GRACE', 'PAID_UP', 'DEATH_CLAIM_PENDING') from policy_status_history e
      where e.institution_id = institution and e.policy_id = policy and e.voided_at is null and e.effective_date <= day order by e.effective_date desc limit 1), false) end
$$;

-- What each institution held on the days, by portal, owner and carrier: sums of values, and how many of the policies have none.
create function entity_holdings(ids int[], days date[])
returns table (institution_id int, day date, site_id int, subsidiary_id int, carrier_code text, policies int, missing int, cash_surrender_value bigint)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select p.institution_id, d.day, p.site_id, p.subsidiary_id, p.carrier_code, count(*)::int, count(*) filter (where v.policy_id is null)::int,
    coalesce(sum(v.cash_surrender_value_cents), 0)::bigint
  from public.policy p cross join unnest(days) d (day)
  left join public.policy_valuation v on v.institution_id = p.institution_id and v.policy_id = p.id and v.as_of_date = d.day and v.status = 'POSTED' and v.as_of_date = any (days)
  where p.institution_id = any (ids) and public.held_on(p.institution_id, p.id, p.issue_date, p.policy_status, p.status_date, d.day)
  group by p.institution_id, d.day, p.site_id, p.subsidiary_id, p.carrier_code
  order by p.institution_id, d.day, p.site_id, p.subsidiary_id nulls first, p.carrier_code
$$;

-- What the newest questionnaire that was returned for the two years up to a day says of policies with other vendors, whichever portal it came through.
create function entity_stated_holdings(ids int[], day date)
returns table (institution_id int, site_id int, period date, returned_at timestamptz, holds jsonb, holdings jsonb)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select distinct on (q.institution_id) q.institution_id, q.site_id, q.period, q.returned_at,
    (select a.value from public.questionnaire_answer a where a.institution_id = q.institution_id and a.questionnaire_id = q.id and a.question_code = 'other-policies' limit 1),
    coalesce((select jsonb_agg(jsonb_build_object('carrier', a.value #> '{cells,carrier}', 'value', a.value #> '{cells,value}') order by a.row_key)
      from public.questionnaire_answer a where a.institution_id = q.institution_id and a.questionnaire_id = q.id and a.question_code = 'policies-elsewhere' and a.value is not null), '[]')
  from public.questionnaire q
  where q.institution_id = any (ids) and q.status = 2 and q.returned_at is not null and q.period <= day and q.period > day - interval '24 months'
  order by q.institution_id, q.period desc, q.returned_at desc, q.id desc
$$;

-- Contracts that other portals keep, as Form 8925 takes them in. A person is a number: the same for every entry of one person, known by the keyed hash of the
-- social security number, which itself is not told; `here` are that person's entries on the active site. What a consent disclosed as a multiple of salary is told in dollars.
create function entity_form_8925(ids int[], day date, since date)
returns table (institution_id int, site_id int, subsidiary_id int, contract int, person int, here int[], is_identified boolean, issue_date date, status text, status_date date,
  is_held boolean, face_amount bigint, death_benefit bigint, earlier_death_benefit bigint, is_section1035_replacement boolean, replaced_issue_date date, material_change boolean,
  role text, employment_status text, employment_status_date date, hire_date date, date_of_death date, consents jsonb)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select p.institution_id, p.site_id, p.subsidiary_id, row_number() over (partition by p.institution_id order by p.site_id, p.id)::int,
    dense_rank() over (partition by p.institution_id order by coalesce(encode(s.ssn_hash, 'hex'), 'entry ' || s.id))::int,
    coalesce((select array_agg(o.id order by o.id) from public.insured o where o.institution_id = s.institution_id and o.ssn_hash = s.ssn_hash
      and o.site_id = (select nullif(current_setting('app.site', true), '')::int)), '{}'),
    s.ssn_hash is not null, p.issue_date, h.status, h.status_date,
    x.is_held, p.face_amount_cents, v.death_benefit_cents, e.death_benefit_cents, p.is_section1035_replacement, p.replaced_issue_date, p.material_change,
    s.insured_role, s.employment_status, s.employment_status_date, s.hire_date, s.date_of_death,
    coalesce((select jsonb_agg(jsonb_build_object('noticeDate', c.notice_date, 'consentDate', c.consent_date,
        'maxFaceDisclosed', coalesce(c.max_face_disclosed_cents, round((s.annual_compensation_cents * c.max_face_salary_multiple)::numeric)::bigint),
        'continueAfterTermination', c.continue_after_termination, 'beneficiaryDisclosed', c.beneficiary_disclosed, 'isOnFile', btrim(coalesce(c.kept_at, '')) <> '') order by c.id)
      from public.consent c where c.institution_id = s.institution_id and c.insured_id = s.id), '[]')
  from public.policy p
  join public.insured s on s.institution_id = p.institution_id and s.id = p.insured_id
  cross join lateral (select public.held_on(p.institution_id, p.id, p.issue_date, p.policy_status, p.status_date, day) as is_held) x
  cross join lateral (
    select p.policy_status as status, p.status_date where coalesce(p.status_date, p.issue_date) <= day
    union all
    select * from (select y.status, y.effective_date from public.policy_status_history y where y.institution_id = p.institution_id and y.policy_id = p.id and y.voided_at is null
      and y.effective_date <= day and coalesce(p.status_date, p.issue_date) > day order by y.effective_date desc limit 1) as earlier) h
  left join public.policy_valuation v on v.institution_id = p.institution_id and v.policy_id = p.id and v.as_of_date = day and v.status = 'POSTED'
  left join public.policy_valuation e on e.institution_id = p.institution_id and e.policy_id = p.id and e.status = 'POSTED'
    and e.as_of_date = (date_trunc('month', day) - interval '1 day')::date
  where p.institution_id = any (ids) and p.site_id <> (select nullif(current_setting('app.site', true), '')::int)
    and (x.is_held or h.status in ('DEATH_PAID', 'SURRENDERED', 'EXCHANGED_OUT', 'LAPSED', 'TRANSFERRED') and h.status_date > since and p.issue_date <= day)
$$;

-- When something was last written, that a report's version does not know of, about the parts of its legal entity that its own queries do not see: values of its
-- date, statuses, contracts and people of other portals and owners, or what was stated of other vendors. Null when nothing was.
create function entity_changed_since(family text, institution int, site int, subsidiary int, day date, generated_at timestamptz, read_as_of pg_snapshot) returns timestamptz
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  with part as materialized (
    select p.id, p.insured_id from public.policy p
    left join public.subsidiary u on u.institution_id = p.institution_id and u.id = p.subsidiary_id
    where p.institution_id = institution and case family
      -- One form a policyholder: a subsidiary without an EIN of its own is on its institution's.
      when 'C8925Report' then p.site_id <> site and coalesce(case when u.ein is not null then u.id end, 0) = coalesce(subsidiary, 0)
      when 'AnnualBoliReview' then p.site_id <> site
      else p.site_id <> site or coalesce(p.subsidiary_id, 0) <> coalesce(subsidiary, 0) end)
  select case when family <> 'C8925Report' or exists (select from part) then greatest(
    (select max(v.posted_at) from public.policy_valuation v where v.institution_id = institution and v.as_of_date = day and v.policy_id in (select id from part)
      and v.posted_at > generated_at - interval '1 hour' and public.unread(v.posted_at, v.xmin, generated_at, read_as_of)),
    (select max(greatest(h.recorded_at, h.voided_at)) from public.policy_status_history h where h.institution_id = institution and h.effective_date <= day
      and h.policy_id in (select id from part) and greatest(h.recorded_at, h.voided_at) > generated_at - interval '1 hour'
      and public.unread(greatest(h.recorded_at, h.voided_at), h.xmin, generated_at, read_as_of)),
    (select max(c.at) from public.register_change c where c.institution_id = institution and c.at > generated_at - interval '1 hour'
      and public.unread(c.at, c.xmin, generated_at, read_as_of)
      and case c.entity
        when 'policy' then c.action <> 'CORRECTED' or coalesce(c.after, c.before) ?| case family when 'C8925Report'
          then array['insuredId', 'subsidiaryId', 'issueDate', 'faceAmountCents', 'isSection1035Replacement', 'replacedIssueDate', 'materialChange']
          else array['subsidiaryId', 'carrierCode', 'issueDate'] end
        when 'status' then c.reaches_from <= day
        when 'valuation' then c.reaches_from = day
        when 'consent' then family = 'C8925Report'
        when 'insured' then family = 'C8925Report' and coalesce(c.after, c.before) ?| array['socialSecurityNumber', 'insuredRole', 'employmentStatus',
          'employmentStatusDate', 'hireDate', 'dateOfDeath', 'annualCompensationCents']
        else false end
      and (c.policy_id in (select id from part) or c.insured_id in (select insured_id from part)
        or c.entity = 'policy' and (c.site_id <> site or family <> 'C8925Report') and (c.action = 'REMOVED' or c.before ?| array['subsidiaryId', 'insuredId']))),
    (select max(greatest(q.returned_at, q.reopened_at)) from public.questionnaire q where family <> 'C8925Report' and q.institution_id = institution and q.period <= day
      and q.period > day - interval '24 months' and greatest(q.returned_at, q.reopened_at) > generated_at - interval '1 hour'
      and public.unread(greatest(q.returned_at, q.reopened_at), q.xmin, generated_at, read_as_of))) end
$$;

revoke all on function entity_holdings, entity_stated_holdings, entity_form_8925, entity_changed_since from public;
grant execute on function entity_holdings, entity_stated_holdings, entity_form_8925, entity_changed_since to corridor_staff;
-- A function is given away by one who could become its owner, to one who may make things there: for these lines.
grant create on schema public to corridor_figures;
alter function entity_holdings owner to corridor_figures;
alter function entity_stated_holdings owner to corridor_figures;
alter function entity_form_8925 owner to corridor_figures;
alter function entity_changed_since owner to corridor_figures;
revoke create on schema public from corridor_figures;
