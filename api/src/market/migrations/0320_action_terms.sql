-- What a list of corporate actions says a share is worth on paper, ₹: premiums of rights and dividends in percent are told by it.
alter table market_actions add column face_value numeric(14, 4);

-- What the exchange published of an ex-date whose terms no list holds (a demerger, a scheme): it takes the place of that day's lines.
create table market_adjustments (
  symbol text not null,
  day date not null,
  -- Prices before the day, less this many ₹, times that.
  subtract numeric(14, 4) not null,
  multiply numeric(16, 8) not null,
  -- Where it was published: the number of the circular.
  source text not null,
  primary key (symbol, day)
);
