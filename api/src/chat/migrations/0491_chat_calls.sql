-- A published call that a message shows, by its id. The message's entry in its room's chain holds it, as it holds every column of the row.
alter table chat_messages add column call_id text;
