-- Lists of stocks and of option contracts that people keep; they go with the account.
create table watchlists (
  id text primary key,
  user_id text not null,
  -- equity | options
  segment text not null,
  name text not null,
  -- The name as people compare it: no case, no spaces too many.
  name_key text not null,
  -- Raised by every change; a change names the one it was made on.
  version integer not null,
  created_at timestamptz not null,
  changed_at timestamptz not null
);
create unique index watchlist_name on watchlists (user_id, segment, name_key);
create table watchlist_items (
  list_id text not null references watchlists (id) on delete cascade,
  -- TCS, or NIFTY 2026-11-26 24000 CE. A contract stays after its last day: it is archived, not lost.
  code text not null,
  place integer not null,
  added_at timestamptz not null,
  primary key (list_id, code)
);
