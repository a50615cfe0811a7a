-- Option calls as their events leave them: rebuilt from call_events at any time. Premiums ₹ a share, profit, loss, risk and margin ₹ of the
-- whole call, returns % of what was at risk. legs, breakevens and stale are JSON.
create table option_calls (
  id text primary key,
  expert_id text not null,
  stock text not null,
  underlying_name text not null,
  underlying_type text not null,
  outlook text not null,
  strategy text not null,
  defined_risk boolean not null,
  expiry date not null,
  legs text not null,
  lot_size double precision not null,
  net_premium double precision not null,
  max_profit double precision,
  max_loss double precision,
  breakevens text not null,
  margin_est double precision not null,
  pop double precision,
  level_basis text not null,
  target double precision not null,
  stop_loss double precision not null,
  initial_stop_loss double precision not null,
  net_limit double precision,
  status text not null,
  is_open boolean not null,
  published_at timestamptz not null,
  valid_till date not null,
  entry_at timestamptz,
  exit_at timestamptz,
  exit_reason text,
  ended_at timestamptz,
  ended_on date,
  pnl double precision,
  headline_pnl double precision,
  slippage double precision,
  risk double precision,
  return_on_risk double precision,
  on_margin boolean not null,
  cost double precision,
  settlement text,
  stale text,
  moves integer not null,
  hash text not null,
  state text not null
);
-- Lists walk an index in their order and stop: their cost does not grow with the table.
create index option_calls_live on option_calls (published_at, id) where is_open;
create index option_calls_live_limited on option_calls (published_at, id) where is_open and defined_risk and underlying_type = 'indices';
create index option_calls_live_stock on option_calls (stock, published_at, id) where is_open;
create index option_calls_live_expert on option_calls (expert_id, published_at, id) where is_open;
create index option_calls_live_strategy on option_calls (strategy, published_at, id) where is_open;
create index option_calls_live_expiry on option_calls (expiry, published_at, id) where is_open;
create index option_calls_live_outlook on option_calls (outlook, published_at, id) where is_open;
create index option_calls_live_status on option_calls (status, published_at, id) where is_open;
create index option_calls_past on option_calls (ended_at, id) where not is_open;
create index option_calls_past_stock on option_calls (stock, ended_at, id) where not is_open;
create index option_calls_past_expert on option_calls (expert_id, ended_at, id) where not is_open;
create index option_calls_past_strategy on option_calls (strategy, ended_at, id) where not is_open;
create index option_calls_past_expiry on option_calls (expiry, ended_at, id) where not is_open;
create index option_calls_past_outlook on option_calls (outlook, ended_at, id) where not is_open;
create index option_calls_past_status on option_calls (status, ended_at, id) where not is_open;
create index option_calls_past_result on option_calls (return_on_risk, id) where not is_open and return_on_risk is not null;
create index option_calls_published on option_calls (expert_id, published_at);
