-- Messages are entered by the statement and no longer row by row: each chain is read and moved on once, whatever number of messages it gets.
-- The entries are the same, and so is the time when they are there: the text's own transaction.

-- The hash of an entry from the one before; the chain's own last hash begins it.
create function link_entry(before text, head text, of_chain text, number integer, at_text text, of_kind text, sum text) returns text language plpgsql immutable as $$
begin
  return encode(sha256(convert_to(concat_ws(chr(10), coalesce(before, head), of_chain, number, at_text, of_kind, sum), 'UTF8')), 'hex');
end
$$;
-- since release 1: it is new, and acts on nothing
create aggregate linked_entry(text, text, integer, text, text, text) (sfunc = link_entry, stype = text);

create function enter_messages() returns trigger language plpgsql set timezone = 'UTC' as $$
begin
  insert into communication_chains (chain, n, hash)
    select distinct 'room/' || a.room_id, 0, repeat('0', 64) from added a
    where not exists (select from communication_chains c where c.chain = 'room/' || a.room_id)
    on conflict (chain) do nothing;
  with heads as (
    select c.chain, c.n, c.hash from communication_chains c
    where c.chain in (select 'room/' || a.room_id from added a) order by c.chain for update),
  said as (
    select h.chain, h.n + row_number() over (partition by h.chain order by a.seq) as n, h.hash as head, a.at, 'chat.' || a.kind as kind, a.room_id, a.seq, a.sender_id,
      row_to_json(a)::text as content
    from (select m.*, gen_random_uuid() as salt from added m) a join heads h on h.chain = 'room/' || a.room_id),
  digested as materialized (select s.*, encode(sha256(convert_to(s.content, 'UTF8')), 'hex') as digest from said s),
  linked as materialized (
    select d.*, linked_entry(d.head, d.chain, d.n::integer, to_char(d.at, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), d.kind, d.digest) over (partition by d.chain order by d.n) as hash
    from digested d),
  entered as (
    insert into communication_entries (chain, n, at, kind, subject, ref, person, content, digest, prev, hash)
      select l.chain, l.n, date_trunc('milliseconds', l.at), l.kind, 'chat_rooms/' || l.room_id, l.seq::text, l.sender_id, l.content, l.digest,
        coalesce(lag(l.hash) over (partition by l.chain order by l.n), l.head), l.hash
      from linked l)
  update communication_chains c set n = l.n, hash = l.hash
    from (select distinct on (chain) chain, n, hash from linked order by chain, n desc) l where c.chain = l.chain;
  return null;
end
$$;
-- since release 1: it names no trigger, and what it writes is entered as before
drop trigger chat_messages_entered on chat_messages;
-- since release 1: what it writes is entered as before
create trigger chat_messages_entered after insert on chat_messages referencing new table as added
  for each statement when (coalesce(current_setting('vimarsh.copying', true), '') <> 'on') execute function enter_messages();
