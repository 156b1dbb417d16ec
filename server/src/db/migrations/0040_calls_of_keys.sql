-- How often each API key called since its present minute began, counted by all nodes together. Not worth a log: after a crash of the database each key begins anew.
create unlogged table api_key_calls (
  key_id int primary key references api_key on delete cascade,
  since timestamptz(3) not null,
  calls int not null
);
call fence('session app', 'api_key_calls');
grant select, insert, update on api_key_calls to corridor_app;
