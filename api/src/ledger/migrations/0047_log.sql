-- The log: one append-only Merkle tree (RFC 6962) over all events in their order, kept as tiles of 256 hashes (C2SP tlog-tiles). The
-- rightmost tile of a level grows, a full one never changes.
create table log_tiles (
  level integer not null,
  n bigint not null,
  hashes bytea not null,
  primary key (level, n)
);

-- Signed heads of the log (C2SP tlog-checkpoint): one for each size that was ever signed.
create table log_heads (
  size bigint primary key,
  root text not null,
  note text not null,
  signed_at timestamptz not null
);
create trigger log_heads_append_only before update or delete or truncate on log_heads
  for each statement execute function ledger_is_append_only();
