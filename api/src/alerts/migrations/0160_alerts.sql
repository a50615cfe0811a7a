-- What people asked to be told of. A figure decides most of them, a new call the others.
create table alerts (
  id text primary key,
  user_id text not null,
  kind text not null check (kind in ('price', 'percent', 'rsi', 'oi', 'call_stock', 'call_expert')),
  -- '' where an expert is named.
  symbol text not null,
  -- '' where a symbol is.
  expert_id text not null,
  condition jsonb not null,
  -- Equal for conditions that wait for the same.
  key text not null,
  repeats boolean not null,
  state text not null check (state in ('on', 'paused', 'done')),
  -- It fired and has to come back first, unless it is armed.
  armed boolean not null,
  -- Market time: figures that began before it don't count.
  since timestamptz not null,
  -- Market time at which it last fired or came back.
  moved_at timestamptz not null,
  fired_at timestamptz,
  fires integer not null,
  -- The last time it fired nothing was told of it: its owner had been told of the most for a day.
  held boolean not null,
  created_at timestamptz not null,
  version integer not null
);
-- Two equal ones can't be kept, however they come.
create unique index alerts_once on alerts (user_id, key) where state <> 'done';
create index alerts_version on alerts (version);
create index alerts_user on alerts (user_id);
create index alerts_on_stock on alerts (symbol, user_id, id) where kind = 'call_stock' and state = 'on';
create index alerts_on_expert on alerts (expert_id, user_id, id) where kind = 'call_expert' and state = 'on';

-- Whoever sets alerts, or lets them go on, takes the next version here, one after the other, so that who judges sees each of them.
create table alert_clock (
  id integer primary key check (id = 1),
  version integer not null,
  -- Market time.
  judged_until timestamptz
);
insert into alert_clock (id, version, judged_until) values (1, 0, null);

-- Whom something that fired is told, in the order of lots that were drawn for it.
create table alert_fires (
  event_id text not null,
  user_id text not null,
  lot integer not null,
  at timestamptz not null,
  primary key (event_id, user_id)
);
create index alert_fires_lots on alert_fires (event_id, lot, user_id);
create index alert_fires_user on alert_fires (user_id);

-- How many fired for a person on an IST day.
create table alert_days (
  user_id text not null,
  day text not null,
  fired integer not null,
  primary key (user_id, day)
);

alter table notification_choices drop constraint notification_choices_kind_check;
alter table notification_choices add constraint notification_choices_kind_check check (kind in ('documents', 'alerts', 'new_calls', 'ended_calls'));
