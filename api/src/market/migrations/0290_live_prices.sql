-- Prices of a broker's feed as they were judged by. Days are IST, seconds count from the open of the session, prices are whole paise.

-- Stretches in which the connection was whole: everything that was sent in them has arrived.
create table market_live_cover (
  source text not null,
  day date not null,
  from_second integer not null,
  to_second integer not null,
  primary key (source, day, from_second)
);

-- A row for each symbol and minute with a price: `second:price` or `second:price:high:low`, with a blank between.
create table market_live_minutes (
  source text not null,
  day date not null,
  symbol text not null,
  minute smallint not null,
  seconds text not null,
  -- Shares traded from the open to the minute's end.
  volume bigint not null,
  primary key (source, day, symbol, minute)
);

-- Seconds of the running minute, one row each time that they are written. They are moved into rows of market_live_minutes with the minute's end.
create table market_live_journal (
  source text not null,
  day date not null,
  entry bigint not null,
  body text not null,
  primary key (source, day, entry)
);

-- Stretches that were missed and came from the broker's history of minutes, or from the day's file; without prices where nothing traded in them.
create table market_live_spans (
  source text not null,
  day date not null,
  symbol text not null,
  from_second integer not null,
  seconds integer not null,
  open integer,
  high integer,
  low integer,
  close integer,
  volume bigint not null,
  known_at timestamptz not null default now(),
  primary key (source, day, symbol, from_second)
);

-- A symbol's day as the feed told it last.
create table market_live_days (
  source text not null,
  day date not null,
  symbol text not null,
  open integer not null,
  high integer not null,
  low integer not null,
  close integer not null,
  volume bigint not null,
  prev_close integer,
  primary key (source, day, symbol)
);

-- Days without a gap left.
create table market_live_whole (
  source text not null,
  day date not null,
  whole_at timestamptz not null default now(),
  primary key (source, day)
);

-- What the exchange's file of a day says otherwise than the feed did. A row stays; settled_at says that somebody looked into it.
create table market_live_differences (
  source text not null,
  day date not null,
  symbol text not null,
  field text not null,
  live integer not null,
  file integer not null,
  file_sha256 text,
  found_at timestamptz not null default now(),
  settled_at timestamptz,
  primary key (source, day, symbol, field)
);
