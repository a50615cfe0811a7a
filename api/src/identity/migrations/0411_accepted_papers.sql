-- What was last accepted of an expert while a change of their papers is under review: the public register goes on to say that, and not what
-- nobody has looked at yet. The row goes once the new papers are accepted.
create table accepted_papers (
  user_id text primary key references users (id),
  full_name text not null,
  profession text not null,
  reg_no text not null,
  valid_to date not null,
  nism_expiry date not null,
  kept_at timestamptz not null
);
