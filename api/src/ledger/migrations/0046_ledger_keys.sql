-- The key that signs the record. `sealed`: its private half, sealed with SECRET_KEY; null where the server has none and the key lies in
-- the data folder of its one node.
create table ledger_keys (
  id integer primary key check (id = 1),
  public_key text not null,
  sealed bytea,
  made_at timestamptz not null default now()
);
