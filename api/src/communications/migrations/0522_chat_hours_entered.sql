-- What an expert lets investors read while they are away stands in a chain of its own, with every change.
create function enter_chat_hours() returns trigger language plpgsql set timezone = 'UTC' as $$
begin
  perform enter_communication('away/' || new.expert_id, new.changed_at, 'chat.away', 'chat_hours/' || new.expert_id, 'away', new.expert_id, to_jsonb(new));
  return null;
end
$$;
create trigger chat_hours_entered after insert or update on chat_hours
  for each row when (coalesce(current_setting('vimarsh.copying', true), '') <> 'on') execute function enter_chat_hours();

create function keep_held_hours() returns trigger language plpgsql as $$
begin
  return case when is_held('person', old.expert_id) then null else old end;
end
$$;
create trigger chat_hours_held before delete on chat_hours for each row execute function keep_held_hours();

-- Rows of hours that are not what was entered last, and rows of which nothing was.
create function communication_hours_differences(of_chain text) returns table (kind text, ref text, why text) language sql stable set timezone = 'UTC' as $$
  select e.kind, e.ref, case when h.expert_id is null then 'missing' else 'changed' end
    from (select * from communication_entries where chain = of_chain and kind = 'chat.away' and content is not null order by n desc limit 1) e
      left join chat_hours h on 'away/' || h.expert_id = of_chain
    where h.expert_id is null or to_jsonb(h) <> e.content::jsonb - 'salt'
$$;
create function communication_hours_missing() returns setof text language sql stable as $$
  select 'away/' || expert_id from chat_hours except select chain from communication_chains
$$;
