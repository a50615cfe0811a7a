-- What the exchange's own lists say of shares, with the file each was read from and when it was known here.
create table instrument_files (
  sha256 text primary key,
  layout text not null,
  file_name text not null,
  -- The day the file is of: by its name, or that of the import.
  day date not null,
  row_count integer not null,
  known_at timestamptz not null default now()
);

-- Shares beside those known at the release. The symbol is that under which a share stands here for good; the exchange may give it another.
create table instrument_shares (
  symbol text primary key,
  sha256 text not null references instrument_files (sha256),
  known_at timestamptz not null default now()
);

-- A share is its ISIN; a split or another face value gives it another one.
create table instrument_isins (
  isin text primary key,
  symbol text not null,
  sha256 text not null references instrument_files (sha256),
  known_at timestamptz not null default now()
);
create index instrument_isins_by_symbol on instrument_isins (symbol);

-- What a list says of a share from a day on, where that differs from what such a list said before. Null is what it does not say.
create table instrument_facts (
  layout text not null,
  symbol text not null,
  day date not null,
  series text,
  isin text,
  name text,
  industry text,
  cap text,
  -- ₹
  face_value numeric(12, 4),
  tick numeric(12, 4),
  -- % either side of the last close, 0 without a fixed band.
  band numeric(6, 2),
  listed_from date,
  status text,
  ended_on date,
  why text,
  sha256 text not null references instrument_files (sha256),
  known_at timestamptz not null default now(),
  primary key (layout, symbol, day)
);

create table symbol_changes (
  old_symbol text not null,
  new_symbol text not null,
  day date not null,
  company text not null,
  sha256 text not null references instrument_files (sha256),
  known_at timestamptz not null default now(),
  primary key (old_symbol, new_symbol, day)
);

create table name_changes (
  symbol text not null,
  day date not null,
  old_name text not null,
  new_name text not null,
  sha256 text not null references instrument_files (sha256),
  known_at timestamptz not null default now(),
  primary key (symbol, day, new_name)
);

-- Shares to a contract by the month of its expiry, by the list of a day.
create table contract_lots (
  symbol text not null,
  month date not null,
  day date not null,
  lot integer not null check (lot > 0),
  sha256 text not null references instrument_files (sha256),
  known_at timestamptz not null default now(),
  primary key (symbol, month, day)
);
