-- Cases of moderation are one thing for posts, comments and chats. Tables and columns keep the names of their first feature, under which older servers know them.
-- `post_id` names where the target stands: its post, or its room.
alter table buzz_cases drop constraint buzz_cases_post_id_fkey;
-- buzz | chat; target_kind is also message or room.
alter table buzz_cases add column area text not null default 'buzz';
-- since release 1: it has no cases, and an index is nothing that a server names
drop index buzz_case_queue;
create index buzz_case_queue on buzz_cases (area, state, due_at, id);
-- since release 1: it has no cases, and an index is nothing that a server names
drop index buzz_cases_closed;
create index buzz_cases_closed on buzz_cases (area, state, closed_at desc, id desc) where closed_at is not null;
create index buzz_cases_of_place on buzz_cases (post_id);

-- Reports and decisions about a chat are entered beside those about posts, in the chain of whom they are about, and go with the room.
-- since release 1: it has no cases whose reports and steps would be entered
create or replace function enter_moderation() returns trigger language plpgsql set timezone = 'UTC' as $$
declare
  c record;
  subject text;
begin
  if tg_table_name = 'buzz_blocked' then
    perform enter_communication('blocked/' || new.author_id, new.at, 'buzz.blocked', concat_ws('/', 'buzz_blocked', new.author_id, new.client_id), 'text', new.author_id, to_jsonb(new) - 'digest');
    return null;
  end if;
  select b.*, coalesce(p.author_id, b.author_id) as expert_id into c from buzz_cases b left join buzz_posts p on p.id = b.post_id where b.id = new.case_id;
  subject := case c.area when 'chat' then 'chat_rooms/' else 'buzz_posts/' end || c.post_id;
  if tg_table_name = 'buzz_reports' then
    perform enter_communication('cases/' || c.expert_id, new.at, 'report', subject, new.id, new.reporter_id, to_jsonb(new));
  else
    perform enter_communication('cases/' || c.expert_id, new.at, 'case', subject, new.case_id || '/' || new.n, new.by_id, to_jsonb(new) || jsonb_build_object(
      'case', jsonb_build_object('kind', c.kind, 'target_kind', c.target_kind, 'target_id', c.target_id, 'post_id', c.post_id, 'author_id', c.author_id, 'due_at', c.due_at)));
  end if;
  return null;
end
$$;

-- since release 1: of its tables it keeps what it kept before, tickets under a hold
create or replace function keep_held() returns trigger language plpgsql as $$
declare
  gone jsonb := to_jsonb(old);
  held boolean;
begin
  if not exists (select from communication_holds where lifted_at is null) then return old; end if;
  held := case
    when tg_table_name = 'chat_rooms' then is_room_held(gone ->> 'id')
    when tg_table_name in ('chat_messages', 'chat_reads') then is_room_held(gone ->> 'room_id')
    when tg_table_name = 'chat_blocked' then is_held('person', gone ->> 'sender_id') or is_room_held(gone ->> 'room_id')
    when tg_table_name = 'buzz_blocked' then is_held('person', gone ->> 'author_id')
    when tg_table_name = 'buzz_posts' then gone ->> 'status' not in ('draft', 'scheduled') and is_post_held(gone ->> 'id')
    -- A case is about a post or a room, whose numbers are never the same.
    when tg_table_name in ('buzz_versions', 'buzz_comments', 'buzz_cases') then is_post_held(gone ->> 'post_id') or is_room_held(gone ->> 'post_id')
    when tg_table_name in ('buzz_reports', 'buzz_steps') then exists (select from buzz_cases c where c.id = gone ->> 'case_id' and (is_post_held(c.post_id) or is_room_held(c.post_id)))
    else exists (select from communication_entries e join communication_holds h on h.kind = 'person' and h.target = e.person and h.lifted_at is null
      where e.subject = 'tickets/' || (gone ->> 'number'))
  end;
  return case when held then null else old end;
end
$$;
