/** Reports made before figures they print were corrected: to be made again. Found by comparing transactions and times, so that making one again is all it takes. */

import { LEDGER_ACCOUNT_KEYS, STANDARD_ACCOUNTS } from '@corridor/domain/calculations/journal-entries.ts'
import { type RawBuilder, sql } from 'kysely'
import { termsOfAssetReport, termsOfReview, unread } from './stale-terms.ts'

/** How far a dated fact reaches: thirteen months of trend, and the month they begin from. */
const REACH_MONTHS = 14

/** Policies of the owner that the report speaks of: the institution itself, one of its subsidiaries, in a review all of them. In SQL the policy is `o`. */
const OF_OWNER = sql`o.institution_id = r.institution_id and (r.report_type = 'AnnualBoliReview' or coalesce(o.subsidiary_id, 0) = coalesce(r.subsidiary_id, 0))`

/** Values that came in a carrier's file posted since, restated or late, of months that the report reaches and policies that it speaks of. */
const ofFeeds = (reached: (month: RawBuilder<unknown>) => RawBuilder<unknown>, policies: RawBuilder<unknown>) => sql<string | null>`(
  select max(f.posted_at) from carrier_file f
  where f.site_id = r.site_id and f.status = 'POSTED'
    -- In this order, which the offset keeps: few files are posted since, and an institution has some values of a month where a file has thousands.
    and case when ${unread('f', 'posted_at')} then exists (
      select from jsonb_array_elements_text(coalesce(nullif(f.periods, '[]'), jsonb_build_array(f.period))) m (month)
      where case when ${reached(sql`m.month::date`)} then exists (
        select from (select x.institution_id, x.policy_id, x.file_id from policy_valuation x
          where x.site_id = r.site_id and x.as_of_date = m.month::date and x.institution_id = r.institution_id and x.status = 'POSTED' offset 0) w
        join policy o on o.institution_id = w.institution_id and o.id = w.policy_id where w.file_id = f.id and ${policies})
        or exists (select from policy_transaction w join policy o on o.institution_id = w.institution_id and o.id = w.policy_id
          where w.institution_id = r.institution_id and w.file_id = f.id and w.transaction_date > (m.month::date - interval '1 month') and w.transaction_date <= m.month::date and ${policies}) end) end)`

/** A fund is in quarters and reviews alone, and only the statement that one stands on, or would stand on if it were made again. */
const FUND_CONCERNED = sql`(r.is_quarterly or r.report_type = 'AnnualBoliReview') and (
  exists (select from jsonb_array_elements(coalesce(v.snapshot -> 'funds', v.snapshot #> '{asset,funds}', '[]')) f where (f ->> 'fundId')::int = c.entity_id)
  or exists (select from separate_account_fund f where f.institution_id = c.institution_id and f.id = c.entity_id and f.as_of_date <= r.period
    and not exists (select from separate_account_fund n where n.institution_id = f.institution_id and n.product_id = f.product_id
      and n.policy_id is not distinct from f.policy_id and n.site_id = f.site_id and n.as_of_date > f.as_of_date and n.as_of_date <= r.period)
    and exists (select from policy o where ${OF_OWNER} and o.product_id = f.product_id)))`

/**
 * Reports on values. The register: changes that reach their months. The carrier: a rating that would stand on them, a declared rate of a product they show.
 * The state row of its yields.
 */
const ofValues = sql<string | null>`greatest(${ofFeeds(
  (month) => sql`(${month} <= r.period and ${month} > r.period - make_interval(months => ${REACH_MONTHS}))`,
  OF_OWNER,
)}, (
  select max(c.at) from register_change c
  where c.institution_id = r.institution_id and c.site_id = r.site_id and c.reaches_from is not null and ${unread('c', 'at')}
    and c.reaches_from <= r.period and (c.entity <> 'valuation' or c.reaches_from > r.period - make_interval(months => ${REACH_MONTHS}))
    and case c.entity when 'fund' then ${FUND_CONCERNED} when 'liability' then r.report_type = 'AnnualBoliReview'
      when 'illustration' then r.report_type = 'AnnualBoliReview' when 'sevenPay' then r.report_type = 'AnnualBoliReview'
      -- A policy that was moved was of another owner before.
      else c.policy_id is null or c.entity = 'policy' and c.before ? 'subsidiaryId' or exists (select from policy o where ${OF_OWNER} and o.id = c.policy_id) end), (
  -- The year to date starts from it.
  select max(b.restated_at) from opening_balance b
  where b.institution_id = r.institution_id and b.site_id = r.site_id and ${unread('b', 'restated_at')} and b.year_end < r.period and b.year_end >= r.period - interval '1 year'
    and exists (select from policy o where ${OF_OWNER} and o.id = b.policy_id)), (
  select max(c.at) from carrier_change c
  where c.reaches_from is not null and ${unread('c', 'at')} and c.reaches_from <= r.period and (c.reaches_until is null or c.reaches_until > r.period)
    and exists (select from policy o where ${OF_OWNER} and o.site_id = r.site_id and o.carrier_code = c.carrier_code
      and (c.kind <> 'PRODUCT_RATE' or o.product_id in ((c.before ->> 'productId')::int, (select p.product_id from product_rate p where p.id = c.row_id))))), (
  select max(c.at) from state_configuration_change c
  join lateral (select p.uses_state_row, p.state_code from institution_tax_profile p where p.institution_id = r.institution_id and p.effective_from <= r.period
    order by p.effective_from desc limit 1) p on p.uses_state_row and p.state_code = c.state_code
  where c.reaches_from is not null and ${unread('c', 'at')} and c.reaches_from <= r.period and (c.reaches_until is null or c.reaches_until >= r.period)))`

/** Fields of an insured and of a policy that Form 8925 reads; a correction of anything else leaves it as it was. */
const ON_FORM_8925 = {
  insured: [
    'firstName',
    'middleName',
    'lastName',
    'suffix',
    'socialSecurityNumber',
    'insuredRole',
    'employmentStatus',
    'employmentStatusDate',
    'hireDate',
    'dateOfDeath',
    'annualCompensationCents',
  ],
  policy: [
    'policyNumber',
    'carrierCode',
    'insuredId',
    'subsidiaryId',
    'issueDate',
    'faceAmountCents',
    'isSection1035Replacement',
    'replacedIssueDate',
    'materialChange',
  ],
}
const changedOne = (names: readonly string[]) => sql`coalesce(c.after, c.before) ?| ${names}::text[]`

/** A policy of the policyholder that the form is of: a subsidiary without an EIN of its own is on its institution's. */
const OF_POLICYHOLDER = sql`o.institution_id = r.institution_id and o.site_id = r.site_id
  and coalesce((select u.id from subsidiary u where u.institution_id = o.institution_id and u.id = o.subsidiary_id and u.ein is not null), 0) = coalesce(r.subsidiary_id, 0)`

/**
 * Form 8925: consents, people and contracts as the register has them, values of the year's end only, the employees stated for it, and who files. A
 * number that was taken out leaves no time behind, so it is known by what the report printed. A policy taken out or moved may have been anybody's.
 */
const ofForm8925 = sql<string | null>`greatest(${ofFeeds((month) => sql`(${month} = r.period)`, OF_POLICYHOLDER)}, (
  select max(c.at) from register_change c
  where c.institution_id = r.institution_id and c.site_id = r.site_id and ${unread('c', 'at')}
    and case c.entity when 'consent' then true when 'insured' then ${changedOne(ON_FORM_8925.insured)}
      when 'policy' then c.action <> 'CORRECTED' or ${changedOne(ON_FORM_8925.policy)}
      when 'status' then c.reaches_from <= r.period when 'valuation' then c.reaches_from = r.period else false end
    and (c.entity = 'policy' and (c.action = 'REMOVED' or c.before ?| array['subsidiaryId', 'insuredId'])
      or exists (select from policy o where ${OF_POLICYHOLDER} and o.issue_date <= r.period and (o.id = c.policy_id or o.insured_id = c.insured_id)))), (
  select e.updated_at from employee_count e
  where e.institution_id = r.institution_id and coalesce(e.subsidiary_id, 0) = coalesce(r.subsidiary_id, 0) and e.tax_year_end = r.period and ${unread('e', 'updated_at')}), (
  select now() where (v.control_totals ->> 'employees') is not null and not exists (select from employee_count e
    where e.institution_id = r.institution_id and coalesce(e.subsidiary_id, 0) = coalesce(r.subsidiary_id, 0) and e.tax_year_end = r.period)), (
  select h.updated_at from (
    select i.updated_at, i.xmin as writer, i.legal_name, i.ein, i.naics_business_type as business, 'institution' as place from institution i where i.id = r.institution_id
    union all
    select u.updated_at, u.xmin, u.legal_name, u.ein, null, 'subsidiary' from subsidiary u where u.institution_id = r.institution_id and u.id = r.subsidiary_id) as h
  where case when ${unread('h', 'updated_at', 'writer')}
    then (h.legal_name, h.ein, h.business) is distinct from (v.snapshot -> h.place ->> 'legalName', v.snapshot -> h.place ->> 'ein', v.snapshot -> h.place ->> 'businessType') end
  order by h.updated_at desc limit 1))`

/** Number and name of each account: the column, and what the report printed. An account that the row does not name is its site's. */
const ACCOUNT_FIELDS = LEDGER_ACCOUNT_KEYS.flatMap((key) =>
  ['number', 'name'].map((part) => ({
    column: `${key}${part === 'number' ? 'Number' : 'Name'}`,
    otherwise: sql`${part === 'number' ? null : STANDARD_ACCOUNTS[key].name}::text`,
    said: sql`v.snapshot #>> ${`{ledgerAccounts,${key},${part}}`}::text[]`,
  })),
)

/** A default of the site's touches what is still to be released; a released report stands as its readers know it. */
const UNRELEASED = sql`(r.released_version is distinct from v.version or r.withdrawn_at is not null)`

/** Asset reports: the accounts its entries post to, the institution's own; and the site's, where the institution names none. */
const ofAccounts = sql<string | null>`greatest((
  select t.updated_at from (select x.*, x.xmin as writer from institution_ledger_accounts x where x.institution_id = r.institution_id and x.effective_from <= r.period
    order by x.effective_from desc limit 1) t
  where case when ${unread('t', 'updated_at', 'writer')}
    then (${sql.join(ACCOUNT_FIELDS.map(({ column, said }) => sql`coalesce(${sql.ref(`t.${column}`)}, ${said})`))}) is distinct from (${sql.join(ACCOUNT_FIELDS.map(({ said }) => said))}) end), (
  -- Taken out: its accounts are the site's then, which may be named alike; made again it says so.
  select max(x.replaced_at) from institution_term_version x
  where x.institution_id = r.institution_id and x.kind = 'LEDGER_ACCOUNTS' and x.removed and ${unread('x', 'replaced_at')} and x.effective_on <= r.period
    and not exists (select from institution_ledger_accounts n where n.institution_id = r.institution_id and n.effective_from <= r.period
      and n.effective_from > x.effective_on and not ${unread('n', 'updated_at')})), (
  select s.entered_at from (select x.*, x.xmin as writer from site_ledger_accounts x where x.site_id = r.site_id order by x.version desc limit 1) s
  left join lateral (select x.* from institution_ledger_accounts x where x.institution_id = r.institution_id and x.effective_from <= r.period
    order by x.effective_from desc limit 1) o on true
  where case when ${unread('s', 'entered_at', 'writer')} and ${UNRELEASED} then ${sql.join(
    ACCOUNT_FIELDS.map(
      ({ column, otherwise, said }) =>
        sql`${sql.ref(`o.${column}`)} is null and coalesce(${sql.ref(`s.${column}`)}, ${otherwise}) is distinct from ${said}`,
    ),
    sql` or `,
  )} end))`

/** Annual reviews: the narrative of the year written since, management's signature; and the site's sections and texts where it has none of its own and prints them. */
const ofReviewWords = sql<string | null>`greatest((
  select d.created_at from (select x.content, x.created_at, x.xmin as writer from review_defaults x where x.site_id = r.site_id order by x.version desc limit 1) d
  left join lateral (select x.configuration, x.narratives from review_words x
    where x.institution_id = r.institution_id and x.site_id = r.site_id and x.period <= r.period order by x.period desc limit 1) o on true
  where case when ${unread('d', 'created_at', 'writer')} and ${UNRELEASED}
    then o.configuration is null and d.content #> '{configuration,sections}' is distinct from v.snapshot #> '{texts,configuration,sections}'
      or exists (select from jsonb_array_elements(v.snapshot #> '{texts,configuration,sections}') n
        where (n ->> 'on')::boolean and not coalesce(o.narratives ? (n ->> 'code'), false)
          and coalesce(btrim(d.content #>> array['narratives', n ->> 'code'], E' \\t\\r\\n'), '')
            is distinct from coalesce(v.snapshot #>> array['texts', 'narratives', n ->> 'code'], '')) end), (
  select w.updated_at from review_words w
  where w.institution_id = r.institution_id and w.site_id = r.site_id and w.period = r.period and ${unread('w', 'updated_at')}), (
  select a.signed_at from review_assessment a
  where a.institution_id = r.institution_id and a.site_id = r.site_id and a.period = r.period and a.status = 2 and ${unread('a', 'signed_at')}))`

/** Holdings of the legal entity in other portals and with other owners: Form 8925 and concentration take it in, and a session's own queries do not see it (0007_questionnaires.sql). */
const ofEntity = sql<
  string | null
>`entity_changed_since(r.report_type, r.institution_id, r.site_id, r.subsidiary_id, r.period, v.generated_at, v.read_as_of)`

/** The latest correction that a report's version `v` does not know of, as a time; null when there is none. In SQL the report is `r`. */
export const outdatedSince = sql<string | null>`greatest(${ofEntity}, case r.report_type when 'C8925Report' then ${ofForm8925}
  when 'AnnualBoliReview' then greatest(${ofValues}, ${termsOfReview}, ${ofReviewWords}) else greatest(${ofValues}, ${termsOfAssetReport}, ${ofAccounts}) end)`
