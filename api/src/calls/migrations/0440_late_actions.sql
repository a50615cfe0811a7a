-- JSON of the action that puts an end in question, where two people decide that the end stands. Null for every other proposal.
alter table call_corrections add column late_action text;
create index call_corrections_stands on call_corrections (call_id) where late_action is not null;
