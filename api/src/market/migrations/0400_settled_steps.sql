-- Days on which a price stepped and two people found it right: what their decisions in the record say, by symbol and day.
create table market_settled_steps (
  symbol text not null,
  day date not null,
  settled_at timestamptz not null,
  primary key (symbol, day)
);
-- Decisions from before. Older ones name no cause; of these a step is told by the wait that they correct.
insert into market_settled_steps (symbol, day, settled_at)
select p.body -> 'payload' ->> 'stock', (c.body -> 'payload' ->> 'day')::date, min(c.ts)
from (select call_id, ts, canonical::jsonb as body from call_events where type = 'correction') c
join (select call_id, canonical::jsonb as body from call_events where type = 'publish') p on p.call_id = c.call_id
join (select call_id, canonical::jsonb as body from call_events where type = 'not_judgeable') w
  on w.call_id = c.call_id and w.body -> 'payload' ->> 'day' = c.body -> 'payload' ->> 'day'
where c.body -> 'payload' ->> 'decision' = 'go_on' and w.body -> 'payload' ->> 'cause' = 'price_step'
  and coalesce(c.body -> 'payload' ->> 'cause', 'price_step') = 'price_step'
group by 1, 2;
