-- A set-up of a sign-in method is answered with the number that the method gets once it is proved. Null for other questions.
alter table mfa_challenge add column method_to_be int;
grant usage on sequence mfa_method_id_seq to corridor_app;
