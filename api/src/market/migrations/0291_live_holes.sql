-- Stretches in which the connection was whole and what came of one symbol was no price: of a wrong time, or beyond its band.
create table market_live_holes (
  source text not null,
  day date not null,
  symbol text not null,
  from_second integer not null,
  to_second integer not null,
  primary key (source, day, symbol, from_second)
);
