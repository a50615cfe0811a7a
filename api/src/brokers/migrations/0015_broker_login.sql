-- Sign-ins that somebody else vouches for: brokers and their forms.
-- Passwords, PINs and second factors of a broker pass through the process and are never written here.

-- A browser was sent away to sign in; it must come back with the same state, once.
create table sign_in_journeys (
  state_hash text primary key,
  partner_key text not null,
  broker_id integer not null,
  device_hash text not null,
  expires_at timestamptz not null,
  used_at timestamptz
);

-- Step one of a broker's own form was right; step two is open.
create table broker_steps (
  id text primary key,
  partner_key text not null,
  broker_id integer not null,
  client_id text not null,
  device_hash text not null,
  -- The broker's own interim token, '' once the step is used.
  broker_session text not null,
  token_hash text not null,
  tries integer not null default 0,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index broker_steps_client on broker_steps (partner_key, broker_id, client_id, expires_at);

-- One-time tokens of partners' sites that were used.
create table used_handovers (
  broker_id integer not null,
  token_hash text not null,
  expires_at timestamptz not null,
  primary key (broker_id, token_hash)
);

-- Who a broker's customer is here. Never merged with an account by e-mail or mobile number.
create table broker_customers (
  partner_key text not null,
  broker_id integer not null,
  client_id text not null,
  user_id text not null references users (id),
  linked_at timestamptz not null,
  primary key (partner_key, broker_id, client_id)
);
