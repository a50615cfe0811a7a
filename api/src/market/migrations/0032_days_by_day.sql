-- A file is held against the days beside its own, whatever stocks they have.
create index market_days_by_day on market_days (day);
