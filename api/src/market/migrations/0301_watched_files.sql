-- Exchange's files that FILES_FROM brought, each once by its hash; one that was refused is tried again when it may be believed.
create table watched_files (
  sha256 text primary key,
  name text not null,
  outcome text not null check (outcome in ('taken', 'refused')),
  -- Of a refused one.
  code text,
  sentence text,
  tried_at timestamptz not null default now(),
  -- The latest row of the calendar when it was tried.
  calendar_row integer not null default 0,
  check ((outcome = 'refused') = (sentence is not null))
);

-- When the file of a day is looked for at an address of FILES_FROM, by the hash of the address.
create table file_looks (
  address text not null,
  day date not null,
  looks integer not null default 0,
  next_look_at timestamptz not null,
  state text not null check (state in ('waiting', 'there', 'failing')),
  -- Why it is not there, for who runs the server.
  sentence text,
  primary key (address, day)
);
