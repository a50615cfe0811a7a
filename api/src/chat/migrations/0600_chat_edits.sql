-- Lists show the last text of a message: without it a long room is read whole for each.
create index chat_edits on chat_messages (room_id, target, seq) where kind = 'edit';
