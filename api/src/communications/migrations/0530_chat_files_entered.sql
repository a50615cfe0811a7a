-- Files of chats stand in the chain of their room, with the hash of their bytes.
create function enter_chat_file() returns trigger language plpgsql set timezone = 'UTC' as $$
declare
  message chat_messages;
begin
  select * into strict message from chat_messages where room_id = new.room_id and seq = new.seq;
  perform enter_communication('room/' || new.room_id, message.at, 'chat.file', 'chat_rooms/' || new.room_id, 'file/' || new.seq, message.sender_id,
    jsonb_build_object('id', new.id, 'seq', new.seq, 'kind', new.kind, 'name', new.name, 'width', new.width, 'height', new.height, 'size', new.size, 'sha256', new.sha256));
  return null;
end
$$;
create trigger chat_files_entered after insert on chat_files
  for each row when (coalesce(current_setting('vimarsh.copying', true), '') <> 'on') execute function enter_chat_file();

-- A file goes with its message, and neither goes while the room is held.
create function keep_held_file() returns trigger language plpgsql as $$
begin
  return case when is_room_held(old.room_id) then null else old end;
end
$$;
create trigger chat_files_held before delete on chat_files for each row execute function keep_held_file();

-- Files of a room that are not what was entered of them, by their bytes too.
create function communication_file_differences(of_chain text) returns table (kind text, ref text, why text) language sql stable as $$
  select e.kind, e.ref, case when f.id is null then 'missing' else 'changed' end
    from communication_entries e left join chat_files f on f.room_id = substr(of_chain, 6) and 'file/' || f.seq = e.ref
    where e.chain = of_chain and e.kind = 'chat.file' and e.content is not null and (f.id is null or encode(sha256(f.bytes), 'hex') <> f.sha256
      or jsonb_build_object('id', f.id, 'seq', f.seq, 'kind', f.kind, 'name', f.name, 'width', f.width, 'height', f.height, 'size', f.size, 'sha256', f.sha256)
        <> e.content::jsonb - 'salt')
  union all
  select 'chat.file', 'file/' || f.seq, 'unknown' from chat_files f where of_chain like 'room/%' and f.room_id = substr(of_chain, 6)
    and not exists (select from communication_entries e where e.subject = 'chat_rooms/' || f.room_id and e.ref = 'file/' || f.seq)
$$;

-- since release 1: it has no files of chats and reads no chains; those that came before are entered
select enter_communication('room/' || f.room_id, m.at, 'chat.file', 'chat_rooms/' || f.room_id, 'file/' || f.seq, m.sender_id, jsonb_build_object('id', f.id, 'seq', f.seq,
    'kind', f.kind, 'name', f.name, 'width', f.width, 'height', f.height, 'size', f.size, 'sha256', f.sha256))
  from (select * from chat_files order by room_id, seq) f join chat_messages m on m.room_id = f.room_id and m.seq = f.seq;
