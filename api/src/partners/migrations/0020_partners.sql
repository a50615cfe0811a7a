-- Partner environments, the brokers people may link, and the publishable keys of their pages.

create table partners (
  key text primary key check (key = lower(key) and key <> ''),
  broker_id integer not null unique,
  -- Every field of the environment contract except hostUrl.
  environment jsonb not null,
  -- Null: `<key>.` before the platform's own host.
  host_url text,
  status text not null default 'active' check (status in ('active', 'closed'))
);

create table brokers (
  id integer primary key,
  title text not null,
  is_trading_available boolean not null
);

create table access_keys (
  key text primary key,
  partner_key text not null references partners (key),
  origins jsonb not null,
  widgets jsonb not null,
  status text not null default 'active' check (status in ('active', 'revoked')),
  expires_at timestamptz,
  created_at timestamptz not null
);
create index access_keys_partner on access_keys (partner_key);
