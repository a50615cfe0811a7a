-- A person at a broker: what is read of the broker's book, and the limits they set for themselves. Whoever changes one of its orders locks it first.
create table trading_accounts (
  user_id text not null,
  broker_id integer not null,
  partner_key text not null,
  -- Number of the latest reading of the broker's book that was begun: a book with a higher number was read from later on.
  look integer not null default 0,
  -- Market time at which the book is read next; null while nothing is open.
  next_look_at timestamptz,
  -- Readings in a row that failed.
  failed_looks integer not null default 0,
  reconciled_at timestamptz,
  -- The latest IST day whose book was read after its end.
  final_day text,
  limits jsonb not null default '{"orders":null,"rupees":null}',
  limits_next jsonb,
  -- The IST day from which `limits_next` counts.
  limits_day text,
  -- The IST day on which its owner takes no new orders.
  paused_day text,
  draft jsonb,
  draft_why text not null default '',
  draft_at timestamptz,
  primary key (user_id, broker_id)
);
create index trading_accounts_due on trading_accounts (next_look_at) where next_look_at is not null;

create table trading_orders (
  id text primary key,
  user_id text not null,
  broker_id integer not null,
  basket_id text not null,
  -- Made by the client once per wish: the same key is the same orders.
  key text not null,
  leg integer not null,
  slice integer not null,
  -- The id of ours that the broker is given.
  tag text not null unique,
  way text not null check (way in ('broker_page', 'api')),
  -- `TCS`, or `NIFTY 2026-12-01 24000 CE`.
  instrument text not null,
  name text not null,
  ticket jsonb not null,
  -- The IST day of the session it is for.
  day text not null,
  after_market boolean not null,
  state text not null,
  broker_order_id text not null default '',
  -- What we know of it; `state` and `broker_order_id` stand in it too.
  record jsonb not null,
  -- Counted against the limit of a day, paise.
  value_paise bigint not null,
  version integer not null default 1,
  placed_at timestamptz not null,
  sent_at timestamptz,
  updated_at timestamptz not null,
  unique (user_id, broker_id, key, leg, slice)
);
create index trading_orders_account on trading_orders (user_id, broker_id, day);
create index trading_orders_alive on trading_orders (user_id, broker_id)
  where state in ('confirmed', 'at_broker', 'sent', 'unknown', 'pending', 'open', 'partial');
create index trading_orders_stuck on trading_orders (updated_at) where state in ('confirmed', 'sent');
create index trading_orders_theirs on trading_orders (broker_id, broker_order_id) where broker_order_id <> '';

-- Everything that happened to an order, for five years. Never changed.
create table trading_steps (
  order_id text not null references trading_orders (id),
  n integer not null,
  at timestamptz not null,
  by text not null check (by in ('owner', 'us', 'answer', 'postback', 'book')),
  kind text not null,
  text text not null,
  record jsonb not null,
  primary key (order_id, n)
);

-- Where the broker's book and ours disagree now.
create table trading_differences (
  user_id text not null,
  broker_id integer not null,
  kind text not null check (kind in ('fills', 'state', 'not_ours', 'missing')),
  broker_order_id text not null,
  order_id text not null default '',
  symbol text not null,
  ours text not null,
  theirs text not null,
  since timestamptz not null,
  primary key (user_id, broker_id, kind, broker_order_id, order_id)
);

-- Shares on which somebody published a call, for the rule that an author does not deal in them: while it is open, and five days after.
create table trading_authors (
  user_id text not null,
  symbol text not null,
  call_id text not null,
  published_at timestamptz not null,
  primary key (user_id, symbol, call_id)
);

-- What a broker last told of a person's account; shown with its time while the broker does not answer.
create table trading_told (
  user_id text not null,
  broker_id integer not null,
  what text not null check (what in ('positions', 'holdings', 'funds')),
  value jsonb not null,
  at timestamptz not null,
  primary key (user_id, broker_id, what)
);
