-- Books of the paper broker, which fills at simulated prices. They are the broker's: nothing of ours is read from them, and they know nothing of ours.
create table paper_accounts (
  client_id text primary key,
  cash_paise bigint not null,
  -- What its next calls do wrong, in this order: asked for by stories and by who tries the demo.
  faults jsonb not null default '[]'
);

create table paper_orders (
  broker_order_id text primary key,
  client_id text not null,
  tag text not null,
  instrument text not null,
  terms jsonb not null,
  side text not null check (side in ('buy', 'sell')),
  quantity integer not null,
  price double precision,
  trigger double precision,
  triggered boolean not null default false,
  state text not null check (state in ('pending', 'open', 'complete', 'cancelled', 'rejected', 'expired')),
  code text not null default '',
  text text not null default '',
  placed_at timestamptz not null,
  -- Market time before which nothing happens to it.
  rests_until timestamptz not null,
  day text not null
);
create index paper_orders_client on paper_orders (client_id, day);
create index paper_orders_alive on paper_orders (instrument) where state in ('pending', 'open');

create table paper_trades (
  broker_order_id text not null references paper_orders (broker_order_id),
  n integer not null,
  quantity integer not null,
  price double precision not null,
  at timestamptz not null,
  primary key (broker_order_id, n)
);
