-- Live calls in the order in which a server reads them when it starts.
create index option_calls_live_ids on option_calls (id) where is_open;
