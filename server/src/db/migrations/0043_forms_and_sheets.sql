-- How the dates and rates of a column are meant where its cells can be read in two ways: {"<header>": "MDY" | "DMY" | "PERCENT" | "FRACTION"}, as somebody said.
alter table carrier_file add column forms jsonb not null default '{}';
alter table column_mapping add column forms jsonb not null default '{}';
-- The names of a workbook's sheets where it has more than one: a line number is then the sheet's place times 2,000,000 plus the row in the sheet.
alter table carrier_file add column sheets text[];
