-- Since when a message waits to be looked at by whoever tells of unseen ones; null while none does.
alter table chat_rooms add column unheard_at timestamptz;
create index chat_unheard on chat_rooms (unheard_at) where unheard_at is not null;
-- The number up to which a member was told, by a notice, that something is unseen.
alter table chat_reads add column told integer not null default 0;
