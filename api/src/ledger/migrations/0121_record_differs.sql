-- What a check found that is not as it was signed; null where the record holds. Whoever takes the record's lock reads it, so that no node
-- goes on signing on top of what another one found.
alter table ledger_head add column differs text;
