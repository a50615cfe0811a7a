-- A file of an expert's proof lists the hashes of all their events by number.
create index call_events_chain on call_events (expert_id, n);
