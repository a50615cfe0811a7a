-- What people agreed to and took back: rows are added, never changed. Of an erased account the address goes, the rest is kept.
create table consents (
  id text primary key,
  user_id text not null references users (id),
  kind text not null check (kind in ('terms', 'documents', 'research_messages')),
  version text not null,
  given boolean not null,
  -- As they stood on the screen.
  words text not null default '',
  site text not null,
  ip text not null default '',
  at timestamptz not null
);
create index consents_user on consents (user_id, id);

-- Messages that people switched; what is not here is as it is by default.
create table notification_choices (
  user_id text not null references users (id),
  kind text not null check (kind in ('documents', 'new_calls', 'ended_calls')),
  channel text not null check (channel in ('mail', 'whatsapp')),
  is_on boolean not null,
  changed_at timestamptz not null,
  primary key (user_id, kind, channel)
);
