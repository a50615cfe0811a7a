-- Messages of the demo: OTPs and mails, read at /__outbox.
create table outbox_messages (
  id text primary key,
  channel text not null check (channel in ('sms', 'mail')),
  recipient text not null,
  subject text not null default '',
  text text not null,
  sent_at timestamptz not null
);
create index outbox_messages_recipient on outbox_messages (recipient, id desc);

-- Who did what to which object: written in the transaction of the change, never changed afterwards.
-- before_hash and after_hash are sha256 of the states, so the log itself holds no personal data.
create table audit_log (
  id text primary key,
  at timestamptz not null,
  actor text not null,
  partner_key text not null,
  session_id text not null,
  action text not null,
  object text not null,
  result text not null check (result in ('done', 'refused')),
  ip text not null,
  before_hash text not null,
  after_hash text not null
);
create index audit_log_object on audit_log (object, id);
create index audit_log_actor on audit_log (actor, id);

create function audit_log_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'audit_log is append-only';
end
$$;
create trigger audit_log_append_only before update or delete or truncate on audit_log
  for each statement execute function audit_log_is_append_only();
