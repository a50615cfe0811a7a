-- A message that is sent again, because its answer got lost, is the one that came first. '' of older ones, and once the account is erased.
alter table tickets add column key text not null default '';
-- A mail with the number was sent.
alter table tickets add column confirmed boolean not null default false;
create unique index tickets_by_key on tickets (user_id, key) where key <> '';
