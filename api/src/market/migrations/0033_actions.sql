-- Corporate actions from the exchange's own lists: what happened to a share on its ex-date.
create table market_actions (
  symbol text not null,
  day date not null,
  -- The list's words; two actions on one day have two rows.
  purpose text not null,
  -- New shares for each old one; null where prices don't change by a ratio, or the words don't say by which.
  ratio numeric(14, 6),
  -- Dividend, ₹ a share; null where there is none.
  dividend numeric(14, 4),
  primary key (symbol, day, purpose)
);

-- Which lists were read. A complete one names every action between its first and last ex-date.
create table market_action_imports (
  sha256 text primary key,
  file_name text not null,
  first_day date not null,
  last_day date not null,
  complete boolean not null,
  row_count integer not null,
  imported_at timestamptz not null default now()
);
