-- Closing figures of each underlying's nearest expiry, one row a trading day: what IV rank and percentile look back on.
-- `atm_iv` % a year. Open interest in shares; null where only the volatility of a close is known.
create table option_closings (
  symbol text not null,
  day date not null,
  atm_iv numeric(8, 3) not null,
  pcr numeric(10, 4),
  max_pain numeric(12, 2),
  ce_oi bigint,
  pe_oi bigint,
  method text not null,
  primary key (symbol, day)
);
