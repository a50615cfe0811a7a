-- The record of calls: append-only events, chained per expert and counted through over all experts.
-- `canonical` is the text the hash is taken over (RFC 8785); everything else of an event is read from it.
create table call_events (
  seq bigint primary key,
  call_id text not null,
  expert_id text not null,
  n integer not null,
  type text not null,
  ts timestamptz not null,
  canonical text not null,
  prev_hash text not null,
  hash text not null unique,
  sig text not null,
  unique (expert_id, n)
);
create index call_events_call on call_events (call_id, seq);

-- One signed root a trading date over the events (after_seq, last_seq], chained root to root.
create table ledger_roots (
  trading_date date primary key,
  after_seq bigint not null,
  last_seq bigint not null,
  merkle_root text not null,
  count integer not null,
  prev_root text not null,
  signature text not null,
  published_at timestamptz not null
);
create index ledger_roots_last on ledger_roots (last_seq);

create function ledger_is_append_only() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only', tg_table_name;
end
$$;
create trigger call_events_append_only before update or delete or truncate on call_events
  for each statement execute function ledger_is_append_only();
create trigger ledger_roots_append_only before update or delete or truncate on ledger_roots
  for each statement execute function ledger_is_append_only();

-- The one row every append locks first: order of the ledger, and the market time up to which prices were judged.
create table ledger_head (
  id integer primary key check (id = 1),
  seq bigint not null,
  judged_until timestamptz
);
insert into ledger_head (id, seq, judged_until) values (1, 0, null);

-- Where each expert's chain ends.
create table expert_chains (
  expert_id text primary key,
  n integer not null,
  hash text not null,
  calls integer not null
);

-- Calls as the events leave them: rebuilt from call_events at any time. Prices ₹, returns %.
create table calls (
  id text primary key,
  seq_no integer not null,
  expert_id text not null,
  stock text not null,
  stock_name text not null,
  sector text not null,
  cap text not null,
  exchange text not null,
  call_type text not null,
  term text not null,
  entry_mode text not null,
  entry_low double precision not null,
  entry_high double precision not null,
  price double precision not null,
  target_price double precision not null,
  stop_loss double precision not null,
  initial_stop_loss double precision not null,
  target2 double precision,
  target3 double precision,
  status text not null,
  is_open boolean not null,
  published_at timestamptz not null,
  week text not null,
  weekly_pick boolean not null,
  valid_till date not null,
  potential_return double precision not null,
  risk_reward double precision not null,
  entry_price double precision,
  entry_at timestamptz,
  entry_index double precision,
  exit_price double precision,
  exit_at timestamptz,
  exit_reason text,
  ended_at timestamptz,
  ended_on date,
  realised_return double precision,
  r_multiple double precision,
  alpha double precision,
  moves integer not null,
  hash text not null,
  state text not null
);
-- Lists walk an index in their order and stop: their cost does not grow with the table.
create index calls_live on calls (published_at, id) where is_open;
create index calls_live_term on calls (term, published_at, id) where is_open;
create index calls_live_stock on calls (stock, published_at, id) where is_open;
create index calls_live_expert on calls (expert_id, published_at, id) where is_open;
create index calls_live_sector on calls (sector, published_at, id) where is_open;
create index calls_live_potential on calls (potential_return, id) where is_open;
create index calls_live_pick on calls (published_at, id) where is_open and weekly_pick;
create index calls_past on calls (ended_at, id) where not is_open;
create index calls_past_term on calls (term, ended_at, id) where not is_open;
create index calls_past_stock on calls (stock, ended_at, id) where not is_open;
create index calls_past_expert on calls (expert_id, ended_at, id) where not is_open;
create index calls_past_sector on calls (sector, ended_at, id) where not is_open;
create index calls_past_status on calls (status, ended_at, id) where not is_open;
create index calls_past_potential on calls (potential_return, id) where not is_open;
create index calls_past_result on calls (realised_return, id) where not is_open and realised_return is not null;
create unique index calls_week on calls (week) where weekly_pick;
create unique index calls_number on calls (expert_id, seq_no);

-- What a client asked for once, by the id it made for it: asking again gets the first answer.
create table call_intents (
  expert_id text not null,
  cid text not null,
  body_hash text not null,
  call_id text not null,
  primary key (expert_id, cid)
);

create table follows (
  user_id text not null,
  expert_id text not null,
  since timestamptz not null,
  primary key (user_id, expert_id)
);
create index follows_expert on follows (expert_id);
