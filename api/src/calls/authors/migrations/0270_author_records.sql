-- The authors' entries in the register as their signed events leave them: rebuilt from call_events at any time. The columns are those that every
-- kind's table has; an author is about no stock and never open.
create table author_records (
  id text primary key,
  expert_id text not null unique,
  stock text not null,
  status text not null,
  is_open boolean not null,
  published_at timestamptz not null,
  hash text not null,
  state text not null
);
