-- Who has published, and what: the log has entries of the register beside those of calls.
create index call_events_published on call_events (expert_id, seq) where type = 'publish';
