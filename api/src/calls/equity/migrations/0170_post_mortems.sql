-- When the author said what was wrong with a call that ended, IST; and the stopped calls of an author, who owes that.
alter table calls add column post_mortem_on date;
create index calls_stopped on calls (expert_id, ended_on) where status = 'sl_hit';
