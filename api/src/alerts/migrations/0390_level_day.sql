-- The IST day of the price that its owner saw when the level was set: the level is on the shares of that day. Null where it was set by a release
-- that did not keep it, or where no price decides.
alter table alerts add column level_day text;
