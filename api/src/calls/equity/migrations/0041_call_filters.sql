-- Filters that had no index of their own walked the whole record when little or nothing matched.
create index calls_live_cap on calls (cap, published_at, id) where is_open;
create index calls_live_type on calls (call_type, published_at, id) where is_open;
create index calls_live_status on calls (status, published_at, id) where is_open;
create index calls_past_cap on calls (cap, ended_at, id) where not is_open;
create index calls_past_type on calls (call_type, ended_at, id) where not is_open;
