-- The signed receipt of each event as it was first given, so that it is the same for everybody and for ever. Events from before have
-- none here: theirs are made when somebody asks.
create table call_receipts (
  seq bigint primary key,
  receipt text not null
);
create trigger call_receipts_append_only before update or delete or truncate on call_receipts
  for each statement execute function ledger_is_append_only();
