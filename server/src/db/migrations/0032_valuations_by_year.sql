-- Valuations are kept by year, no longer by month: whatever asks about several months of a policy was planned over 253 partitions, which took
-- 30 ms a question and 200 ms on a new connection, ten times what the answer took (ADR 0030).
-- Runtime roles get no right on a partition: rows are reached through the table, whose policies then apply.
do $$
declare
  year date := '2015-01-01';
  month text;
begin
  while year < '2036-01-01' loop
    execute format('create table policy_valuation_%s (like policy_valuation including defaults including constraints)', to_char(year, 'YYYY'));
    for month in select to_char(m, 'YYYYMM') from generate_series(year, year + interval '11 months', interval '1 month') m loop
      execute format('insert into policy_valuation_%s select * from policy_valuation_%s', to_char(year, 'YYYY'), month);
      execute format('drop table policy_valuation_%s', month);
    end loop;
    execute format('alter table policy_valuation attach partition policy_valuation_%s for values from (%L) to (%L)',
      to_char(year, 'YYYY'), year, (year + interval '1 year')::date);
    year := (year + interval '1 year')::date;
  end loop;
end $$;
