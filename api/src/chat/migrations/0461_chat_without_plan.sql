-- Since when the investor of an open room has no right to chats any more; null while they have it. The room closes two days later.
alter table chat_rooms add column without_plan_since timestamptz;
create index chat_open on chat_rooms (id) where status = 'Active';
