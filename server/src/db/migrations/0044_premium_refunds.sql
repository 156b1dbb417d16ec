-- A premium that a carrier pays back is a flow of its own: it takes cash surrender value out without being a withdrawal or a loss. Whatever other types the
-- check has by now stay.
do $$
declare rule text;
begin
  select pg_get_constraintdef(oid) into strict rule from pg_constraint where conrelid = 'policy_transaction'::regclass and conname = 'policy_transaction_type_check';
  alter table policy_transaction drop constraint policy_transaction_type_check;
  execute 'alter table policy_transaction add constraint policy_transaction_type_check '
    || replace(rule, '''PREMIUM''::text', '''PREMIUM''::text, ''PREMIUM_REFUND''::text');
end $$;
