-- What the portal's frame keeps for a person beside the profile: nobody else reads or writes it.
create table person_setting (
  user_id int primary key references user_account on delete cascade deferrable,
  -- groups of the sidebar that stand open, the one opened last first; null until the person opened or folded one
  open_groups text[],
  -- the first steps are not shown any more
  first_steps_hidden_at timestamptz(3)
);
call fence('person app', 'person_setting');
grant select, insert, update on person_setting to corridor_app;
