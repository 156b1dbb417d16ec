-- Public Call Reports by bank and reporting date, from the FFIEC's bulk files: what peers are taken from. No institution's own data; staff only.

create table call_report_import (
  report_date date primary key,
  -- INVENTED: peers of a demonstration, which are nobody's
  source text not null check (source in ('FFIEC', 'INVENTED')),
  -- over the files of the date: the same bytes are the same import
  sha256 text not null,
  banks int not null check (banks > 0),
  -- of them, those with life insurance
  holders int not null,
  -- filers without a balance sheet or capital in the files
  left_out int not null,
  imported_at timestamptz(3) not null default now()
);

create table call_report_bank (
  report_date date not null references call_report_import on delete cascade,
  id_rssd int not null,
  fdic_cert int,
  name text not null,
  city text,
  state_code text not null,
  -- 031, 041 or 051
  form text,
  -- filed in thousands of dollars
  total_assets_cents bigint not null,
  life_general_cents bigint not null,
  life_separate_cents bigint not null,
  life_hybrid_cents bigint not null,
  tier1_cents bigint not null,
  -- banks under the community bank leverage ratio do not file it
  total_capital_cents bigint,
  primary key (report_date, id_rssd)
);
create index call_report_bank_size on call_report_bank (report_date, total_assets_cents);

grant select on call_report_import, call_report_bank to corridor_staff;
