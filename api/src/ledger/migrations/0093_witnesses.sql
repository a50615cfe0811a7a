-- Co-signatures of the log's heads by witnesses (C2SP tlog-cosignature): the first of each witness for each head. `witness` is its verifier key.
create table log_cosignatures (
  size bigint not null,
  witness text not null,
  line text not null,
  cosigned_at timestamptz not null,
  stored_at timestamptz not null default now(),
  primary key (size, witness)
);
create trigger log_cosignatures_append_only before update or delete or truncate on log_cosignatures
  for each statement execute function ledger_is_append_only();

-- Heads a witness would not co-sign, and why. They stay: that it co-signs again later takes none back.
create table log_refusals (
  witness text not null,
  size bigint not null,
  root text not null,
  why text not null,
  refused_at timestamptz not null default now(),
  primary key (witness, size, root, why)
);
create trigger log_refusals_append_only before update or delete or truncate on log_refusals
  for each statement execute function ledger_is_append_only();
