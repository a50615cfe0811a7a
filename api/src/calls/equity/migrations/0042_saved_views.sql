-- Views of data categorisation that users keep by name; erased with the account.
create table saved_views (
  user_id text not null,
  name text not null,
  -- JSON of the contract's slice.
  slice text not null,
  saved_at timestamptz not null,
  primary key (user_id, name)
);
