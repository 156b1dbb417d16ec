-- Answers by e-mail: the address that a mail asks for them at, and which mail a reply at the service desk came as.
alter table mail_outbox add reply_to text;

-- A fingerprint of its Message-ID; no mail becomes two replies, however often a gateway delivers it.
alter table service_request_message add mail_hash text check (mail_hash is null or by_mail);
create unique index service_request_message_mail on service_request_message (institution_id, request_id, mail_hash) where mail_hash is not null;
