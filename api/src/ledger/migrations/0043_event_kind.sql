-- Events of every kind of call stand in one record. Those written before there was a second kind are of equity calls; the default
-- also serves a server of the version before, which may still run while this one starts.
alter table call_events add column kind text not null default 'equity';
