-- As for shares (0170). Option calls could have a post-mortem before; the days of those are in the record.
alter table option_calls add column post_mortem_on date;
update option_calls set post_mortem_on = ((call_events.ts at time zone 'UTC') + interval '330 minutes')::date
  from call_events where call_events.call_id = option_calls.id and call_events.type = 'post_mortem';
create index option_calls_stopped on option_calls (expert_id, ended_on) where status = 'sl_hit';
