-- What a broker lets us do for a customer who signed in with it: one session of each link, which goes with the link.
create table broker_sessions (
  partner_key text not null,
  broker_id integer not null,
  client_id text not null,
  user_id text not null references users (id),
  state text not null check (state in ('active', 'expired', 'ended')),
  -- The broker's token, sealed for this user, broker and client. Only a session that is active holds one.
  sealed bytea,
  expires_at timestamptz not null,
  -- Since when it has been in this state.
  at timestamptz not null,
  primary key (partner_key, broker_id, client_id),
  foreign key (partner_key, broker_id, client_id) references broker_customers on delete cascade,
  check ((state = 'active') = (sealed is not null))
);
create index broker_sessions_user on broker_sessions (user_id, broker_id);
create index broker_sessions_active on broker_sessions (expires_at) where state = 'active';
create index broker_customers_user on broker_customers (user_id);
