-- What a schedule makes is the work of whoever last said what it makes: with four eyes, somebody else releases it.
alter table report_schedule add column changed_by int;
