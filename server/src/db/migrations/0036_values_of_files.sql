-- Values of a firm's own book came with no carrier's file: twelve million of them are written at once, and none is looked for by its file.
drop index policy_valuation_file;
create index policy_valuation_file on policy_valuation (file_id) where file_id is not null;
