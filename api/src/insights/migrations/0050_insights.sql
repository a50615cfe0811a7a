-- Closing sentiment of each stock and of the whole market ('*'), one row a trading day.
create table sentiment_daily (
  symbol text not null,
  day date not null,
  score numeric(4, 1) not null,
  method text not null,
  primary key (symbol, day)
);
