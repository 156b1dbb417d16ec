-- A file may hold several months: a finding without a line tells which of them it is of.
alter table carrier_file_finding add column period date;
