-- One table of what somebody must prove with a code, instead of three: the OTPs of the login, those of the account calls and
-- step two of a broker's own form. Five tries, five minutes, used once, whatever it is for.

create table challenges (
  id text primary key,
  partner_key text not null,
  purpose text not null check (purpose in ('SIGN_IN', 'SIGN_UP', 'CREATE_USER', 'FORGET_PASSWORD', 'BROKER_FORM')),
  -- Who must prove it: a number with its country code, an e-mail address in lower case, or a client of a broker.
  subject text not null,
  -- Who asked for it: the hash of their device cookie. `counted_for` is the device or network that its sending counts for;
  -- what strangers asked for also counts together.
  asked_device text not null,
  counted_for text not null default '',
  stranger boolean not null default true,
  -- '' where the broker knows the code and we don't.
  code_mac text not null default '',
  -- sha256 of what the browser holds to go on with; null where the subject is told again.
  handle_hash text,
  -- Whose account it opens; null while there is none.
  user_id text references users (id),
  -- What it becomes or needs once it is proven; emptied when it is over.
  held jsonb,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  tries integer not null default 0,
  -- The tries of all who did not ask for it, so a stranger's guesses never use up the owner's.
  other_tries integer not null default 0,
  proven_at timestamptz,
  used_at timestamptz,
  superseded_at timestamptz
);

insert into challenges
  (id, partner_key, purpose, subject, asked_device, counted_for, stranger, code_mac, sent_at, expires_at, tries, other_tries, used_at, superseded_at)
select id, partner_key, purpose, country_code || mobile, asked_device, counted_for, stranger, code_mac, sent_at, expires_at, tries, other_tries, used_at,
  superseded_at
from otp_challenges;

insert into challenges
  (id, partner_key, purpose, subject, asked_device, counted_for, stranger, code_mac, handle_hash, user_id, held, sent_at, expires_at, tries, proven_at,
  used_at, superseded_at)
select id, partner_key, purpose, recipient, asked_device, counted_for, stranger, code_mac, handle_hash, user_id,
  case when newcomer is not null then jsonb_build_object('newcomer', newcomer) end, sent_at, expires_at, tries, proven_at, used_at, superseded_at
from account_challenges;

insert into challenges (id, partner_key, purpose, subject, asked_device, held, sent_at, expires_at, tries, used_at)
select id, partner_key, 'BROKER_FORM', 'broker ' || broker_id || ' ' || client_id, device_hash,
  case when used_at is null then jsonb_build_object('broker_session', broker_session, 'token_hash', token_hash) end,
  expires_at - interval '5 minutes', expires_at, tries, used_at
from broker_steps;

drop table otp_challenges;
drop table account_challenges;
drop table broker_steps;

create index challenges_subject on challenges (subject, sent_at);
create index challenges_handle on challenges (handle_hash);
create index challenges_sent on challenges (sent_at);
