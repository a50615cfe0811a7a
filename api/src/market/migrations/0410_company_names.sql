-- The company behind a share as the exchange's file of the day writes it: a row for each day from which on the name is another than before.
create table company_names (
  isin text not null,
  day date not null,
  -- The exchange's symbol on the day.
  symbol text not null,
  name text not null,
  file_name text not null,
  sha256 text not null,
  known_at timestamptz not null default now(),
  primary key (isin, day)
);
