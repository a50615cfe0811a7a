-- OTPs of the account calls: a new account by e-mail, a forgotten password.

create table account_challenges (
  id text primary key,
  -- sha256 of what the browser holds.
  handle_hash text not null,
  partner_key text not null,
  purpose text not null check (purpose in ('CREATE_USER', 'FORGET_PASSWORD')),
  -- E-mail in lower case, or a number with its country code.
  recipient text not null,
  -- Null: no such account. Then nothing was sent, and every code is wrong.
  user_id text references users (id),
  -- What becomes the account once the address is proven; emptied when it is used.
  newcomer jsonb,
  code_mac text not null,
  sent_at timestamptz not null,
  expires_at timestamptz not null,
  tries integer not null default 0,
  proven_at timestamptz,
  used_at timestamptz,
  superseded_at timestamptz
);
create index account_challenges_recipient on account_challenges (recipient, sent_at);
create index account_challenges_handle on account_challenges (handle_hash);

-- The passwords before the present one, so that none of the last five comes back.
create table password_history (
  id text primary key,
  user_id text not null references users (id),
  phc text not null,
  replaced_at timestamptz not null
);
create index password_history_user on password_history (user_id, replaced_at);
