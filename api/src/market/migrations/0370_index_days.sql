-- Days of indices by the exchange's files of index closes (ind_close_all), with the file that each is from.
create table market_index_days (
  symbol text not null,
  day date not null,
  open numeric(12, 2) not null,
  high numeric(12, 2) not null,
  low numeric(12, 2) not null,
  close numeric(12, 2) not null,
  prev_close numeric(12, 2) not null,
  -- Shares of its companies that were traded; 0 where the file does not say.
  volume bigint not null,
  -- The index as the file calls it.
  name text not null,
  file_name text not null,
  sha256 text not null,
  imported_at timestamptz not null default now(),
  primary key (symbol, day)
);
