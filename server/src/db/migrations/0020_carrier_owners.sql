-- The member of a site's staff who looks after a carrier's files there. An institution's own person stands in institution.relationship_owner_id.
create table carrier_owner (
  site_id int not null references site on delete cascade,
  carrier_code text not null references carrier (code),
  user_id int not null references user_account on delete cascade,
  assigned_at timestamptz(3) not null default now(),
  primary key (site_id, carrier_code)
);
create index carrier_owner_user on carrier_owner (user_id);
call fence('site staff', 'carrier_owner');
grant select, insert, update, delete on carrier_owner to corridor_staff;
