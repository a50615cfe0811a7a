-- End-of-day prices from exchange files: one row per symbol, series and day. Calls read series EQ.
create table market_days (
  symbol text not null,
  series text not null,
  day date not null,
  open numeric(14, 2) not null,
  high numeric(14, 2) not null,
  low numeric(14, 2) not null,
  close numeric(14, 2) not null,
  last numeric(14, 2) not null,
  prev_close numeric(14, 2) not null,
  volume bigint not null,
  -- ₹, whatever unit the file used.
  turnover numeric(20, 2) not null,
  trades bigint,
  isin text not null default '',
  primary key (symbol, series, day)
);

-- Which days are on file, and what was read last for each.
create table market_imports (
  day date primary key,
  layout text not null,
  file_name text not null,
  sha256 text not null,
  row_count integer not null,
  imported_at timestamptz not null default now()
);
