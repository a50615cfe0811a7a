-- The key pair that our push messages are signed with (RFC 8292): browsers subscribe with its public half, so it never changes.
create table push_keys (
  id integer primary key check (id = 1),
  public_key text not null,
  -- The private key, sealed with SECRET_KEY; null while it lies in the data folder.
  sealed bytea
);

-- Devices that take messages.
create table push_devices (
  id text primary key,
  user_id text not null,
  -- It stops with this session, unless the session just runs out.
  session_id text not null,
  -- What the service that carries messages calls the browser: a subscription, or a token.
  registration_id text not null,
  -- What is the same each time the same browser registers: the subscription's endpoint, or the token.
  address text not null unique,
  user_agent text not null,
  since timestamptz not null
);
create index push_devices_of on push_devices (user_id, since);
create index push_devices_session on push_devices (session_id);
