-- The record's key may change: one row for each key, in order. `after_seq`: the last event before it; `after_day` and `root`: the daily
-- root it follows, null and 64 zeros where there was none; `signed` and `accepted`: what the key before and this one signed of that.
alter table ledger_keys drop constraint ledger_keys_id_check;
alter table ledger_keys
  add column after_seq bigint not null default 0,
  add column after_day text,
  add column root text,
  add column signed text,
  add column accepted text;

-- How manieth key signs now. Whoever takes the record's lock reads it, so that no node goes on with the key before.
alter table ledger_head add column key integer not null default 1;
