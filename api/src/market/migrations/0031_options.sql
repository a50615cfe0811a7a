-- Futures and options at single moments, from recorded chains and end-of-day files: one row a contract and moment.
-- `type` FU is the future, with strike 0. Prices ₹ a share, quantities in shares.
create table option_quotes (
  symbol text not null,
  expiry date not null,
  taken_at timestamptz not null,
  strike numeric(12, 2) not null,
  type text not null check (type in ('CE', 'PE', 'FU')),
  last numeric(14, 2),
  prev_close numeric(14, 2),
  bid numeric(14, 2),
  ask numeric(14, 2),
  volume bigint not null,
  oi bigint not null,
  prev_oi bigint not null,
  underlying numeric(14, 2) not null,
  lot integer,
  -- A running book's quotes, or an end-of-day file's closes.
  quality text not null check (quality in ('quotes', 'end of day')),
  primary key (symbol, expiry, taken_at, strike, type)
);

-- What was read last for each moment and kind of file.
create table option_imports (
  taken_at timestamptz not null,
  layout text not null,
  file_name text not null,
  sha256 text not null,
  row_count integer not null,
  imported_at timestamptz not null default now(),
  primary key (taken_at, layout, file_name)
);
