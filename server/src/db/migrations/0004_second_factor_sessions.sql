-- A session that ends or gets another id looks for the questions put to it.
create index mfa_challenge_session on mfa_challenge (session_hash) where session_hash is not null;
