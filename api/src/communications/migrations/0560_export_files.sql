-- The file that was made last of an export: admins compare what they have with its hash.
alter table communication_exports
  add column begun_at timestamptz,
  add column ended_at timestamptz,
  -- '' while it is made; done | failed
  add column made text not null default '',
  add column file text not null default '',
  add column bytes bigint not null default 0,
  add column sha256 text not null default '';
