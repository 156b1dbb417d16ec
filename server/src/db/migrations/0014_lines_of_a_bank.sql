-- An audit reads a file's lines some banks at a time: without this index it would read the whole file for each of them.
create index carrier_file_row_bank on carrier_file_row (file_id, institution_id);
