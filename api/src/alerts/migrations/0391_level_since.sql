-- `since` as it was when `level_day` was written. A release that knows no `level_day` moves `since` alone when it lets an alert go on: the day
-- is of another level then.
alter table alerts add column level_since timestamptz;
