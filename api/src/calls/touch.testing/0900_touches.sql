create table touches (
  id text primary key,
  expert_id text not null,
  stock text not null,
  status text not null,
  is_open boolean not null,
  published_at timestamptz not null,
  level double precision not null,
  touched_at timestamptz,
  hash text not null,
  state text not null
);
