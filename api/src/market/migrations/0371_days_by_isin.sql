-- A share is looked for by its ISIN, whatever symbol it traded under.
create index market_days_by_isin on market_days (isin);
