-- Facts of a widget key for whoever hands it out: what it is called, who entered it, which key it takes the place of, and when it was ended.
alter table access_keys add column name text not null default '';
alter table access_keys add column entered_by text not null default '';
alter table access_keys add column replaces text references access_keys (key);
alter table access_keys add column revoked_at timestamptz;
