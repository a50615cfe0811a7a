-- What an author published, and when: each publication asks how many there are of today, and read the whole record for it.
create index calls_published on calls (expert_id, published_at);
-- Live calls in the order in which a server reads them when it starts.
create index calls_live_ids on calls (id) where is_open;
