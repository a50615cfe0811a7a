-- Posts of experts. Whatever was published stays here for five years, also behind a tombstone.
create table buzz_posts (
  id text primary key,
  author_id text not null,
  -- draft | scheduled | live | under_review | removed
  status text not null,
  text text not null,
  -- Lists of trading symbols and of declared conflicts.
  symbols jsonb not null,
  conflicts jsonb not null,
  -- A call of the author.
  call_id text,
  -- By the register at the first publication; '' before.
  author_name text not null default '',
  category text not null default '',
  reg_no text not null default '',
  disclosure text not null default '',
  created_at timestamptz not null,
  -- The latest change of any kind: the order of the author's desk.
  changed_at timestamptz not null,
  scheduled_at timestamptz,
  -- No two are equal, and they are committed in their order: pages of the feed have no holes.
  published_at timestamptz,
  edited_at timestamptz,
  -- author | moderator; '' while it stands.
  removed_by text not null default '',
  -- The moderator; '' for the author.
  remover_id text not null default '',
  removed_reason text not null default '',
  removed_at timestamptz,
  likes integer not null default 0,
  saves integer not null default 0,
  comments integer not null default 0,
  -- Members who reported it.
  reports integer not null default 0
);
create index buzz_feed on buzz_posts (published_at desc, id desc) where status = 'live';
create unique index buzz_publications on buzz_posts (published_at) where published_at is not null;
create index buzz_of_author on buzz_posts (author_id, changed_at desc, id desc);
create index buzz_by_symbol on buzz_posts using gin (symbols jsonb_path_ops);
create index buzz_due on buzz_posts (scheduled_at) where status = 'scheduled';

-- Earlier texts of published posts. Rows are added and never changed.
create table buzz_versions (
  post_id text not null references buzz_posts (id),
  n integer not null,
  text text not null,
  symbols jsonb not null,
  conflicts jsonb not null,
  call_id text,
  disclosure text not null,
  from_at timestamptz not null,
  until_at timestamptz not null,
  primary key (post_id, n)
);

create table buzz_comments (
  id text primary key,
  post_id text not null references buzz_posts (id),
  -- The first comment of its thread: its own id where it answers none.
  root_id text not null,
  author_id text not null,
  text text not null,
  at timestamptz not null,
  removed_by text not null default '',
  remover_id text not null default '',
  removed_reason text not null default '',
  removed_at timestamptz
);
create index buzz_threads on buzz_comments (post_id, root_id, id);
create index buzz_comments_of on buzz_comments (author_id, id desc);

create table buzz_likes (
  post_id text not null references buzz_posts (id),
  user_id text not null,
  at timestamptz not null,
  primary key (post_id, user_id)
);
create index buzz_likes_of on buzz_likes (user_id);

create table buzz_saves (
  post_id text not null references buzz_posts (id),
  user_id text not null,
  at timestamptz not null,
  primary key (post_id, user_id)
);
create index buzz_saves_of on buzz_saves (user_id, at desc, post_id desc);

-- What each id of a client named: what is sent again is found by it, and another text under it is refused.
create table buzz_writes (
  user_id text not null,
  client_id text not null,
  -- SHA-256 of what was sent.
  digest text not null,
  -- The post, comment, report or appeal that came of it.
  target text not null,
  at timestamptz not null,
  primary key (user_id, client_id)
);
create index buzz_writes_old on buzz_writes (at);

-- Texts that the guard refused. They were shown to nobody and are kept for compliance alone.
create table buzz_blocked (
  author_id text not null,
  client_id text not null,
  digest text not null,
  body text not null,
  kind text not null,
  sentence text not null,
  at timestamptz not null,
  primary key (author_id, client_id)
);
create index buzz_blocked_old on buzz_blocked (at);

-- Moderation: reports of one target, a publication that waits for approval, or an appeal.
create table buzz_cases (
  id text primary key,
  -- report | review | appeal
  kind text not null,
  -- post | comment
  target_kind text not null,
  target_id text not null,
  post_id text not null references buzz_posts (id),
  -- Of the target.
  author_id text not null,
  -- open | removed | dismissed
  state text not null,
  assignee text,
  opened_at timestamptz not null,
  due_at timestamptz not null,
  closed_at timestamptz
);
create unique index buzz_open_case on buzz_cases (target_id, kind) where state = 'open';
create unique index buzz_one_appeal on buzz_cases (target_id) where kind = 'appeal';
create index buzz_case_queue on buzz_cases (state, due_at, id);
create index buzz_cases_closed on buzz_cases (closed_at desc, id desc) where closed_at is not null;

create table buzz_reports (
  id text primary key,
  case_id text not null references buzz_cases (id),
  target_id text not null,
  reporter_id text not null,
  reason text not null,
  note text not null,
  at timestamptz not null
);
create unique index buzz_report_once on buzz_reports (target_id, reporter_id);
create index buzz_reports_of_case on buzz_reports (case_id, at);
create index buzz_reports_of on buzz_reports (reporter_id);

-- What happened to a case, in order. Rows are added and never changed.
create table buzz_steps (
  case_id text not null references buzz_cases (id),
  n integer not null,
  -- '' for the clock and for who reported.
  by_id text not null,
  -- opened | reported | assigned | removed | dismissed
  step text not null,
  words text not null,
  at timestamptz not null,
  primary key (case_id, n)
);
