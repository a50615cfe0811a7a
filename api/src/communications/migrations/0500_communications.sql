-- What people wrote, in the order in which it was committed: a chain for each room, each expert's posts and
-- their moderation, each message to the desk, and each person's refused texts. The hash of an entry covers the one before, so a row that was changed or taken out is found. The database writes along
-- in the transaction of the text itself, whoever writes it.
create table communication_chains (
  -- room/<id> | posts/<expert> with their comments | cases/<expert> of their moderation | desk/<number> | blocked/<person>
  chain text primary key,
  n integer not null,
  hash text not null,
  -- Up to which entry a head of it was signed.
  signed_n integer not null default 0
);
create index communication_unsigned on communication_chains (chain) where n > signed_n;

create table communication_entries (
  chain text not null,
  -- 1, 2, 3 … without a hole.
  n integer not null,
  at timestamptz not null,
  kind text not null,
  -- The row that goes when the law asks for it no more, with everything that hangs on it, and the part of it that was written.
  subject text not null,
  ref text not null,
  -- Who wrote it; '' for the clock.
  person text not null,
  -- JSON with a salt, so that nobody finds it by trying; null once the law asks for it no more.
  content text,
  -- SHA-256 of the content.
  digest text not null,
  prev text not null,
  hash text not null,
  primary key (chain, n)
);
create index communication_subjects on communication_entries (subject, ref);
create index communication_persons on communication_entries (person, chain, n) where person <> '';
create index communication_times on communication_entries (at, chain);

-- Heads of chains that the ledger's key has signed, each naming the one before: a row of them can't be taken out either.
create table communication_heads (
  serial integer primary key,
  chain text not null,
  n integer not null,
  manifest text not null,
  signature text not null
);
create index communication_heads_of on communication_heads (chain, n);

-- What must not be deleted, whatever its age: everything of a person, or one room. Rows are added, and lifted once.
create table communication_holds (
  id text primary key,
  -- person | room
  kind text not null,
  target text not null,
  reason text not null,
  set_by text not null,
  set_at timestamptz not null,
  lifted_by text,
  lifted_at timestamptz,
  lift_reason text not null default ''
);
create index communication_held on communication_holds (target, kind) where lifted_at is null;
create index communication_holds_newest on communication_holds (set_at desc, id desc);

-- Exports that one admin asked for and another approved.
create table communication_exports (
  id text primary key,
  -- person | room | period
  scope text not null,
  target text not null,
  from_at timestamptz,
  until_at timestamptz,
  reason text not null,
  asked_by text not null,
  asked_at timestamptz not null,
  -- asked | approved | refused
  state text not null,
  decided_by text,
  decided_at timestamptz,
  delivered integer not null default 0
);
create index communication_exports_newest on communication_exports (asked_at desc, id desc);

create function enter_communication(of_chain text, of_at timestamptz, of_kind text, of_subject text, of_ref text, of_person text, what jsonb)
  returns void language plpgsql set timezone = 'UTC' as $$
declare
  number integer;
  before text;
  said text;
  sum text;
  whole text;
begin
  insert into communication_chains as c (chain, n, hash) values (of_chain, 1, repeat('0', 64))
    on conflict (chain) do update set n = c.n + 1 returning c.n, c.hash into number, before;
  said := (what || jsonb_build_object('salt', gen_random_uuid()))::text;
  sum := encode(sha256(convert_to(said, 'UTF8')), 'hex');
  whole := encode(sha256(convert_to(concat_ws(chr(10), before, of_chain, number, to_char(of_at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), of_kind, sum), 'UTF8')), 'hex');
  insert into communication_entries (chain, n, at, kind, subject, ref, person, content, digest, prev, hash)
    values (of_chain, number, date_trunc('milliseconds', of_at), of_kind, of_subject, of_ref, of_person, said, sum, before, whole);
  update communication_chains set hash = whole where chain = of_chain;
end
$$;

create function enter_chat() returns trigger language plpgsql set timezone = 'UTC' as $$
declare
  at_last timestamptz;
begin
  if tg_table_name = 'chat_messages' then
    perform enter_communication('room/' || new.room_id, new.at, 'chat.' || new.kind, 'chat_rooms/' || new.room_id, new.seq::text, new.sender_id, to_jsonb(new));
  elsif tg_table_name = 'chat_rooms' then
    perform enter_communication('room/' || new.id, new.requested_at, 'chat.room', 'chat_rooms/' || new.id, 'room', new.investor_id, jsonb_build_object('id', new.id,
      'investor_id', new.investor_id, 'expert_id', new.expert_id, 'partner_key', new.partner_key, 'topic', new.topic, 'symbol', new.symbol, 'request_text', new.request_text));
  elsif tg_table_name = 'chat_blocked' then
    perform enter_communication('blocked/' || new.sender_id, new.at, 'chat.blocked', concat_ws('/', 'chat_blocked', new.sender_id, new.client_msg_id), 'text', new.sender_id, to_jsonb(new));
  else
    -- Marks that go with an account; where the room goes too there is nothing left to tell of.
    select last_at into at_last from chat_rooms r where r.id = old.room_id and exists (select from chat_messages m where m.room_id = r.id);
    if found then
      perform enter_communication('room/' || old.room_id, at_last, 'chat.marks', 'chat_rooms/' || old.room_id, 'marks', old.user_id, to_jsonb(old));
    end if;
  end if;
  return null;
end
$$;
create trigger chat_messages_entered after insert on chat_messages
  for each row when (coalesce(current_setting('vimarsh.copying', true), '') <> 'on') execute function enter_chat();
create trigger chat_rooms_entered after insert on chat_rooms
  for each row when (coalesce(current_setting('vimarsh.copying', true), '') <> 'on') execute function enter_chat();
create trigger chat_rooms_asked_again after update on chat_rooms
  for each row when ((old.topic, old.symbol, old.request_text, old.investor_id, old.expert_id) is distinct from (new.topic, new.symbol, new.request_text, new.investor_id, new.expert_id))
  execute function enter_chat();
create trigger chat_blocked_entered after insert on chat_blocked
  for each row when (coalesce(current_setting('vimarsh.copying', true), '') <> 'on') execute function enter_chat();
create trigger chat_reads_forgotten after delete on chat_reads for each row execute function enter_chat();

create function enter_post() returns trigger language plpgsql set timezone = 'UTC' as $$
declare
  -- What readers do with it, and who removed it, stand elsewhere.
  besides constant text[] := array['likes', 'saves', 'comments', 'reports', 'remover_id', 'changed_at'];
begin
  if new.status in ('draft', 'scheduled') then return null; end if;
  if tg_op = 'INSERT' or (to_jsonb(old) - besides) <> (to_jsonb(new) - besides) then
    perform enter_communication('posts/' || new.author_id, new.changed_at, 'post', 'buzz_posts/' || new.id, new.id, new.author_id, to_jsonb(new) - besides);
  end if;
  if new.remover_id <> '' and (tg_op = 'INSERT' or old.remover_id <> new.remover_id) then
    perform enter_communication('cases/' || new.author_id, new.changed_at, 'post.remover', 'buzz_posts/' || new.id, new.id, new.remover_id,
      jsonb_build_object('post_id', new.id, 'remover_id', new.remover_id));
  end if;
  return null;
end
$$;
create trigger buzz_posts_entered after insert on buzz_posts
  for each row when (coalesce(current_setting('vimarsh.copying', true), '') <> 'on') execute function enter_post();
create trigger buzz_posts_changed after update on buzz_posts for each row execute function enter_post();

create function enter_comment() returns trigger language plpgsql set timezone = 'UTC' as $$
declare
  of_expert text := (select author_id from buzz_posts where id = new.post_id);
begin
  perform enter_communication('posts/' || of_expert, coalesce(new.removed_at, new.at), 'comment', 'buzz_posts/' || new.post_id, new.id, new.author_id, to_jsonb(new) - 'remover_id');
  if new.remover_id <> '' then
    perform enter_communication('cases/' || of_expert, coalesce(new.removed_at, new.at), 'comment.remover', 'buzz_posts/' || new.post_id, new.id, new.remover_id,
      jsonb_build_object('comment_id', new.id, 'remover_id', new.remover_id));
  end if;
  return null;
end
$$;
create trigger buzz_comments_entered after insert on buzz_comments
  for each row when (coalesce(current_setting('vimarsh.copying', true), '') <> 'on') execute function enter_comment();
create trigger buzz_comments_changed after update on buzz_comments for each row when (old is distinct from new) execute function enter_comment();

create function enter_moderation() returns trigger language plpgsql set timezone = 'UTC' as $$
declare
  c record;
begin
  if tg_table_name = 'buzz_blocked' then
    perform enter_communication('blocked/' || new.author_id, new.at, 'buzz.blocked', concat_ws('/', 'buzz_blocked', new.author_id, new.client_id), 'text', new.author_id, to_jsonb(new) - 'digest');
    return null;
  end if;
  select b.*, p.author_id as expert_id into c from buzz_cases b join buzz_posts p on p.id = b.post_id where b.id = new.case_id;
  if tg_table_name = 'buzz_reports' then
    perform enter_communication('cases/' || c.expert_id, new.at, 'report', 'buzz_posts/' || c.post_id, new.id, new.reporter_id, to_jsonb(new));
  else
    perform enter_communication('cases/' || c.expert_id, new.at, 'case', 'buzz_posts/' || c.post_id, new.case_id || '/' || new.n, new.by_id, to_jsonb(new) || jsonb_build_object(
      'case', jsonb_build_object('kind', c.kind, 'target_kind', c.target_kind, 'target_id', c.target_id, 'post_id', c.post_id, 'author_id', c.author_id, 'due_at', c.due_at)));
  end if;
  return null;
end
$$;
create trigger buzz_blocked_entered after insert on buzz_blocked
  for each row when (coalesce(current_setting('vimarsh.copying', true), '') <> 'on') execute function enter_moderation();
create trigger buzz_reports_entered after insert on buzz_reports
  for each row when (coalesce(current_setting('vimarsh.copying', true), '') <> 'on') execute function enter_moderation();
create trigger buzz_steps_entered after insert on buzz_steps
  for each row when (coalesce(current_setting('vimarsh.copying', true), '') <> 'on') execute function enter_moderation();

-- Neither name nor address: a message stays, and who sent it may be forgotten.
create function enter_ticket() returns trigger language plpgsql set timezone = 'UTC' as $$
begin
  if tg_op = 'INSERT' then
    perform enter_communication('desk/' || new.number, new.opened_at, 'desk.asked', 'tickets/' || new.number, 'asked', new.user_id,
      jsonb_build_object('number', new.number, 'kind', new.kind, 'message', new.message, 'partner_key', new.partner_key, 'by_member', new.by_member, 'opened_at', new.opened_at));
  end if;
  if new.answered_at is not null then
    perform enter_communication('desk/' || new.number, new.answered_at, 'desk.answered', 'tickets/' || new.number, 'answered', '',
      jsonb_build_object('number', new.number, 'answer', new.answer, 'answered_at', new.answered_at));
    perform enter_communication('desk/' || new.number, new.answered_at, 'desk.by', 'tickets/' || new.number, 'by', new.answered_by,
      jsonb_build_object('number', new.number, 'answered_by', new.answered_by));
  end if;
  return null;
end
$$;
-- since release 1: an older server writes tickets as before and reads no chains; what it writes is entered
create trigger tickets_entered after insert on tickets
  for each row when (coalesce(current_setting('vimarsh.copying', true), '') <> 'on') execute function enter_ticket();
-- since release 1: an older server answers tickets as before, and that is entered
create trigger tickets_answered after update on tickets
  for each row when ((old.answer, old.answered_at, old.answered_by) is distinct from (new.answer, new.answered_at, new.answered_by)) execute function enter_ticket();

-- Entries are added. What the law asks for no more loses its content, and an account that is gone its name; the hash stays, so that the chain holds.
create function communication_entries_stay() returns trigger language plpgsql as $$
begin
  if current_setting('vimarsh.retention', true) = 'on' and tg_op = 'UPDATE' then
    if (new.content is null or new.content = old.content) and new.person in ('', old.person)
      and (to_jsonb(new) - array['content', 'person']) = (to_jsonb(old) - array['content', 'person']) then return new; end if;
  end if;
  raise exception 'communication_entries are only added';
end
$$;
create trigger communication_entries_stay before update or delete on communication_entries for each row execute function communication_entries_stay();

create function is_held(of_kind text, of_target text) returns boolean language sql stable as $$
  select exists (select from communication_holds where kind = of_kind and target = of_target and lifted_at is null)
$$;
create function is_room_held(of_id text) returns boolean language sql stable as $$
  select is_held('room', of_id) or exists (select from chat_rooms where id = of_id and (is_held('person', investor_id) or is_held('person', expert_id)))
$$;
-- With a post goes what hangs on it, so it stays while any of that is held.
create function is_post_held(of_id text) returns boolean language sql stable as $$
  select exists (select from communication_holds h where h.kind = 'person' and h.lifted_at is null and (
    exists (select from buzz_posts where id = of_id and author_id = h.target)
    or exists (select from communication_entries where subject = 'buzz_posts/' || of_id and person = h.target)))
$$;
-- Whatever is held is not deleted, whoever asks.
create function keep_held() returns trigger language plpgsql as $$
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
    when tg_table_name in ('buzz_versions', 'buzz_comments', 'buzz_cases') then is_post_held(gone ->> 'post_id')
    when tg_table_name in ('buzz_reports', 'buzz_steps') then is_post_held((select post_id from buzz_cases where id = gone ->> 'case_id'))
    else exists (select from communication_entries e join communication_holds h on h.kind = 'person' and h.target = e.person and h.lifted_at is null
      where e.subject = 'tickets/' || (gone ->> 'number'))
  end;
  return case when held then null else old end;
end
$$;
create trigger chat_rooms_held before delete on chat_rooms for each row execute function keep_held();
create trigger chat_messages_held before delete on chat_messages for each row execute function keep_held();
create trigger chat_reads_held before delete on chat_reads for each row execute function keep_held();
create trigger chat_blocked_held before delete on chat_blocked for each row execute function keep_held();
create trigger buzz_posts_held before delete on buzz_posts for each row execute function keep_held();
create trigger buzz_versions_held before delete on buzz_versions for each row execute function keep_held();
create trigger buzz_comments_held before delete on buzz_comments for each row execute function keep_held();
create trigger buzz_cases_held before delete on buzz_cases for each row execute function keep_held();
create trigger buzz_reports_held before delete on buzz_reports for each row execute function keep_held();
create trigger buzz_steps_held before delete on buzz_steps for each row execute function keep_held();
create trigger buzz_blocked_held before delete on buzz_blocked for each row execute function keep_held();
-- since release 1: an older server deletes tickets as before, but for those under a hold
create trigger tickets_held before delete on tickets for each row execute function keep_held();

-- Where rows and entries differ: a row that was changed, is missing, or was never entered. Of one chain.
create function communication_differences(of_chain text) returns table (kind text, ref text, why text) language sql stable set timezone = 'UTC' as $$
  with entries as (select * from communication_entries where chain = of_chain and content is not null),
  latest as (select distinct on (e.kind, e.subject, e.ref) e.* from entries e where e.kind in ('post', 'comment', 'chat.room') order by e.kind, e.subject, e.ref, e.n desc),
  pairs as (
    select e.kind, e.ref, e.content::jsonb - 'salt' as said, to_jsonb(m) as stored from entries e left join chat_messages m on m.room_id = substr(of_chain, 6) and m.seq = e.ref::integer
      where of_chain like 'room/%' and e.ref ~ '^[0-9]+$'
    union all
    select e.kind, e.ref, e.content::jsonb - 'salt', to_jsonb(r) from latest e left join chat_rooms r on r.id = substr(of_chain, 6) where e.kind = 'chat.room'
    union all
    select e.kind, e.ref, e.content::jsonb - 'salt', to_jsonb(p) from latest e left join buzz_posts p on p.id = e.ref where e.kind = 'post'
    union all
    select e.kind, e.ref, e.content::jsonb - 'salt', to_jsonb(c) from latest e left join buzz_comments c on c.id = e.ref where e.kind = 'comment'
    union all
    select e.kind, e.ref, e.content::jsonb - 'salt', to_jsonb(r) from entries e left join buzz_reports r on r.id = e.ref where e.kind = 'report'
    union all
    select e.kind, e.ref, e.content::jsonb - 'salt' - 'case', to_jsonb(s) from entries e left join buzz_steps s on s.case_id = split_part(e.ref, '/', 1) and s.n::text = split_part(e.ref, '/', 2) where e.kind = 'case'
    union all
    select e.kind, e.ref, e.content::jsonb - 'salt', to_jsonb(b) from entries e left join chat_blocked b on b.sender_id = substr(of_chain, 9) and b.client_msg_id = e.content::jsonb ->> 'client_msg_id' where e.kind = 'chat.blocked'
    union all
    select e.kind, e.ref, e.content::jsonb - 'salt', to_jsonb(b) from entries e left join buzz_blocked b on b.author_id = substr(of_chain, 9) and b.client_id = e.content::jsonb ->> 'client_id' where e.kind = 'buzz.blocked'
    union all
    select e.kind, e.ref, e.content::jsonb - 'salt', to_jsonb(t) from entries e left join tickets t on t.number = substr(of_chain, 6) where e.kind like 'desk.%'
    union all
    select 'version', v.post_id || '/' || v.n, jsonb_build_object('text', v.text), coalesce((select jsonb_build_object('text', v.text) from entries e
        where e.kind = 'post' and e.ref = v.post_id and e.content::jsonb ->> 'text' = v.text limit 1), jsonb_build_object('text', null))
      from buzz_versions v join buzz_posts p on p.id = v.post_id where of_chain = 'posts/' || p.author_id
        and exists (select from entries e where e.kind = 'post' and e.ref = v.post_id)
  )
  select kind, ref, case when stored is null then 'missing' else 'changed' end from pairs where stored is null or not stored @> said
  union all
  select 'chat.' || m.kind, m.seq::text, 'unknown' from chat_messages m where of_chain like 'room/%' and m.room_id = substr(of_chain, 6)
    and not exists (select from communication_entries e where e.subject = 'chat_rooms/' || m.room_id and e.ref = m.seq::text)
  union all
  select 'post', p.id, 'unknown' from buzz_posts p where of_chain like 'posts/%' and p.author_id = substr(of_chain, 7) and p.status not in ('draft', 'scheduled')
    and not exists (select from communication_entries e where e.subject = 'buzz_posts/' || p.id and e.ref = p.id)
  union all
  select 'comment', c.id, 'unknown' from buzz_comments c join buzz_posts p on p.id = c.post_id where of_chain like 'posts/%' and p.author_id = substr(of_chain, 7)
    and not exists (select from communication_entries e where e.subject = 'buzz_posts/' || p.id and e.ref = c.id)
  union all
  select 'report', r.id, 'unknown' from buzz_posts p join buzz_cases c on c.post_id = p.id join buzz_reports r on r.case_id = c.id
    where of_chain like 'cases/%' and p.author_id = substr(of_chain, 7)
    and not exists (select from communication_entries e where e.subject = 'buzz_posts/' || p.id and e.ref = r.id)
  union all
  select 'case', s.case_id || '/' || s.n, 'unknown' from buzz_posts p join buzz_cases c on c.post_id = p.id join buzz_steps s on s.case_id = c.id
    where of_chain like 'cases/%' and p.author_id = substr(of_chain, 7)
    and not exists (select from communication_entries e where e.subject = 'buzz_posts/' || p.id and e.ref = s.case_id || '/' || s.n)
  union all
  select 'chat.blocked', b.client_msg_id, 'unknown' from chat_blocked b where of_chain like 'blocked/%' and b.sender_id = substr(of_chain, 9)
    and not exists (select from communication_entries e where e.subject = concat_ws('/', 'chat_blocked', b.sender_id, b.client_msg_id))
  union all
  select 'buzz.blocked', b.client_id, 'unknown' from buzz_blocked b where of_chain like 'blocked/%' and b.author_id = substr(of_chain, 9)
    and not exists (select from communication_entries e where e.subject = concat_ws('/', 'buzz_blocked', b.author_id, b.client_id))
  union all
  select 'desk.answered', t.number, 'unknown' from tickets t where of_chain like 'desk/%' and t.number = substr(of_chain, 6) and t.answered_at is not null
    and not exists (select from communication_entries e where e.subject = 'tickets/' || t.number and e.ref = 'answered')
$$;

-- Chains that should be there and are not: nothing of what was written there was entered.
create function communication_chains_missing() returns setof text language sql stable as $$
  (select 'room/' || id from chat_rooms
    union select 'posts/' || author_id from buzz_posts where status not in ('draft', 'scheduled')
    union select 'cases/' || p.author_id from buzz_cases c join buzz_posts p on p.id = c.post_id
    union select 'blocked/' || sender_id from chat_blocked
    union select 'blocked/' || author_id from buzz_blocked
    union select 'desk/' || number from tickets)
  except select chain from communication_chains
$$;

-- What was written before is entered in the order of its time; gives no rows.
create function enter_what_was() returns setof communication_chains language plpgsql set timezone = 'UTC' as $$
declare
  r record;
  besides constant text[] := array['likes', 'saves', 'comments', 'reports', 'remover_id', 'changed_at'];
begin
  for r in select * from chat_rooms order by id loop
    perform enter_communication('room/' || r.id, r.requested_at, 'chat.room', 'chat_rooms/' || r.id, 'room', r.investor_id, jsonb_build_object('id', r.id,
      'investor_id', r.investor_id, 'expert_id', r.expert_id, 'partner_key', r.partner_key, 'topic', r.topic, 'symbol', r.symbol, 'request_text', r.request_text));
  end loop;
  for r in select * from chat_messages order by room_id, seq loop
    perform enter_communication('room/' || r.room_id, r.at, 'chat.' || r.kind, 'chat_rooms/' || r.room_id, r.seq::text, r.sender_id, to_jsonb(r));
  end loop;
  for r in select * from chat_blocked order by at loop
    perform enter_communication('blocked/' || r.sender_id, r.at, 'chat.blocked', concat_ws('/', 'chat_blocked', r.sender_id, r.client_msg_id), 'text', r.sender_id, to_jsonb(r));
  end loop;
  for r in select v.from_at as at, p.id, p.author_id, '' as remover_id, (to_jsonb(p) - besides) || jsonb_build_object('text', v.text, 'symbols', v.symbols, 'conflicts', v.conflicts,
        'call_id', v.call_id, 'disclosure', v.disclosure) as what from buzz_versions v join buzz_posts p on p.id = v.post_id
      union all select p.changed_at, p.id, p.author_id, p.remover_id, to_jsonb(p) - besides from buzz_posts p where p.status not in ('draft', 'scheduled') order by 1, 2 loop
    perform enter_communication('posts/' || r.author_id, r.at, 'post', 'buzz_posts/' || r.id, r.id, r.author_id, r.what);
    if r.remover_id <> '' then
      perform enter_communication('cases/' || r.author_id, r.at, 'post.remover', 'buzz_posts/' || r.id, r.id, r.remover_id, jsonb_build_object('post_id', r.id, 'remover_id', r.remover_id));
    end if;
  end loop;
  for r in select c.*, p.author_id as expert_id, to_jsonb(c) - 'remover_id' as what from buzz_comments c join buzz_posts p on p.id = c.post_id order by c.at, c.id loop
    perform enter_communication('posts/' || r.expert_id, coalesce(r.removed_at, r.at), 'comment', 'buzz_posts/' || r.post_id, r.id, r.author_id, r.what);
    if r.remover_id <> '' then
      perform enter_communication('cases/' || r.expert_id, coalesce(r.removed_at, r.at), 'comment.remover', 'buzz_posts/' || r.post_id, r.id, r.remover_id,
        jsonb_build_object('comment_id', r.id, 'remover_id', r.remover_id));
    end if;
  end loop;
  for r in select x.at, x.id, x.reporter_id, to_jsonb(x) as what, c.post_id, p.author_id as expert_id from buzz_reports x join buzz_cases c on c.id = x.case_id
      join buzz_posts p on p.id = c.post_id order by x.at, x.id loop
    perform enter_communication('cases/' || r.expert_id, r.at, 'report', 'buzz_posts/' || r.post_id, r.id, r.reporter_id, r.what);
  end loop;
  for r in select s.at, s.case_id, s.n, s.by_id, c.post_id, p.author_id as expert_id, to_jsonb(s) || jsonb_build_object('case', jsonb_build_object('kind', c.kind,
        'target_kind', c.target_kind, 'target_id', c.target_id, 'post_id', c.post_id, 'author_id', c.author_id, 'due_at', c.due_at)) as what
      from buzz_steps s join buzz_cases c on c.id = s.case_id join buzz_posts p on p.id = c.post_id order by s.at, s.case_id, s.n loop
    perform enter_communication('cases/' || r.expert_id, r.at, 'case', 'buzz_posts/' || r.post_id, r.case_id || '/' || r.n, r.by_id, r.what);
  end loop;
  for r in select b.*, to_jsonb(b) - 'digest' as what from buzz_blocked b order by at loop
    perform enter_communication('blocked/' || r.author_id, r.at, 'buzz.blocked', concat_ws('/', 'buzz_blocked', r.author_id, r.client_id), 'text', r.author_id, r.what);
  end loop;
  for r in select * from tickets order by opened_at, number loop
    perform enter_communication('desk/' || r.number, r.opened_at, 'desk.asked', 'tickets/' || r.number, 'asked', r.user_id, jsonb_build_object('number', r.number,
      'kind', r.kind, 'message', r.message, 'partner_key', r.partner_key, 'by_member', r.by_member, 'opened_at', r.opened_at));
    if r.answered_at is not null then
      perform enter_communication('desk/' || r.number, r.answered_at, 'desk.answered', 'tickets/' || r.number, 'answered', '',
        jsonb_build_object('number', r.number, 'answer', r.answer, 'answered_at', r.answered_at));
      perform enter_communication('desk/' || r.number, r.answered_at, 'desk.by', 'tickets/' || r.number, 'by', r.answered_by,
        jsonb_build_object('number', r.number, 'answered_by', r.answered_by));
    end if;
  end loop;
  return;
end
$$;
insert into communication_chains select * from enter_what_was();
