-- The sheets of a workbook that a person chose to read; null reads each that holds policies and is not hidden.
alter table carrier_file add column chosen_sheets text[] check (cardinality(chosen_sheets) > 0);
