-- Whether this database belongs to a demo, whose accounts have a password that everybody knows, or to real people. Written once, at the
-- first start of a server. A database from before this table is a demo's where the demo's administrators stand in it.
create table database_purpose (
  id integer primary key check (id = 1),
  purpose text not null check (purpose in ('demo', 'real')),
  since timestamptz not null default now()
);
insert into database_purpose (id, purpose)
  select 1, case when exists (select from users where id = 'usr_admin' and email = 'admin@vimarsh.example.com') then 'demo' else 'real' end
  where exists (select from users) or exists (select from ledger_keys);
