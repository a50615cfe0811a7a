-- The exchange's lists of stocks whose contracts are under the F&O ban: one a trading date, and an empty one says that none is.
create table market_ban_lists (
  day date primary key,
  sha256 text not null,
  file_name text not null,
  row_count integer not null,
  imported_at timestamptz not null default now()
);

create table market_bans (
  day date not null references market_ban_lists (day),
  symbol text not null,
  primary key (day, symbol)
);
