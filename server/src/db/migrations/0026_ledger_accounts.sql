-- Under which accounts a general ledger carries what the suggested entries post: an institution's from a day on, and what a site proposes until an
-- institution has named its own. A number or a name that is null is taken from the site's, and its name else from the standard one.
create table institution_ledger_accounts (
  institution_id int not null references institution deferrable,
  effective_from date not null,
  cash_surrender_value_number text check (cash_surrender_value_number ~ '^[A-Za-z0-9][A-Za-z0-9 ./-]{0,39}$'),
  cash_surrender_value_name text check (length(cash_surrender_value_name) between 1 and 80),
  other_income_number text check (other_income_number ~ '^[A-Za-z0-9][A-Za-z0-9 ./-]{0,39}$'),
  other_income_name text check (length(other_income_name) between 1 and 80),
  other_expense_number text check (other_expense_number ~ '^[A-Za-z0-9][A-Za-z0-9 ./-]{0,39}$'),
  other_expense_name text check (length(other_expense_name) between 1 and 80),
  cash_number text check (cash_number ~ '^[A-Za-z0-9][A-Za-z0-9 ./-]{0,39}$'),
  cash_name text check (length(cash_name) between 1 and 80),
  claim_receivable_number text check (claim_receivable_number ~ '^[A-Za-z0-9][A-Za-z0-9 ./-]{0,39}$'),
  claim_receivable_name text check (length(claim_receivable_name) between 1 and 80),
  exchange_clearing_number text check (exchange_clearing_number ~ '^[A-Za-z0-9][A-Za-z0-9 ./-]{0,39}$'),
  exchange_clearing_name text check (length(exchange_clearing_name) between 1 and 80),
  entered_by int,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now(),
  primary key (institution_id, effective_from)
);
alter table institution_term_version drop constraint institution_term_version_kind_check;
alter table institution_term_version add constraint institution_term_version_kind_check
  check (kind in ('TAX_PROFILE', 'CAPITAL', 'POLICY_LIMITS', 'LEDGER_ACCOUNTS'));

-- Only ever added to: the latest version holds, and the others are its history.
create table site_ledger_accounts (
  site_id int not null references site,
  version int not null check (version > 0),
  cash_surrender_value_number text check (cash_surrender_value_number ~ '^[A-Za-z0-9][A-Za-z0-9 ./-]{0,39}$'),
  cash_surrender_value_name text check (length(cash_surrender_value_name) between 1 and 80),
  other_income_number text check (other_income_number ~ '^[A-Za-z0-9][A-Za-z0-9 ./-]{0,39}$'),
  other_income_name text check (length(other_income_name) between 1 and 80),
  other_expense_number text check (other_expense_number ~ '^[A-Za-z0-9][A-Za-z0-9 ./-]{0,39}$'),
  other_expense_name text check (length(other_expense_name) between 1 and 80),
  cash_number text check (cash_number ~ '^[A-Za-z0-9][A-Za-z0-9 ./-]{0,39}$'),
  cash_name text check (length(cash_name) between 1 and 80),
  claim_receivable_number text check (claim_receivable_number ~ '^[A-Za-z0-9][A-Za-z0-9 ./-]{0,39}$'),
  claim_receivable_name text check (length(claim_receivable_name) between 1 and 80),
  exchange_clearing_number text check (exchange_clearing_number ~ '^[A-Za-z0-9][A-Za-z0-9 ./-]{0,39}$'),
  exchange_clearing_name text check (length(exchange_clearing_name) between 1 and 80),
  entered_by int,
  entered_at timestamptz(3) not null default now(),
  primary key (site_id, version)
);

alter table institution_ledger_accounts enable row level security;
alter table institution_ledger_accounts force row level security;
create policy owner_all on institution_ledger_accounts to current_user using (true) with check (true);
create policy staff_site on institution_ledger_accounts to corridor_staff
  using (institution_id in (select s.institution_id from institution_site s where s.site_id = (select nullif(current_setting('app.site', true), '')::int)))
  with check (institution_id in (select s.institution_id from institution_site s where s.site_id = (select nullif(current_setting('app.site', true), '')::int)));
grant select, insert, update, delete on institution_ledger_accounts to corridor_staff;

alter table site_ledger_accounts enable row level security;
alter table site_ledger_accounts force row level security;
create policy owner_all on site_ledger_accounts to current_user using (true) with check (true);
create policy staff_site on site_ledger_accounts to corridor_staff
  using (site_id = (select nullif(current_setting('app.site', true), '')::int))
  with check (site_id = (select nullif(current_setting('app.site', true), '')::int));
grant select, insert on site_ledger_accounts to corridor_staff;
